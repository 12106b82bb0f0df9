// C++20: complex literals and functions, three-argument hypot, lerp, constants, bits.
#include <exception>
#include <iomanip>
#include <iostream>
#include <complex>
#include <cmath>
#include <numbers>
#include <bit>
#include <sstream>

template <class... A> void P(const A &...a) {
  const char *gap = "";
  ((std::cout << gap << a, gap = " "), ...);
  std::cout << '\n';
}
using namespace std::complex_literals; using C = std::complex<double>; using Cf = std::complex<float>;

template <class F> void section(F f) {
  std::cout << std::setprecision(9) << std::dec << std::noboolalpha;
  std::cout.unsetf(std::ios::floatfield);
  try {
    f();
  } catch (std::exception &e) {
    std::cout << "exception: " << e.what() << '\n';
  }
}
int main() {
  section([] { P(1i, 2.5i, 1.0 + 2i, 1if, 2.0if, 3il, 1.5il); });
  section([] { P(1i * 1i, (1.0 + 2i) * (3.0 - 1i), std::exp(1i * std::numbers::pi)); });
  section([] { P(std::hypot(1.0, 2.0, 3.0), std::hypot(2.0f, 3.0f, 6.0f), std::hypot(1, 2, 2), std::hypot(3, 4), std::hypot(3.0f, 4.0f), std::hypot(1e300, 1e300, 1e300), std::hypot(1.0, 2, 3.5f)); });
  section([] { P(std::lerp(1.0, 3.0, 0.25), std::lerp(1.0f, 3.0f, 2.0f), std::lerp(-1.0, 3.0, 0.5), std::lerp(0, 10, 0.3)); });
  section([] { C a(1, 2), b(3, -4); P(a + b, a - b, a * b, a / b, -a, +a, a == b, a != b, a + 1.0, 2.0 - a, a * 2.0, 1.0 / a); });
  section([] { C a(1, 2); a += 1.0; a -= C(0, 1); a *= C(2, 1); a /= C(1, 1); a *= 3.0; a /= 2.0; P(a, a.real(), a.imag()); a.real(5); a.imag(6); P(a); a = 3.0; P(a); a = Cf(1, 2); P(a); });
  section([] { C a(1, 2); P(std::abs(a), std::arg(a), std::norm(a), std::conj(a), std::proj(a), std::polar(2.0, 1.0), std::polar(2.0), std::real(a), std::imag(a), real(a)); });
  section([] { C a(1, 2); P(std::sqrt(a), std::exp(a), std::log(a), std::log10(a), std::sin(a), std::cos(a), std::tan(a), std::sinh(a), std::cosh(a), std::tanh(a), std::asin(a), std::acos(a), std::atan(a), std::asinh(a), std::acosh(a), std::atanh(a)); });
  section([] { Cf a(1, 2); P(std::sqrt(a), std::exp(a), std::log(a), std::sin(a), std::abs(a), std::arg(a), std::norm(a)); });
  section([] { C a(1, 2); P(std::pow(a, 2), std::pow(a, 2.5), std::pow(a, C(1, 1)), std::pow(2.0, a), std::pow(2, a), std::pow(a, 2.0f), std::pow(a, -3), std::pow(Cf(1, 2), 2), std::pow(Cf(1, 2), 2.0), std::pow(Cf(1,2), C(1, 2)), std::pow(a, 3L)); });
  section([] { P(std::norm(3), std::conj(2.0), std::arg(-1.0), std::real(2), std::imag(2.5f), std::proj(2.0), std::arg(1)); });
  section([] { P(std::is_same_v<C::value_type, double>, sizeof(Cf), C(Cf(1, 2)), Cf(C(1, 2))); });
  section([] { std::istringstream s("(1,2) (3) 4"); C a, b, c; s >> a >> b >> c; P(a, b, c); });
  section([] { std::ostringstream s; s << std::fixed << std::setprecision(2) << C(1, 2); P(s.str()); });
  section([] { constexpr C a(1, 2); constexpr double r = a.real(); P(r, C() == 0.0, C(1) == 1.0, 1.0 == C(1)); });
  section([] { P(std::numbers::pi_v<float>, std::numbers::e, std::numbers::phi_v<float>, std::numbers::sqrt3_v<double>, std::numbers::ln2_v<float>, std::numbers::inv_pi_v<double>, std::numbers::egamma_v<double>, std::numbers::log2e_v<float>, std::numbers::inv_sqrt3_v<double>, std::numbers::inv_sqrtpi_v<double>, std::numbers::ln10_v<double>, std::numbers::log10e_v<float>); });
  section([] { P(std::bit_cast<unsigned>(1.0f), std::popcount(255u), std::countl_zero(1u), std::countr_zero(8u), std::countl_one((unsigned char)0xf0), std::countr_one(7u), std::has_single_bit(8u), std::bit_width(9u), std::bit_floor(9u), std::bit_ceil(9u), std::rotl(1u, 31), std::rotr(1u, 1), std::endian::native == std::endian::little); });
  section([] { constexpr auto x = std::bit_cast<unsigned>(1.0f); P(x); });
  section([] { constexpr auto x = std::popcount(7u); static_assert(x == 3); P(std::rotl((unsigned char)0x81, 1) == 3); });
  section([] { P(std::abs(-3), std::abs(-2.5), std::abs(-2.5f), std::fabs(-1), std::fmod(5.5, 2), std::remainder(5.5, 2), std::fma(2.0, 3.0, 1.0), std::fmax(1, 2.5), std::fdim(3, 1), std::cbrt(27.0), std::log1p(0.5), std::expm1(0.5), std::erf(0.5), std::tgamma(5.0), std::lgamma(5.0), std::trunc(-2.5), std::round(2.5), std::nearbyint(2.5), std::rint(3.5), std::lround(2.5), std::llrint(2.5)); });
  section([] { int e; P(std::frexp(8.0, &e), e, std::ldexp(1.0, 3), std::ilogb(8.0), std::logb(8.0), std::scalbn(1.0, 2), std::copysign(1.0, -2.0), std::signbit(-1.0), std::isnan(0.0), std::isinf(1.0), std::isfinite(1.0), std::isnormal(1.0), std::fpclassify(0.0) == FP_ZERO, std::nextafter(1.0, 2.0), std::isgreater(1.0, 2.0), std::isunordered(1.0, 2.0)); double ip; P(std::modf(2.5, &ip), ip); });
}
/* OUTPUT:
(0,1) (0,2.5) (1,2) (0,1) (0,2) (0,3) (0,1.5)
(-1,0) (5,5) (-1,1.2246468e-16)
3.74165739 7.00000048 3 5 5 1.73205081e+300 4.15331193
1.5 5 1 3
(4,-2) (-2,6) (11,2) (-0.2,0.4) (-1,-2) (1,2) 0 1 (2,2) (1,-2) (2,4) (0.2,-0.4)
(5.25,0.75) 5.25 0.75
(5,6)
(3,0)
(1,2)
2.23606798 1.10714872 5 (1,-2) (1,2) (1.08060461,1.68294197) (2,0) 1 2 1
(1.27201965,0.786151378) (-1.13120438,2.47172667) (0.804718956,1.10714872) (0.349485002,0.480828579) (3.16577851,1.95960104) (2.03272301,-3.0518978) (0.0338128261,1.01479362) (-0.489056259,1.40311925) (-0.642148125,1.06860742) (1.16673626,-0.243458201) (0.427078586,1.52857092) (1.14371774,-1.52857092) (1.33897252,0.402359478) (1.46935174,1.06344002) (1.52857092,1.14371774) (0.173286795,1.17809725)
(1.27201962,0.786151409) (-1.13120437,2.47172666) (0.804718971,1.10714877) (3.16577864,1.95960093) 2.23606801 1.10714877 5
(-3,4) (-6.96066446,2.72962446) (-0.247200044,0.696450487) (0.366913949,1.96605548) (0.366913949,1.96605548) (-3,4) (-0.088,0.016) (-3,4) (-3,4) (-0.222517157,0.100709131) (-11,-2)
9 (2,-0) 3.14159265 2 0 (2,0) 0
1 8 (1,2) (1,2)
(1,2) (3,0) (4,0)
(1.00,2.00)
1 1 1 1
3.14159274 2.71828183 1.61803401 1.73205081 0.693147182 0.318309886 0.577215665 1.44269502 0.577350269 0.564189584 2.30258509 0.434294492
1065353216 8 31 3 4 3 1 4 8 16 2147483648 2147483648 1
1065353216
1
3 2.5 2.5 1 1.5 -0.5 7 2.5 2 3 0.405465108 0.648721271 0.520499878 24 3.17805383 -2 3 2 4 3 2
0.5 4 8 3 3 4 -1 1 0 0 1 1 1 1 0 0
0.5 2
*/
