#!/usr/bin/env python3
"""%fused --cuda: what it prints is compiled by nvcc, and gives the expression's values when it runs (here, on the CPU).

NEEDS-SECONDS: 400 (NOT-UNDER-SANITIZERS: other compilers take the time) on a busy machine; 30 on an idle one."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
SETUP = """#define TWO 2.0f
struct pair { float a; int b; };
__device__ pair both(float x, int k) { return {x * k, k}; }
__device__ float first(float x, int k) { pair p = both(x, k); return p.a + p.b; }
float bell(float x, float mu) { float d = (x - mu) / TWO; return expf(-0.5f * d * d); }
template <typename T> T least(T a, T b) { return a < b ? a : b; }
__host__ __device__ float between(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
int mandelbrot(float x, float y, int most) {
    float a = 0, b = 0;
    int i = 0;
    for (; i < most && a * a + b * b < 4; i++) { float t = a * a - b * b + x; b = 2 * a * b + y; a = t; }
    return i;
}
struct polar { float r, phi; };
__device__ polar to_polar(float x, float y) { return {hypotf(x, y), atan2f(y, x)}; }
__device__ float far(float x, float y) { polar p = to_polar(x, y); return p.r; }
float norm_of(int n, const float v[n]) { float s = 0; for (int i = 0; i < n; i++) s += v[i] * v[i]; return s; }
"""
ARRAYS = """auto x = linspace(-4, 4, 1000), y = linspace(0, 1, 1000);
auto m = arange<float>(20 * 30).reshape(20, 30), out = zeros(20, 30);
auto i = arange(600), u = i.astype<unsigned char>();
auto z = zeros<float _Complex>(600); z[:] = x[:600] + 1; z[::2] = z[::2] * (0.5f + 2.0if);
auto mask = i % 3 == 0;
auto l = arange<long>(40) - 20; auto h = arange(20).astype<half>();
"""
# an expression, the pointers to its operands in order, the type and number of its results
CASES = [
    ("bell(x, 1) + x * 2.0", "x, x", "float", 1000),
    ("where(x > 0, sqrt(fabs(x)), -y)", "x, x, y", "float", 1000),
    ("first(x, 3) - least(x, y)", "x, x, y", "float", 1000),
    ("m[1:, ::-2] * 3 + m[1:, 1::2]", "&m[1, 29], &m[1, 1]", "float", 19 * 15),
    ("m.T + x[:20]", "&m[0, 0], x", "float", 600),
    ("(i % 7 << 2 | 1) * u[::-1] / 3", "i, &u[599]", "int", 600),
    ("arange(600) - i", "i", "int", 600),
    ("x > y && !(x < 1)", "x, y, x", "bool", 1000),
    ("sum(x * x)", "x", "float", 1),
    ("max(u)", "u", "unsigned char", 1),
    ("m.max(0)", "&m[0, 0]", "float", 30),
    ("m.sum(1)", "&m[0, 0]", "float", 20),
    ("any(i == 599)", "i", "unsigned char", 1),
    ("between(x[:, newaxis], -1, y[:30])", "x, y", "float", 30000),
    ("mandelbrot(x[:60], y[:40, newaxis], 50)", "x, y", "int", 2400),
    ("far(x, 4)", "x", "float", 1000),
    ("m[1:, 1:] + y[1:30] * 2", "&m[1, 1], &y[1]", "float", 19 * 29),
    ("sum(bell(x, 0) * bell(y, 1))", "x, y", "float", 1),
    ("random::normal(300)", "0, 7", "float", 300),
    ("z * mask", "z, mask", "float _Complex", 600),
    ("csqrtf(z) + conjf(z)", "z, z", "float _Complex", 600),
    ("z * z - 3 * z / (z + 2)", "z, z, z", "float _Complex", 600),
    ("std(bell(x, 0))", None, "float", 1),
    ("sin(x) + tan(y) + asin(y) + atan2(x, y) + cosh(y) + tanh(x) + exp2(x) + exp10(y) + expm1(y) + log1p(y)",
     "x, y, y, x, y, y, x, x, y, y, y", "float", 1000),
    ("erf(x) + tgamma(y + 1) + lgamma(y + 1) + floor(x) + rint(x) + cbrt(x) + fmod(x, y + 1) + remainder(x, y + 1)",
     "x, y, y, x, x, x, x, y, x, y", "float", 1000),
    ("copysign(y, x) + fma(x, y, x) + ldexp(y, 3) + pow(y, 2.5f) + fmin(x, y) + hypot(x, y)",
     "y, x, x, y, y, y, x, y, x, y", "float", 1000),
    ("abs(i - 300) + min(i, 7) + __popc(i) + __clz(i) - i / 7 % 5", "i, i, i, i, i", "int", 600),
    ("isnan(x) || isinf(y) || isfinite(x)", "x, y, x", "bool", 1000),
    ("maximum(x, y) + minimum(x, 2) + deg2rad(x) + square(x) + arctan(y)", "x, y, x, x, x, y", "float", 1000),
    ("l * 3 - l / 7 % 5 << 1", "l, l", "long", 40),
    ("h * 2 + h", None, "half", 20),
]
# What is called in the kernels of one statement: lambdas, objects, members, templates, namespaces, what needs each other.
OBJECTS = """#define CUBE(a) ((a) * (a) * (a))
namespace geo { inline namespace v2 { template <class T> T deep(T x) { return x + 1; } } namespace { float hidden(float x) { return x * 2; } } }
using namespace geo;
const int first_of = 1, second_of = 2;
int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); } int even(int n) { return n == 0 ? 1 : odd(n - 1); }
struct scale { float by; __host__ __device__ float operator()(float x) const { return x * by; } };
struct modulo { int m; int operator()(int a, int b) const { return (a + b) % m; } float half(float x) const { return x / m; }
                static float twice(float x) { return x + x; } };
