#!/usr/bin/env python3
"""Random array expressions have NumPy's values.

    tests/fuzz/arrays.py                     some hundred expressions, others each time: what the tests run
    tests/fuzz/arrays.py --count 20000       so many
    tests/fuzz/arrays.py --seed N            the same again; --show prints the program

Arrays have ranks 0 to 5 (sizes 0 to 5, now and then one that is long), all types, strides of any sign; expressions are
operators, functions, casts, masks, sections, new axes, broadcasting, folds along axes, scans, sorts; assignments go to
sections that overlap what is assigned. NumPy computes each step with the types that C gives it (astype before and after),
so values must be the same: floating ones to rounding where functions are called and sums are added up.
`(a).min(axis)` is NumPy's; `min(a, 1)` is CUDA's, of each element and 1.
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

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
TYPES = {"bool": np.bool_, "signed char": np.int8, "unsigned char": np.uint8, "short": np.int16, "unsigned short": np.uint16,
         "int": np.int32, "unsigned int": np.uint32, "long": np.int64, "unsigned long": np.uint64, "float": np.float32,
         "double": np.float64}
ORDER = list(TYPES)
NAME = {np.dtype(t): n for n, t in TYPES.items()}


def promoted(t):
    return np.dtype(np.int32) if t.kind == "b" or (t.kind in "iu" and t.itemsize < 4) else t


def common(a, b):
    """C's usual arithmetic conversions."""
    if a.kind == "f" or b.kind == "f":
        return max((t for t in (a, b) if t.kind == "f"), key=lambda t: t.itemsize)
    a, b = promoted(a), promoted(b)
    if a == b:
        return a
    if a.kind == b.kind:
        return max(a, b, key=lambda t: t.itemsize)
    big, small = (a, b) if a.itemsize >= b.itemsize else (b, a)
    if a.itemsize != b.itemsize:
        return big
    return a if a.kind == "u" else b


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.values, self.names = [], {}, []

    def numbers(self, n, t):
        r = self.r
        if t.kind == "b":
            return [r.random() < 0.5 for _ in range(n)]
        if t.kind == "f":
            return [r.choice([0.0, 0.5, -1.25, 3.0, r.randint(-64, 64) / 8, r.uniform(-4, 4)]) for _ in range(n)]
        low = 0 if t.kind == "u" else -20
        return [r.randint(low, 20) for _ in range(n)]

    def text(self, v, t):
        if t.kind == "b":
            return "true" if v else "false"
        if t.kind == "f":
            v = float(np.array(v, t))
            return f"({float(v).hex()}{'f' if t.itemsize == 4 else ''})"
        return f"({NAME[t]}){v}"

    def shape(self, rank):
        if self.r.random() < 0.06 and rank:
            s = [1] * rank
            s[self.r.randrange(rank)] = self.r.randint(900, 3000)
            return tuple(s)
        return tuple(self.r.choice([1, 2, 3, 3, 4, 5] + [0] * (self.r.random() < 0.05)) for _ in range(rank))

    def new_array(self, shape=None, t=None):
        r = self.r
        t = np.dtype(t or TYPES[r.choice(ORDER)])
        shape = self.shape(r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5])) if shape is None else shape
        n = int(np.prod(shape, dtype=int))
        name = f"a{len(self.values)}"
        if n > 200:
            data = np.arange(n) % 97
            self.lines.append(f"auto {name} = (arange<long>({n}) % 97).astype<{NAME[t]}>()"
                              f".reshape({', '.join(map(str, shape))});")
        else:
            data = np.array(self.numbers(n, t), dtype=t)
            items = ", ".join(self.text(v, t) for v in data.tolist())
            size = ", ".join(map(str, shape))
            if n:
                self.lines.append(f"{NAME[t]} {name}_data[] = {{{items}}};")
                source = f"view({name}_data, {n})"
                self.lines.append(f"auto {name} = reshape({source}, {size}).copy();" if shape else
                                  f"auto {name} = full<{NAME[t]}>({self.text(data.tolist()[0], t)});")
            else:
                self.lines.append(f"auto {name} = zeros<{NAME[t]}>({size});")
        self.values[name] = data.astype(t).reshape(shape)
        self.names.append(name)
        return name

    # ---- expressions: (text, value, exact) ----------------------------------------------------

    def leaf(self, shape):
        r = self.r
        known = [n for n in self.names if self.values[n].shape == shape]
        if known and r.random() < 0.6:
            name = r.choice(known)
            return name, self.values[name], True
        if r.random() < 0.3 and len(shape) and 0 not in shape:
            part = tuple(1 if r.random() < 0.4 else n for n in shape)[r.randrange(len(shape)):]
            name = self.new_array(part)
            return name, np.broadcast_to(self.values[name], self.values[name].shape), True
        big = tuple(n + r.randint(0, 2) for n in shape)
        if r.random() < 0.5 and len(shape) and np.prod(big, dtype=int) < 200:
            name = self.new_array(big)
            parts, cut = [], []
            for n, b in zip(shape, big):
                start = r.randint(0, b - n)
                if r.random() < 0.3 and n:
                    stop = start - 1
                    parts.append(f"{start + n - 1}:{stop if stop >= 0 else ''}:-1")
                    cut.append(slice(start + n - 1, stop if stop >= 0 else None, -1))
                else:
                    parts.append(f"{start}:{start + n}")
                    cut.append(slice(start, start + n))
            return f"{name}[{', '.join(parts)}]", self.values[name][tuple(cut)], True
        name = self.new_array(shape)
        return name, self.values[name], True

    def scalar(self):
        t = np.dtype(TYPES[self.r.choice(ORDER)])
        v = np.array(self.numbers(1, t)[0], t)
        return self.text(v.item(), t), v, True

    def expression(self, shape, depth):
        r = self.r
        if depth <= 0:
            return self.leaf(shape)
        kind = r.choice("bbbbbcuuwfstk")
        if kind in "bc":
            x, a, ea = self.expression(shape, depth - 1)
            y, b, eb = self.scalar() if r.random() < 0.2 else self.expression(shape, depth - 1)
            if r.random() < 0.5:
                x, a, y, b = y, b, x, a
            t = common(a.dtype, b.dtype)
            with np.errstate(all="ignore"):
                if kind == "c":
                    op = r.choice(["<", "<=", ">", ">=", "==", "!="])
                    p, q = a.astype(t), b.astype(t)
                    v = {"<": p < q, "<=": p <= q, ">": p > q, ">=": p >= q, "==": p == q, "!=": p != q}[op]
                    if not (ea and eb):
                        return self.expression(shape, depth - 1)
                    return f"({x} {op} {y})", v, True
                ops = ["+", "-", "*"] + (["&", "|", "^"] if t.kind in "iu" else [])
                op = r.choice(ops)
                p, q = a.astype(t), b.astype(t)
                v = {"+": lambda: p + q, "-": lambda: p - q, "*": lambda: p * q, "&": lambda: p & q, "|": lambda: p | q,
                     "^": lambda: p ^ q}[op]()
                return f"({x} {op} {y})", np.asarray(v).astype(t), ea and eb and t.kind != "f"
        x, a, ea = self.expression(shape, depth - 1)
        with np.errstate(all="ignore"):
            if kind == "u":
                t = promoted(a.dtype)
                if r.random() < 0.3:
                    return (f"(!{x})", ~a.astype(bool), True) if ea else (x, a, ea)
                return f"(-{x})", (np.zeros((), t) - a.astype(t)).astype(t) if t.kind != "f" else -a, ea
            if kind == "w":
                m, c, ec = self.expression(shape, 0)
                y, b, eb = self.expression(shape, depth - 1)
                t = a.dtype if a.dtype == b.dtype else common(a.dtype, b.dtype)
                return f"where({m} > 0, {x}, {y})", np.where(c > 0, a.astype(t), b.astype(t)), ea and eb
            if kind == "f":
                wide = a.dtype != np.float32
                f = r.choice(["sin", "fabs", "sqrt", "exp"])
                y = f"({x}).astype<double>()" if wide else x
                b = a.astype(np.float64) if wide else a
                if f == "sqrt":
                    return f"sqrt(fabs({y}))", np.sqrt(np.abs(b)), False
                if f == "exp":
                    return f"exp(clip({y}, -8, 8))", np.exp(np.clip(b, -8, 8)), False
                return f"{f}({y})", {"sin": np.sin, "fabs": np.abs}[f](b), False if f == "sin" else ea
            if kind == "s" and len(shape) > 1:
                axes = list(range(len(shape)))
                r.shuffle(axes)
                back = [axes.index(i) for i in range(len(axes))]
                inner, v, e = self.expression(tuple(shape[axes.index(i)] for i in range(len(axes))), depth - 1)
                if v.ndim != len(shape):
                    return x, a, ea
                return f"transpose({inner}, {', '.join(map(str, axes))})", np.transpose(v, axes), e
            if kind == "t" and ea:
                t = np.dtype(TYPES[r.choice(["int", "long", "float", "double"])])
                if a.dtype.kind == "f" and t.kind != "f":
                    return x, a, ea
                return f"({x}).astype<{NAME[t]}>()", a.astype(t), ea
            if kind == "k" and len(shape):
                axis = r.randrange(len(shape))
                y, b, eb = self.expression(shape, 0)
                if b.shape != shape:
                    return x, a, ea
                return f"flip({y}, {axis})", np.flip(b, axis), eb
        return x, a, ea

    # ---- statements ---------------------------------------------------------------------------

    def check(self, text, value, exact):
        value = np.array(value)  # later assignments change what it is a view of
        i = len(self.lines)
        t = value.dtype
        self.lines.append(f"auto r{i} = {text};")
        self.lines.append(f"dump({i}, r{i});" if value.ndim else f"dump0({i}, r{i});")
        self.expected[i] = (text, value, exact)

    def fold(self, text, v, exact):
        r = self.r
        name = r.choice(["sum", "min", "max", "any", "all", "mean", "count_nonzero", "argmin", "argmax", "cumsum", "sort"])
        axis = r.randrange(v.ndim) if v.ndim and r.random() < 0.6 else None
        if not v.size or (not exact and name in ("argmin", "argmax", "any", "all", "count_nonzero")):
            return
        if v.dtype.kind == "f" and np.isnan(v).any() and name in ("sort", "argmin", "argmax"):
            return
        call = f"{name}({text})" if axis is None else f"({text}).{name}({axis})"
        acc = v.dtype if v.dtype.kind == "f" else np.dtype(np.uint64 if v.dtype == np.uint64 else np.int64)
        with np.errstate(all="ignore"):
            if name == "sum":
                out = v.astype(np.float64).sum(axis).astype(acc) if acc.kind == "f" else v.sum(axis, dtype=acc)
            elif name == "mean":
                out = v.astype(np.float64).mean(axis)
            elif name == "cumsum":
                out = np.cumsum(v, axis, dtype=np.float64 if acc.kind == "f" else acc).astype(acc)
            elif name == "sort":
                if axis is None and v.ndim > 1:
                    axis = -1
                if not v.ndim:
                    return
                out = np.sort(v, -1 if axis is None else axis)
            elif name in ("min", "max"):
                out = getattr(v, name)(axis)
            elif name == "count_nonzero":
                out = np.count_nonzero(v, axis)
            elif name in ("any", "all"):
                out = getattr(np, name)(v != 0, axis)
            else:
                out = getattr(np, name)(v, axis)
        self.check(call, out, exact and name not in ("sum", "mean", "cumsum") or acc.kind != "f" and name != "mean")

    def assign(self):
        r = self.r
        names = [n for n in self.names if self.values[n].ndim and self.values[n].size > 1]
        if not names:
            return
        name = r.choice(names)
        a = self.values[name]
        axis = r.randrange(a.ndim)
        n = a.shape[axis]
        if n < 2 or a.dtype.kind == "b":
            return
        k = r.randint(1, n - 1)
        lead = ":, " * axis
        sl = (slice(None),) * axis
        form = r.randrange(4)
        with np.errstate(all="ignore"):
            if form == 0:
                self.lines.append(f"{name}[{lead}{k}:] = {name}[{lead}:{n - k}];")
                a[sl + (slice(k, None),)] = a[sl + (slice(None, n - k),)].copy()
            elif form == 1:
                self.lines.append(f"{name}[{lead}:] = {name}[{lead}::-1] + {name}[{lead}:];")
                t = promoted(a.dtype)
                a[...] = (np.flip(a, axis).astype(t) + a.astype(t)).astype(a.dtype)
            elif form == 2:
                self.lines.append(f"{name}[{name} > 1] = 1;")
                a[a > 1] = 1
            else:
                self.lines.append(f"{name}[{lead}:{k}] *= 2;")
                a[sl + (slice(None, k),)] *= np.array(2, a.dtype)
        self.check(f"{name}.copy()", a.copy(), True)

    def program(self, count):
        self.expected = {}
        for i in range(count):
            self.lines.append("{" if i else "{")
            self.names = []
            rank = self.r.choice([0, 1, 1, 2, 2, 3, 3, 4, 5])
            shape = self.shape(rank)
            for _ in range(2):
                text, v, exact = self.expression(shape, self.r.choice([1, 2, 2, 3]))
                if self.r.random() < 0.4:
                    self.fold(text, v, exact)
                else:
                    self.check(text, v, exact)
            if self.r.random() < 0.5:
                self.assign()
            self.lines.append("}")


