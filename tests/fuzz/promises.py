#!/usr/bin/env python3
"""Random function types with and without `noexcept`: which are the same, which convert to which, which partial specialisation and
which overload takes them, what the operator says of calls. g++ tells.

    tests/fuzz/promises.py --count 200      so many programs, with seeds from --seed on
    tests/fuzz/promises.py --seed 7 --show  one, printed
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
HEAD = """#include <cstdio>
#include <type_traits>
struct S {};
template <class T> struct Q { static constexpr bool yes = sizeof(T) > 2; };
template <class T> struct one { static const int n = 0; };
template <class R, class... A> struct one<R(A...)> { static const int n = 1; };
template <class R, class... A> struct one<R(A...) noexcept> { static const int n = 2; };
template <class R, class... A> struct one<R (*)(A...)> { static const int n = 3; };
template <class R, class... A> struct one<R (*)(A...) noexcept> { static const int n = 4; };
template <class R, class C, class... A> struct one<R (C::*)(A...)> { static const int n = 5; };
template <class R, class C, class... A> struct one<R (C::*)(A...) noexcept> { static const int n = 6; };
template <class R, class C, class... A> struct one<R (C::*)(A...) const noexcept> { static const int n = 7; };
template <class T> struct any { static const int n = -1; };
template <class R, bool B, class... A> struct any<R (*)(A...) noexcept(B)> { static const int n = 10 * B + sizeof...(A); };
template <class R, class C, bool B, class... A> struct any<R (C::*)(A...) noexcept(B)> { static const int n = 100 + B; };
template <class R, class... A> int plain(R (*)(A...)) { return 1; }
template <class R, class... A> int both(R (*)(A...)) { return 1; }
template <class R, class... A> int both(R (*)(A...) noexcept) { return 2; }
template <class R, bool B, class... A> int told(R (*)(A...) noexcept(B)) { return B; }
template <class R, class C, class... A> int both(R (C::*)(A...)) { return 3; }
template <class R, class C, class... A> int both(R (C::*)(A...) noexcept) { return 4; }
template <class R, class C, class... A> int both(R (C::*)(A...) const) { return 5; }
template <class T> int told(T) { return 9; }
template <class T> int plain(T) { return 9; }
"""


class Maker:
    def __init__(self, seed):
        self.random, self.n = random.Random(seed), 0
        self.lines, self.types, self.values, self.main = [], [], [], []

    def promise(self):
        return self.random.choice(["", "", " noexcept", " noexcept(true)", " noexcept(false)", " noexcept(Q<int>::yes)", " noexcept(Q<char>::yes)",
                                   " noexcept(sizeof(long) == 8)"])

    def parameters(self):
        return ", ".join(self.random.choice(["int", "double", "S", "int *", "void (*)() noexcept", "void (*)()"])
                         for _ in range(self.random.choice([0, 0, 1, 1, 2])))

    def type(self):
        returned, form = self.random.choice(["int", "void"]), self.random.choice(["", "(*)", "(*)", "(S::*)"])
        const = " const" if form == "(S::*)" and self.random.random() < 0.3 else ""
        self.n += 1
        self.types.append(f"t{self.n}")
        self.lines.append(f"using t{self.n} = {returned} {form}({self.parameters()}){const}{self.promise()};")

    def value(self):
        self.n += 1
        n, kind = self.n, self.random.random()
        parameters = self.parameters()
        if kind < 0.4:
            promise = self.promise()
            self.lines.append(f"int f{n}({parameters}){promise} {{ return {n}; }}")
            self.values.append(f"f{n}")
        elif kind < 0.55:
            condition = self.random.choice(["Q<T>::yes", "sizeof(T) == 1", "noexcept(T())", "!Q<T>::yes"])
            self.lines.append(f"template <class T> int f{n}(T) noexcept({condition}) {{ return {n}; }}")
            self.values.append(f"f{n}<{self.random.choice(['int', 'char', 'S'])}>")
        elif kind < 0.75:
            self.lines.append(f"struct C{n} {{ int f({parameters}) {self.random.choice(['', 'const'])}{self.promise()} {{ return 1; }} "
                              f"virtual void g(){self.promise()} {{}} template <class U> void h(U) noexcept(sizeof(U) == W) {{}} "
                              f"static constexpr int W = {self.random.choice([1, 4])}; static int s({parameters}){self.promise()} {{ return 2; }} }};")
            self.values.append(self.random.choice([f"&C{n}::f", f"&C{n}::g", f"&C{n}::s"]))
            self.main.append(f'printf("{n} %d %d %d\\n", noexcept(C{n}().g()), noexcept(C{n}().h(1)), noexcept(C{n}().h((char)1)));')
        else:
            self.lines.append(f"auto f{n} = []({parameters}){self.promise()} {{ return {n}; }};")
            self.values.append(self.random.choice([f"+f{n}", f"&decltype(f{n})::operator()"]))

    def program(self):
        for _ in range(8):
            self.type()
        for _ in range(6):
            self.value()
        for _ in range(40):
            a, b, v = self.random.choice(self.types), self.random.choice(self.types), self.random.choice(self.values)
            a, b = [f"decltype({self.random.choice(self.values)})" if self.random.random() < 0.3 else t for t in (a, b)]
            self.main.append(self.random.choice([
                f"std::is_same_v<{a}, {b}>", f"std::is_convertible_v<std::decay_t<{a}>, std::decay_t<{b}>>", f"one<{a}>::n",
                f"any<std::decay_t<{a}>>::n", f"std::is_assignable_v<std::decay_t<{a}> &, std::decay_t<{b}>>", f"plain({v})", f"both({v})",
                f"told({v})", f"one<decltype({v})>::n", f"std::is_constructible_v<std::decay_t<{a}>, decltype({v})>",
                f"std::is_convertible_v<decltype({v}), std::decay_t<{a}>>", f"std::is_function_v<{a}>",
                f"sizeof(std::decay_t<{a}>) > 4"]))
        body = [line if line.endswith(";") else f'printf("{i} %d\\n", (int)({line}));' for i, line in enumerate(self.main)]
        return HEAD + "\n".join(self.lines) + "\nint main() {\n" + "\n".join(body) + "\n}\n"


def one(seed, folder, show):
    path, program = os.path.join(folder, "program.cu"), os.path.join(folder, "program")
    text = Maker(seed).program()
    with open(path, "w") as f:
        f.write(text)
    built = subprocess.run(["g++", "-std=c++17", "-w", "-O0", "-x", "c++", "-o", program, path], capture_output=True, text=True, timeout=120)
    if show:
        print(text, built.stderr)
    if built.returncode:
        return "g++ refuses it\n" + built.stderr + text
    expected = subprocess.run([program], capture_output=True, text=True, timeout=60).stdout
    run = subprocess.run([HEDDLE, path], capture_output=True, text=True, timeout=60)
    if run.stdout == expected:
        return None
    differ = [f"g++ {a} | {b}" for a, b in zip(expected.split("\n"), run.stdout.split("\n")) if a != b]
    return "\n".join(["other values"] + differ[:8] + [run.stderr, text])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", action="store_true")
    args = options.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + (1 if args.show else args.count)):
            wrong = one(seed, folder, args.show)
            if wrong:
                failed += 1
                print(f"not ok promises --seed {seed} --count 1")
                print("\n".join("    " + line for line in wrong.split("\n")))
                if failed > 3:
                    break
    if not failed:
        print("ok promises")
    return 1 if failed else 0


sys.exit(main())