struct base { float k; float mul(float x) const { return x * k; } };
struct derived : base { explicit derived(float q) : base{q} {} float operator()(float x) const; struct in { float z; float go(float x) const { return x * z; } };
                        template <class T> T plus(T x) const { return x + k; } };
float derived::operator()(float x) const { return in{k}.go(x) + mul(x) + geo::hidden(x) + second_of * first_of; }
template <class T, int N> struct poly { T c[N]; T operator()(T x) const { T s = 0; for (int i = N; i-- > 0;) s = s * x + c[i]; return s; } };
template <> struct poly<int, 1> { int c; int operator()(int x) const { return x - c; } };
class hidden_k { float k; public: hidden_k(float q) : k(q) {} friend float through(hidden_k p, float x) { return p.k * x; } };
template <class F> float again(F f, float x) { return f(f(x)); }
template <class F> float more(F f, float x) { return again(f, x) + 1; }
float by_reference(const float &a, const float &b = 2) { return std::max(a, b) + std::sqrt(b); }
auto added(auto a, int b) { return a + b; }
"""
VALUES = """auto square = [](float a) { return a * a; };
float factor = 3; auto held = [factor, p = pair{1, 2}](float a) { return CUBE(a) + factor * p.a + p.b * second_of; };
auto larger = [](auto a, auto b) { return a > b ? a : b; };
scale three{3}; modulo seven{7}; derived d(2); poly<float, 3> cubic{{1, 2, 3}}; poly<int, 1> one{4}; hidden_k hid(5);
auto ps = empty<pair>(1);
"""
# an expression, the arguments of its launch, the type and number of its results
CALLS = [
    ("square(x) + held(y)", "{}, x, {3, {1, 2}}, y", "float", 1000),
    ("larger(i, 3)", "{}, i", "int", 600),
    ("larger(x, y) + larger(i[0], 3)", "{}, x, y, 3", "float", 1000),
    ("three(x) + seven.half(y) + modulo::twice(x)", "three, x, seven, y, x", "float", 1000),
    ("d(x) + d.plus(y)", "d, x, d, y", "float", 1000),
    ("cubic(x)", "cubic, x", "float", 1000),
    ("one(i)", "one, i", "int", 600),
    ("through(hid, x)", "hid, x", "float", 1000),
    ("more(square, x)", "{}, x", "float", 1000),
    ("by_reference(x) + geo::deep(y) + added(x, 4)", "x, y, x", "float", 1000),
    ("even(i % 20)", "i", "int", 600),
    ("reduce([](float a, float b) { return a > b ? a : b; }, x * y)", "x, y", "float", 1),
    ("reduce(seven, i[:50])", "i, seven", "int", 1),
    ("scan([](float a, float b) { return fmaxf(a, b); }, m[::2, ::-1])", "&m[0, 29]", "float", 300),
    ("scan(larger, m.T, 0)", "&m[0, 0]", "float", 600),
    ("fromfunction([](int i, int j) { return i * 10 + j; }, 20, 30)", "{}", "int", 600),
    ("std::plus<float>()(x, y)", "{}, x, y", "float", 1000),
]
failed = 0


def check(name, ok, why=""):
    global failed
    failed += not ok
    print(f"{'ok' if ok else 'not ok'} {name}{': ' + str(why)[:1500] if not ok else ''}")


COMPLEX = "cuda::std::complex<float> *"


def cast(result):
    return f"({COMPLEX})" if "Complex" in result else ""


def pointers_of(pointers, result):
    return re.sub(r"\bz\b", f"(const {COMPLEX})z.data", pointers) if "Complex" in result else pointers


def heddle(text, *args, folder=None):
    r = subprocess.run([HEDDLE, *args], input=text, capture_output=True, text=True, timeout=120, cwd=folder)
    return r.stdout, r.stderr


with tempfile.TemporaryDirectory() as folder:
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    for k, (expression, pointers, result, n) in enumerate(CASES):
        printed, err = heddle(f"{SETUP}{ARRAYS}%fused --cuda {expression}\n", "-")
        kernels = printed.count("void run_fused_")
        if err or not kernels:
            check(expression, False, printed + err)
            continue
        path = os.path.join(folder, f"case{k}.cu")
        with open(path, "w") as f:
            f.write("#include <math.h>\n" + printed)
        if nvcc:
            r = subprocess.run([nvcc, "-std=c++17", "-arch=sm_75", "-c", path, "-o", path + ".o"], capture_output=True, text=True)
            check(f"nvcc compiles {expression}", r.returncode == 0 and "warning" not in r.stderr, r.stderr + printed)
        if not pointers:  # several kernels, with values handed from one to the next
            continue
        if "random" in expression:  # counted from the seed, with the numbers that were drawn before
            ARRAYS_OF = ARRAYS + "random::seed(7);\n"
        else:
            ARRAYS_OF = ARRAYS
        defined = "" if "__host__" in printed or "__device__" in printed else SETUP
        with open(path, "w") as f:
            f.write(f"""{defined}{printed}
