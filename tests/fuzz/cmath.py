#!/usr/bin/env python3
"""The types and values of <cmath>'s functions for arguments of all arithmetic types are g++'s (and their types nvcc's).

    tests/fuzz/cmath.py              a few hundred calls, others each time: what the tests run
    tests/fuzz/cmath.py --all        every function with every combination of types (of three arguments some)
    tests/fuzz/cmath.py --nvcc       and nvcc must agree with the types, in device code too
    tests/fuzz/cmath.py --seed N     the same calls again; --keep DIR: the file stays there

Values may differ in the last bit, where two libraries round otherwise; types may not. Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse
import itertools
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
TYPES = ["bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long",
         "unsigned long long", "float", "double", "long double"]
FLOATS = ["float", "double", "long double"]
VALUES = {"bool": ["true", "false"], "float": ["0.5f", "-0.25f", "2.5f", "0.0f", "1.0f"],
          "double": ["0.5", "-0.75", "1.5", "3.0", "0.0", "-0.0"], "long double": ["0.5L", "1.25L", "0.0L"]}
ONE = ("acos asin atan acosh asinh atanh cos sin tan cosh sinh tanh exp exp2 expm1 log log2 log10 log1p logb cbrt sqrt fabs erf erfc lgamma tgamma ceil "
       "floor trunc round rint nearbyint ilogb lrint llrint lround llround isnan isinf isfinite isnormal signbit fpclassify").split()
TWO = ("pow atan2 fmod remainder hypot fmin fmax fdim copysign nextafter isgreater isgreaterequal isless islessequal islessgreater isunordered").split()
WITH_INT = {"ldexp": "int", "scalbn": "int", "scalbln": "long"}
FLOAT_FORMS = "sqrtf sinf powf fminf fmodf floorf expf fabsf atan2f roundf hypotf".split()

PRELUDE = """#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifdef __CUDACC__
#define STD
#else
#define STD std::
#endif
template <class T> struct Name { static const char *of() { return "?"; } };
""" + "".join(f'template <> struct Name<{t}> {{ static const char *of() {{ return "{t}"; }} }};\n' for t in TYPES) + """
inline void put(int i, const char *type, long double x) { printf("%d|%s|%.21Lg\\n", i, type, x); }
template <class T> void show(int i, T x) { put(i, Name<T>::of(), (long double)x); }
"""


def value(r, type):
    return r.choice(VALUES.get(type, ["1", "2", "3", "0", "7"]))


def arg(r, type):
    return f"({type})({value(r, type)})"


def calls(r, everything):
    """(the call as text, the same with the prefix std::)."""
    out = []
    for f in ONE:
        out += [f"{f}({arg(r, t)})" for t in TYPES]
    out += [f"abs({arg(r, t)})" for t in ["bool", "char", "short", "int", "long", "long long"] + FLOATS]
    for f in TWO:
        out += [f"{f}({arg(r, a)}, {arg(r, b)})" for a, b in itertools.product(TYPES, TYPES)]
    for f, n in WITH_INT.items():
        out += [f"{f}({arg(r, t)}, ({n})3)" for t in TYPES]
    out += [f"fma({arg(r, a)}, {arg(r, b)}, {arg(r, c)})" for a, b, c in r.sample(list(itertools.product(TYPES, TYPES, TYPES)), 400)]
    out += [f"nexttoward({arg(r, t)}, 2.0L)" for t in TYPES]
    for t in TYPES:
        out += [f"frexp({arg(r, t)}, &exponent)"]
    for a, b in itertools.product(TYPES, TYPES):
        out.append(f"remquo({arg(r, a)}, {arg(r, b)}, &exponent)")
    for t in FLOATS:
        out.append(f"modf({arg(r, t)}, &part_{t.split()[0]})")
    for f in FLOAT_FORMS:
        many = 2 if f in ("powf", "fminf", "fmodf", "atan2f", "hypotf") else 1
        out += [f"{f}({', '.join(arg(r, t) for k in range(many))})" for t in TYPES]
    out = [c if c.split("(")[0] in FLOAT_FORMS else f"std::{c}" if r.random() < 0.5 else "STD " + c for c in out]
    return out if everything else r.sample(out, 500)


def program(all_calls):
    functions, names = [], []
    for first in range(0, len(all_calls), 50):
        lines = "".join(f"    show({i}, {c});\n" for i, c in list(enumerate(all_calls))[first:first + 50])
        functions.append(f"void f{first}() {{\n    int exponent; float part_float; double part_double; long double part_long;\n{lines}}}\n")
        names.append(f"f{first}();")
    return PRELUDE + "".join(functions) + "int main() { " + " ".join(names) + " return 0; }\n"


def close(a, b, type):
    if a == b:
        return True
    x, y = float(a), float(b)
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    digits = 1.2e-7 if type == "float" else 4.5e-16
    return abs(x - y) <= digits * max(abs(x), abs(y)) and (x < 0) == (y < 0)


def nvcc_agrees(folder, all_calls, want):
    """nvcc's types, by assertions that g++'s are its, in a __device__ function for what has a device form."""
    tests = []
    for c, line in zip(all_calls, want):
        type = line.split("|")[1]
        if "long double" in c:
            continue
        tests.append(f"static_assert(std::is_same<decltype({c}), {type}>::value, \"{c}\");")
    path = os.path.join(folder, "types.cu")
    with open(path, "w") as out:
        out.write("#include <cmath>\n#include <cstdlib>\n#include <type_traits>\n#define STD\n__host__ __device__ void f() { int exponent = 0; "
                  "float part_float = 0; double part_double = 0;\n" + "\n".join(tests) + "\n}\n")
    built = subprocess.run(["nvcc", "-std=c++17", "-w", "-c", "-o", os.devnull, path], capture_output=True, text=True)
    return [line for line in (built.stdout + built.stderr).split("\n") if "error" in line][:8]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--nvcc", action="store_true")
    parser.add_argument("--keep")
    options = parser.parse_args()
    if not shutil.which("g++"):
        print("ok cmath # no g++ here")
        return
    seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    all_calls = calls(random.Random(seed), options.all)
    print(f"# seed {seed}, {len(all_calls)} calls", flush=True)
    folder = options.keep or tempfile.mkdtemp(prefix="cmath.")
    os.makedirs(folder, exist_ok=True)
    source, binary = os.path.join(folder, "cmath.cu"), os.path.join(folder, "cmath")
    with open(source, "w") as out:
        out.write(program(all_calls))
    built = subprocess.run(["g++", "-std=c++17", "-x", "c++", "-w", "-O0", "-fno-builtin", "-o", binary, source], capture_output=True, text=True)
    problems = []
    if built.returncode:
        problems = ["g++ refuses it"] + built.stderr.split("\n")[:8]
    else:
        want = subprocess.run([binary], capture_output=True, text=True).stdout.strip().split("\n")
        ours = subprocess.run([HEDDLE, source], capture_output=True, text=True, timeout=300)
        got = ours.stdout.strip().split("\n")
        for i, c in enumerate(all_calls):
            a = got[i].split("|") if i < len(got) else ["", "", ""]
            b = want[i].split("|")
            if a[1:2] != b[1:2] or not close(a[2], b[2], b[1]):
                problems.append(f"{c} is {' '.join(a[1:])}, should be {' '.join(b[1:])}")
        problems += [line for line in ours.stderr.split("\n") if "error" in line][:10]
        if options.nvcc and shutil.which("nvcc"):
            problems += nvcc_agrees(folder, all_calls, want)
    for problem in problems[:20]:
        print("#", problem)
    print(f"{'not ok' if problems else 'ok'} cmath")
    if not options.keep:
        shutil.rmtree(folder)
    sys.exit(bool(problems))


main()
