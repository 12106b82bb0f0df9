"""Latency of small inputs: heddle against clang-repl-19 (and Numba, where python3-numba is installed).

All are driven the same way: a process reads inputs from a pipe, each input ends by printing a marker, and the clock
runs from writing the input to reading the marker. Rows alternate between the tools, so that a noisy machine hits all of
them; the medians of one run are compared as ratios.
"""
import os, shutil, statistics, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
CLANG = shutil.which("clang-repl-19") or shutil.which("clang-repl")
PYTHON = next((p for p in ("/usr/bin/python3", sys.executable)
               if subprocess.run([p, "-c", "import numba"], capture_output=True).returncode == 0), None)


class Tool:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.count = 0
        self.pending = b""

    def ask(self, text):
        """Sends text, then an input that prints a marker; returns the seconds until the marker came."""
        self.count += 1
        marker = b"<%d>" % self.count
        start = time.perf_counter()
        self.process.stdin.write((text % {"mark": "\"<%d\" \">\\n\"" % self.count}).encode())
        while marker not in self.pending:
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise SystemExit("the tool ended: " + text)
            self.pending += data
        seconds = time.perf_counter() - start
        self.pending = b""
        return seconds

    def close(self):
        self.process.kill()
        self.process.wait()


class Heddle(Tool):
    name = "heddle"

    def __init__(self):
        super().__init__([HEDDLE, "-"])

    prelude = "int printf(const char *, ...); int fflush(void *);\n"

    def kernel(self, n):
        return ("__global__ void k%d(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; "
                "if (i < n) x[i] = x[i] * 2.0f + %d; }\n" % (n, n) +
                "k%d<<<4, 64>>>(buf, 256); printf(%%(mark)s); fflush(0);\n" % n)


class ClangRepl(Tool):
    name = "clang-repl"

    def __init__(self):
        super().__init__([CLANG])

    prelude = "extern \"C\" int printf(const char *, ...); extern \"C\" int fflush(void *);\n"

    def kernel(self, n):  # the nearest thing: the thread's code as a function, called in a loop
        return ("void k%d(float *x, int n, int block, int thread, int dim) { int i = block * dim + thread; "
                "if (i < n) x[i] = x[i] * 2.0f + %d; }\n" % (n, n) +
                "for (int b = 0; b < 4; b++) for (int t = 0; t < 64; t++) k%d(buf, 256, b, t, 64);"
                " printf(%%(mark)s); fflush(0);\n" % n)


def start(kind):
    begin = time.perf_counter()
    tool = kind()
    tool.ask(tool.prelude + "printf(%(mark)s); fflush(0);\n" if kind is ClangRepl else
             "int printf(const char *, ...); int fflush(void *);\n1+1;\nprintf(%(mark)s); fflush(0);\n")
    seconds = time.perf_counter() - begin
    tool.close()
    return seconds


LOOPS = {  # cells that run once; %d: a number that is new each time
    "float loop of 64": "for (int i = 0; i < 64; i++) buf[i] = buf[i] * 2.0f + %d;",
    "double reduction": "{ double s = %d; for (int i = 0; i < 64; i++) s += buf[i]; buf[0] = s; }",
    "nested loops": "for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j++) buf[i] += j * %d;",
    "function with a loop": "float s%d(float *x, int n) { float t = 0; for (int i = 0; i < n; i++) t += x[i] * %d; return t; }\nbuf[0] = s%d(buf, 64);",
    "loop to a variable": "{ int n = 64; for (int i = 0; i < n; i++) buf[i] = buf[i] * 2.0f + %d; }",
    "recursive function": "int r%d(int n) { return n < 2 ? n : r%d(n - 1) + r%d(n - 2) + %d; }\nbuf[0] = r%d(10);",
    "matrix product": "void m%d(float *a, const float *b, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) "
                      "{ float s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; a[i * n + j] = s + %d; } }\nm%d(buf, buf, 8);",
}