#include <cstdio>
int main() {{
{ARRAYS_OF}
auto wanted = zeros<{result}>({n}), got = zeros<{result}>({n});
wanted[:] = ravel(({expression}) + zeros<{result}>(1));
run_fused_{kernels}({cast(result)}got.data, {pointers_of(pointers, result)});
cudaDeviceSynchronize();
printf(allclose(got, wanted, 1e-5) ? "same\\n" : "other\\n");
}}
""")
        out, err = heddle("", path)
        check(f"values of {expression}", out == "same\n", out + err + printed)
    cell = "%%fused --cuda\n" + "".join(f"auto result{k} = {e};\n" for k, (e, _, _, _) in enumerate(CALLS))
    printed, err = heddle(f"{SETUP}{OBJECTS}{ARRAYS}{VALUES}// %%\n{cell}", "-")
    path = os.path.join(folder, "calls.cu")
    with open(path, "w") as f:
        f.write("#include <math.h>\n" + printed)
    check("calls of objects: a kernel each", not err and printed.count("void run_fused_") == len(CALLS), printed + err)
    if nvcc:
        archs = [f"-gencode=arch=compute_{a},code=sm_{a}" for a in (75, 90, 100)]
        r = subprocess.run([nvcc, "-std=c++17", *archs, "-c", path, "-o", path + ".o"], capture_output=True, text=True)
        check("nvcc compiles calls of objects", r.returncode == 0 and "warning" not in r.stderr, r.stderr)
    body = ""
    for k, (expression, arguments, result, n) in enumerate(CALLS):
        body += f"""{{ auto wanted = zeros<{result}>({n}), got = zeros<{result}>({n});
wanted[:] = ravel(({expression}) + zeros<{result}>(1));
run_fused_{k + 1}(got.data, {arguments});
cudaDeviceSynchronize();
if (!allclose(got, wanted, 1e-5)) printf("{k}: other\\n"); }}
"""
    with open(path, "w") as f:
        f.write(f"{printed}\nint main() {{\n{ARRAYS}{VALUES}{body}puts(\"all\");\n}}\n")
    out, err = heddle("", path)
    check("values of calls of objects", out == "all\n", out + err + printed)
    for said, expression in [("a function of C's complex numbers", "squared(z)"),
                             ("whose sizes are parameters", "norm_of(m)"),
                             ("no loop over arrays", "sort(x)"),
                             ("the host's variable `scale`", "scaled(x)")]:
        printed, err = heddle(f"{SETUP}{ARRAYS}float scale = 2;\nfloat scaled(float x) {{ return x * scale; }}\n"
                              f"float _Complex squared(float _Complex x) {{ return x * x; }}\n"
                              f"%fused --cuda {expression}\n", "-")
        check(f"{expression}: {said}", said in printed, printed + err)
    printed, err = heddle(f"{ARRAYS}%fused --cuda m[m > 5] = 3\n", "-")
    check("what is assigned where a mask says so", "if (x0) out[i0] = 3.0f;" in printed, printed + err)
    printed, err = heddle(f"{ARRAYS}%fused --cuda m[array({{0, 2}})] = 3\n", "-")
    check("what is put where indices say", "out: memory of its own" in printed, printed + err)
    printed, err = heddle(f"{SETUP}{ARRAYS}%fused m[1:, 1:] = m[:-1, :-1] + 1\n%fused sum(x)\n%fused\n", "-")
    check("what became of an expression", "one loop over 551 elements of 1 array" in printed and "into a temporary" in printed
          and "folded in pieces" in printed and "reads 4000 bytes" in printed and "needs an expression" in err, printed + err)
sys.exit(failed > 0)
