#!/usr/bin/env python3
"""Random array expressions have NumPy's values.

    tests/fuzz/arrays.py                     some hundred expressions, others each time: what the tests run
    tests/fuzz/arrays.py --count 20000       so many
    tests/fuzz/arrays.py --seed N            the same again; --show prints the program
    tests/fuzz/arrays.py --gpu               all loops as kernels for GPUs, which the stand-in for a driver runs (tests/gpu)

Arrays have ranks 0 to 5 (sizes 0 to 5, now and then one that is long), all types, strides of any sign; expressions are
operators, functions, casts, masks, indices, sections, new axes, broadcasting, folds along axes, scans, sorts, products of
matrices; assignments go to sections that overlap what is assigned. NumPy computes each step with the types that C gives it
(astype before and after), so values must be the same: floating ones to rounding where functions are called and sums are
added up, and, in every second program (which runs without contraction), to the last bit where they are not. Programs run
with one and several lanes and threads. `(a).min(axis)` is NumPy's; `min(a, 1)` is CUDA's, of each element and 1.
Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("ok arrays: there is no NumPy to compare with")
    sys.exit(0)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from array_maker import FLOAT, NAME, PRELUDE, Maker, close, parse  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STANDIN = os.path.join(os.environ.get("HEDDLE_BUILD") or os.path.join(ROOT, "build"), "tests", "gpu", "libcuda_standin.so")
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")


def run(seed, count, show, gpu):
    r = random.Random(seed * 7 + 1)
    exact = r.random() < 0.5
    threads, lanes = r.choice([1, 2, 3, 8]), r.choice(["", "", "1", "4", "16"])
    m = Maker(seed, exact)
    m.program(count)
    text = PRELUDE + "int main() {\n" + "\n".join(m.lines) + "\nreturn 0;\n}\n"
    if show:
        print(text)
    env = dict(os.environ, HEDDLE_THREADS=str(threads), HEDDLE_FMAD="01"[not exact])
    if gpu:
        env.update(HEDDLE_DEVICE="gpu", HEDDLE_CUDA_DRIVER=STANDIN, HEDDLE_GPU_ARRAYS="all")
    if lanes:
        env["HEDDLE_LANES"] = lanes
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "arrays.cu")
        with open(path, "w") as f:
            f.write(text)
        try:
            p = subprocess.run([HEDDLE, path], capture_output=True, text=True, timeout=300, env=env)
        except subprocess.TimeoutExpired:
            return len(m.expected), ["no end after 300 s"]
    found = {}
    for line in p.stdout.splitlines():
        head, _, rest = line.partition("[")
        dims, _, items = rest.partition("]")
        words = head.split()
        if len(words) >= 2 and words[0].isdigit():
            found[int(words[0])] = (" ".join(words[1:]), dims.split(), items.split())
    bad = []
    for i, expected in m.expected.items():
        wrong = differs(expected, *found[i]) if i in found else "no result"
        if wrong:
            bad.append(f"{expected[0]}: {wrong}")
    if bad:
        bad[0] = f"(threads {threads}, lanes {lanes or 'as many as fit'}, {'exact' if exact else 'contracted'}) {bad[0]}"
        bad += [line for line in p.stderr.splitlines() if "error" in line][:5]
    return len(m.expected), bad


def differs(expected, name, dims, items):
    """How a result differs from what is expected; None: it does not."""
    _, value, exact = expected
    t = value.dtype
    single = name == "."  # a value, printed as what it is
    if single:
        t = np.dtype(np.float64) if t.kind == "f" else t
    elif name.replace("__half", "half") != NAME[t]:
        return f"type {name}, not {NAME[t]}"
    got, wanted = parse(items, t), value.reshape(-1).astype(t)
    if not single and [int(d) for d in dims] != list(value.shape):
        return f"shape {dims}, not {value.shape}"
    if close(got, wanted, exact, FLOAT if single and t.kind == "f" else t):
        return None
    if got.shape != wanted.shape:
        return f"{len(got)} elements, not {len(wanted)}"
    at = np.flatnonzero(got != wanted)[:4]
    return f"{got[at]}, not {wanted[at]} at {at} of shape {value.shape}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=120)
    p.add_argument("--seed", type=int, default=None)
    p.add_argument("--show", action="store_true")
    p.add_argument("--gpu", action="store_true")
    args = p.parse_args()
    seed = args.seed if args.seed is not None else random.randrange(1 << 30)
    done, failed = 0, 0
    while done < args.count:
        n, bad = run(seed, 20, args.show, args.gpu)
        done += n
        for b in bad:
            print(f"seed {seed}: {b}", flush=True)
        failed += len(bad)
        seed += 1
        if args.show:
            break
    print(f"{'not ok' if failed else 'ok'} arrays: {done} expressions")
    return 1 if failed else 0


sys.exit(main())
