"""Array expressions: heddle against NumPy, numexpr, Numba and loops by gcc -O3 -fopenmp, in one run.

    tools/bench arrays [FILTER] [--most 1e7]     sizes from 10 to 10^8, or to what --most says

Arrays are of floats. Each tool's program does the same work on the same numbers, times the call alone (so that start and
compilation are not in the figure) until it has taken a twentieth of a second, and prints "seconds check"; the tools alternate, the
best of three rounds counts, and the checks must agree. NumPy, numexpr and Numba are those of the Python that runs this; what is
missing is left out. `ratio` is heddle's time divided by gcc's. `first` is heddle's first use of the expression in milliseconds,
compilation included. CLOCK=CLOCK_PROCESS_CPUTIME_ID THREADS=1: processor time of one thread each, for a machine that does other
work too.
"""
import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))

# name: (heddle, a C loop, NumPy, numexpr or None, Numba's decorator, Numba's function, how Numba is called, largest size)
# x, y: n floats in [0, 1); r: the result, n floats; s: a scalar result; sections leave the ends of r at 0.
OMP = "_Pragma(\"omp parallel for simd if (n > 20000)\") for (long i = %s; i < %s; i++) "
TASKS = {
    "add": ("r[:] = x + y", OMP % ("0", "n") + "r[i] = x[i] + y[i];", "np.add(x, y, out=r)", "x + y",
            "vectorize(['f4(f4,f4)'], target='parallel')", "def f(a, b): return a + b", "f(x, y, out=r)", 1e8),
    "fused": ("r[:] = (x - y) * (x + y) * 0.5f + x", OMP % ("0", "n") + "r[i] = (x[i] - y[i]) * (x[i] + y[i]) * 0.5f + x[i];",
              "np.copyto(r, (x - y) * (x + y) * np.float32(0.5) + x)", "(x - y) * (x + y) * h + x",
              "vectorize(['f4(f4,f4)'], target='parallel')",
              "def f(a, b): return (a - b) * (a + b) * np.float32(0.5) + a", "f(x, y, out=r)", 1e8),
    "gaussian": ("r[:] = expf(-0.5f * x * x) * y", OMP % ("0", "n") + "r[i] = expf(-0.5f * x[i] * x[i]) * y[i];",
                 "np.copyto(r, np.exp(np.float32(-0.5) * x * x) * y)", "exp(-h * x * x) * y",
                 "vectorize(['f4(f4,f4)'], target='parallel')",
                 "def f(a, b): return math.exp(np.float32(-0.5) * a * a) * b", "f(x, y, out=r)", 1e8),
    "section": ("r[1:-1] = x[:-2] + x[2:] - 2 * x[1:-1]", OMP % ("1", "n - 1") + "r[i] = x[i - 1] + x[i + 1] - 2 * x[i];",
                "np.copyto(r[1:-1], x[:-2] + x[2:] - 2 * x[1:-1])", None, "njit(parallel=True)",
                "def f(x, r):\n    for i in prange(1, len(x) - 1): r[i] = x[i - 1] + x[i + 1] - np.float32(2) * x[i]", "f(x, r)", 1e8),
    "sum": ("s = sum(x)", "double t = 0; _Pragma(\"omp parallel for simd reduction(+ : t) if (n > 20000)\") "
            "for (long i = 0; i < n; i++) t += x[i]; s = t;", "s = x.sum()", None, "njit(parallel=True, fastmath=True)",
            "def f(x):\n    t = 0.0\n    for i in prange(len(x)): t += x[i]\n    return t", "s = f(x)", 1e8),
    "rows": ("r[:n / 10] = sum(x.reshape(n / 10, 10), 1)", OMP % ("0", "n / 10") +
             "{ float t = 0; for (int j = 0; j < 10; j++) t += x[10 * i + j]; r[i] = t; }",
             "np.copyto(r[:n // 10], x.reshape(-1, 10).sum(1))", None,
             "guvectorize(['(f4[:],f4[:])'], '(n)->()', target='parallel')",
             "def f(x, r):\n    t = np.float32(0)\n    for j in range(len(x)): t += x[j]\n    r[0] = t",
             "f(x.reshape(-1, 10), r[:n // 10])", 1e7),
    "broadcast": ("m[:] = x[:, newaxis] * y", "_Pragma(\"omp parallel for if (n > 150)\") for (long i = 0; i < n; i++) "
                  "for (long j = 0; j < n; j++) m[i * n + j] = x[i] * y[j];", "np.multiply(x[:, None], y, out=m)", None,
                  "vectorize(['f4(f4,f4)'], target='parallel')", "def f(a, b): return a * b", "f(x[:, None], y, out=m)", 1e4),
    "sort": ("z = sort(x)", None, "z = np.sort(x)", None, None, None, None, 1e7),
}
FILL = "x[i] = (float)(i * 2654435761u % 1000003u) / 1000003.0f; y[i] = (float)(i * 40503u % 10007u) / 10007.0f;"