PRELUDE = """#include <cstdio>
void put(bool x) { printf(" %d", x); }
void put(signed char x) { printf(" %d", x); }
void put(unsigned char x) { printf(" %d", x); }
void put(short x) { printf(" %d", x); }
void put(unsigned short x) { printf(" %d", x); }
void put(int x) { printf(" %d", x); }
void put(unsigned int x) { printf(" %u", x); }
void put(long x) { printf(" %ld", x); }
void put(unsigned long x) { printf(" %lu", x); }
void put(float x) { printf(" %a", x); }
void put(double x) { printf(" %a", x); }
template <typename T, int R> void dump(int i, ndarray<T, R> a) {
    printf("%d %s [", i, a.dtype);
    for (int d = 0; d < R; d++) printf("%ld ", a.shape[d]);
    printf("]");
    auto row = a.reshape(-1);
    long n = row.size;
    for (long k = 0; k < n; k++) put(row[k]);
    printf("\\n");
}
template <typename T> void dump0(int i, T x) { printf("%d . []", i); put(x); printf("\\n"); }
template <typename T> void dump0(int i, ndarray<T, 0> a) { printf("%d %s []", i, a.dtype); put(a.reshape(1)[0]); printf("\\n"); }
"""


def parse(words, t):
    if t.kind == "f":
        return np.array([float(w) if w.strip("-") in ("nan", "inf") else float.fromhex(w) for w in words], np.float64).astype(t)
    return np.array([int(w) for w in words]).astype(t) if t.kind != "u" else np.array([int(w) for w in words], np.uint64).astype(t)


