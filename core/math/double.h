// Functions of doubles, and the cores that functions of floats share with them.
//
// Each is made of three steps: the argument is reduced to a small interval, a polynomial
// (tools/minimax) is evaluated there, and the result is put together; what a rounding on the way
// would cost more than a small part of an ulp is carried in two doubles. `is_short` is a constant:
// cores for float results leave the second double away. The methods are textbook ones: J.-M.
// Muller, Elementary Functions (reduction by Cody and Waite with FMA: ch. 11; exp and log: ch. 10),
// and for erfc M. M. Shepherd and J. G. Laframboise, Chebyshev Approximation of (1 + 2x) exp(x^2)
// erfc x in 0 <= x < oo, Math. Comp. 36 (1981). What the bounds are is in functions.def, which
// tests/unit/test_math.c checks.
#include "math/coefficients.h"
#include "math/isa.h"
#include "math/table.h"

#define HUGE_D __builtin_inf()
#define NAN_D __builtin_nan("")

INLINE D clamp(D x, double low, double high) { // NaN stays
    return d_most(d_all(high), d_least(d_all(low), x));
}

// ---- exponentials -------------------------------------------------------------------------------

// exp(h + l) - 1 = h + rest for |h| <= ln(2) / 2
INLINE D exp_rest(D h, D l, bool is_short) {
    D square = h * h;
    if (is_short) return square * POLY(h, exp_short);
    return d_fma(square, POLY(h, exp_poly), d_fma(l, h, l));
}

// x + low = n ln(2) + h + l
INLINE struct pair exp_reduce(D x, D low, L *n, bool is_short) {
    D k = nearest(x * log2_e_1, n);
    D r = d_fma(k, d_all(-ln2_1), x);
    if (is_short) return (struct pair){d_fma(k, d_all(-ln2_2), r), d_all(0)};
    return fast_sum(r, d_fma(k, d_all(-ln2_2), low));
}

INLINE D exp_core(D x, D low, bool is_short) {
    L n;
    struct pair r = exp_reduce(clamp(x, -760, 720), low, &n, is_short);
    return scale(1.0 + (r.h + exp_rest(r.h, r.l, is_short)), n);
}

INLINE D exp2_core(struct pair x, bool is_short) {
    L n;
    D k = nearest(clamp(x.h, -1100, 1100), &n), f = clamp(x.h, -1100, 1100) - k;
    if (is_short) {
        D h = f * ln2_full_1;
        return scale(1.0 + (h + exp_rest(h, d_all(0), true)), n);
    }
    struct pair r = product(f, d_all(ln2_full_1));
    r = fast_sum(r.h, d_fma(x.l, d_all(ln2_full_1), d_fma(f, d_all(ln2_full_2), r.l)));
    return scale(1.0 + (r.h + exp_rest(r.h, r.l, false)), n);
}

INLINE D exp10_core(D x, bool is_short) {
    L n;
    x = clamp(x, -330, 320);
    D k = nearest(x * log2_10_1, &n), f = d_fma(k, d_all(-log10_2_1), x);
    if (is_short) {
        D h = d_fma(k, d_all(-log10_2_2), f) * ln10_1;
        return scale(1.0 + (h + exp_rest(h, d_all(0), true)), n);
    }
    struct pair r = product(f, d_all(ln10_1));
    D low = d_fma(f, d_all(ln10_2), k * (-log10_2_2 * ln10_1));
    r = fast_sum(r.h, r.l + low);
    return scale(1.0 + (r.h + exp_rest(r.h, r.l, false)), n);
}

// (e^(h + l) 2^n - 1) / 2 where e is e^(h + l) - 1 and x what it was reduced from, |x| < 700
INLINE struct pair half_expm1(D x, struct pair e, L n) {
    D one = scale(d_all(0.5), n), h = scale(e.h * 0.5, n), l = scale(e.l * 0.5, n);
    struct pair sum = fast_sum(one, h), all = two_sum(sum.h, d_all(-0.5));
    all = fast_sum(all.h, all.l + (sum.l + l));
    M small = le(d_abs(x), d_all(0.34)); // n = 0
    return (struct pair){sel(small, e.h * 0.5, all.h), sel(small, e.l * 0.5, all.l)};
}
INLINE struct pair expm1_reduced(D x, L *n) {
    struct pair r = exp_reduce(x, d_all(0), n, false);
    return fast_sum(r.h, exp_rest(r.h, r.l, false));
}