HEDDLE_PROGRAM = """#include <time.h>
static double now() { struct timespec t; clock_gettime(%(clock)s, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
int main(int argc, char **argv) {
    long n = atol(argv[1]);
    auto x = zeros<float>(n), y = zeros<float>(n), r = zeros<float>(n), z = zeros<float>(1);
    auto m = zeros<float>(%(side)s, %(side)s);
    double s = 0;
    float *px = x.data, *py = y.data;
    for (unsigned i = 0; i < n; i++) { px[i] = (float)(i * 2654435761u %% 1000003u) / 1000003.0f; py[i] = (float)(i * 40503u %% 10007u) / 10007.0f; }
    double first = 0, best = 1e9, all = 0;
    for (long times = 1; all < 0.05 || times < 4; times = times < 1000000 ? times * 4 : times) {
        double from = now();
        for (long k = 0; k < times; k++) { %(work)s; }
        double took = now() - from;
        if (!first) first = took; else all += took;
        if (took / times < best) best = took / times;
    }
    printf("%%.9g %%.9g %%.9g\\n", best, (double)(%(check)s), first);
    return 0;
}
"""
C_PROGRAM = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now() { struct timespec t; clock_gettime(%(clock)s, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
static double s;
__attribute__((noinline)) static void work(long n, const float *restrict x, const float *restrict y, float *restrict r, float *restrict m) { %(work)s }
int main(int argc, char **argv) {
    long n = atol(argv[1]), side = %(side)s;
    float *x = calloc(n, 4), *y = calloc(n, 4), *r = calloc(n, 4), *m = calloc(side * side, 4);
    for (unsigned i = 0; i < n; i++) { %(fill)s }
    double best = 1e9, all = 0;
    for (long times = 1; all < 0.05 || times < 4; times = times < 1000000 ? times * 4 : times) {
        double from = now();
        for (long k = 0; k < times; k++) { work(n, x, y, r, m); __asm__ volatile("" ::: "memory"); }
        double took = now() - from;
        all += took;
        if (took / times < best) best = took / times;
    }
    double check = %(check)s;
    printf("%%.9g %%.9g\\n", best, check);
}
"""
PY_PROGRAM = """import math, sys, time
import numpy as np
%(imports)s
n = int(sys.argv[1])
side = %(side)s
i = np.arange(n, dtype=np.uint32)
x = ((i * np.uint32(2654435761)) %% np.uint32(1000003)).astype(np.float32) / np.float32(1000003)
y = ((i * np.uint32(40503)) %% np.uint32(10007)).astype(np.float32) / np.float32(10007)
r, m, s, z, h = np.zeros(n, np.float32), np.zeros((side, side), np.float32), 0.0, None, np.float32(0.5)
%(define)s
def work(times):
    global s, z
    for _ in range(times):
        %(work)s
work(1)
best, all_, times = 1e9, 0.0, 1
while all_ < 0.05 or times < 4:
    start = time.%(timer)s()
    work(times)
    took = time.%(timer)s() - start
    all_ += took
    best = min(best, took / times)
    times = min(times * 4, 4 << 20)
print(best, float(%(check)s))
"""


def has(module):
    return subprocess.run([sys.executable, "-c", "import " + module], capture_output=True).returncode == 0


def programs(name, folder, peers):
    ours, c, numpy, numexpr, decorator, define, call, _ = TASKS[name]
    matrix, scalar, other = name == "broadcast", name == "sum", name == "sort"
    side = "n" if matrix else "1"
    sums = "s" if scalar else "m[n / 2, n - 1]" if matrix else "z[n / 2]" if other else "r[n / 20]" if name == "rows" else "r[n / 2]"
    c_sums = "s" if scalar else "m[n / 2 * n + n - 1]" if matrix else "r[n / 20]" if name == "rows" else "r[n / 2]"
    py_sums = "s" if scalar else "m[n // 2, n - 1]" if matrix else "z[n // 2]" if other else "r[n // 20]" if name == "rows" else "r[n // 2]"
    out = {}
    clock = os.environ.get("CLOCK", "CLOCK_MONOTONIC")
    timer = "process_time" if clock == "CLOCK_PROCESS_CPUTIME_ID" else "perf_counter"

    def write(tool, suffix, text, command):
        path = os.path.join(folder, "by_" + tool + suffix)  # not a the name of a module
        with open(path, "w") as f:
            f.write(text)
        out[tool] = command(path)

    write("heddle", ".cu", HEDDLE_PROGRAM % {"work": ours, "side": side, "check": sums, "clock": clock}, lambda p: [HEDDLE, p])
    if c:
        write("gcc", ".c", C_PROGRAM % {"work": c, "side": side, "fill": FILL, "check": c_sums, "clock": clock}, lambda p: [p[:-2]])
        subprocess.run(["gcc", "-O3", "-march=native", "-ffast-math", "-fopenmp", "-o", os.path.join(folder, "by_gcc"),
                        os.path.join(folder, "by_gcc.c"), "-lm"], check=True)

    def python(tool, work, imports="", define=""):
        text = PY_PROGRAM % {"work": work, "imports": imports, "define": define, "check": py_sums, "side": side, "timer": timer}
        write(tool, ".py", text, lambda p: [sys.executable, p])

    if "numpy" in peers:
        python("numpy", numpy)
    if "numexpr" in peers and numexpr:
        python("numexpr", "ne.evaluate(%r, out=r)" % numexpr, "import numexpr as ne")
    if "numba" in peers and decorator:
        python("numba", call, "from numba import guvectorize, njit, prange, vectorize", "@%s\n%s" % (decorator, define))
    return out


def measure(commands, n):
    best, checks, first = {}, {}, 0
    for _ in range(3):
        for tool, command in commands.items():
            p = subprocess.run(command + [str(n)], capture_output=True, text=True, timeout=600)
            if p.returncode != 0:
                raise SystemExit("%s failed:\n%s%s" % (tool, p.stdout, p.stderr))
            words = p.stdout.split()
            best[tool] = min(best.get(tool, 1e9), float(words[0]))
            checks[tool] = float(words[1])
            if tool == "heddle":
                first = min(first or 1e9, float(words[2]))
    right = checks["numpy"] if "numpy" in checks else checks["heddle"]
    for tool, value in checks.items():
        if abs(value - right) > 1e-4 * max(1, abs(right)):
            raise SystemExit("%s: the result is %.9g, not %.9g (size %d)" % (tool, value, right, n))
    return best, first


def main():
    p = argparse.ArgumentParser()
    p.add_argument("filter", nargs="?", default="")
    p.add_argument("--most", type=float, default=1e8)
    args = p.parse_args()
    if os.environ.get("THREADS"):
        for name in ("HEDDLE_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "NUMEXPR_MAX_THREADS"):
            os.environ[name] = os.environ["THREADS"]
    peers = [m for m in ("numpy", "numexpr", "numba") if has(m)]
    tools = ["heddle", "gcc"] + peers
    for m in ("numpy", "numexpr", "numba"):
        if m not in peers:
            print("%s is not installed (pip install %s): left out" % (m, m))
    print("%-12s%12s" % ("us", "size") + "".join("%12s" % t for t in tools) + "%8s%10s" % ("ratio", "first ms"))
    for name in TASKS:
        if args.filter not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            commands = programs(name, folder, peers)
            n = 10
            while n <= min(args.most, TASKS[name][7]):
                best, first = measure(commands, n)
                cells = "".join("%12.2f" % (best[t] * 1e6) if t in best else "%12s" % "-" for t in tools)
                ratio = "%8.2f" % (best["heddle"] / best["gcc"]) if "gcc" in best else "%8s" % "-"
                print("%-12s%12d%s%s%10.2f" % (name, n, cells, ratio, first * 1e3), flush=True)
                n *= 10


main()
