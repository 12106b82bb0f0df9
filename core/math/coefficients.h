// Polynomials and constants of core/math, made by tools/minimax. Do not edit.
// Lowest coefficient first. The errors are relative to the function's value, before rounding.

#ifndef HD_MATH_COEFFICIENTS_H
#define HD_MATH_COEFFICIENTS_H

static const double ln2_1 = 0x1.62e42fefa4000p-1;
static const double ln2_2 = -0x1.8432a1b0e2634p-43;

static const double log2_e_1 = 0x1.71547652b82fep+0;
static const double log2_e_2 = 0x1.777d0ffda0d24p-56;

static const double log2_10_1 = 0x1.a934f0979a371p+1;
static const double log2_10_2 = 0x1.7f2495fb7fa6dp-53;

static const double log10_2_1 = 0x1.34413509f8000p-2;
static const double log10_2_2 = -0x1.80433b83b532ap-44;

static const double log10_e_1 = 0x1.bcb7b1526e50ep-2;
static const double log10_e_2 = 0x1.95355baaafad3p-57;

static const double pio2_1 = 0x1.921fb54442d18p+0;
static const double pio2_2 = 0x1.1a62633145c07p-54;
static const double pio2_3 = -0x1.f1976b7ed8fbcp-110;

static const double pi_1 = 0x1.921fb54442d18p+1;
static const double pi_2 = 0x1.1a62633145c07p-53;

static const double pio4_1 = 0x1.921fb54442d18p-1;
static const double pio4_2 = 0x1.1a62633145c07p-55;

static const double pi34_1 = 0x1.2d97c7f3321d2p+1;
static const double pi34_2 = 0x1.a79394c9e8a0ap-54;

static const double ln2_full_1 = 0x1.62e42fefa39efp-1;
static const double ln2_full_2 = 0x1.abc9e3b39803fp-56;

static const double ln10_1 = 0x1.26bb1bbb55516p+1;
static const double ln10_2 = -0x1.f48ad494ea3e9p-53;

// (exp(x) - 1 - x) / x^2, |x| <= ln(2) / 2; error 2^-60.32
static const double exp_poly[11] = {
    0x1.0000000000000p-1,  0x1.555555555555bp-3,  0x1.5555555555503p-5,  0x1.111111110ec5ep-7,
    0x1.6c16c16c3063ep-10, 0x1.a01a01b37e15bp-13, 0x1.a01a013611e95p-16, 0x1.71ddf0210f4c2p-19,
    0x1.27e5b54ce50efp-22, 0x1.af6be75b81165p-26, 0x1.1e3b9a5da28bbp-29,
};

// the same, for float results; error 2^-39.67
static const double exp_short[7] = {
    0x1.000000005da91p-1,  0x1.5555557dd1f5bp-3,  0x1.5555541f7f2fdp-5,  0x1.1110a25eaf94dp-7,
    0x1.6c18d0f7dfd44p-10, 0x1.a18563118eed1p-13, 0x1.9e8b973aa3cc6p-16,
};

// (2 atanh(s) - 2 s) / s^3 in s^2, |s| <= 0.1716; error 2^-72.55
static const double log_poly[9] = {
    0x1.5555555555555p-1, 0x1.9999999999991p-2, 0x1.2492492493697p-2,
    0x1.c71c71c4f2aabp-3, 0x1.745d18697add5p-3, 0x1.3b13561773192p-3,
    0x1.112264f6e88a8p-3, 0x1.ddf5428f89385p-4, 0x1.ecef95639df84p-4,
};
static const double log_poly_low = 0x1.57a19e9fe6c36p-55;

// the same, for float results; error 2^-36.59
static const double log_short[4] = {
    0x1.555554fd78992p-1,
    0x1.999a7ac8a0458p-2,
    0x1.2438c44149ed1p-2,
    0x1.e2f9e32474c95p-3,
};

// (sin(x) - x) / x^3 in x^2, |x| <= pi / 4; error 2^-63.25
static const double sin_poly[7] = {
    -0x1.5555555555555p-3,  0x1.1111111111067p-7,  -0x1.a01a019ffdb8fp-13, 0x1.71de3a32a67c9p-19,
    -0x1.ae642ad12c39fp-26, 0x1.6108b01dca3cbp-33, -0x1.9f6eedeb3b371p-41,
};