INLINE D tiny_is_itself(D x, D r) { return sel(lt(d_abs(x), d_all(0x1p-60)), x, r); }

INLINE D exp_d(D x) { return exp_core(x, d_all(0), false); }
INLINE D exp2_d(D x) { return exp2_core((struct pair){x, d_all(0)}, false); }
INLINE D exp10_d(D x) { return exp10_core(x, false); }
INLINE D expm1_d(D x) {
    L n;
    D y = clamp(x, -60, 720);
    struct pair r = expm1_reduced(y, &n), e = half_expm1(y, r, n);
    D large = scale(1.0 + (r.h + r.l), n);
    return tiny_is_itself(x, sel(lt(d_all(60), x), large, (e.h + e.l) * 2.0));
}
INLINE D sinh_d(D x) {
    L n;
    D a = clamp(d_abs(x), 0, 712);
    struct pair r = expm1_reduced(a, &n), e = half_expm1(a, r, n), sum = two_sum(e.h, d_all(0.5));
    struct pair q = pair_by(e, (struct pair){sum.h, sum.l + e.l}), s = fast_sum(e.h, q.h * 0.5);
    D large = scale(0.5 * (1.0 + (r.h + r.l)), n);
    D v = sel(lt(d_all(40), a), large, s.h + (s.l + (e.l + q.l * 0.5)));
    return tiny_is_itself(x, flip_by(v, x));
}
INLINE D cosh_d(D x) {
    L n;
    D a = clamp(d_abs(x), 0, 712);
    struct pair e = expm1_reduced(a, &n), sum = fast_sum(d_all(1), e.h);
    D h = scale(sum.h * 0.5, n), l = scale((sum.l + e.l) * 0.5, n);
    struct pair s = fast_sum(h, 0.25 / h);
    D large = scale(0.5 * (1.0 + (e.h + e.l)), n);
    return sel(lt(d_all(40), a), large, s.h + (s.l + l));
}
INLINE D tanh_d(D x) {
    D a = d_abs(x);
    L n;
    D twice = clamp(a * 2.0, 0, 60);
    struct pair r = expm1_reduced(twice, &n), e = half_expm1(twice, r, n),
                sum = two_sum(e.h, d_all(1));
    struct pair q = pair_by(e, (struct pair){sum.h, sum.l + e.l});
    D t = sel(lt(d_all(22), a), d_all(1), q.h + q.l);
    return tiny_is_itself(x, flip_by(t, x));
}

// ---- logarithms ---------------------------------------------------------------------------------

struct logarithm { // of 2^e m with sqrt(1/2) <= m < sqrt(2): e and log(m) = h + l
    D e, h, l;
};

// of x + low, x > 0; low is much smaller than x
INLINE struct logarithm log_core(D x, D low, bool has_low, bool is_pair, bool is_short) {
    M small = lt(x, d_all(0x1p-1022));
    D bias = d_all(0x1p52 + 1023);
    if (__builtin_expect(any(small), 0)) {
        x = sel(small, x * 0x1p54, x);
        bias = sel(small, bias + 54.0, bias);
    }
    L b = bits(x), u = (b - 0x3fe6a09e667f3bcdull + 0x3ff0000000000000ull) >> 52;
    D m = from_bits(b - (u << 52) + 0x3ff0000000000000ull);
    struct logarithm r;
    r.e = from_bits(u | 0x4330000000000000ull) - bias;
    D f = m - 1.0;
    if (is_short) {
        D s = f / (m + 1.0), z = s * s;
        r.h = d_fma(s * z, POLY(z, log_short), s + s);
        r.l = d_all(0);
        return r;
    }
    struct pair d = fast_sum(d_all(1), m);
    if (has_low) { // scaled as x was
        low = sel(lt(x, d_all(0x1p60)), low * from_bits((2046 - u) << 52), d_all(0));
        d.l += low;
    }
    D inverse = 1.0 / d.h, q = f * inverse, rest = d_fma(d_neg(q), d.h, f) - q * d.l;
    if (has_low) rest += low;
    D ql = rest * inverse, z = q * q;
    if (!is_pair) {
        r.h = q + q;
        r.l = d_fma(q * z, POLY(z, log_poly), ql + ql);
        return r;
    }
    struct pair square = {z, d_fma(q, q, d_neg(z)) + 2.0 * (q * ql)};
    int n = (int)(sizeof log_poly / sizeof *log_poly);
    struct pair c = fast_sum(d_all(log_poly[0]), z * poly(z, log_poly + 1, n - 1));
    c.l += log_poly_low;
    struct pair cube = pair_times(square, (struct pair){q, ql}), w = pair_times(cube, c);
    struct pair sum = fast_sum(q + q, w.h);
    r.h = sum.h;
    r.l = sum.l + (w.l + (ql + ql));
    return r;
}

