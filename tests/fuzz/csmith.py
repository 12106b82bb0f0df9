#!/usr/bin/env python3
"""Random C programs by csmith (Debian's package): what they print is what they print when gcc has compiled them.

    tests/fuzz/csmith.py                  four programs with another seed each time: what the tests run
    tests/fuzz/csmith.py --count 200      the long run; --seed N: where it starts; --keep DIR: the programs stay there
    tests/fuzz/csmith.py --seed N --count 1 --keep DIR

The programs compute on structs, unions, bit-fields, pointers and arrays and print a checksum of all their variables; they call
functions that keep arithmetic defined, which are written here (HEADER), so that csmith alone need be installed. A program that
gcc's does not end in five seconds is left out. HEDDLE_TIERS=eager (or 0) says how all of them run. Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
OPTIONS = [[], ["--packed-struct"], ["--no-unions", "--max-funcs", "4"], ["--float"], ["--max-block-depth", "3"], ["--no-volatiles"],
           ["--max-struct-fields", "6"]]


def header():
    """Ours for csmith's: arithmetic that is defined for all operands, and the checksum."""
    out = ["#include <stdint.h>", "#include <stdio.h>", "#include <string.h>", "#include <limits.h>", "#include <math.h>", "#include <float.h>"]
    for bits in (8, 16, 32, 64):
        s, u = f"int{bits}_t", f"uint{bits}_t"
        low = f"INT{bits}_MIN"
        out += [f"static {s} safe_unary_minus_func_{s}_s({s} a) {{ return a == {low} ? a : ({s})-a; }}",
                f"static {u} safe_unary_minus_func_{u}_u({u} a) {{ return ({u})-a; }}"]
        for name, op in (("add", "+"), ("sub", "-"), ("mul", "*")):
            out += [f"static {s} safe_{name}_func_{s}_s_s({s} a, {s} b) {{ {s} r; return __builtin_{name}_overflow(a, b, &r) ? a : r; }}",
                    f"static {u} safe_{name}_func_{u}_u_u({u} a, {u} b) {{ return ({u})((unsigned long long)a {op} b); }}"]
        for name, op in (("div", "/"), ("mod", "%")):
            out += [f"static {s} safe_{name}_func_{s}_s_s({s} a, {s} b) {{ return b == 0 || (a == {low} && b == -1) ? a : ({s})(a {op} b); }}",
                    f"static {u} safe_{name}_func_{u}_u_u({u} a, {u} b) {{ return b == 0 ? a : ({u})(a {op} b); }}"]
        for right, count in (("s", "int"), ("u", "unsigned int")):
            bad = f"{'b < 0 || ' if right == 's' else ''}b >= {min(bits, 32) if bits < 64 else 64}"
            out += [f"static {s} safe_lshift_func_{s}_s_{right}({s} a, {count} b) {{ return a < 0 || {bad} || a > (INT{bits}_MAX >> b) ? a : ({s})(a << b); }}",
                    f"static {s} safe_rshift_func_{s}_s_{right}({s} a, {count} b) {{ return a < 0 || {bad} ? a : ({s})(a >> b); }}",
                    f"static {u} safe_lshift_func_{u}_u_{right}({u} a, {count} b) {{ return {bad} || a > (UINT{bits}_MAX >> b) ? a : ({u})(a << b); }}",
                    f"static {u} safe_rshift_func_{u}_u_{right}({u} a, {count} b) {{ return {bad} ? a : ({u})(a >> b); }}"]
    for t, most in (("float", "FLT_MAX"), ("double", "DBL_MAX")):
        for name, op in (("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/")):
            out.append(f"static {t} safe_{name}_func_{t}_f_f({t} a, {t} b) {{ {t} r = a {op} b; return fabs(r) <= {most} ? r : a; }}")
    out.append("static int32_t safe_convert_func_float_to_int32_t(float x) { return x > -2147483648.0f && x < 2147483648.0f ? (int32_t)x : INT_MAX; }")
    out.append("""static uint32_t crc32_context = 0xffffffffu;
static void crc32_gentab(void) {}
static void crc32_byte(uint8_t b) {
    crc32_context ^= b;
    for (int i = 0; i < 8; i++) crc32_context = crc32_context >> 1 ^ (crc32_context & 1 ? 0xedb88320u : 0);
}
static void transparent_crc(uint64_t value, const char *name, int show) {
    for (int i = 0; i < 8; i++) crc32_byte((uint8_t)(value >> i * 8));
    printf("%s %x\\n", name, crc32_context ^ 0xffffffffu);
}
static void transparent_crc_bytes(const char *p, int n, const char *name, int show) {
    for (int i = 0; i < n; i++) crc32_byte((uint8_t)p[i]);
    printf("%s %x\\n", name, crc32_context ^ 0xffffffffu);
}
static void platform_main_begin(void) {}
static void platform_main_end(uint32_t crc, int flag) { printf("checksum = %X\\n", crc); }
""")
    return "\n".join(out)


def compare(folder, seed):
    """(what differs, as text, or None; whether it was compared)"""
    name = os.path.join(folder, f"c{seed}")
    options = OPTIONS[seed % len(OPTIONS)]
    made = subprocess.run(["csmith", "--seed", str(seed), "--max-funcs", "6"] + options, capture_output=True, text=True, timeout=60)
    if made.returncode or "int main" not in made.stdout:
        return None, False
    with open(name + ".c", "w") as out:
        out.write(made.stdout)
    built = subprocess.run(["gcc", "-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-I", folder, "-o", name, name + ".c", "-lm"], capture_output=True, text=True)
    if built.returncode:
        return "gcc refuses it: " + built.stderr[:300], True
    try:
        want = subprocess.run([name], capture_output=True, text=True, timeout=5).stdout
    except subprocess.TimeoutExpired:
        return None, False
    finally:
        os.remove(name)
    # Every other one changes from quick to full code at the first turn of every loop.
    env = dict(os.environ, HEDDLE_TIERS="eager") if seed % 2 and "HEDDLE_TIERS" not in os.environ else None
    try:
        ours = subprocess.run([HEDDLE, name + ".c"], capture_output=True, text=True, timeout=120, env=env)
    except subprocess.TimeoutExpired:
        return "it does not end in two minutes", True
    if ours.stdout == want:
        return None, True
    first = next((f"{a!r}, should be {b!r}" for a, b in zip(ours.stdout.split("\n"), want.split("\n")) if a != b), "its output ends early")
    return "\n".join([first] + [line for line in ours.stderr.split("\n") if "error" in line][:4]), True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    if not shutil.which("csmith") or not shutil.which("gcc"):
        print("ok csmith # csmith is not installed here")
        return
    first = options.seed if options.seed is not None else random.randrange(1 << 20) * 1000
    print(f"# seeds {first} to {first + options.count - 1}", flush=True)
    folder = options.keep or tempfile.mkdtemp(prefix="csmith.")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "csmith.h"), "w") as out:
        out.write(header())
    failed = compared = 0
    seeds = range(first, first + options.count)
    with ThreadPoolExecutor(options.jobs) as pool:
        for seed, (problem, done) in zip(seeds, pool.map(lambda s: compare(folder, s), seeds)):
            compared += done
            if problem:
                failed += 1
                print(f"not ok program_{seed}\n# " + problem.replace("\n", "\n# "), flush=True)
    print(f"# {compared} programs compared")
    if options.count >= 20 and 4 * compared < options.count:
        failed += 1
        print("not ok csmith: most programs were not compared")
    if not failed:
        print("ok csmith")
    if not options.keep:
        shutil.rmtree(folder)
    sys.exit(failed > 0)


main()