// (cos(x) - 1 + x^2 / 2) / x^4 in x^2, |x| <= pi / 4; error 2^-64.15
static const double cos_poly[6] = {
    0x1.555555555554cp-5,   -0x1.6c16c16c1521ep-10, 0x1.a01a019cbf23bp-16,
    -0x1.27e4f8126a05cp-22, 0x1.1ee9f10953d9ep-29,  -0x1.8fb1009ffc134p-37,
};

// the same, for float results; error 2^-37.56
static const double sin_short[4] = {
    -0x1.5555554cb9ec6p-3,
    0x1.11110896999e5p-7,
    -0x1.a00f9ddeaaa4dp-13,
    0x1.6cd862cbcf27dp-19,
};

// the same, for float results; error 2^-33.27
static const double cos_short[3] = {
    0x1.55554ab21e2fcp-5,
    -0x1.6c0c8ac1c59d3p-10,
    0x1.9a021e4828fc8p-16,
};

// (atan(x) - x) / x^3 in x^2, |x| <= tan(pi / 8); error 2^-59.27
static const double atan_poly[11] = {
    -0x1.5555555555549p-2, 0x1.9999999996c79p-3, -0x1.2492492312851p-3, 0x1.c71c71072d614p-4,
    -0x1.745cfc121730ap-4, 0x1.3b114b5be41b0p-4, -0x1.10edb63c37b79p-4, 0x1.df2974e16396fp-5,
    -0x1.9d3e068ac37e1p-5, 0x1.38cf621c8bcdfp-5, -0x1.2762364014926p-6,
};

// the same, for float results; error 2^-35.37
static const double atan_short[6] = {
    -0x1.555554c727605p-2, 0x1.99991939f9cc0p-3,  -0x1.247ee68f1affep-3,
    0x1.c464babff7e42p-4,  -0x1.5b3202178ec1ap-4, 0x1.84a103bc7c297p-5,
};

// (asin(x) - x) / x^3 in x^2, |x| <= 1/2; error 2^-56.64
static const double asin_poly[13] = {
    0x1.5555555555578p-3, 0x1.333333332df10p-4, 0x1.6db6db7148906p-5, 0x1.f1c71b3ff9f9bp-6,
    0x1.6e8bc2951b4c0p-6, 0x1.1c4c7c0effca9p-6, 0x1.c9d77d065f69dp-7, 0x1.781c6ce33bc51p-7,
    0x1.516d15db6f59ep-7, 0x1.7256cdc07332dp-8, 0x1.123ded19ffa77p-6, -0x1.c0b9ec6aedf4ap-7,
    0x1.c97719d971590p-6,
};

// the same, for float results; error 2^-31.71
static const double asin_short[6] = {
    0x1.55554c31fec75p-3, 0x1.333891bc240fap-4, 0x1.6cabb60471f7cp-5,
    0x1.04ab15fe55b5bp-5, 0x1.d7a568af47aaap-7, 0x1.33d87e2bd4013p-5,
};

// erf(x) / x in x^2, |x| <= 1; error 2^-60.24
static const double erf_poly[13] = {
    0x1.20dd750429b6dp+0,  -0x1.812746b0379e6p-2,  0x1.ce2f21a042b33p-4,  -0x1.b82ce31284e1ap-6,
    0x1.565bcd0dc0d25p-8,  -0x1.c02db3ddea0ffp-11, 0x1.f9a3227a17747p-14, -0x1.f4d1f51f1e4b0p-17,
    0x1.b9e05045bd4f6p-20, -0x1.5f2af8fd96610p-23, 0x1.f84cfe87b25d6p-27, -0x1.3aae7d5ae1f2bp-30,
    0x1.0c2355db2e660p-34,
};
static const double erf_poly_low = 0x1.1831d25aa9bd8p-56;

// the same, for float results; error 2^-40.13
static const double erf_short[9] = {
    0x1.20dd750428b27p+0,  -0x1.812746adb1420p-2,  0x1.ce2f2096bba2ap-4,
    -0x1.b82cb8dc529c6p-6, 0x1.56586b770e97ep-8,   -0x1.bfdf40dab7d05p-11,
    0x1.f56b01a26a50fp-14, -0x1.d2588cf9f73f0p-17, 0x1.1b8366d6a6c98p-20,
};

