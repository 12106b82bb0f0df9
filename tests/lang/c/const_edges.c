// What the compiler computes is what the machine computes: operators at the edges of all types, folded in a static initialiser
// against the same with volatile operands. (Only what C defines, and what wraps in both.)
// RUN: file
#include <limits.h>
#include <stdio.h>

static int failures, rows;
static void check(int line, const char *what, const char *type, int same) {
    rows++;
    if (same) return;
    failures++;
    printf("line %d: %s of %s differs\n", line, what, type);
}

#define ONE(T, a, op, b)                                                                                       \
    do {                                                                                                       \
        static const __typeof__((T)(a) op (T)(b)) folded = (T)(a) op (T)(b);                                   \
        volatile T x = (T)(a), y = (T)(b);                                                                     \
        check(__LINE__, #a " " #op " " #b, #T, folded == (x op y));                                            \
    } while (0)
#define COMPARE(T, a, b) \
    ONE(T, a, <, b);     \
    ONE(T, a, >, b);     \
    ONE(T, a, <=, b);    \
    ONE(T, a, >=, b);    \
    ONE(T, a, ==, b);    \
    ONE(T, a, !=, b);    \
    ONE(T, a, &, b);     \
    ONE(T, a, |, b);     \
    ONE(T, a, ^, b)
#define DIVIDE(T, a, b) \
    ONE(T, a, /, b);    \
    ONE(T, a, %, b)
#define SHIFT(T, a, n)                                                             \
    do {                                                                           \
        static const __typeof__((T)(a) >> (n)) right = (T)(a) >> (n);              \
        volatile T x = (T)(a);                                                     \
        volatile int by = (n);                                                     \
        check(__LINE__, #a " >> " #n, #T, right == x >> by);                       \
        static const __typeof__((T)1 << (n)) left = (__typeof__((T)1 << (n)))((unsigned long)(T)(a) << (n)); \
        check(__LINE__, #a " << " #n, #T, left == (__typeof__(x << 1))((unsigned long)x << by));             \
    } while (0)
#define SIGNED(T, MIN, MAX, BITS)                              \
    COMPARE(T, MIN, MAX); COMPARE(T, -1, 0); COMPARE(T, -1, 1); COMPARE(T, MIN, -1); COMPARE(T, MAX, MAX); COMPARE(T, 0, 0); \
    DIVIDE(T, MIN, 1); DIVIDE(T, MIN, 2); DIVIDE(T, MIN, MAX); DIVIDE(T, MAX, -1); DIVIDE(T, 7, -1); DIVIDE(T, -7, 2);       \
    DIVIDE(T, 7, -2); DIVIDE(T, -7, -2); DIVIDE(T, MAX, MIN); DIVIDE(T, 0, MIN); DIVIDE(T, MIN, MIN);                         \
    SHIFT(T, -1, 1); SHIFT(T, MIN, 1); SHIFT(T, MIN, BITS - 1); SHIFT(T, MAX, 1); SHIFT(T, MAX, BITS - 2); SHIFT(T, -5, 2);  \
    SHIFT(T, -1, 0); ONE(T, MAX, +, 0); ONE(T, MIN, +, MAX); ONE(T, MAX, -, 1); ONE(T, MIN, -, MIN); ONE(T, MAX, *, -1)
#define UNSIGNED(T, MAX, BITS)                                 \
    COMPARE(T, 0, MAX); COMPARE(T, MAX, 1); COMPARE(T, MAX, MAX); COMPARE(T, 0, 0); COMPARE(T, MAX / 2, MAX / 2 + 1);        \
    DIVIDE(T, MAX, 2); DIVIDE(T, MAX, MAX); DIVIDE(T, 0, MAX); DIVIDE(T, MAX - 1, MAX); DIVIDE(T, MAX, 10);                   \
    SHIFT(T, MAX, 1); SHIFT(T, MAX, BITS - 1); SHIFT(T, 1, BITS - 1); SHIFT(T, MAX / 2 + 1, BITS - 1);                        \
    ONE(T, MAX, +, 1); ONE(T, 0, -, 1); ONE(T, MAX, *, 2); ONE(T, MAX / 2 + 1, +, MAX / 2 + 1)

static void integers(void) {
    SIGNED(signed char, SCHAR_MIN, SCHAR_MAX, 8);
    SIGNED(short, SHRT_MIN, SHRT_MAX, 16);
    SIGNED(int, INT_MIN, INT_MAX, 32);
    SIGNED(long, LONG_MIN, LONG_MAX, 64);
    SIGNED(long long, LLONG_MIN, LLONG_MAX, 64);
    UNSIGNED(unsigned char, UCHAR_MAX, 8);
    UNSIGNED(unsigned short, USHRT_MAX, 16);
    UNSIGNED(unsigned, UINT_MAX, 32);
    UNSIGNED(unsigned long, ULONG_MAX, 64);
}

// A type's own precision at each step, and the conversions between them.
#define REAL(T, text)                                                            \
    do {                                                                         \
        static const T folded = text(T, (T)0.1, (T)0.2, (T)3.0, (T)1e-3);        \
        volatile T a = (T)0.1, b = (T)0.2, c = (T)3.0, d = (T)1e-3;              \
        volatile T step, now = text(T, a, b, c, d);                              \
        (void)step;                                                              \
        check(__LINE__, #text, #T, folded == now);                               \
    } while (0)
#define CHAIN(T, a, b, c, d) (((a + b) * c - c * a) / d)
#define THIRDS(T, a, b, c, d) (1 / c + 1 / c - 2 / c + (a * b) * d - d * b)
#define TINY(T, a, b, c, d) ((a - b / 2) * d * d * d / c)
#define TO(T, from, value)                                         \
    do {                                                           \
        static const T folded = (T)(from)(value);                  \
        volatile from x = (from)(value);                           \
        check(__LINE__, #value " of " #from, #T, folded == (T)x);  \
    } while (0)

static void reals(void) {
    REAL(float, CHAIN);
    REAL(double, CHAIN);
    REAL(float, THIRDS);
    REAL(double, THIRDS);
    REAL(float, TINY);
    REAL(long double, CHAIN);
    TO(float, int, INT_MAX);
    TO(float, unsigned, UINT_MAX);
    TO(float, long, LONG_MAX);
    TO(float, unsigned long, ULONG_MAX);
    TO(float, double, 1e-45);
    TO(float, double, 3.4028235677973366e38);
    TO(float, double, 16777217.0);
    TO(double, unsigned long, 18446744073709549569ul);
    TO(double, long, -9007199254740993l);
    TO(int, double, -0.9);
    TO(int, float, 2147483520.0f);
    TO(unsigned, double, 4294967295.0);
    TO(long, double, -9.2e18);
    TO(unsigned long, double, 1.8e19);
    TO(unsigned char, int, -1);
    TO(signed char, int, 200);
    TO(_Bool, double, 0.1);
    TO(_Bool, double, -0.0);
}

static void complexes(void) {
    static const double _Complex folded = (1.5 + 2.0i) * (0.5 - 3.0i), quotient = (1.5 + 2.0i) / (0.5 - 3.0i);
    volatile double _Complex a = 1.5 + 2.0i, b = 0.5 - 3.0i, product = a * b, ratio = a / b;
    check(__LINE__, "real part", "product", __real__ folded == __real__ product && __real__ folded == 6.75);
    check(__LINE__, "imaginary part", "product", __imag__ folded == __imag__ product && __imag__ folded == -3.5);
    check(__LINE__, "real part", "quotient", __real__ quotient - __real__ ratio < 1e-15 && __real__ ratio - __real__ quotient < 1e-15);
    check(__LINE__, "imaginary part", "quotient", __imag__ quotient - __imag__ ratio < 1e-15 && __imag__ ratio - __imag__ quotient < 1e-15);
}

int main(void) {
    integers();
    reals();
    complexes();
    // CHECK: 0 of 771 differ
    printf("%d of %d differ\n", failures, rows);
    return failures != 0;
}