def close(a, b, exact, t):
    if a.shape != b.shape:
        return False
    if t.kind != "f" or exact:
        return bool(np.array_equal(a, b, equal_nan=t.kind == "f"))
    a, b = a.astype(np.float64), b.astype(np.float64)
    eps = 2e-5 if t.itemsize == 4 else 1e-9
    scale = np.abs(b[np.isfinite(b)]).max() if np.isfinite(b).any() else 1
    return bool(np.allclose(a, b, rtol=eps * 50, atol=eps * max(1, scale) * 50, equal_nan=True))


def run(seed, count, show):
    m = Maker(seed)
    m.program(count)
    text = PRELUDE + "int main() {\n" + "\n".join(m.lines) + "\nreturn 0;\n}\n"
    if show:
        print(text)
    with tempfile.NamedTemporaryFile("w", suffix=".cu", delete=False) as f:
        f.write(text)
    r = subprocess.run([HEDDLE, f.name], capture_output=True, text=True, timeout=300)
    os.unlink(f.name)
    found = {}
    for line in r.stdout.splitlines():
        head, _, rest = line.partition("[")
        dims, _, items = rest.partition("]")
        words = head.split()
        if len(words) >= 2 and words[0].isdigit():
            found[int(words[0])] = (" ".join(words[1:]), dims.split(), items.split())
    bad = []
    for i, (text, value, exact) in m.expected.items():
        if i not in found:
            bad.append(f"{text}: no result")
            continue
        name, dims, items = found[i]
        t = value.dtype
        if name == ".":
            t = np.dtype(np.float64) if t.kind == "f" else t
        elif name != NAME[t] and not (name in TYPES and "mean" in text):
            bad.append(f"{text}: type {name}, not {NAME[t]}")
            continue
        got = parse(items, t)
        if name != "." and [int(d) for d in dims] != list(value.shape):
            bad.append(f"{text}: shape {dims}, not {value.shape}")
        elif not close(got, value.reshape(-1).astype(t), exact, np.dtype(np.float32) if "float" in name or name == "." else t):
            bad.append(f"{text}: {got[:8]} not {value.reshape(-1)[:8]}")
    if bad and r.stderr:
        bad.append(r.stderr[:600])
    return len(m.expected), bad


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=120)
    p.add_argument("--seed", type=int, default=None)
    p.add_argument("--show", action="store_true")
    args = p.parse_args()
    seed = args.seed if args.seed is not None else random.randrange(1 << 30)
    done, failed = 0, 0
    while done < args.count:
        n, bad = run(seed, 20, args.show)
        done += n
        for b in bad:
            print(f"seed {seed}: {b}")
        failed += len(bad)
        seed += 1
        if args.show:
            break
    print(f"{'not ok' if failed else 'ok'} arrays: {done} expressions")
    return 1 if failed else 0


sys.exit(main())
