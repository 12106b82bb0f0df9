#!/usr/bin/env python3
"""Random loops that count by steps which are not constant, over the ends of the range too (core/gen/counter.c), against gcc -fwrapv.

    tests/fuzz/counters.py [--seed N] [--count N] [--show]

Each loop runs from, to and by values near the ends of the range, near zero and in between, of both signs; some turn so often that their
quick code is left in the middle. Prints `ok SEED` and `not ok SEED` lines.
"""
import argparse, os, random, subprocess, sys, tempfile

HEDDLE = os.environ.get("HEDDLE") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "heddle")
ENDS = ["0", "1", "7", "-1", "-9", "100", "250", "-250", "65536", "1000000007", "2147483647", "2147483646", "2147483640", "(-2147483647 - 1)",
        "-2147483640", "1 << 30", "-(1 << 30)", "1999999999"]
STEPS = ["1", "2", "3", "17", "64", "-1", "-3", "-50", "0", "1 << 20", "1000000007", "2147483647", "(-2147483647 - 1)", "-999999937"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def body(self, name, depth):
        r, lines = self.r, []
        for _ in range(r.randrange(1, 4)):
            lines.append(r.choice([
                "h = h * 31 + %(v)s;",
                "h ^= (unsigned)%(v)s * 2654435761u;",
                "if (%(v)s > -300 && %(v)s < 300) base[%(v)s] += 3;",
                "if (%(v)s > -300 && %(v)s < 300) base[%(v)s - %(c)d] ^= base[%(v)s + %(c)d] + %(v)s;",
                "if (%(v)s > -300 && %(v)s < 300) { int *p = base + %(v)s; p[%(c)d]++; h += p - base; }",
                "h += (long long)%(v)s >> 3;",
                "if ((%(v)s & 3) == 1) continue;",
                "if (h == 12345) { bound -= 1; }",
                "if ((turns & 15) == 3) step += %(c)d;",
                "if ((turns & 31) == 9) bound += step;",
                "g(&h);",
                "g(&h);",
                "if ((turns & 63) == 60) %(v)s -= 3;" if r.random() < 0.3 else "h++;",
                "{ int *q = &%(v)s; if ((turns & 63) == 61) *q += %(c)d; }" if r.random() < 0.2 else "h--;",
            ]) % {"v": name, "c": r.randrange(0, 5)})
        if depth == 0 and r.random() < 0.4:
            lines.insert(r.randrange(len(lines) + 1), self.loop("k", 1))
        return " ".join(lines)

    def loop(self, name, depth):
        r = self.r
        sign = r.choice(["+=", "+=", "-="])
        step = r.choice(["step", "step", "step * 2", "step + 1", "other", "*where"])
        bound = r.choice(["bound", "bound", "bound - 1", "bound + other", "limits[1]"])
        start = r.choice(["start", "start", "start * 3", "%d" % r.randrange(-9, 9)])
        most = "most" if depth == 0 else "40"
        counter = "turns" if depth == 0 else "inner"
        return "%sfor (int %s = %s; %s %s %s; %s %s %s) { if (%s++ >= %s) break; %s }" % (
            "" if depth == 0 else "int inner = 0; ", name, start, name, r.choice(["<", "<=", ">", ">="]), bound, name, sign, step, counter, most,
            self.body(name, depth))

    def program(self):
        r = self.r
        text = ("#include <stdio.h>\nstatic int memory[1000], limits[2], other, stride;\n"
                "static __attribute__((noinline)) void g(unsigned long long *h) { *h += 1; }\n")
        run = ""
        for k in range(6):
            text += ("static unsigned long long f%d(int start, int bound, int step, int most) {\n"
                     "    unsigned long long h = 1; int turns = 0, *base = memory + 500, *where = &stride; (void)base; (void)where;\n"
                     "    %s\n    return h * 7 + turns;\n}\n") % (k, self.loop("j", 0))
            for _ in range(12):
                run += "    limits[1] = %s; other = %s; stride = %s;\n" % (r.choice(ENDS), r.choice(STEPS[:8]), r.choice(STEPS))
                run += "    hash = hash * 31 + f%d(%s, %s, %s, %d);\n" % (k, r.choice(ENDS), r.choice(ENDS), r.choice(STEPS), r.choice([5, 60, 300, 200000]))
            run += "    for (int i = 0; i < 1000; i++) hash = hash * 31 + memory[i];\n    printf(\"%d %%016llx\\n\", hash);\n" % k
        return text + "int main(void) {\n    unsigned long long hash = 1;\n" + run + "}\n"


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
            source, binary = os.path.join(folder, "count.c"), os.path.join(folder, "count")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            subprocess.run(["gcc", "-w", "-O1", "-fwrapv", "-o", binary, source], check=True)
            expected = subprocess.run([binary], capture_output=True, text=True, timeout=60).stdout
            done = subprocess.run([HEDDLE, source], capture_output=True, text=True, timeout=120,
                                  env={**os.environ, "HEDDLE_CACHE": "0"})
            good = done.stdout == expected
            status |= not good
            print("ok" if good else "not ok", seed, "" if good else done.stdout[:300] + done.stderr[:600] + " expected " + expected, flush=True)
    sys.exit(status)


main()