// (1 + 2 x) exp(x^2) erfc(x) in (x - 4) / (x + 4), 1/2 <= x <= 28; error 2^-54.25
static const double erfcx_poly[26] = {
    0x1.3ba5916e9fd7fp+0,   -0x1.1df1ad154a28ep-3,  0x1.f7f5df66fd7bfp-7,   0x1.16ecefcfa5396p-4,
    -0x1.9ddb23c3e9118p-4,  0x1.7fee004e12541p-4,   -0x1.0fb06dfe48892p-4,  0x1.3079edf682c82p-5,
    -0x1.0962388552961p-6,  0x1.49c672860abecp-8,   -0x1.8d4a99868f000p-11, -0x1.a1df25224638ep-13,
    0x1.3be03219b4f9bp-13,  -0x1.99595bc630299p-16, -0x1.788168be17106p-17, 0x1.7f2ad5cb8196ap-18,
    0x1.3857508d3761bp-22,  -0x1.bb4e6266ef157p-21, 0x1.52e71c5b9f242p-24,  0x1.dd3c6024f93e2p-24,
    -0x1.766a9919f6362p-26, -0x1.0b437bd7fea71p-26, 0x1.04834410fb1d1p-28,  0x1.2fb82402583cdp-29,
    -0x1.be91f4e1c82f6p-32, -0x1.fd3ffd66a6764p-33,
};

// the same, for float results, x <= 10.5; error 2^-44.22
static const double erfcx_short[15] = {
    0x1.3ba5916e9fd3ap+0,  -0x1.1df1ad15576dep-3,  0x1.f7f5df69c0f61p-7,   0x1.16ecefdb9378cp-4,
    -0x1.9ddb23d064de7p-4, 0x1.7fedfebc64803p-4,   -0x1.0fb06e155ef79p-4,  0x1.307a1bd58a1e6p-5,
    -0x1.0961ec4118da8p-6, 0x1.49bc740380926p-8,   -0x1.8dc2ec690ef8dp-11, -0x1.9e2f8d5a92ad2p-13,
    0x1.44e2acf90efaap-13, -0x1.9ee7877707089p-16, -0x1.34dfac0a44936p-16,
};

// the cube root of x, 1 <= x <= 2; error 2^-16.7
static const double cbrt_poly[5] = {
    0x1.0393b7dea9cb5p-1, 0x1.6faef1c058a57p-1,  -0x1.33cc6fa4a6e3bp-2,
    0x1.60923dcbfb4c6p-4, -0x1.5b608bcf160e5p-7,
};

static const double cbrt2_1 = 0x1.428a2f98d728bp+0;

static const double cbrt4_1 = 0x1.965fea53d6e3dp+0;

// (exp(x) - 1 - x) / x^2, |x| <= ln(2) / 2; error 2^-27.91
static const float expf_poly[5] = {
    0x1.fffffc0000000p-2f, 0x1.5554920000000p-3f,  0x1.5559040000000p-5f,
    0x1.123a120000000p-7f, 0x1.6a1a480000000p-10f,
};

// (log(1 + f) - f + f^2 / 2) / f^3, |f| <= 1/3; error 2^-28.68
static const float logf_poly[9] = {
    0x1.5555560000000p-2f,  -0x1.ffff0e0000000p-3f, 0x1.9997860000000p-3f,
    -0x1.5599180000000p-3f, 0x1.24f38a0000000p-3f,  -0x1.f387d40000000p-4f,
    0x1.b896d20000000p-4f,  -0x1.0716c80000000p-3f, 0x1.eb6c620000000p-4f,
};

// (sin(x) - x) / x^3 in x^2, |x| <= pi / 4; error 2^-32.56
static const float sinf_poly[4] = {
    -0x1.5555560000000p-3f,
    0x1.1111760000000p-7f,
    -0x1.a05bb60000000p-13f,
    0x1.7cd6740000000p-19f,
};

// (cos(x) - 1 + x^2 / 2) / x^4 in x^2, |x| <= pi / 4; error 2^-33.13
static const float cosf_poly[3] = {
    0x1.55554a0000000p-5f,
    -0x1.6c0c1a0000000p-10f,
    0x1.99e0f00000000p-16f,
};

// (tanh(x) - x) / x^3 in x^2, |x| <= 0.55; error 2^-29.82
static const float tanhf_poly[5] = {
    -0x1.55554c0000000p-2f, 0x1.110d6a0000000p-3f,  -0x1.b931f60000000p-5f,
    0x1.5982460000000p-6f,  -0x1.9c943e0000000p-8f,
};

#endif
