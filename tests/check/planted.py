#!/usr/bin/env python3
"""Random kernels with a planted bug: what rate is found, by kind.

Each kernel is a few steps that are right by construction: an own element of global or shared memory is written, a barrier, an element of
another thread is read, a sum by atomics, an exchange through shared memory in two halves. Then one thing is taken away:

    barrier  a __syncthreads() goes             race
    atomic   an atomicAdd becomes +=            race
    bound    a test of the index goes           out-of-bounds
    set      a shared array is not set          uninitialised
    index    an own element becomes another's   race

As it stands nothing may be found; with the bug that kind must be. Launches are of a shape at which the bug shows.

NEEDS-SECONDS: 60

usage: planted.py [--count 60] [--seed N] [--show]
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "../../build/heddle"))
BUGS = {"barrier": "race", "atomic": "race", "bound": "out-of-bounds", "set": "uninitialised", "index": "race"}


class Maker:
    """Lines of a kernel; a pair (right, wrong) where a bug of `kind` can be planted."""

    def __init__(self, rng, block):
        self.rng, self.block, self.lines, self.spots, self.names = rng, block, [], [], 0

    def add(self, text, kind=None, wrong=None):
        if kind:
            self.spots.append((len(self.lines), kind, wrong))
        self.lines.append(text)

    def expr(self):
        return self.rng.choice(["i", "v", "v + t", "3 * t", "v ^ i", "t * t + 1", "(v >> 1) + i"])

    def other(self):
        return self.rng.choice(["(t + 1) % B", "B - 1 - t", "t ^ 1", "(t + B / 2) % B", "(t * 5 + 3) % B"])

    def exchange(self):
        name = f"s{self.names}"
        self.names += 1
        self.add(f"__shared__ int {name}[B];")
        if self.rng.random() < 0.5:
            self.add(f"{name}[t] = {self.expr()};", "set", "")
        else:
            self.add(f"if (t < B) {name}[t] = {self.expr()};", "set", "")
        self.add("__syncthreads();", "barrier", "")
        # t ^ 1 and the like never give t itself
        self.add(f"v += {name}[{self.rng.choice(['(t + 1) % B', 't ^ 1', '(t + B / 2) % B'])}];")
        if self.rng.random() < 0.5:
            self.add("__syncthreads();", "barrier", "")
            self.add(f"{name}[t] = v;")
            self.add("__syncthreads();")

    def own(self):
        array = self.rng.choice("xy")
        self.add(f"if (i < n) {array}[i] = {self.expr()};", self.rng.choice(["bound", "index"]),
                 None)
        at, kind, _ = self.spots[-1]
        text = self.lines[at]
        wrong = text.replace("if (i < n) ", "") if kind == "bound" else text.replace(f"{array}[i]", f"{array}[i / 2]")
        self.spots[-1] = (at, kind, wrong)

    def count(self):
        # x and y belong to the threads, the counters to all
        k = self.rng.choice(["0", "t % 4", "blockIdx.x % 2"])
        self.add(f"atomicAdd(&c[{k}], v);", "atomic", f"c[{k}] += v;")

    def reduce(self):
        name = f"s{self.names}"
        self.names += 1
        self.add(f"__shared__ int {name}[B];")
        self.add(f"{name}[t] = {self.expr()};", "set", "")
        self.add(f"for (int k = B / 2; k > 0; k /= 2) {{")
        self.add("    __syncthreads();", "barrier", "")
        self.add(f"    if (t < k) {name}[t] += {name}[t + k];")
        self.add("}")
        self.add(f"if (t == 0) atomicAdd(&c[8], {name}[0]);", "atomic", f"if (t == 0) c[8] += {name}[0];")

    def make(self):
        for _ in range(self.rng.randint(1, 4)):
            self.rng.choice([self.exchange, self.own, self.count, self.reduce])()
        if not self.spots:
            self.own()


def text_of(lines, block, n):
    body = "\n".join("    " + line for line in lines if line.strip())
    return (f"#undef B\n#define B {block}\n__global__ void k(int *x, int *y, int *c, int n) {{\n"
            f"    int t = threadIdx.x, i = blockIdx.x * B + t, v = i;\n{body}\n}}\n")


def cases(rng, count):
    for _ in range(count):
        block, grid = rng.choice([32, 64, 128, 256]), rng.choice([2, 3, 5, 40])
        maker = Maker(rng, block)
        maker.make()
        n = grid * block - rng.randint(1, block - 1)
        run = f"k<<<{grid}, {block}>>>(x, y, c, {n});"
        at, kind, wrong = rng.choice(maker.spots)
        planted = list(maker.lines)
        planted[at] = wrong
        yield text_of(maker.lines, block, n), text_of(planted, block, n), run, kind, n


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    print(f"# --seed {args.seed}")
    rng = random.Random(args.seed)
    all_cases = list(cases(rng, args.count))
    text = ["// %%", "int c[16]; int *x, *y;"]
    for number, (right, wrong, run, kind, n) in enumerate(all_cases):
        text += ["// %%", f"cudaMalloc(&x, {n} * sizeof(int)); cudaMalloc(&y, {n} * sizeof(int)); memset(c, 0, sizeof c);"]
        for form, kernel in (("right", right), ("wrong", wrong)):
            text += ["// %%", kernel, "// %%", f'printf("@@ {number} {form}\\n");', "// %%", f"%check --json {run}"]
        text += ["// %%", "cudaFree(x); cudaFree(y);"]
    text += ["// %%", 'printf("@@ end\\n");']
    with tempfile.NamedTemporaryFile("w", suffix=".cu") as file:
        file.write("\n".join(text) + "\n")
        file.flush()
        result = subprocess.run([HEDDLE, "-"], stdin=open(file.name), capture_output=True, text=True)
    found, key = {}, None
    for line in result.stdout.splitlines():
        if line.startswith("@@ "):
            key = tuple(line.split()[1:])
            found[key] = []
        elif line.startswith("{") and key:
            found[key].append(json.loads(line))
    if ("end",) not in found:
        print(result.stdout[-2000:], result.stderr[-2000:])
        return 1
    rate, failed = collections.Counter(), 0
    total = collections.Counter()
    for number, (right, wrong, run, kind, n) in enumerate(all_cases):
        clean = {f["kind"] for f in found[(str(number), "right")]}
        kinds = {f["kind"] for f in found[(str(number), "wrong")]}
        total[kind] += 1
        # an index that is another's may also give the same value twice
        hit = BUGS[kind] in kinds or (BUGS[kind] == "race" and "race-same-value" in kinds)
        rate[kind] += hit
        if clean or not hit:
            failed += 1
            print(f"not ok {number} ({kind}): as it stands {clean or 'nothing'}; planted {kinds or 'nothing'}")
            if args.show:
                print(right, wrong, run, sep="\n")
    for kind in sorted(total):
        print(f"{kind:8} {rate[kind]} of {total[kind]} found")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
