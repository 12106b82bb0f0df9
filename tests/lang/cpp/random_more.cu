// C++20: every distribution and engine of <random>, bit by bit what libstdc++ gives.
#include <exception>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>
#include <vector>

template <class... A> void P(const A &...a) {
  const char *gap = "";
  ((std::cout << gap << a, gap = " "), ...);
  std::cout << '\n';
}
template <class R> void L(const R &r) {
  const char *gap = "";
  for (const auto &x : r) std::cout << gap << x, gap = " ";
  std::cout << '\n';
}
template <class D> void draw(D d, unsigned seed) { std::mt19937 g(seed); std::mt19937_64 h(seed); for (int i = 0; i < 2; i++) std::cout << std::setprecision(17) << d(g) << ' '; double s = 0; for (int i = 0; i < 3000; i++) s += d(h); P(s, d.min(), d.max()); D e(d.param()); d.reset(); P(e == d, e(g, d.param())); }

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
  section([] { draw(std::poisson_distribution<int>(0.5), 3); });
  section([] { draw(std::poisson_distribution<long>(0.5), 4); P(std::poisson_distribution<>(0.5).mean()); });
  section([] { draw(std::poisson_distribution<int>(4.5), 3); });
  section([] { draw(std::poisson_distribution<long>(4.5), 4); P(std::poisson_distribution<>(4.5).mean()); });
  section([] { draw(std::poisson_distribution<int>(11.99), 3); });
  section([] { draw(std::poisson_distribution<long>(11.99), 4); P(std::poisson_distribution<>(11.99).mean()); });
  section([] { draw(std::poisson_distribution<int>(12), 3); });
  section([] { draw(std::poisson_distribution<long>(12), 4); P(std::poisson_distribution<>(12).mean()); });
  section([] { draw(std::poisson_distribution<int>(12.5), 3); });
  section([] { draw(std::poisson_distribution<long>(12.5), 4); P(std::poisson_distribution<>(12.5).mean()); });
  section([] { draw(std::poisson_distribution<int>(20), 3); });
  section([] { draw(std::poisson_distribution<long>(20), 4); P(std::poisson_distribution<>(20).mean()); });
  section([] { draw(std::poisson_distribution<int>(100.25), 3); });
  section([] { draw(std::poisson_distribution<long>(100.25), 4); P(std::poisson_distribution<>(100.25).mean()); });
  section([] { draw(std::poisson_distribution<int>(1000.0), 3); });
  section([] { draw(std::poisson_distribution<long>(1000.0), 4); P(std::poisson_distribution<>(1000.0).mean()); });
  section([] { draw(std::poisson_distribution<int>(1000000.0), 3); });
  section([] { draw(std::poisson_distribution<long>(1000000.0), 4); P(std::poisson_distribution<>(1000000.0).mean()); });
  section([] { draw(std::binomial_distribution<int>(1, 0), 1); });
  section([] { draw(std::binomial_distribution<int>(1, 0.1), 1); });
  section([] { draw(std::binomial_distribution<int>(1, 0.3), 1); });
  section([] { draw(std::binomial_distribution<int>(1, 0.5), 1); });
  section([] { draw(std::binomial_distribution<int>(1, 0.77), 1); });
  section([] { draw(std::binomial_distribution<int>(1, 0.99), 1); });
  section([] { draw(std::binomial_distribution<int>(1, 1), 1); });
  section([] { draw(std::binomial_distribution<long>(10, 0), 10); });
  section([] { draw(std::binomial_distribution<long>(10, 0.1), 10); });
  section([] { draw(std::binomial_distribution<long>(10, 0.3), 10); });
  section([] { draw(std::binomial_distribution<long>(10, 0.5), 10); });
  section([] { draw(std::binomial_distribution<long>(10, 0.77), 10); });
  section([] { draw(std::binomial_distribution<long>(10, 0.99), 10); });
  section([] { draw(std::binomial_distribution<long>(10, 1), 10); });
  section([] { draw(std::binomial_distribution<int>(15, 0), 15); });
  section([] { draw(std::binomial_distribution<int>(15, 0.1), 15); });
  section([] { draw(std::binomial_distribution<int>(15, 0.3), 15); });
  section([] { draw(std::binomial_distribution<int>(15, 0.5), 15); });
  section([] { draw(std::binomial_distribution<int>(15, 0.77), 15); });
  section([] { draw(std::binomial_distribution<int>(15, 0.99), 15); });
  section([] { draw(std::binomial_distribution<int>(15, 1), 15); });
  section([] { draw(std::binomial_distribution<long>(16, 0), 16); });
  section([] { draw(std::binomial_distribution<long>(16, 0.1), 16); });
  section([] { draw(std::binomial_distribution<long>(16, 0.3), 16); });
  section([] { draw(std::binomial_distribution<long>(16, 0.5), 16); });
  section([] { draw(std::binomial_distribution<long>(16, 0.77), 16); });
  section([] { draw(std::binomial_distribution<long>(16, 0.99), 16); });
  section([] { draw(std::binomial_distribution<long>(16, 1), 16); });
  section([] { draw(std::binomial_distribution<int>(17, 0), 17); });
  section([] { draw(std::binomial_distribution<int>(17, 0.1), 17); });
  section([] { draw(std::binomial_distribution<int>(17, 0.3), 17); });
  section([] { draw(std::binomial_distribution<int>(17, 0.5), 17); });
  section([] { draw(std::binomial_distribution<int>(17, 0.77), 17); });
  section([] { draw(std::binomial_distribution<int>(17, 0.99), 17); });
  section([] { draw(std::binomial_distribution<int>(17, 1), 17); });
  section([] { draw(std::binomial_distribution<long>(40, 0), 40); });
  section([] { draw(std::binomial_distribution<long>(40, 0.1), 40); });
  section([] { draw(std::binomial_distribution<long>(40, 0.3), 40); });
  section([] { draw(std::binomial_distribution<long>(40, 0.5), 40); });
  section([] { draw(std::binomial_distribution<long>(40, 0.77), 40); });
  section([] { draw(std::binomial_distribution<long>(40, 0.99), 40); });
  section([] { draw(std::binomial_distribution<long>(40, 1), 40); });
  section([] { draw(std::binomial_distribution<long>(100, 0), 3); });
  section([] { draw(std::binomial_distribution<long>(100, 0.1), 3); });
  section([] { draw(std::binomial_distribution<long>(100, 0.3), 3); });
  section([] { draw(std::binomial_distribution<long>(100, 0.5), 3); });
  section([] { draw(std::binomial_distribution<long>(100, 0.77), 3); });
  section([] { draw(std::binomial_distribution<long>(100, 0.99), 3); });
  section([] { draw(std::binomial_distribution<long>(100, 1), 3); });
  section([] { draw(std::binomial_distribution<long>(1000, 0), 30); });
  section([] { draw(std::binomial_distribution<long>(1000, 0.1), 30); });
  section([] { draw(std::binomial_distribution<long>(1000, 0.3), 30); });
  section([] { draw(std::binomial_distribution<long>(1000, 0.5), 30); });
  section([] { draw(std::binomial_distribution<long>(1000, 0.77), 30); });
  section([] { draw(std::binomial_distribution<long>(1000, 0.99), 30); });
  section([] { draw(std::binomial_distribution<long>(1000, 1), 30); });
  section([] { draw(std::binomial_distribution<long>(1000000, 0), 27); });
  section([] { draw(std::binomial_distribution<long>(1000000, 0.1), 27); });
  section([] { draw(std::binomial_distribution<long>(1000000, 0.3), 27); });
  section([] { draw(std::binomial_distribution<long>(1000000, 0.5), 27); });
  section([] { draw(std::binomial_distribution<long>(1000000, 0.77), 27); });
  section([] { draw(std::binomial_distribution<long>(1000000, 0.99), 27); });
  section([] { draw(std::binomial_distribution<long>(1000000, 1), 27); });
  section([] { draw(std::negative_binomial_distribution<int>(1, 0.1), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(1, 0.5), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(1, 0.9), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(3, 0.1), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(3, 0.5), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(3, 0.9), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(20, 0.1), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(20, 0.5), 5); });
  section([] { draw(std::negative_binomial_distribution<int>(20, 0.9), 5); });
  section([] { draw(std::fisher_f_distribution<float>(3, 5), 11); });
  section([] { draw(std::fisher_f_distribution<double>(3, 5), 11); });
  section([] { draw(std::fisher_f_distribution<float>(), 11); });
  section([] { draw(std::fisher_f_distribution<double>(), 11); });
  section([] { draw(std::student_t_distribution<float>(4), 11); });
  section([] { draw(std::student_t_distribution<double>(4), 11); });
  section([] { draw(std::student_t_distribution<float>(), 11); });
  section([] { draw(std::student_t_distribution<double>(), 11); });
  section([] { draw(std::gamma_distribution<float>(0.3, 2), 11); });
  section([] { draw(std::gamma_distribution<double>(0.3, 2), 11); });
  section([] { draw(std::gamma_distribution<float>(3), 11); });
  section([] { draw(std::gamma_distribution<double>(3), 11); });
  section([] { draw(std::chi_squared_distribution<float>(5), 11); });
  section([] { draw(std::chi_squared_distribution<double>(5), 11); });
  section([] { draw(std::cauchy_distribution<float>(1, 2), 11); });
  section([] { draw(std::cauchy_distribution<double>(1, 2), 11); });
  section([] { draw(std::weibull_distribution<float>(2, 3), 11); });
  section([] { draw(std::weibull_distribution<double>(2, 3), 11); });
  section([] { draw(std::extreme_value_distribution<float>(1, 2), 11); });
  section([] { draw(std::extreme_value_distribution<double>(1, 2), 11); });
  section([] { draw(std::lognormal_distribution<float>(1, 0.5), 11); });
  section([] { draw(std::lognormal_distribution<double>(1, 0.5), 11); });
  section([] { draw(std::normal_distribution<float>(1, 0.5), 11); });
  section([] { draw(std::normal_distribution<double>(1, 0.5), 11); });
  section([] { draw(std::exponential_distribution<float>(3), 11); });
  section([] { draw(std::exponential_distribution<double>(3), 11); });
  section([] { draw(std::uniform_real_distribution<float>(1, 3), 11); });
  section([] { draw(std::uniform_real_distribution<double>(1, 3), 11); });
  section([] { draw(std::piecewise_constant_distribution<double>({0.0, 1.0, 3.0, 4.0}, [](double x) { return x * x; }), 2); });
  section([] { draw(std::piecewise_constant_distribution<>(), 2); });
  section([] { draw(std::piecewise_constant_distribution<>(5, 1.0, 3.0, [](double x) { return x; }), 2); });
  section([] { draw(std::piecewise_linear_distribution<>({0.0, 1.0, 3.0}, [](double x) { return 1 + x; }), 2); });
  section([] { draw(std::piecewise_linear_distribution<>(), 2); });
  section([] { draw(std::piecewise_linear_distribution<>(4, 0.0, 2.0, [](double x) { return x + 0.1; }), 2); });
  section([] { draw(std::discrete_distribution<>({1, 2, 3}), 2); });
  section([] { draw(std::discrete_distribution<>(4, 0.0, 2.0, [](double x) { return x; }), 2); });
  section([] { draw(std::geometric_distribution<>(0.3), 2); });
  section([] { draw(std::bernoulli_distribution(0.3), 2); });
  section([] { draw(std::uniform_int_distribution<>(1, 6), 2); });
  section([] { std::vector<double> b{0, 2, 5}, w{1, 3}; std::piecewise_constant_distribution<> d(b.begin(), b.end(), w.begin()); draw(d, 3); L(d.intervals()); L(d.densities()); });
  section([] { std::vector<double> b{0, 2, 5}, w{1, 3, 2}; std::piecewise_linear_distribution<> d(b.begin(), b.end(), w.begin()); draw(d, 3); L(d.intervals()); L(d.densities()); });
  section([] { std::knuth_b g; P(g(), g(), g()); g.discard(100); P(g(), g.min(), g.max()); g.seed(7); P(g()); std::knuth_b h(7); h(); P(g == h); });
  section([] { std::independent_bits_engine<std::mt19937, 10, unsigned> g; P(g(), g(), g.max()); std::independent_bits_engine<std::minstd_rand, 50, unsigned long> h(4); P(h(), h(), h(), h.min(), h.max()); });
  section([] { std::independent_bits_engine<std::mt19937_64, 3, unsigned char> g(5); P((int)g(), (int)g(), (int)g()); std::independent_bits_engine<std::ranlux24_base, 64, unsigned long> h(5); P(h(), h()); });
  section([] { std::shuffle_order_engine<std::mt19937, 16> g(3); P(g(), g(), g.base() == std::mt19937(3)); });
  section([] { std::discard_block_engine<std::mt19937, 10, 3> g(3); for (int i = 0; i < 7; i++) P(g()); });
  section([] { std::seed_seq s{1, 2, 3}; std::minstd_rand a(s); std::ranlux24 b(s); std::ranlux48 c(s); std::knuth_b d(s); std::ranlux48_base e(s); P(a(), b(), c(), d(), e()); });
  section([] { std::seed_seq s{1, 2, 3}; std::vector<unsigned> v; s.param(std::back_inserter(v)); L(v); P(s.size()); });
  section([] { std::mt19937 g(5), h; std::stringstream s; s << g; s >> h; P(g == h, g != h, g() == h(), s.str().size(), s.str().substr(0, 40)); });
  section([] { std::minstd_rand g(5), h; std::stringstream s; s << g; P(s.str()); s >> h; P(g == h); });
  section([] { P(std::mt19937::default_seed, std::mt19937::word_size, std::mt19937::state_size, std::mt19937_64::initialization_multiplier, std::mt19937::tempering_u, std::minstd_rand::multiplier, std::minstd_rand::modulus, std::ranlux24_base::long_lag, std::ranlux24::block_size); });
  section([] { std::mersenne_twister_engine<unsigned long, 32, 624, 397, 31, 0x9908b0df, 11, 0xffffffff, 7, 0x9d2c5680, 15, 0xefc60000, 18, 1812433253> g(4); P(g() == std::mt19937(4)()); });
  section([] { std::uniform_int_distribution<int> d(1, 6); d.param(std::uniform_int_distribution<int>::param_type(2, 3)); std::mt19937 g; P(d(g), d.a(), d.b(), d.param().a()); using Q = decltype(d)::param_type; P(d(g, Q{10, 20}), std::is_same_v<Q::distribution_type, decltype(d)>); });
  section([] { std::normal_distribution<float> d{5.0f, 2.0f}; P(d.mean(), d.stddev(), d.param().mean()); std::bernoulli_distribution b; P(b.p(), b.param().p()); std::exponential_distribution<> e(2); P(e.lambda()); std::gamma_distribution<> ga(2, 3); P(ga.alpha(), ga.beta()); std::lognormal_distribution<> lo(1, 2); P(lo.m(), lo.s()); std::student_t_distribution<> st(3); P(st.n()); std::fisher_f_distribution<> fi(3, 4); P(fi.m(), fi.n()); std::negative_binomial_distribution<> nb(3, .25); P(nb.k(), nb.p()); std::geometric_distribution<> ge(.1); P(ge.p()); std::weibull_distribution<> we(1, 2); P(we.a(), we.b()); });
  section([] { std::minstd_rand g; P(std::generate_canonical<double, 10>(g), std::generate_canonical<float, 24>(g)); });
  section([] { std::uniform_int_distribution<long> d(-5, 5); std::minstd_rand0 g; for (int i = 0; i < 5; i++) P(d(g)); std::uniform_int_distribution<unsigned long long> e; P(e(g), e(g), e.max()); });
}
/* OUTPUT:
0 1 1461 0 2147483647
1 0
1 1 1529 0 9223372036854775807
1 0
0.5
2 2 13364 0 2147483647
1 1
5 4 13481 0 9223372036854775807
1 6
4.5
6 12 35704 0 2147483647
1 11
10 10 35857 0 9223372036854775807
1 12
11.99
10 10 36037 0 2147483647
0 8
13 12 36133 0 9223372036854775807
0 13
12
10 10 37533 0 2147483647
0 8
13 12 37670 0 9223372036854775807
0 13
12.5
18 17 60050 0 2147483647
0 16
20 20 59931 0 9223372036854775807
0 21
20
97 96 300947 0 2147483647
0 92
99 113 300503 0 9223372036854775807
0 96
100.25
993 990 2998887 0 2147483647
0 979
1012 1036 2999699 0 9223372036854775807
0 990
1000
999814 998993 2999943800 0 2147483647
0 999720
1000321 1001043 3000094421 0 9223372036854775807
0 999745
1000000
0 0 0 0 1
1 0
0 0 288 0 1
1 0
0 0 857 0 1
1 1
0 0 1459 0 1
1 1
1 1 2369 0 1
1 0
1 1 2968 0 1
1 1
1 1 3000 0 1
1 1
0 0 0 0 10
1 0
1 1 2941 0 10
1 2
3 5 8943 0 10
1 3
6 6 14976 0 10
1 6
7 7 23245 0 10
1 7
10 10 29708 0 10
1 10
10 10 30000 0 10
1 10
0 0 0 0 15
1 0
0 2 4532 0 15
1 0
4 4 13514 0 15
1 3
6 6 22581 0 15
1 9
12 13 34554 0 15
1 12
15 15 44539 0 15
1 14
15 15 45000 0 15
1 15
0 0 0 0 16
1 0
4 2 4871 0 16
1 0
7 5 14373 0 16
1 7
7 10 24246 0 16
0 6
10 14 36861 0 16
1 12
16 15 47531 0 16
1 15
16 16 48000 0 16
1 16
0 0 0 0 17
1 0
1 0 5046 0 17
1 1
3 6 15191 0 17
1 10
10 8 25534 0 17
0 10
15 12 39345 0 17
1 10
17 17 50543 0 17
1 17
17 17 51000 0 17
1 17
0 0 0 0 40
1 0
7 5 11976 0 40
1 3
10 16 36224 0 40
0 13
18 25 59966 0 40
1 22
32 27 92549 0 40
1 30
40 39 118821 0 40
1 39
40 40 120000 0 40
1 40
0 0 0 0 100
1 0
11 12 29984 0 100
1 8
31 34 90178 0 100
1 27
54 50 150394 0 100
0 48
76 74 231035 0 100
1 80
99 98 296974 0 100
1 96
100 100 300000 0 100
1 100
0 0 0 0 1000
1 0
95 86 299150 0 1000
0 119
293 279 898679 0 1000
0 318
492 477 1499380 0 1000
0 520
777 790 2310411 0 1000
0 754
985 993 2969844 0 1000
0 989
1000 1000 3000000 0 1000
1 1000
0 0 0 0 1000000
1 0
100019 99743 299995121 0 1000000
0 100433
300030 299608 899995710 0 1000000
0 300660
500033 499572 1500010054 0 1000000
0 500720
769973 770360 2310025154 0 1000000
0 769437
989994 990086 2969995917 0 1000000
0 989856
1000000 1000000 3000000000 0 1000000
1 1000000
9 5 26395 0 2147483647
0 10
0 0 3055 0 2147483647
0 1
0 0 347 0 2147483647
0 0
28 29 80647 0 2147483647
0 21
4 3 8981 0 2147483647
0 3
0 0 1006 0 2147483647
0 1
176 188 540665 0 2147483647
0 195
23 25 59628 0 2147483647
0 18
2 3 6632 0 2147483647
0 0
0.18637609481811523 0.48103821277618408 4989.5096722545568 0 3.4028234663852886e+38
0 2.0066459178924561
0.87376666012260029 0.61470470531744026 4989.5096690082019 0 1.7976931348623157e+308
0 0.41812871181094274
8.5594596862792969 1.1980282068252563 87982719.872816563 0 3.4028234663852886e+38
0 1.3886245489120483
1.8694956803496283 2.3857755836781891 87982691.641340494 0 1.7976931348623157e+308
0 18.258322557962344
-1.3347306251525879 -0.17009845376014709 -4.3563711761307786 -3.4028234663852886e+38 3.4028234663852886e+38
0 -0.072122447192668915
0.24015277075470376 -0.65601042758343919 -4.3563520027368847 -1.7976931348623157e+308 1.7976931348623157e+308
0 1.6019055964567377
-7.4088387489318848 -0.44460839033126831 -358.95423088817915 -3.4028234663852886e+38 3.4028234663852886e+38
0 3.9434959888458252
0.17691564199294219 -0.45274932337451212 -358.95266352545173 -1.7976931348623157e+308 1.7976931348623157e+308
0 0.89462638427267438
0.22493192553520203 0.00089222891256213188 1846.0314367051271 0 3.4028234663852886e+38
0 0.14472520351409912
1.8241464960948384 0.0075185685577577243 1846.03155796329 0 1.7976931348623157e+308
0 0.38268918081207492
0.98684036731719971 2.4044387340545654 9012.0799474716187 0 3.4028234663852886e+38
0 1.4380612373352051
3.0073356249970002 1.8979697508411553 9012.0797771260786 0 1.7976931348623157e+308
0 2.3142251862301384
1.4056094884872437 3.8623671531677246 15026.131601832807 0 3.4028234663852886e+38
0 2.1658990383148193
4.9501967954658985 2.9642984039573435 15026.130832640709 0 1.7976931348623157e+308
0 3.7012121390106687
2.2716169357299805 1.4358961582183838 -49740.894234240055 -3.4028234663852886e+38 3.4028234663852886e+38
1 1.1225194931030273
1.4358962020534232 -2.513542933361971 -49847.002913932964 -1.7976931348623157e+308 1.7976931348623157e+308
1 2.3973382810215935
1.3375422954559326 0.79797613620758057 8014.7740449756384 0 3.4028234663852886e+38
1 0.42072111368179321
0.7979760604862165 3.1360982152721286 8014.7740379565284 0 1.7976931348623157e+308
1 1.3936767859394141
4.231114387512207 6.2971553802490234 6366.2357062697411 -3.4028234663852886e+38 3.4028234663852886e+38
1 8.8575897216796875
6.2971558801645395 0.82253147209966981 6366.2356799541212 -1.7976931348623157e+308 1.7976931348623157e+308
1 4.0666674563570631
1.3622195720672607 2.5015828609466553 9236.0885486006737 0 3.4028234663852886e+38
0 3.2200798988342285
3.0046377435815086 2.0907274576488515 9236.0885348482498 0 1.7976931348623157e+308
0 2.4277138390087099
0.30911540985107422 0.91692370176315308 2998.2944057583809 -3.4028234663852886e+38 3.4028234663852886e+38
0 1.1694061756134033
1.1001570094994926 0.73751207127654483 2998.2944089938537 -1.7976931348623157e+308 1.7976931348623157e+308
0 0.88695000752348729
0.066259972751140594 0.023583924397826195 1011.8698360098642 0 3.4028234663852886e+38
1 0.0065557877533137798
0.023583918263300072 0.36426340799381607 1011.8698329968286 0 1.7976931348623157e+308
1 0.071938332728385748
1.360539436340332 1.1366137266159058 6007.3634798526764 1 3
1 1.0389504432678223
1.1366136964318667 2.3294406361037288 6007.3634811059774 1 3
1 1.3882312436882494
2.4019271729856166 3.9077897346374746 9261.6511425403132 0 4
1 3.9295963331480994
0.18508208157401412 0.93154086359448873 1480.2372795910085 0 1
1 0.94773061097358879
1.5627052039350353 2.9022012337064127 6448.6802613469936 1 3
1 2.9253294442479838
0.94325274311145968 2.8695106866265832 5355.6091957712179 0 3
1 2.9007639206447537
0.18508208157401412 0.93154086359448873 1480.2372795910085 0 1
1 0.94773061097358879
0.64278933133242278 1.914331228578432 3595.8176179800062 0 2
1 1.9348522462327005
1 2 3959 0 2
1 2
1 3 6320 0 3
1 3
0 7 6776 0 2147483647
1 8
1 0 892 0 1
1 0
3 2 10401 1 6
1 1
0.5657990436084529 4.3597961698734649 8647.4115238987197 0 5
1 0.9706286346370443
0 2 5
0.125 0.25
0.6207011601076563 4.1411723983115936 7887.5119282119476 0 5
1 0.94693536733541883
0 2 5
0.086956521739130432 0.2608695652173913 0.17391304347826086
578354438 823378840 152607844
1494664305 1 2147483646
1659750829
1
758 860 1023
896959042749579 1065401844844022 6478816173959 0 1125899906842623
0 0 6
15888203361599302159 2800270687108853081
3835177981 2365658986 0
2365658986
303761048
3041471737
3849549514
80522091
539384825
128317356
504372291 8501084 189958711261020 1583489725 189958711261020
1 2 3
3
1 0 1 6692 5 472231674 2253902500 3404394881 101488
5
1
5489 32 624 6364136223846793005 11 48271 2147483647 24 223
1
3 2 3 2
11 1
5 2 5
0.5 0.5
2
2 3
1 2
3
3 4
3 0.25
0.1
1 2
0.0850324487 2.24774703e-05
-5
-4
3
0
0
18145568181900447755 4828641007683365971 18446744073709551615
*/
