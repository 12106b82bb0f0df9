#!/usr/bin/env python3
"""Random nests of loops over matrices, down columns and along rows (core/gen/jam.c), against gcc -O1.

    tests/fuzz/nests.py [--seed N] [--count N] [--show]

Arrays are globals, parameters and flat pointers, some of them parts of each other, so that the loops depend on one another in ways
that forbid what others allow. Prints `ok SEED` and `not ok SEED` lines.
"""
import argparse, os, random, subprocess, sys, tempfile

HEDDLE = os.environ.get("HEDDLE") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "heddle")
TYPES = ["double", "float", "int", "unsigned char", "short", "long long", "unsigned"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def element(self, names, i, j, writes=False):
        """An element by two of the loops' variables; now and then beside it."""
        r = self.r
        name = r.choice(names)
        if r.random() < 0.3:
            i, j = j, i
        if r.random() < 0.25:
            i = "%s + %d" % (i, r.randrange(0, 3))
        if r.random() < 0.2:
            j = "%s + %d" % (j, r.randrange(0, 3))
        if name in "ABC":
            return "%s[%s][%s]" % (name, i, j)
        return "%s[(%s) * W + %s]" % (name, i, j) if r.random() < 0.7 else "*(%s + (%s) * W + (%s))" % (name, i, j)

    def value(self, names, loops, depth=0):
        r = self.r
        if depth > 1 or r.random() < 0.4:
            kind = r.random()
            if kind < 0.7:
                i, j = r.sample(loops, 2)
                return self.element(names, i, j)
            return "x[%s]" % r.choice(loops) if kind < 0.9 else str(r.randrange(1, 4))
        return "(%s %s %s)" % (self.value(names, loops, depth + 1), r.choice("+-*"), self.value(names, loops, depth + 1))

    def nest(self, k):
        r = self.r
        t = r.choice(TYPES)
        flat = r.random() < 0.5
        names = list("pqs") if flat else list("ABC")
        loops = ["i", "j", "k"] if r.random() < 0.6 else ["j", "k"]
        sizes = {v: r.choice([str(r.randrange(1, 90)), "n", "n - %d" % r.randrange(0, 9), "16", "32", "48"]) for v in loops}
        if len(loops) == 3:
            sizes["i"] = str(r.randrange(1, 6))
        head = "static %s a%d[H][W], b%d[H][W], c%d[H][W], x%d[H];\n" % (t, k, k, k, k)
        if flat:
            head += "static void f%d(int n, %s *p, %s *q, %s *s, %s *x) {\n" % (k, t, t, t, t)
        else:
            head += "static void f%d(int n) {\n" % k
            for name in "ABC":
                head += "#define %s %s%d\n" % (name, name.lower(), k)
            head += "#define x x%d\n" % k
        body, around = "", ""
        for v in loops[:-1]:
            at = r.choice(["", "", "", "1"]) or "0"
            around += "for (int %s = %s; %s %s %s; %s++) " % (v, at, v, r.choice(["<", "<", "<", "<="]), sizes[v], v)
        inner = "for (int k = 0; k < %s; k++) " % sizes["k"]
        last = loops[-2]
        shape = r.random()
        if shape < 0.3:
            body = "{ %s sum = 0; %s sum += %s; %s = sum; }" % (t, inner, self.value(names, loops),
                                                              "x[%s]" % last if r.random() < 0.4 else self.element(names, loops[0], last))
        elif shape < 0.5:
            target = "x[%s]" % last if r.random() < 0.3 else self.element(names, loops[0], last)
            body = "{ %s = 0; %s %s += %s; }" % (target, inner, target, self.value(names, loops))
        elif shape < 0.7:
            target = self.element(names, r.choice(loops[:-1]), last)
            body = "%s %s = %s + %s;" % (inner, target, target, self.value(names, loops))
        else:
            target = self.element(names, "k", last)
            more = self.element(names, "k", last)
            body = "%s { %s = %s; %s %s= %s; }" % (inner, target, self.value(names, loops), more, r.choice("+-*"), self.value(names, loops))
        end = "" if flat else "#undef A\n#undef B\n#undef C\n#undef x\n"
        text = head + "    " + around + body + "\n}\n" + end
        if flat:
            places = ["&a%d[0][0]" % k, "&b%d[0][0]" % k, "&c%d[0][0]" % k]
            if r.random() < 0.5:
                places[1] = places[0] + " + %d" % r.choice([0, 1, 2, 3, 7, 100, 101, 200])
            call = "f%d(n, %s, x%d);" % (k, ", ".join(places), k)
        else:
            call = "f%d(n);" % k
        run = "    for (int i = 0; i < H; i++) for (int j = 0; j < W; j++) { a%d[i][j] = (i * 7 + j * 3) %% 11; b%d[i][j] = (i + j * 5) %% 7; c%d[i][j] = (i ^ j) %% 5; }\n" \
              "    for (int i = 0; i < H; i++) x%d[i] = i %% 3;\n    %s\n" % (k, k, k, k, call)
        run += "    for (int i = 0; i < H; i++) for (int j = 0; j < W; j++) { add(&a%d[i][j], sizeof a%d[i][j]); add(&b%d[i][j], sizeof a%d[i][j]); add(&c%d[i][j], sizeof a%d[i][j]); }\n" % ((k,) * 6)
        run += "    for (int i = 0; i < H; i++) add(&x%d[i], sizeof x%d[i]);\n    printf(\"%d %%016llx\\n\", hash);\n" % (k, k, k)
        return text, run

    def program(self):
        parts = [self.nest(k) for k in range(6)]
        return ("#include <stdio.h>\nenum { H = 140, W = 100 };\nstatic unsigned long long hash = 1;\n"
                "static void add(const void *p, int size) {\n"
                "    for (int i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)p)[i]) * 1099511628211ull;\n}\n" +
                "".join(text for text, _ in parts) + "int main(int argc, char **argv) {\n    int n = 60 + argc;\n" +
                "".join(run for _, run in parts) + "}\n")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=50)
    options.add_argument("--show", action="store_true")
    options = options.parse_args()
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            text = Maker(seed).program()
            if options.show:
                print(text)
            source, binary = os.path.join(folder, "nest.c"), os.path.join(folder, "nest")
            open(source, "w").write(text)
            subprocess.run(["gcc", "-w", "-O1", "-fwrapv", "-ffp-contract=off", "-o", binary, source], check=True)
            expected = subprocess.run([binary], capture_output=True, text=True, timeout=60).stdout
            done = subprocess.run([HEDDLE, source], capture_output=True, text=True, timeout=120,
                                  env=dict(os.environ, HEDDLE_TIERS="0", HEDDLE_CACHE="0"))
            if done.stdout == expected and done.returncode == 0:
                print("ok %d" % seed, flush=True)
                continue
            status = 1
            wrong = [a for a, b in zip(expected.split("\n"), done.stdout.split("\n")) if a != b]
            print("not ok %d: %s %s" % (seed, wrong[:3], done.stderr[:400]), flush=True)
    sys.exit(status)


main()
