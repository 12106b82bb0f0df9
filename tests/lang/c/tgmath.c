// <tgmath.h>: the function follows the type of the argument.
#include <stdio.h>
#include <tgmath.h>

#define kind(x) _Generic((x), float: "float", double: "double", long double: "long double", \
    float _Complex: "float complex", double _Complex: "double complex", default: "other")

int main(void)
{
    float f = 2;
    double d = 2;
    long double l = 2;
    float complex zf = -4;
    double complex z = -4;
    printf("%s %s %s %s %s %s\n", kind(sqrt(f)), kind(sqrt(d)), kind(sqrt(l)), kind(sqrt(zf)), kind(sqrt(z)), kind(sqrt(2)));
    printf("%s %s %s %s\n", kind(floor(f)), kind(fmax(f, f)), kind(fmax(f, d)), kind(pow(f, f)));
    printf("%s %s %s %s\n", kind(fma(f, f, f)), kind(ldexp(f, 2)), kind(creal(zf)), kind(conj(z)));
    printf("%.3f %.3f %.3Lf %.3f %.3f\n", (double)sqrt(f), sqrt(d), sqrt(l), (double)cimag(sqrt(zf)), cimag(sqrt(z)));
    printf("%.3f %.3f %.3f %ld %d\n", (double)fabs(-f), fabs(z), atan2(1.0, d), lrint(f), ilogb(f));
    return 0;
}
/* OUTPUT:
float double long double float complex double complex double
float float double float
float float float double complex
1.414 1.414 1.414 2.000 2.000
2.000 4.000 0.464 2 1
*/
