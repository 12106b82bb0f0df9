#!/usr/bin/env python3
"""Random kernels over matrices in narrow blocks, of which several are run as one (core/gen/lanes/fold.c), against the same function
called in loops on the host.

    tests/fuzz/folded.py [--seed N] [--count N] [--show]

An index is written in one of the ways that people write it; some kernels use threadIdx.x or blockIdx.x for something else too, and
those must not be run together. Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse, os, random, re, subprocess, sys

HEDDLE = os.environ.get("HEDDLE") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "heddle")

SUMS = ["blockIdx.x * blockDim.x + threadIdx.x", "threadIdx.x + blockDim.x * blockIdx.x", "(int)blockIdx.x * {bx} + (int)threadIdx.x",
        "1 + blockIdx.x * blockDim.x + threadIdx.x - 1", "(blockIdx.x * {bx} + 5) + (threadIdx.x - 5)",
        "(int)((size_t)blockIdx.x * blockDim.x + threadIdx.x)", "bx * {bx} + tx", "(tx + 3) + (bx * (int)blockDim.x - 3)"]
OTHERS = ["tx", "bx", "tx * 3 + bx", "(tx ^ y)", "x / {bx}", "x % {bx}", "(x & {mask})", "(x >> 2)"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.bx = self.r.choice([4, 8, 16])
        self.by, self.bz = self.r.choice([(8, 1), (4, 4), (16, 1), (2, 2), (8, 8)])
        if self.bx * self.by * self.bz > 1024:
            self.bz = 1
        self.other = self.r.random() < 0.35
        self.width = self.bx * 8 * self.r.choice([1, 2, 3])
        self.height = self.by * self.r.choice([32, 48])

    def text(self, template):
        return template.replace("{bx}", str(self.bx)).replace("{mask}", str(self.bx - 1))

    def value(self, depth=0):
        r = self.r
        if depth > 2 or r.random() < 0.3:
            if self.other and r.random() < 0.4:
                return self.text(r.choice(OTHERS))
            return r.choice(["x", "y", "z", "n", str(r.randrange(-9, 100)), "in[y * w + x]", "x", "in[(x + y) % 64]", "gx"])
        kind = r.random()
        a, b = self.value(depth + 1), self.value(depth + 1)
        if kind < 0.5:
            return f"({a} {r.choice('+-*^&|')} {b})"
        if kind < 0.7:
            return f"({a} {r.choice(['<', '==', '!=', '>='])} {b} ? {self.value(depth + 1)} : {b})"
        if kind < 0.8:
            return f"({a} {r.choice('/%')} {r.choice([3, 7, 16, 64])})"
        return f"({a} << {r.randrange(0, 5)})"

    def statements(self):
        r, out = self.r, []
        if r.random() < 0.5:
            out.append(f"if (x {r.choice(['<', '>=', '=='])} {r.randrange(0, self.width)} {r.choice(['&&', '||'])} y > {r.randrange(0, self.height)}) return -1;")
        out.append(f"int v = {self.value()};")
        for _ in range(r.randrange(0, 3)):
            kind = r.random()
            if kind < 0.4:
                out.append(f"for (int i = 0; i < {r.choice(['5', '(x & 3) + 1', 'n'])}; i++) v = v * 3 + {self.value(1)} + i;")
            elif kind < 0.7:
                out.append(f"if ({self.value(1)} > {self.value(1)}) v += {self.value(1)};")
            else:
                out.append(f"v = (int)((float)(v % 1000) * 1.5f) + {self.value(1)};")
        out.append("return v;")
        return " ".join(out)

    def program(self, number):
        name = f"k{number}"
        index = self.text(self.r.choice(SUMS))
        grid = (self.width // self.bx, self.height // self.by)
        return f"""
__host__ __device__ int v{number}(int x, int y, int z, int tx, int bx, int gx, int w, int n, const int *in) {{ {self.statements()} }}
__global__ void {name}(int *out, const int *in, int w, int n) {{
    int tx = threadIdx.x, bx = blockIdx.x;
    int x = {index}, y = blockIdx.y * blockDim.y + threadIdx.y, z = threadIdx.z;
    int v = v{number}(x, y, z, tx, bx, gridDim.x, w, n, in);
    if (v != -1) out[(z * {self.height} + y) * w + x] = v;
}}
for (int turn = 0; turn < 2; turn++) {{
    memset(got, 0, sizeof got); memset(want, 0, sizeof want);
    if (turn) {name}<<<dim3({grid[0]}, {grid[1]}), dim3({self.bx}, {self.by}, {self.bz})>>>(got, in, {self.width}, 4);
    for (int z = 0; z < {self.bz} && turn; z++)
        for (int y = 0; y < {self.height}; y++)
            for (int x = 0; x < {self.width}; x++) {{
                int v = v{number}(x, y, z, x % {self.bx}, x / {self.bx}, {grid[0]}, {self.width}, 4, in);
                if (v != -1) want[(z * {self.height} + y) * {self.width} + x] = v;
            }}
    int wrong = 0;
    for (int i = 0; i < SIZE; i++) wrong += got[i] != want[i];
    if (turn) printf("{name} %d\\n", wrong);
}}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    makers = [Maker(options.seed + i) for i in range(options.count)]
    texts = [m.program(i) for i, m in enumerate(makers)]
    head = ("%config threads 2\n#include <stdio.h>\n#include <string.h>\n#define SIZE 1200000\n"
            "__managed__ int got[SIZE], want[SIZE], in[768 * 800];\n"
            "for (int i = 0; i < 768 * 800; i++) in[i] = i * 2654435761u >> 20;\n")
    if options.show:
        print(head + "".join(texts))
    environment = dict(os.environ, HEDDLE_LANES="0", HEDDLE_LANES_DEBUG="1")
    result = subprocess.run([HEDDLE, "-"], input=head + "".join(texts), text=True, capture_output=True, env=environment, timeout=1500)
    got = dict(re.findall(r"^(k\d+) (\d+)$", result.stdout, re.M))
    made = dict(re.findall(r"\[lanes: (k\d+): made, W = \d+, (\d+) blocks a call", result.stderr))
    bad, folded = 0, 0
    for i, maker in enumerate(makers):
        name = f"k{i}"
        folded += int(made.get(name, "1")) > 1
        if got.get(name) != "0":
            bad += 1
            print(f"not ok folded {options.seed + i}: {got.get(name, 'nothing')} elements differ\n{texts[i]}")
    errors = [line for line in result.stderr.splitlines() if not line.startswith("[")]
    if errors:
        bad += 1
        print("not ok:", "\n".join(errors[:20]))
    if folded < options.count // 4:
        bad += 1
        print(f"not ok: only {folded} of {options.count} kernels were run several blocks at a time")
    print(f"{'not ok' if bad else 'ok'} seed {options.seed}: {options.count} kernels, {folded} folded, {bad} wrong")
    return bad != 0


sys.exit(main())