def rows(tools, rounds, base):
    """Medians per row and tool."""
    times = {row: {t.name: [] for t in tools} for row in ("expression", "function", "kernel", "redefine") + tuple(LOOPS)}
    for n in range(base, base + rounds):
        for t in tools:
            times["expression"][t.name].append(t.ask("printf(%%(mark)s, %d + 1); fflush(0);\n" % n))
            times["function"][t.name].append(t.ask(
                "int f%d(int a, int b) { return a * %d + b; }\nprintf(%%(mark)s, f%d(3, 4)); fflush(0);\n" % (n, n, n)))
            times["kernel"][t.name].append(t.ask(t.kernel(n)))
            for row, text in LOOPS.items():
                times[row][t.name].append(t.ask(text.replace("%d", str(n)) + "\nprintf(%(mark)s); fflush(0);\n"))
    return times


def redefine(times, tools, rounds):
    """Heddle redefines the helper; clang-repl cannot, so it defines helper and caller under new names."""
    for t in tools:
        if t.name == "heddle":
            t.ask("int helper(int x) { return x; }\nint caller(int x) { return helper(x) + 1; }\nprintf(%(mark)s); fflush(0);\n")
    for n in range(rounds):
        for t in tools:
            text = ("int helper(int x) { return x * %d; }\nprintf(%%(mark)s, caller(2)); fflush(0);\n" % n
                    if t.name == "heddle" else
                    "int helper%d(int x) { return x * %d; }\nint caller%d(int x) { return helper%d(x) + 1; }\n"
                    "printf(%%(mark)s, caller%d(2)); fflush(0);\n" % (n, n, n, n, n))
            times["redefine"][t.name].append(t.ask(text))


NUMBA = """
import sys, time
begin = time.perf_counter()
from numba import njit
print("import %.6f" % (time.perf_counter() - begin))
times = []
for n in range(10):
    space = {}
    begin = time.perf_counter()
    exec("def f(a, b):\\n    return a * %d + b\\n" % n, space)
    njit(space["f"])(3, 4)
    times.append(time.perf_counter() - begin)
print("function %.6f" % sorted(times)[len(times) // 2])
"""


def numba():
    if not PYTHON:
        return {}
    out = subprocess.run([PYTHON, "-c", NUMBA], capture_output=True, text=True).stdout
    return {line.split()[0]: float(line.split()[1]) for line in out.splitlines()}


def main():
    rounds = int(os.environ.get("ROUNDS", "60"))
    kinds = [Heddle] + ([ClangRepl] if CLANG else [])
    starts = {k.name: [] for k in kinds}
    for _ in range(11):
        for k in kinds:
            starts[k.name].append(start(k))
    tools = [k() for k in kinds]
    for t in tools:
        t.ask(t.prelude + "float buf[256];\nprintf(%(mark)s); fflush(0);\n")
    times = rows(tools, rounds, 1)
    redefine(times, tools, rounds)
    late = {t.name: [] for t in tools}
    for t in tools:
        for n in range(0, 2000, 50):
            t.ask("".join("int g%d(int x) { return x + %d; }\n" % (k, k) for k in range(n, n + 50)) +
                  "printf(%(mark)s); fflush(0);\n")
    after = rows(tools, rounds, 5000)
    ms = lambda values: statistics.median(values) * 1e3
    print("%-34s" % "median, ms" + "".join("%12s" % t.name for t in tools) + "%10s" % "ratio")

    def show(title, by_tool):
        figures = [ms(by_tool[t.name]) for t in tools]
        ratio = "%10.2f" % (figures[0] / figures[1]) if len(figures) > 1 else ""
        print("%-34s" % title + "".join("%12.2f" % f for f in figures) + ratio)

    show("start to first result", starts)
    for row in ("expression", "function", "redefine", "kernel") + tuple(LOOPS):
        show(row, times[row])
    for row in ("expression", "function", "kernel"):
        show(row + " after 2,000 definitions", after[row])
    other = numba()
    if other:
        print("Numba: import %.0f ms, function %.1f ms" % (other["import"] * 1e3, other["function"] * 1e3))
    for t in tools:
        t.close()


main()