// log(0) = -inf, of what is below NaN, of infinity itself
INLINE D log_ends(D x, D r) {
    M usual = both(lt(d_all(0), x), lt(x, d_all(HUGE_D)));
    if (__builtin_expect(any(not(usual)), 0)) {
        r = sel(lt(x, d_all(HUGE_D)), r, x);
        r = sel(lt(x, d_all(0)), d_all(NAN_D), r);
        r = sel(eq(x, d_all(0)), d_all(-HUGE_D), r);
    }
    return r;
}

// e * unit + (h + l) * factor, where unit and factor are pairs and unit_1 has 41 bits
INLINE D log_sum(struct logarithm r, double unit_1, double unit_2) {
    struct pair s = fast_sum(r.e * unit_1, r.h);
    return s.h + (s.l + d_fma(r.e, d_all(unit_2), r.l));
}
INLINE struct logarithm log_times(struct logarithm r, double factor_1, double factor_2) {
    struct pair p = product(r.h, d_all(factor_1));
    p.l = d_fma(r.l, d_all(factor_1), d_fma(r.h, d_all(factor_2), p.l));
    return (struct logarithm){r.e, p.h, p.l};
}

INLINE D log_d(D x) {
    return log_ends(x, log_sum(log_core(x, x, false, false, false), ln2_1, ln2_2));
}
INLINE D log2_d(D x) {
    return log_ends(
        x, log_sum(log_times(log_core(x, x, false, false, false), log2_e_1, log2_e_2), 1, 0));
}
INLINE D log10_d(D x) {
    struct logarithm r = log_times(log_core(x, x, false, false, false), log10_e_1, log10_e_2);
    return log_ends(x, log_sum(r, log10_2_1, log10_2_2));
}
// log(1 + x + low) + more * ln(2), x >= 0 or low = 0
INLINE D log1p_core(D x, D low, D more) {
    struct pair y = two_sum(d_all(1), x);
    struct logarithm r = log_core(y.h, y.l + low, true, false, false);
    r.e += more;
    return log_sum(r, ln2_1, ln2_2);
}
INLINE D log1p_d(D x) {
    D r = log_ends(1.0 + x, log1p_core(x, d_all(0), d_all(0)));
    return tiny_is_itself(x, r);
}
INLINE D asinh_d(D x) {
    D a = d_abs(x);
    M large = lt(d_all(0x1p60), a);
    D s = sel(large, d_all(1), a), square = s * s;
    D u = sel(large, a, s + square / (1.0 + d_sqrt(square + 1.0)));
    D r = log1p_core(u, d_all(0), sel(large, d_all(1), d_all(0)));
    r = sel(lt(a, d_all(HUGE_D)), r, a);
    return tiny_is_itself(x, flip_by(r, x));
}
INLINE D acosh_d(D x) {
    M large = lt(d_all(0x1p60), x);
    D t = sel(large, d_all(1), x) - 1.0; // exact
    struct pair above = fast_sum(sel(large, d_all(1), x), d_all(1)), square = product(t, above.h);
    D root = d_sqrt(square.h);
    D low = d_fma(d_neg(root), root, square.h) + d_fma(t, above.l, square.l);
    struct pair u = fast_sum(root, t);
    u.l += sel(eq(root, d_all(0)), root, low / (root + root));
    u.h = sel(large, x, u.h);
    u.l = sel(large, d_all(0), u.l);
    D r = log1p_core(u.h, u.l, sel(large, d_all(1), d_all(0)));
    r = sel(lt(x, d_all(HUGE_D)), r, x);
    r = sel(eq(x, d_all(1)), d_all(0), r);
    return sel(lt(x, d_all(1)), d_all(NAN_D), r);
}
INLINE D atanh_d(D x) {
    D a = d_abs(x);
    M inside = lt(a, d_all(1));
    D b = sel(inside, a, d_all(0.5));
    struct pair u = pair_by((struct pair){b + b, d_all(0)}, fast_sum(d_all(1), d_neg(b)));
    D r = 0.5 * log1p_core(u.h, u.l, d_all(0));
    r = sel(inside, r, sel(eq(a, d_all(1)), d_all(HUGE_D), d_all(NAN_D)));
    return tiny_is_itself(x, flip_by(r, x));
}

