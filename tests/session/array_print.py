#!/usr/bin/env python3
"""Arrays are shown as NumPy shows them: random ones of all types, ranges and shapes, with what is no number, long and short.

    tests/session/array_print.py [--seed N] [--count N]
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("ok array print: there is no NumPy to compare with")
    sys.exit(0)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
TYPES = {"f4": "float", "f8": "double", "i4": "int", "u8": "unsigned long", "c16": "double _Complex", "c8": "float _Complex",
         "?": "bool", "f2": "half"}


def values(r):
    t = str(r.choice(list(TYPES)))
    n = int(r.integers(1, 14))
    shape = [(n,), (int(r.integers(1, 5)), n), (2, 2, n), (2000,), (40, 40)][r.choice(5, p=[.5, .3, .1, .05, .05])]
    kind = r.integers(0, 7)
    v = r.normal(size=shape)
    if kind == 1:
        v = v * 10.0 ** r.integers(-6, 9, shape)
    elif kind == 2:
        v = np.round(v * 100)
    elif kind == 3:
        v = r.integers(0, 1000, shape) / 8
    elif kind == 4:
        v = v * 10.0 ** r.integers(-3, 3)
    elif kind == 5:
        v = np.linspace(0, 1, int(np.prod(shape))).reshape(shape)
    elif kind == 6:
        v.flat[0] = r.choice([np.nan, np.inf, -np.inf, 0.0, -0.0])
    if t[0] == "c":
        v = v + 1j * r.normal(size=shape)
    with np.errstate(all="ignore"):
        v = np.clip(np.nan_to_num(v), 0 if t[0] == "u" else -1e9, 1e9).astype(t) if t in ("i4", "?", "u8") else v.astype(t)
    return t, v


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    p.add_argument("--count", type=int, default=150)
    args = p.parse_args()
    r = np.random.default_rng(args.seed)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        lines, wanted = [], []
        for k in range(args.count):
            t, v = values(r)
            np.save(f"{folder}/{k}.npy", v)
            text = str(v)
            wanted.append(text.lower() if t == "?" else text)
            lines.append(f'load<{TYPES[t]}, {v.ndim}>("{folder}/{k}.npy")')
        out = subprocess.run([HEDDLE, "-"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120).stdout
    shown = re.split(r"Out\[\d+\]:[ \n]", out)[1:]
    for line, got, text in zip(lines, shown, wanted):
        if got.rstrip("\n") != text:
            bad += 1
            print(f"seed {args.seed}: {line.split('(')[0]}:\n{got}not\n{text}")
    print(f"{'ok' if not bad and len(shown) == args.count else 'not ok'} array print: {len(shown)} arrays")
    return 1 if bad or len(shown) != args.count else 0


sys.exit(main())
