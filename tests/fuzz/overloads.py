#!/usr/bin/env python3
"""Random sets of function templates and calls: which one is meant, or that none is or it is not clear, as g++ -std=c++17 says it (partial
ordering, C++ [temp.deduct.partial], and the ranking of what binds to references, [over.ics.rank]).

    tests/fuzz/overloads.py --count 40       so many programs of 30 sets each, with seeds from --seed on
    tests/fuzz/overloads.py --seed 7 --show  one, printed
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPILERS = ["g++"] + [c for c in ["clang++-19"] if shutil.which(c)]  # where they disagree nothing is asked
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))

# The parameters that a function template with these template parameters may have.
FORMS = {
    "class T": ["T", "T &", "const T &", "T *", "const T *", "T &&", "std::vector<T>", "const std::vector<T> &", "std::vector<T> &",
                "std::vector<std::vector<T>>", "std::pair<T, T>", "std::pair<T, int>", "std::pair<int, T>", "const std::pair<T, T> &",
                "T **", "T *const *", "box<T>", "const box<T> &", "box<box<T>>", "box<T *>", "box<const T>", "std::tuple<T>",
                "std::tuple<T, T>", "T (*)(T)", "T (*)(int)", "const T (&)[3]", "T (&)[3]", "std::array<T, 3>", "typename id<T>::type, T",
                "T, T", "T, int", "int, T", "val<3>, T", "T, T *", "box<T> *", "const box<T> *", "box<T> &&", "volatile T *"],
    "class T, class U": ["T, U", "T *, U", "T, U *", "std::pair<T, U>", "const std::pair<T, U> &", "std::pair<T, std::vector<U>>",
                         "std::pair<T *, U>", "T (*)(U)", "const T &, const U &", "box<T>, U", "T, box<U>", "std::pair<T, U> *",
                         "std::map<T, U>", "const std::map<T, U> &", "std::pair<box<T>, U>", "std::tuple<T, U>", "std::vector<T, U>"],
    "class... Ts": ["Ts...", "const Ts &...", "Ts &&...", "std::tuple<Ts...>", "const std::tuple<Ts...> &", "Ts *...", "box<Ts>...",
                    "int, Ts...", "int (*)(Ts...)", "std::tuple<int, Ts...>", "std::tuple<box<Ts>...>"],
    "class T, class... Ts": ["T, Ts...", "const T &, const Ts &...", "std::tuple<T, Ts...>", "const std::tuple<T, Ts...> &",
                             "T (*)(Ts...)", "T *, Ts...", "box<T>, Ts...", "T, Ts *...", "T &&, Ts &&..."],
    "class T, int N": ["T (&)[N]", "const T (&)[N]", "std::array<T, N == 3 ? 3 : 3>", "T, val<N>", "val<N>, T"],
    "template <class...> class C, class... Ts": ["C<Ts...>", "const C<Ts...> &", "C<int, Ts...>", "C<Ts...> *"],
    "template <class> class B, class T": ["B<T>", "const B<T> &", "B<T> &", "B<T *>", "B<B<T>>"],
    "class T, template <class...> class C": ["C<T>", "const C<T> &", "C<T> *", "T, C<T>"],
}
ARGS = ["int", "int &", "const int &", "int *", "const int *", "int **", "std::vector<int>", "const std::vector<int> &",
        "std::vector<int> &", "std::vector<std::vector<int>>", "std::pair<int, int>", "std::pair<int, float>",
        "const std::pair<int, int> &", "box<int>", "const box<int> &", "box<box<int>>", "box<int *>", "box<const int> &",
        "std::tuple<int>", "std::tuple<int, int>", "std::tuple<int, float> &", "std::tuple<>", "int (*)(int)", "float (*)(int, int)",
        "int (&)[3]", "const int (&)[3]", "std::array<int, 3>", "std::map<int, float>", "box<int> *", "const box<int> *", "float",
        "int, int", "int, float", "int, int *", "val<3>, int", "int, val<4>", "int, box<int>", "box<int>, int", "int *, int",
        "int, int, int", "", "std::pair<int *, int>", "std::pair<box<int>, int>", "box<int> &&"]
HEAD = """#include <array>
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>
#include <vector>
template <class T> struct box {};
template <int N> struct val {};
template <class T> struct id { typedef T type; };
template <class T> T &&dv();
template <int N> struct num { static const int value = N; };
"""
PICK = """template <class... A> int pick(decltype(f(dv<A>()...)) *) { typedef decltype(f(dv<A>()...)) R; return R::value; }
template <class... A> int pick(...) { return 0; }
"""


def program(seed, sets):
    r = random.Random(seed)
    text, calls = [HEAD], []
    for i in range(sets):
        chosen, most = set(), r.choice([2, 2, 2, 3])
        while len(chosen) < most:
            head = r.choice(list(FORMS))
            chosen.add((head, r.choice(FORMS[head])))
        text.append(f"namespace n{i} {{\n")
        for k, (head, params) in enumerate(sorted(chosen), 1):
            text.append(f"template <{head}> num<{k}> f({params});\n")
        text.append(PICK + "}\n")
        calls += [f'    printf("n{i} ({a}): %d\\n", n{i}::pick<{a}>(0));\n' for a in r.sample(ARGS, 12)]
    return "".join(text) + "int main() {\n" + "".join(calls) + "}\n"


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, **more)


def check(seed, sets, show):
    text = program(seed, sets)
    if show:
        print(text)
    with tempfile.TemporaryDirectory() as d:
        source, binary = os.path.join(d, "p.cu"), os.path.join(d, "p")
        with open(source, "w") as f:
            f.write(text)
        says = []
        for compiler in COMPILERS:
            made = run([compiler, "-std=c++17", "-w", "-x", "c++", source, "-o", binary])
            if made.returncode and compiler != "g++":
                return ""  # it crashes on a call that is not clear
            if made.returncode:
                return f"{compiler} refuses the program: " + made.stdout[:2000]
            says.append(run([binary]).stdout.splitlines())
        got = run([HEDDLE, source]).stdout.splitlines()
    if len(says[0]) != len(got):
        return "\n".join(got[:20])
    return "\n".join(f"{want[0]}, not {g.split()[-1]}" for *want, g in zip(*says, got) if len(set(want)) == 1 and want[0] != g)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=2)
    p.add_argument("--sets", type=int, default=30)
    p.add_argument("--seed", type=int, default=int(time.time()) if len(COMPILERS) > 1 else 100)
    p.add_argument("--show", action="store_true")
    o = p.parse_args()
    failed = 0
    for seed in range(o.seed, o.seed + (1 if o.show else o.count)):
        said = check(seed, o.sets, o.show)
        if said:
            failed += 1
            print(f"not ok overloads --seed {seed} --count 1\n{said}")
    if not failed:
        print("ok overloads")
    return 1 if failed else 0


sys.exit(main())
