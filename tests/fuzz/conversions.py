#!/usr/bin/env python3
"""Random pairs of pointer types, most of them alike but for qualifiers at some level, and all ways to convert and compare: host code that
g++ -std=c++17 refuses is refused, and no other; with --nvcc the same of device code, where nvcc takes more.

    tests/fuzz/conversions.py --count 2000          so many conversions, with another seed each time
    tests/fuzz/conversions.py --seed 7 --count 300  those of one seed
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENGINE = os.environ.get("HEDDLE_ENGINE", os.path.join(ROOT, "build", "heddle-engine"))
NVCC = os.environ.get("NVCC") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
SHOWN = 19  # after 20 errors no more are shown
QUALS = ["", "const", "volatile", "const volatile"]
LEAVES = ["int", "unsigned", "float", "S", "D"]

# A is the type of x, B another; F a name of its own, Q the function's specifiers.
FORMS = [
    "Q void F_(B) {} Q void F(A x) { F_(x); }",
    "Q void F(A x) { B y = x; (void)y; }",
    "Q void F(A x) { B y{x}; (void)y; }",
    "Q void F(A x, B y) { y = x; }",
    "Q B F(A x) { return x; }",
    "Q bool F(A x, B y) { return x == y; }",
    "Q bool F(A x, B y) { return x < y; }",
    "Q long F(A x, B y) { return x - y; }",
    "Q void F(bool b, A x, B y) { (void)(b ? x : y); }",
    "Q void F(A x) { (void)static_cast<B>(x); }",
    "Q void F(A x) { (void)const_cast<B>(x); }",
    "Q void F(A x) { (void)reinterpret_cast<B>(x); }",
    "Q void F(A x) { B const &y = x; (void)y; }",
    "Q void F(A x) { B &y = x; (void)y; }",
    "Q void F(A x) { B &&y = x; (void)y; }",
    "Q void F(A x) { (void)static_cast<B const &>(x); }",
    "Q void F(A x) { (void)const_cast<B &>(x); }",
]


class Maker:
    def __init__(self, seed):
        self.random, self.numbers = random.Random(seed), 0

    def levels(self):
        r = self.random
        return [(r.choice(LEAVES), r.choice(QUALS[:2] if r.random() < 0.7 else QUALS))] + [
            ("*", r.choice(QUALS[:2] if r.random() < 0.7 else QUALS)) for _ in range(r.choice([0, 0, 1, 1, 1, 2]))] + [("*", "")]

    def changed(self, levels):
        """Other qualifiers below the first level, seldom another type or number of levels."""
        r = self.random
        if r.random() < 0.1:
            return self.levels()
        out = [(what, r.choice(QUALS[:3]) if r.random() < 0.4 else quals) for what, quals in levels[:-1]] + [levels[-1]]
        if r.random() < 0.1:
            out[0] = (r.choice(LEAVES), out[0][1])
        return out

    def type(self, levels):
        out = ""
        for what, quals in levels:
            out = f"{out} {what} {quals}".strip() if what == "*" else f"{quals} {what}".strip()
        return out

    def case(self):
        self.numbers += 1
        a = self.levels()
        b = self.changed(a)
        if self.random.random() < 0.5:
            a, b = b, a
        name = f"f{self.numbers}"
        return (f"using A{name} = {self.type(a)}; using B{name} = {self.type(b)}; "
                + re.sub(r"\b([ABF])\b|F_", lambda m: {"A": "A" + name, "B": "B" + name, "F": name, "F_": name + "_"}[m.group(0)],
                         self.random.choice(FORMS)))


def nvcc_is_alone(case):
    """It binds `const S *&&` to a variable `S *`, though not `const int *&&` to an `int *`, and subtracts pointers to a class and its base."""
    return "&&" in case or ("x - y" in case and re.search(r"\b[SD]\b", case))


HEAD = "struct S { int s; }; struct D : S { int d; };"


def refused(command, cases, folder, pattern):
    path = os.path.join(folder, "cases.cu")
    with open(path, "w") as out:
        out.write("\n".join([HEAD] + cases) + "\n")
    said = subprocess.run(command + [path], capture_output=True, text=True, timeout=300)
    return {int(m.group(1)) - 2 for m in re.finditer(pattern, said.stdout + said.stderr)}


def refused_here(cases, expected, folder):
    """In parts that have at most SHOWN errors if all is well; those that have more are halved."""
    out = set()

    def ask(numbers):
        found = refused([ENGINE, "--check"], [cases[i] for i in numbers], folder, r"cases\.cu:(\d+):\d+: error")
        if len(found) > SHOWN and len(numbers) > 1:
            ask(numbers[:len(numbers) // 2])
            ask(numbers[len(numbers) // 2:])
        else:
            out.update(numbers[i] for i in found)

    good, bad = [i for i in range(len(cases)) if i not in expected], sorted(expected)
    for numbers in [good] + [bad[i:i + SHOWN] for i in range(0, len(bad), SHOWN)]:
        if numbers:
            ask(numbers)
    return out


def compare(judge, command, pattern, specifiers, cases, folder):
    cases = [re.sub(r"\bQ\b", specifiers, c) for c in cases]
    want = refused(command, cases, folder, pattern)
    have = refused_here(cases, want, folder)
    for i in sorted(want ^ have):
        print(f"not ok {judge} {'refuses' if i in want else 'takes'}\n# {cases[i]}")
    return len(want), want == have


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=250)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--nvcc", action="store_true")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    print(f"# seed {seed}", flush=True)
    maker = Maker(seed)
    cases = [maker.case() for _ in range(options.count)]
    with tempfile.TemporaryDirectory() as folder:
        n, good = compare("g++", ["g++", "-std=c++17", "-w", "-fsyntax-only", "-fmax-errors=0", "-x", "c++"],
                          r"cases\.cu:(\d+):\d+: error", "", cases, folder)
        if options.nvcc:
            command = [NVCC, "-std=c++17", "-w", "-Xcudafe", "--error_limit=1000000", "-ptx", "-o", os.devnull]
            asked = [c for c in cases if not nvcc_is_alone(c)]
            m, same = compare("nvcc", command, r"cases\.cu\((\d+)\): error", "__device__", asked, folder)
            print(f"# in device code {m} of {len(asked)} refused by both" if same else "# device code differs")
            good = good and same
    if options.count >= 100 and not 0 < n < len(cases):
        print("not ok some are refused, some are not")
        good = False
    if good:
        print(f"ok conversions: {n} of {len(cases)} refused by both")
    return 0 if good else 1


sys.exit(main())