// ---- powers -------------------------------------------------------------------------------------

INLINE D pow_ends(D x, D y, D r) { // C11 F.10.4.4
    D ax = d_abs(x), ay = d_abs(y), shifted = ay + 0x1p52, inf = d_all(HUGE_D), zero = d_all(0),
      one = d_all(1);
    M large = le(d_all(0x1p52), ay), huge = le(d_all(0x1p53), ay);
    M whole = either(large, eq(shifted - 0x1p52, ay));
    M is_odd = either(both(large, odd(bits(ay))), both(not(large), odd(bits(shifted))));
    is_odd = both(both(whole, is_odd), not(huge));
    M negative = lt(y, zero);
    r = sel(eq(ax, zero), sel(negative, inf, zero), r);
    r = sel(eq(ax, inf), sel(negative, zero, inf), r);
    M grows = either(both(lt(one, ax), not(negative)), both(lt(ax, one), negative));
    r = sel(eq(ay, inf), sel(eq(ax, one), one, sel(grows, inf, zero)), r);
    M below = both(lt(x, zero), lt(ax, inf));
    r = sel(both(below, not(whole)), d_all(NAN_D), r);
    r = sel(is_odd, flip_by(r, x), r);
    r = sel(either(is_nan(x), is_nan(y)), x + y, r);
    return sel(either(eq(y, zero), eq(x, one)), one, r);
}
INLINE D pow_core(D x, D y, bool is_short) {
    D a = d_abs(x), e = clamp(y, -0x1p70, 0x1p70);
    a = sel(both(lt(d_all(0), a), lt(a, d_all(HUGE_D))), a, d_all(1));
    struct logarithm l = log_core(a, a, false, true, is_short);
    if (is_short) {
        D t = e * d_fma(l.h, d_all(log2_e_1), l.e);
        return pow_ends(x, y, exp2_core((struct pair){t, d_all(0)}, true));
    }
    l = log_times(l, log2_e_1, log2_e_2);
    struct pair sum = fast_sum(l.e, l.h), t;
    sum = fast_sum(sum.h, sum.l + l.l);
    t = product(sum.h, e);
    t.l = d_fma(sum.l, e, t.l);
    t.l = sel(lt(d_abs(t.h), d_all(1100)), t.l, d_all(0));
    return pow_ends(x, y, exp2_core(t, false));
}
INLINE D pow_d(D x, D y) { return pow_core(x, y, false); }

