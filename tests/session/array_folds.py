#!/usr/bin/env python3
"""Sums, least and greatest elements are the same to the last bit by the code that is there (core/array/fold.c) and by the
loops that are compiled (other numbers of lanes), with any number of threads, and right: integers as NumPy has them.

NEEDS-SECONDS: 120 on a busy machine
"""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("ok folds: there is no NumPy to compare with")
    sys.exit(0)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
TYPES = {"float": np.float32, "double": np.float64, "int": np.int32, "long": np.int64, "unsigned": np.uint32, "signed char": np.int8}
SHAPES = [(1,), (7,), (64,), (255,), (256,), (1000,), (8191,), (8192,), (8193,), (100_003,), (40, 3), (33, 4), (29, 5), (3, 40), (1000, 10), (9, 1000), (130, 130),
          (300, 64), (5, 6, 7), (20, 33, 9), (70, 2, 90), (2000, 11), (3, 70_000), (70_000, 2), (70_000, 3)]
VIEWS = {1: ["a", "a[::-1]", "a[1::3]"], 2: ["a", "a.T", "a[:, ::-1]", "a[::2, 1:]", "a[1:, ::2]"], 3: ["a", "a.T", "a[:, 1:, ::-1]", "a[::2, :, 1:]"]}


def values(r, t, shape):
    n = int(np.prod(shape))
    if np.dtype(t).kind != "f":
        return r.integers(np.iinfo(t).min, np.iinfo(t).max, n, t, endpoint=True).reshape(shape)
    v = (r.normal(size=n) * 10.0 ** r.integers(-3, 4, n)).astype(t)
    if r.random() < 0.4:
        v[r.random(n) < 0.02] = np.nan
    if r.random() < 0.4:
        v[r.random(n) < 0.3] = 0.0
        v[r.random(n) < 0.3] = -0.0
    return v.reshape(shape)


def main():
    r = np.random.default_rng(int(os.environ.get("SEED", 1)))
    with tempfile.TemporaryDirectory() as folder:
        lines, right = [], {}
        for name, t in TYPES.items():
            for shape in SHAPES:
                key = "%s_%s" % (name.replace(" ", "_"), "x".join(map(str, shape)))
                a = values(r, t, shape)
                np.save(os.path.join(folder, key + ".npy"), a)
                lines.append(f'{{ auto a = load<{name}, {len(shape)}>("{key}.npy");')
                for k, view in enumerate(VIEWS[len(shape)]):
                    v = eval(view)
                    if not v.size:
                        continue
                    lines.append(f'every("{key} {view}", {view});')
                    for how in ("sum", "min", "max"):
                        right[f"{key} {view} {how}"] = getattr(v, how)()
                lines.append("}")
        path = os.path.join(folder, "folds.cu")
        # bits of a value; of an array, all of them, one after the other
        head = """template <typename T> void told(const char *key, const char *how, T v) {
    unsigned long bits = 0; memcpy(&bits, &v, sizeof v); printf("%s %s %lx\\n", key, how, bits); }
template <typename T, int R> void told_all(const char *key, const char *how, int axis, ndarray<T, R> a) {
    auto b = a.copy().reshape(-1); unsigned long h = 5381;
    for (long i = 0; i < b.size; i++) { auto v = b[i]; unsigned long bits = 0; memcpy(&bits, &v, sizeof v); h = h * 1099511628211ul ^ bits; }
    printf("%s %s axis%d %lx\\n", key, how, axis, h); }
template <typename T, int R> void every(const char *key, ndarray<T, R> a) {
    told(key, "sum", sum(a)); told(key, "min", a.min()); told(key, "max", a.max());
    if constexpr (R > 1)
        for (int axis = 0; axis < R; axis++) {
            told_all(key, "sum", axis, sum(a, axis)); told_all(key, "min", axis, a.min(axis)); told_all(key, "max", axis, a.max(axis));
        }
}
"""
        with open(path, "w") as f:
            f.write(head + "int main() {\n%s\n}\n" % "\n".join(lines))
        seen = {}
        for lanes, threads in (("0", "1"), ("0", "3"), ("1", "1"), ("16", "2")):
            env = dict(os.environ, HEDDLE_THREADS=threads, HEDDLE_CACHE="0")
            if lanes != "0":
                env["HEDDLE_LANES"] = lanes
            p = subprocess.run([HEDDLE, path], cwd=folder, capture_output=True, text=True, env=env, timeout=600)
            seen[lanes, threads] = p.stdout.splitlines()
            if p.returncode or p.stderr:
                print("not ok folds: lanes %s, %s threads: %s" % (lanes, threads, p.stderr[:2000]))
                return 1
        first, failed = seen["0", "1"], 0
        told = dict(line.rsplit(" ", 1) for line in first)
        for how, lines in seen.items():
            differ = [(a, b) for a, b in zip(first, lines) if a != b]
            print("%s folds: lanes %s, %s threads %s" % ("not ok" if differ else "ok", *how, differ[:3] if differ else ""))
            failed += bool(differ)
        wrong = []
        for key, value in right.items():
            bits = told[key]
            wide = np.int64 if np.dtype(type(value)).kind in "iu" else None
            t = np.dtype(type(value))
            mine = np.array([int(bits, 16)], np.uint64).view(np.uint8)[: t.itemsize].view(t)[0]
            same = mine == value or (mine != mine and value != value)
            if wide is None and not same:
                same = abs(float(mine) - float(value)) <= 1e-3 * (abs(float(value)) + 1) + 1e-2
            if not same and t.kind in "iu":
                same = np.uint64(int(bits, 16)).astype(np.int64) == np.int64(np.uint64(value) if t.kind == "u" else value)
            if not same:
                wrong.append((key, mine, value))
        print("%s folds: values %s" % ("not ok" if wrong else "ok", wrong[:3] if wrong else ""))
        return 1 if failed or wrong else 0


sys.exit(main())
