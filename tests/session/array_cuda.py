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
    for said, expression in [("a function of C for complex numbers", "csqrtf(zeros<float _Complex>(3))"),
                             ("whose sizes are parameters", "norm_of(m)"),
                             ("no loop over arrays", "sort(x)"),
                             ("the host's variable `scale`", "scaled(x)")]:
        printed, err = heddle(f"{SETUP}{ARRAYS}float scale = 2;\nfloat scaled(float x) {{ return x * scale; }}\n"
                              f"%fused --cuda {expression}\n", "-")
        check(f"{expression}: {said}", said in printed, printed + err)
    printed, err = heddle(f"{SETUP}{ARRAYS}%fused m[1:, 1:] = m[:-1, :-1] + 1\n%fused sum(x)\n%fused\n", "-")
    check("what became of an expression", "one loop over 551 elements of 1 array" in printed and "into a temporary" in printed
          and "folded in pieces" in printed and "reads 4000 bytes" in printed and "needs an expression" in err, printed + err)
sys.exit(failed > 0)