INLINE D cbrt_d(D x) {
    D a = d_abs(x);
    M small = lt(a, d_all(0x1p-1022));
    D s = sel(small, a * 0x1p54, a);
    L b = bits(s), u = b >> 52, n;
    D m = from_bits((b & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
    D e = from_bits(u | 0x4330000000000000ull) -
          sel(small, d_all(0x1p52 + 1023 + 54), d_all(0x1p52 + 1023));
    D third = nearest(e * (1.0 / 3) - 1.0 / 3, &n), rest = e - 3.0 * third;
    M one = eq(rest, d_all(1)), two = eq(rest, d_all(2));
    m = sel(one, m * 2.0, sel(two, m * 4.0, m));
    D t = POLY(sel(one, m * 0.5, sel(two, m * 0.25, m)), cbrt_poly);
    t = sel(one, t * cbrt2_1, sel(two, t * cbrt4_1, t));
    D cube = t * t * t;
    t = t - t * ((cube - m) / (cube + cube + m)); // Halley
    struct pair square = product(t, t);
    D left = d_fma(d_neg(square.h), t, m) - square.l * t;
    t = t + left / (3.0 * square.h); // Newton, with the exact remainder
    t = flip_by(scale(t, n), x);
    return sel(both(lt(d_all(0), a), lt(a, d_all(HUGE_D))), t, x);
}
INLINE D hypot_d(D x, D y) {
    D a = d_abs(x), b = d_abs(y);
    M swap = lt(a, b);
    D m = sel(swap, b, a), n = sel(swap, a, b);
    M large = lt(d_all(0x1p500), m), small = lt(m, d_all(0x1p-450));
    D factor = sel(large, d_all(0x1p-600), sel(small, d_all(0x1p600), d_all(1)));
    D back = sel(large, d_all(0x1p600), sel(small, d_all(0x1p-600), d_all(1)));
    struct pair mm = product(m * factor, m * factor), nn = product(n * factor, n * factor);
    struct pair s = fast_sum(mm.h, nn.h);
    s.l += mm.l + nn.l;
    D r = d_sqrt(s.h), left = d_fma(d_neg(r), r, s.h) + s.l;
    r = sel(eq(r, d_all(0)), r, r + left / (r + r)) * back;
    r = sel(either(is_nan(x), is_nan(y)), x + y, r);
    D inf = d_all(HUGE_D);
    return sel(either(eq(a, inf), eq(b, inf)), inf, r);
}

// ---- circular functions -------------------------------------------------------------------------

#define MOST_TURNS 0x1p30 // beyond that arguments are reduced lane by lane (table.c)

// x = n pi / 2 + h + l. n * pio2_1 - x is exact: it has no bit below 2^-52 (or x's last) and is
// less than 1.
INLINE struct pair circle(D x, L *n) {
    D k = nearest(x * 0x1.45f306dc9c883p-1, n), r = d_fma(k, d_all(-pio2_1), x);
    struct pair p = product(k, d_all(pio2_2)), s = two_sum(r, d_neg(p.h));
    return fast_sum(s.h, d_fma(k, d_all(-pio2_3), s.l - p.l));
}
static __attribute__((noinline)) void far_turns(double *x, uint64_t *n, double *h, double *l) {
    for (int i = 0; i < LANES_D; i++)
        if (!(fabs(x[i]) < MOST_TURNS)) n[i] = (uint64_t)hd_math_turns(x[i], h + i, l + i);
}
INLINE struct pair any_circle(D x, L *n) {
    M far = not(lt(d_abs(x), d_all(MOST_TURNS)));
    struct pair r = circle(sel(far, d_all(0), x), n);
    if (__builtin_expect(any(far), 0)) {
        double in[LANES_D], h[LANES_D], l[LANES_D];
        uint64_t turns[LANES_D];
        memcpy(in, &x, sizeof in);
        memcpy(turns, n, sizeof turns);
        memcpy(h, &r.h, sizeof h);
        memcpy(l, &r.l, sizeof l);
        far_turns(in, turns, h, l);
        memcpy(n, turns, sizeof turns);
        memcpy(&r.h, h, sizeof h);
        memcpy(&r.l, l, sizeof l);
    }
    return r;
}
INLINE struct pair sine_parts(struct pair r) {
    D z = r.h * r.h;
    return (struct pair){r.h, d_fma(r.h * z, POLY(z, sin_poly), d_fma(d_neg(z), r.l * 0.5, r.l))};
}
INLINE struct pair cosine_parts(struct pair r) {
    D z = r.h * r.h, half = z * 0.5, w = 1.0 - half;
    return (struct pair){w, ((1.0 - w) - half) + d_fma(z * z, POLY(z, cos_poly), d_neg(r.h * r.l))};
}
INLINE D sine_of(struct pair r) {
    struct pair s = sine_parts(r);
    return s.h + s.l;
}
INLINE D cosine_of(struct pair r) {
    struct pair c = cosine_parts(r);
    return c.h + c.l;
}
INLINE D quadrant(struct pair r, L n, L quarter) { // sin(r + (n + quarter) pi / 2)
    n += quarter;
    D v = sel(odd(n), cosine_of(r), sine_of(r));
    return from_bits(bits(v) ^ (n << 62 & SIGN_MASK));
}
INLINE D sin_d(D x) {
    L n;
    struct pair r = any_circle(x, &n);
    return sel(eq(x, d_all(0)), x, quadrant(r, n, bits(d_all(0))));
}
INLINE D cos_d(D x) {
    L n;
    struct pair r = any_circle(x, &n);
    return quadrant(r, n, bits(d_all(0)) + 1);
}
INLINE D tan_d(D x) {
    L n;
    struct pair r = any_circle(x, &n);
    struct pair s = sine_parts(r), c = cosine_parts(r);
    M turned = odd(n);
    s = fast_sum(s.h, s.l);
    c = fast_sum(c.h, c.l);
    struct pair above = {sel(turned, d_neg(c.h), s.h), sel(turned, d_neg(c.l), s.l)};
    struct pair q = pair_by(above, (struct pair){sel(turned, s.h, c.h), sel(turned, s.l, c.l)});
    return tiny_is_itself(x, q.h + q.l);
}

#define TAN_1 0x1.a827999fcef32p-2 // tan(pi / 8)
#define TAN_3 0x1.3504f333f9de6p+1 // tan(3 pi / 8)

// base + atan(above / below)
INLINE D atan_sum(struct pair above, struct pair below, struct pair base, bool is_short) {
    struct pair q = {d_all(0), d_all(0)};
    if (is_short)
        q.h = above.h / below.h;
    else
        q = pair_by(above, below);
    base.l += q.l;
    D t = q.h, z = t * t, p = is_short ? POLY(z, atan_short) : POLY(z, atan_poly);
    struct pair s = fast_sum(base.h, t);
    s.h = sel(eq(base.h, d_all(0)), t, s.h);
    s.l = sel(eq(base.h, d_all(0)), d_all(0), s.l);
    return s.h + (s.l + d_fma(t * z, p, base.l));
}
INLINE struct pair choose(M big, M mid, struct pair a, struct pair b, struct pair c) {
    return (struct pair){sel(big, a.h, sel(mid, b.h, c.h)), sel(big, a.l, sel(mid, b.l, c.l))};
}
#define CONSTANT(name) ((struct pair){d_all(name##_1), d_all(name##_2)})

INLINE D atan_core(D x, bool is_short) {
    D a = d_abs(x), one = d_all(1);
    M big = lt(d_all(TAN_3), a), mid = lt(d_all(TAN_1), a);
    struct pair none = {d_all(0), d_all(0)};
    struct pair above =
        choose(big, mid, (struct pair){-one, none.h}, two_sum(a, -one), (struct pair){a, none.h});
    struct pair below =
        choose(big, mid, (struct pair){a, none.h}, two_sum(a, one), (struct pair){one, none.h});
    D r = atan_sum(above, below, choose(big, mid, CONSTANT(pio2), CONSTANT(pio4), none), is_short);
    r = sel(lt(a, d_all(0x1p-60)), a, sel(eq(a, d_all(HUGE_D)), d_all(pio2_1), r));
    return with_sign(sel(is_nan(x), x, r), x);
}
INLINE D atan_d(D x) { return atan_core(x, false); }
INLINE D atan2_core(D y, D x, bool is_short) {
    D a = d_abs(x), b = d_abs(y), inf = d_all(HUGE_D), zero = d_all(0), one = d_all(1);
    M same = either(both(eq(a, inf), eq(b, inf)), both(eq(a, zero), eq(b, zero)));
    b = sel(both(same, eq(b, inf)), one, b);
    a = sel(same, one, a);
    M flat = eq(a, inf), steep = eq(b, inf);
    a = sel(flat, one, sel(steep, zero, a));
    b = sel(steep, one, sel(flat, zero, b));
    if (!is_short) { // so that no sum overflows and no quotient loses bits
        D most = sel(lt(a, b), b, a);
        D factor = sel(lt(d_all(0x1p1000), most), d_all(0x1p-100),
                       sel(lt(most, d_all(0x1p-900)), d_all(0x1p100), one));
        a *= factor;
        b *= factor;
    }
    M big = lt(a * TAN_3, b), mid = lt(a * TAN_1, b), back = not(eq(with_sign(one, x), one));
    struct pair none = {zero, zero}, just_a = {a, zero}, just_b = {b, zero};
    struct pair above =
        choose(big, mid, (struct pair){d_neg(a), zero}, two_sum(b, d_neg(a)), just_b);
    struct pair below = choose(big, mid, just_b, two_sum(b, a), just_a);
    struct pair base = choose(big, mid, CONSTANT(pio2), CONSTANT(pio4), none);
    struct pair other = choose(big, mid, CONSTANT(pio2), CONSTANT(pi34), CONSTANT(pi));
    base.h = sel(back, other.h, base.h);
    base.l = sel(back, other.l, base.l);
    above.h = sel(back, d_neg(above.h), above.h);
    above.l = sel(back, d_neg(above.l), above.l);
    D r = atan_sum(above, below, base, is_short);
    return with_sign(sel(either(is_nan(x), is_nan(y)), x + y, r), y);
}
INLINE D atan2_d(D y, D x) { return atan2_core(y, x, false); }

// asin(|x|) or acos: for |x| > 1/2 by asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)).
INLINE D asin_core(D x, bool is_short) {
    D a = d_abs(x);
    M small = le(a, d_all(0.5));
    D z = sel(small, a * a, (1.0 - a) * 0.5), root = d_sqrt(z), s = sel(small, a, root);
    D p = z * (is_short ? POLY(z, asin_short) : POLY(z, asin_poly));
    D low = sel(eq(root, d_all(0)), root, d_fma(d_neg(root), root, z) / (root + root));
    struct pair sum = fast_sum(d_all(pio2_1), s * -2.0);
    D big = sum.h + (sum.l - (2.0 * d_fma(s, p, low) - pio2_2));
    return with_sign(sel(small, d_fma(s, p, s), big), x);
}
INLINE D acos_core(D x, bool is_short) {
    D a = d_abs(x);
    M small = le(a, d_all(0.5)), negative = lt(x, d_all(0));
    D z = sel(small, a * a, (1.0 - a) * 0.5), root = d_sqrt(z), s = sel(small, x, root);
    D p = z * (is_short ? POLY(z, asin_short) : POLY(z, asin_poly));
    D low = sel(eq(root, d_all(0)), root, d_fma(d_neg(root), root, z) / (root + root));
    D rest = d_fma(s, p, sel(small, d_all(0), low));
    struct pair one = fast_sum(d_all(pio2_1), d_neg(s)), two = fast_sum(d_all(pi_1), s * -2.0);
    D near = one.h + (one.l - (rest - pio2_2)), far = two.h + (two.l - (2.0 * rest - pi_2));
    return sel(small, near, sel(negative, far, 2.0 * (s + rest)));
}
INLINE D asin_d(D x) { return asin_core(x, false); }
INLINE D acos_d(D x) { return acos_core(x, false); }

// ---- error functions ----------------------------------------------------------------------------

// erfc(a) for a >= 1/2
INLINE D erfc_tail(D a, bool is_short) {
    L n;
    D least = d_all(0.5);
    a = sel(lt(a, least), least, a);
    a = sel(lt(d_all(is_short ? 10.5 : 28), a), d_all(is_short ? 10.5 : 28), a);
    struct pair square = product(a, a);
    struct pair r = exp_reduce(d_neg(square.h), d_neg(square.l), &n, is_short);
    D rest = r.h + exp_rest(r.h, r.l, is_short);
    D u = (a - 4.0) / (a + 4.0), g = is_short ? POLY(u, erfcx_short) : POLY(u, erfcx_poly);
    if (is_short) return scale((1.0 + rest) * (g / d_fma(a, d_all(2), d_all(1))), n);
    // What the sums, the quotient and the product round away would add up to 4 ulp.
    struct pair e = fast_sum(d_all(1), rest), below = two_sum(a + a, d_all(1));
    D q = g / below.h, less = d_fma(q, below.h, d_neg(g)) + q * below.l;
    struct pair p = product(e.h, q);
    return scale(p.h + (p.l + (e.l * q - e.h * (less / below.h))), n);
}
INLINE D erf_core(D x, bool is_short) {
    D a = d_abs(x), z = a * a;
    D inner = a * (is_short ? POLY(z, erf_short) : POLY(z, erf_poly));
    D r = sel(lt(a, d_all(1)), inner, 1.0 - erfc_tail(a, is_short));
    return with_sign(sel(is_nan(x), x, r), x);
}
INLINE D erfc_core(D x, bool is_short) {
    D a = d_abs(x), z = a * a;
    D inner = 1.0 - x * (is_short ? POLY(z, erf_short) : POLY(z, erf_poly)),
      tail = erfc_tail(a, is_short);
    D r = sel(lt(a, d_all(0.5)), inner, sel(lt(x, d_all(0)), 2.0 - tail, tail));
    return sel(is_nan(x), x, r);
}
INLINE D erf_d(D x) { return erf_core(x, false); }
INLINE D erfc_d(D x) { return erfc_core(x, false); }
