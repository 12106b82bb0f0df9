// thrust::complex gives what it gives when nvcc compiles this.
/* OUTPUT:
+ 1 1
- -0.5 -2
* 5.25 5.5
/ -0.7297297297 -0.3783783784
2/ -0.1081081081 -0.6486486486
exp -1.865040729 -4.075188339
log 1.112311776 1.735945004
sqrt 1.127249144 1.330673
sqrt 1.414213562 -0.7071067812
pow -10.1881252 -0.7238288812
sin 3.75277134 -0.2565539561
cos 8.835204607 4.802825083
tan 0.005362060922 -1.036920282
sinh -0.8860929094 -2.13904001
tanh -0.4694699934 -0.1116210508
conj 1.5 2
polar 1.755165124 0.9588510772
2.5 1.735945004 6.25 0
a 0.5405405405 -0.7567567568
0.540541
- -0.5405405405 0.7567567568
powr -8.75 -3
*/
#include <thrust/complex.h>
#include <cstdio>
typedef thrust::complex<double> C;
void p(const char *s, C z) { printf("%s %.10g %.10g\n", s, z.real(), z.imag()); }
int main() { C a(1.5, -2), b(-0.5, 3); p("+", a + b); p("-", a - 2.0); p("*", a * b); p("/", a / b); p("2/", 2.0 / b); p("exp", thrust::exp(a)); p("log", thrust::log(b)); p("sqrt", thrust::sqrt(b)); p("sqrt", thrust::sqrt(a)); p("pow", thrust::pow(a, b)); p("sin", sin(a)); p("cos", cos(b)); p("tan", tan(a)); p("sinh", sinh(a)); p("tanh", tanh(b)); p("conj", thrust::conj(a)); p("polar", thrust::polar(2.0, 0.5));
 printf("%.10g %.10g %.10g %d\n", thrust::abs(a), thrust::arg(b), thrust::norm(a), a == b); a += b; a *= 2.0; a /= b; p("a", a); thrust::complex<float> f = a; printf("%g\n", f.real()); p("-", -a);  p("powr", thrust::pow(b, 2.0)); }
