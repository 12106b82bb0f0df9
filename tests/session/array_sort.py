#!/usr/bin/env python3
"""Sorting and what rests on it against NumPy: all types, lengths about those where another way begins, rows along each axis;
with vectors and without, by one thread and several.

NEEDS-SECONDS: 60 on a busy machine
"""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("ok sorting: there is no NumPy to compare with")
    sys.exit(0)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
TYPES = {"float": np.float32, "double": np.float64, "int": np.int32, "unsigned": np.uint32, "short": np.int16, "unsigned short": np.uint16,
         "signed char": np.int8, "unsigned char": np.uint8, "long": np.int64, "unsigned long": np.uint64, "bool": np.bool_}
SIZES = [1, 2, 15, 16, 17, 24, 25, 32, 33, 64, 65, 127, 128, 129, 255, 256, 257, 320, 1000, 1023, 1024, 5000, 19999, 20001, 70001]
LONG = [262144, 300001, 1100003]  # parted by all threads at once


def values(r, t, n):
    """Random ones, few different ones, ones in order, or nearly all the greatest."""
    kind = r.integers(4)
    if np.dtype(t).kind == "f":
        v = [r.normal(size=n), r.integers(-2, 3, n), np.arange(n)[::-1] - n / 2, np.where(r.random(n) < 0.9, np.inf, -1.0)][kind].astype(t)
        v[r.random(n) < 0.1] = -0.0
        if r.random() < 0.5:
            v[r.random(n) < 0.1] = np.nan
        return v
    if t == np.bool_:
        return r.random(n) < 0.3
    least, most = np.iinfo(t).min, np.iinfo(t).max
    return [r.integers(least, most, n, t, endpoint=True), r.integers(0, 3, n).astype(t), np.arange(n)[::-1].astype(t),
            np.where(r.random(n) < 0.9, np.array(most, t), np.array(least, t))][kind]


def main():
    r = np.random.default_rng(int(os.environ.get("SEED", 1)))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        lines, wanted = [], {}

        def want(name, call, value):
            lines.append(f'save("{name}.npy", {call});')
            wanted[name] = value

        for name, t in TYPES.items():
            for n in SIZES + (LONG if np.dtype(t).itemsize >= 4 else []):
                key = f"{name.replace(' ', '_')}_{n}"
                a = values(r, t, n)
                np.save(os.path.join(folder, key + ".npy"), a)
                lines.append(f'{{ auto a = load<{name}, 1>("{key}.npy");')
                want(key + "_sorted", "sort(a)", np.sort(a))
                want(key + "_places", "argsort(a)", np.argsort(a, kind="stable"))
                want(key + "_unique", "unique(a)", np.unique(a))
                if t in (np.float32, np.float64) and not np.isinf(a).any():
                    q = float(r.integers(0, 101))
                    want(key + "_part", f"full(percentile(a, {q}), 1)", np.array([np.percentile(a.astype(np.float64), q)]))
                if n in (1000, 5000):
                    b = a.reshape(10, n // 10)
                    lines.append(f"auto b = a.reshape(10, {n // 10});")
                    want(key + "_columns", "sort(b, 0)", np.sort(b, 0))
                    want(key + "_backwards", "sort(b[::-1, ::-2], 1)", np.sort(b[::-1, ::-2], 1))
                    want(key + "_repeated", "repeat(b[:, :7], 3, 0)", np.repeat(b[:, :7], 3, 0))
                    want(key + "_each", "repeat(b[:7, ::2], 4, 1)", np.repeat(b[:7, ::2], 4, 1))
                lines.append("}")
        with open(os.path.join(folder, "sort.cu"), "w") as f:
            f.write("int main() {\n" + "\n".join(lines) + "\nreturn 0;\n}\n")
        for cpu, threads in (("", 1), ("", 3), ("x86-64-v3", 1), ("x86-64-v3", 3)):
            env = dict(os.environ, HEDDLE_THREADS=str(threads), **({"HEDDLE_CPU": cpu} if cpu else {}))
            p = subprocess.run([HEDDLE, "sort.cu"], cwd=folder, capture_output=True, text=True, timeout=400, env=env)
            bad = [p.stderr[:300]] if p.returncode else []
            for name, value in wanted.items():
                path = os.path.join(folder, name + ".npy")
                found = np.load(path) if os.path.exists(path) else np.zeros(0)
                rounded = name.endswith("_part")
                if not (np.allclose(found, value, 1e-6, 1e-6, equal_nan=True) if rounded else
                        np.array_equal(found, value, equal_nan=value.dtype.kind == "f")):
                    bad.append(name)
                if os.path.exists(path):
                    os.remove(path)
            failed += bool(bad)
            print(f"{'not ok' if bad else 'ok'} sorting ({cpu or 'this machine'}, {threads} threads): {' '.join(bad[:5]) or len(wanted)}")
    return 1 if failed else 0


sys.exit(main())
