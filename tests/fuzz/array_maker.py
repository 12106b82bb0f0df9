"""Random programs of array expressions, and what NumPy says of each (used by arrays.py).

An expression is (text, value, exact): its text, NumPy's value in the type that C gives it, and whether the value must be
the same to the last bit. Values are made so that every operation is defined in C: no division by zero, no shift that is
too far, no float that does not fit an integer.
"""
import random

import numpy as np

TYPES = {"bool": np.bool_, "signed char": np.int8, "unsigned char": np.uint8, "short": np.int16, "unsigned short": np.uint16,
         "int": np.int32, "unsigned int": np.uint32, "long": np.int64, "unsigned long": np.uint64, "float": np.float32,
         "double": np.float64, "half": np.float16, "float _Complex": np.complex64, "double _Complex": np.complex128}
REAL = [n for n in TYPES if n != "half" and "Complex" not in n]
NAME = {np.dtype(t): n for n, t in TYPES.items()}
INT, LONG, FLOAT, DOUBLE, BOOL = (np.dtype(t) for t in (np.int32, np.int64, np.float32, np.float64, np.bool_))


def promoted(t):
    return INT if t.kind == "b" or (t.kind in "iu" and t.itemsize < 4) else t


def common(a, b):
    """C's usual arithmetic conversions; None: there are none."""
    if "c" in (a.kind, b.kind):
        parts = [np.dtype(np.float32 if t.itemsize == 8 else np.float64) if t.kind == "c" else t for t in (a, b)]
        part = common(*parts)
        return None if part is None else np.dtype(np.complex64 if part == FLOAT else np.complex128)
    if np.float16 in (a, b):
        return a if a == b else None
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


def wide(v):
    """As a type in which sums do not lose what C's type keeps."""
    return v.astype(np.complex128 if v.dtype.kind == "c" else np.float64)


def accumulator(t):
    if t.kind in "fc":
        return FLOAT if t == np.float16 else t
    return np.dtype(np.uint64) if t == np.uint64 else LONG


class Maker:
    def __init__(self, seed, exact=False):
        """exact: the program runs without contraction, so that floating operations are NumPy's to the last bit."""
        self.r = random.Random(seed)
        self.float_exact = exact
        self.odd = False
        self.lines, self.values, self.names, self.expected = [], {}, [], {}

    # ---- arrays -------------------------------------------------------------------------------

    def numbers(self, n, t):
        r = self.r
        if t.kind == "b":
            return [r.random() < 0.5 for _ in range(n)]
        if t.kind == "c":
            return [complex(r.randint(-8, 8) / 2, r.randint(-8, 8) / 2) for _ in range(n)]
        if t.kind == "f":
            odd = [float("nan"), float("inf"), float("-inf"), -0.0] if self.odd else []
            return [r.choice([0.0, 0.5, -1.25, 3.0, r.randint(-64, 64) / 8, r.uniform(-4, 4)] + odd) for _ in range(n)]
        info = np.iinfo(t)
        far = r.random() < 0.1
        low = 0 if t.kind == "u" else -20
        return [r.choice([int(info.min), int(info.max)]) if far and r.random() < 0.3 else r.randint(low, 20)
                for _ in range(n)]

    def text(self, v, t):
        if t.kind == "b":
            return "true" if v else "false"
        if t.kind == "c":
            part = FLOAT if t == np.complex64 else DOUBLE
            return f"({NAME[t]})({self.text(v.real, part)} + {self.text(v.imag, part)} * 1.0if)"
        if t.kind == "f":
            v = float(np.array(v, t))
            s = "NAN" if v != v else ("-" if v < 0 else "") + "INFINITY" if v in (np.inf, -np.inf) else v.hex()
            return f"({NAME[t]}){s}" if t != FLOAT or s[-1] in "NY" else f"({s}f)"
        if v == np.iinfo(np.int64).min:
            return f"({NAME[t]})({v + 1}l - 1)"
        return f"({NAME[t]}){v}" + ("ul" if t.kind == "u" and v > 1 << 62 else "")

    def shape(self, rank):
        if self.r.random() < 0.06 and rank:
            s = [1] * rank
            s[self.r.randrange(rank)] = self.r.randint(900, 9000)
            return tuple(s)
        return tuple(self.r.choice([1, 2, 3, 3, 4, 5] + [0] * (self.r.random() < 0.05)) for _ in range(rank))

    def type(self):
        return np.dtype(TYPES[self.r.choice(REAL if self.r.random() < 0.93 else list(TYPES))])

    def new_array(self, shape=None, t=None):
        r = self.r
        t = np.dtype(t) if t else self.type()
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
            if n and len(shape) == 2 and r.random() < 0.2 and t.kind != "c":  # a C array, and a view of it
                rows = ", ".join("{" + ", ".join(self.text(v, t) for v in row) + "}" for row in data.reshape(shape).tolist())
                self.lines.append(f"{NAME[t]} {name}_data[{shape[0]}][{shape[1]}] = {{{rows}}};")
                self.lines.append(f"auto {name} = view({name}_data);")
            elif n:
                self.lines.append(f"{NAME[t]} {name}_data[] = {{{items}}};")
                self.lines.append(f"auto {name} = reshape(view({name}_data, {n}), {size}).copy();" if shape else
                                  f"auto {name} = full<{NAME[t]}>({self.text(data.tolist()[0], t)});")
            else:
                self.lines.append(f"auto {name} = zeros<{NAME[t]}>({size});")
        self.values[name] = data.astype(t).reshape(shape)
        self.names.append(name)
        return name

    def known(self, test):
        fit = [n for n in self.names if test(self.values[n])]
        return self.r.choice(fit) if fit else None

    def range_of(self, n):
        """A section with n elements: (its text, slice, the axis's size)."""
        r = self.r
        step = r.choice([1, 1, 1, 2, -1, -1, -2, 3])
        span = (n - 1) * abs(step) + 1 if n else 0
        size = span + r.randint(0, 2)
        if not n:
            at = r.randint(0, size)
            return f"{at}:{at}", slice(at, at), size
        if span == size and step in (1, -1) and r.random() < 0.5:
            return (":", slice(None), size) if step == 1 else ("::-1", slice(None, None, -1), size)
        low = r.randint(0, size - span)
        start = low if step > 0 else low + span - 1
        stop = start + n * step
        if step < 0 and stop < 0:
            stop = None
        elif step > 0 and stop < size and r.random() < 0.3:
            stop -= size  # from the end
        elif step > 0 and stop >= size and r.random() < 0.3:
            stop = None
        first = start - size if r.random() < 0.2 else start
        return f"{first}:{'' if stop is None else stop}:{step}", slice(first, stop, step), size

    def section_of(self, shape):
        """A section of a larger array that has this shape."""
        r = self.r
        parts, cut, big = [], [], []
        for n in shape:
            while r.random() < 0.1 and len(big) < 5:  # an axis that an index takes away
                size = r.randint(1, 3)
                i = r.randrange(-size, size)
                big.append(size)
                parts.append(str(i))
                cut.append(i)
            if n == 1 and r.random() < 0.15:
                parts.append("newaxis")
                cut.append(None)
                continue
            text, s, size = self.range_of(n)
            big.append(size)
            parts.append(text)
            cut.append(s)
        if len(big) > 6 or not big or np.prod(big, dtype=int) > 200:
            return None
        if not any(isinstance(c, slice) or c is None for c in cut):
            return None
        if parts[-1] == ":" and r.random() < 0.5:
            parts[-1], cut[-1] = "...", Ellipsis
        name = self.new_array(tuple(big))
        v = self.values[name][tuple(cut)]
        return (f"{name}[{', '.join(parts)}]", v, True) if v.shape == shape else None

    # ---- expressions --------------------------------------------------------------------------

    def leaf(self, shape):
        r = self.r
        known = self.known(lambda v: v.shape == shape)
        if known and r.random() < 0.5:
            return known, self.values[known], True
        if r.random() < 0.2 and len(shape) and 0 not in shape:  # broadcast
            part = tuple(1 if r.random() < 0.4 else n for n in shape)[r.randrange(len(shape)):]
            name = self.new_array(part)
            return name, self.values[name], True
        if r.random() < 0.5 and len(shape):
            found = self.section_of(shape)
            if found:
                return found
        if r.random() < 0.25 and len(shape):
            found = self.put_together(shape)
            if found:
                return found
        name = self.new_array(shape)
        return name, self.values[name], True

    def put_together(self, shape):
        """By an array of indices, or made of several arrays."""
        r = self.r
        axis = r.randrange(len(shape))
        n, rest = shape[axis], (shape[:axis], shape[axis + 1:])
        kind = r.choice("icrtubs")
        if np.prod(shape, dtype=int) > 200:
            return None

        def around(m):
            return rest[0] + (m,) + rest[1]
        if kind == "i":
            size = r.randint(1, 5)
            name = self.new_array(around(size))
            at = self.new_array((n,), r.choice([np.int32, np.int64, np.int16]))
            index = np.array([r.randrange(-size, size) for _ in range(n)], self.values[at].dtype)
            self.lines += [f"{at}[{i}] = {index[i]};" for i in range(n)]
            self.values[at][...] = index
            return f"{name}[{':, ' * axis}{at}]", np.take(self.values[name], index.astype(int), axis), True
        if kind == "c":
            k = r.randint(0, n)
            t = self.type()
            x, y = (self.new_array(around(m), t) for m in (k, n - k))
            return (f"concatenate({x}, {y}, {axis - len(shape) if r.random() < 0.3 else axis})",
                    np.concatenate([self.values[x], self.values[y]], axis), True)
        if kind == "s" and len(shape) > 1 and 1 <= n <= 4:
            t = self.type()
            xs = [self.new_array(rest[0] + rest[1], t) for _ in range(n)]
            return f"stack({', '.join(xs)}, {axis})", np.stack([self.values[x] for x in xs], axis), True
        if kind == "r":
            name = self.new_array(shape)
            k = r.randint(-7, 7)
            if r.random() < 0.3:
                return f"roll({name}, {k})", np.roll(self.values[name], k), True
            return f"roll({name}, {k}, {axis})", np.roll(self.values[name], k, axis), True
        if kind == "t" and 0 not in shape:
            times = [r.choice([1, n]) for n in shape]
            name = self.new_array(tuple(n // t for n, t in zip(shape, times)))
            return f"tile({name}, {', '.join(map(str, times))})", np.tile(self.values[name], times), True
        if kind == "u" and n:
            k = r.choice([d for d in range(1, n + 1) if n % d == 0])
            name = self.new_array(around(n // k))
            return f"repeat({name}, {k}, {axis})", np.repeat(self.values[name], k, axis), True
        if kind == "b" and 0 not in shape:
            name = self.new_array(tuple(1 if r.random() < 0.5 else n for n in shape)[r.randrange(len(shape)):])
            return f"broadcast_to({name}, {', '.join(map(str, shape))})", np.broadcast_to(self.values[name], shape), True
        return None

    def scalar(self):
        t = np.dtype(TYPES[self.r.choice(REAL)])
        v = np.array(self.numbers(1, t)[0], t)
        return self.text(v.item(), t), v, True

    def literal(self, t):
        """Without a suffix: takes the type of the elements."""
        r = self.r
        if t.kind in "fc":
            v = r.randint(-16, 16) / 4
            part = t if t.kind == "f" else FLOAT if t == np.complex64 else DOUBLE
            return f"{v}" if v >= 0 else f"(-{-v})", np.array(v, part)
        if t.kind in "iu":
            v = r.randint(0, 100)
            return str(v), np.array(v, t)
        return None

    def binary(self, shape, depth):
        r = self.r
        x, a, ea = self.expression(shape, depth - 1)
        y, b, eb = self.scalar() if r.random() < 0.2 else self.expression(shape, depth - 1)
        lit = self.literal(a.dtype) if r.random() < 0.2 else None
        if lit:
            (y, b), eb = lit, True
        if r.random() < 0.5:
            x, a, ea, y, b, eb = y, b, eb, x, a, ea
        t = common(a.dtype, b.dtype)
        if t is None or coarse(t, a, ea) or coarse(t, b, eb):
            return None
        p, q, exact = a.astype(t), b.astype(t), ea and eb
        if t.kind == "c" and not (np.isfinite(p).all() and np.isfinite(q).all()):
            return None  # C and NumPy give infinite parts other signs
        if r.random() < 0.2:
            op = r.choice(["==", "!="] + ([] if t.kind == "c" else ["<", "<=", ">", ">="]))
            v = {"<": lambda: p < q, "<=": lambda: p <= q, ">": lambda: p > q, ">=": lambda: p >= q,
                 "==": lambda: p == q, "!=": lambda: p != q}[op]()
            return (f"({x} {op} {y})", np.asarray(v), True) if exact else None
        if r.random() < 0.08:
            op = r.choice(["&&", "||"])
            v = np.logical_and(a, b) if op == "&&" else np.logical_or(a, b)
            return (f"({x} {op} {y})", v, True) if exact else None
        op = r.choice(["+", "-", "*"] + (["&", "|", "^", "/", "%", "<<", ">>"] if t.kind in "iu" else
                                         ["/"] if t.kind == "f" else []))
        if op in ("/", "%") and t.kind in "iu":
            if (q == 0).any() or (t.kind == "i" and (p == np.iinfo(t).min).any() and (q == -1).any()):
                return None
            n, d = np.broadcast_arrays(*(np.array([int(i) for i in v.flat], object).reshape(v.shape) for v in (p, q)))
            whole = np.array([abs(i) // abs(j) * (-1 if (i < 0) != (j < 0) else 1) for i, j in zip(n.flat, d.flat)], object)
            whole = whole.reshape(n.shape)
            return f"({x} {op} {y})", np.array(whole if op == "/" else n - whole * d, object).astype(t), exact
        if op in ("<<", ">>"):
            t = promoted(a.dtype)
            if lit or not all(v.dtype.kind in "biu" for v in (a, b)) or (b < 0).any() or (b >= t.itemsize * 8).any():
                return None
            p, s = a.astype(t), b.astype(t)
            return f"({x} {op} {y})", p << s if op == "<<" else p >> s, exact
        v = {"+": lambda: p + q, "-": lambda: p - q, "*": lambda: p * q, "&": lambda: p & q, "|": lambda: p | q,
             "^": lambda: p ^ q, "/": lambda: p / q}[op]()
        exact = exact and (t.kind in "iu" or (self.float_exact and t.kind == "f"))
        if op in "&|^" and a.dtype == b.dtype == BOOL:
            t = BOOL  # masks stay masks
        return f"({x} {op} {y})", np.asarray(v).astype(t), exact

    def function(self, x, a, ea):
        """A call of a function of one value; None: not of this type."""
        r = self.r
        if a.dtype.kind == "c" or a.dtype == np.float16:
            return None
        t = a.dtype
        f = r.choice(["sin", "fabs", "sqrt", "exp", "floor", "user", "inner", "generic", "clip", "max", "isclose"])
        if f == "user":  # float squash(float)
            b = a.astype(np.float32)
            return f"squash({x})", (b / (np.float32(1) + b * b)).astype(np.float32), ea and self.float_exact
        if f == "inner":
            k = r.randint(-3, 3)
            return f"add_to({x}, {k})", a.astype(np.float64) + k, ea
        if f == "generic":  # template: of its own type
            return (f"twice({x})", (a + a).astype(t), ea) if t.kind != "b" else None
        if f == "clip":
            low, high = (0, 3) if t.kind == "u" else (-2, 3)
            return (f"clip({x}, {low}, {high})", np.clip(a, np.array(low, t), np.array(high, t)), ea) if t.kind != "b" else None
        if f == "max":
            ok = t.kind in "iu" and t.itemsize >= 4
            return (f"max({x}, ({NAME[t]})3)", np.maximum(a, np.array(3, t)), ea) if ok else None
        if f == "isclose":
            return (f"isclose({x}, {x})", np.isclose(a, a), True) if ea else None
        wider = t != np.float32
        y = f"({x}).astype<double>()" if wider else x
        b = a.astype(np.float64) if wider else a
        if f == "sqrt":
            return f"sqrt(fabs({y}))", np.sqrt(np.abs(b)), ea and self.float_exact
        if f == "exp":
            return f"exp(clip({y}, -8, 8))", np.exp(np.clip(b, -8, 8)), False
        if f == "sin" and not np.isfinite(b).all():
            return None
        return f"{f}({y})", {"sin": np.sin, "fabs": np.abs, "floor": np.floor}[f](b), f != "sin" and ea

    def expression(self, shape, depth):
        with np.errstate(all="ignore"):
            return self.node(shape, depth)

    def node(self, shape, depth):
        r = self.r
        if depth <= 0:
            return self.leaf(shape)
        kind = r.choice("bbbbbbuuwwfffstkr")
        if kind == "b":
            for _ in range(4):
                e = self.binary(shape, depth)
                if e:
                    return e
            return self.leaf(shape)
        x, a, ea = self.expression(shape, depth - 1)
        if kind == "u":
            if a.dtype.kind == "b" and r.random() < 0.4:
                return f"(~{x})", ~a, ea
            if r.random() < 0.3:
                return (f"(!{x})", ~a.astype(bool), True) if ea else (x, a, ea)
            t = promoted(a.dtype)
            if t.kind in "iu" and a.dtype.kind != "b" and r.random() < 0.3:
                return f"(~{x})", ~a.astype(t), ea
            return f"(-{x})", (np.zeros((), t) - a.astype(t)).astype(t) if t.kind not in "fc" else -a, ea
        if kind == "w":
            m, c, ec = self.expression(shape, r.choice([0, 0, 1]))
            y, b, eb = self.expression(shape, depth - 1)
            t = a.dtype if a.dtype == b.dtype else common(a.dtype, b.dtype)
            if t is None or not ec or c.dtype.kind == "c" or c.dtype == np.float16 or coarse(t, a, ea) or coarse(t, b, eb):
                return x, a, ea
            form = "where({} > 0, {}, {})" if r.random() < 0.5 else "({} > 0 ? {} : {})"
            return form.format(m, x, y), np.where(c > 0, a.astype(t), b.astype(t)), ea and eb
        if kind == "f":
            return self.function(x, a, ea) or (x, a, ea)
        if kind == "s" and len(shape) > 1:
            axes = list(range(len(shape)))
            r.shuffle(axes)
            inner, v, e = self.expression(tuple(shape[axes.index(i)] for i in range(len(axes))), depth - 1)
            if v.ndim != len(shape):
                return x, a, ea
            return f"transpose({inner}, {', '.join(map(str, axes))})", np.transpose(v, axes), e
        if kind == "t" and a.dtype.kind != "c":
            t = np.dtype(TYPES[r.choice(["int", "long", "float", "double", "short", "half", "bool"])])
            if a.dtype.kind == "f" and t.kind in "iu" or not ea or np.float16 in (t, a.dtype) and FLOAT not in (t, a.dtype):
                return x, a, ea
            return f"({x}).astype<{NAME[t]}>()", a.astype(t), ea
        if kind == "k" and len(shape):
            axis = r.randrange(len(shape))
            y, b, eb = self.expression(shape, 0)
            if b.shape != shape:
                return x, a, ea
            if r.random() < 0.2:
                return f"flip({y})", np.flip(b), eb
            return f"flip({y}, {axis})", np.flip(b, axis), eb
        if kind == "r" and a.shape == shape and len(shape):
            flat = int(np.prod(shape, dtype=int))
            size = [1] * r.randint(1, 3)
            size[r.randrange(len(size))] = flat
            return f"({x}).reshape({', '.join(map(str, size))}).reshape({', '.join(map(str, shape))})", a, ea
        return x, a, ea

    # ---- what is made of them -----------------------------------------------------------------

    def check(self, text, value, exact):
        value = np.array(value)  # later assignments change what it is a view of
        i = len(self.lines)
        self.lines.append(f"auto r{i} = {text};")
        self.lines.append(f"dump({i}, r{i});" if value.ndim else f"dump0({i}, r{i});")
        self.expected[i] = (text, value, exact)

    def fold(self, text, v, exact):
        """One of the words that make less of an array, or put it in order."""
        r = self.r
        name = r.choice(["sum", "sum", "prod", "min", "max", "any", "all", "mean", "var", "std", "count_nonzero", "argmin",
                         "argmax", "cumsum", "cumprod", "sort", "argsort", "unique", "median", "percentile", "norm", "diff",
                         "bincount", "histogram", "searchsorted", "nonzero"])
        axis = r.randrange(v.ndim) if v.ndim and r.random() < 0.6 else None
        half = v.dtype == np.float16
        rounded = name in ("sum", "prod", "mean", "var", "std", "cumsum", "cumprod", "norm", "median", "percentile")
        if not v.size or (v.dtype.kind == "c" and name not in ("sum", "prod", "cumsum", "mean")):
            return
        if not exact and not rounded and name not in ("min", "max"):
            return
        odd = v.dtype.kind == "f" and not np.isfinite(v).all()
        if "prod" in name and v.dtype.kind in "fc" and not (np.maximum(np.abs(wide(v)), 1).prod() < 1e30):
            return  # what overflows on the way depends on the order
        if odd and rounded and name not in ("sum", "prod") or odd and name in ("unique", "histogram", "searchsorted"):
            return
        if half and name not in ("sum", "min", "max", "any", "all", "mean", "argmin", "argmax", "count_nonzero"):
            return
        at = f"{axis - v.ndim if r.random() < 0.3 else axis}" if axis is not None else ""
        call = f"{name}({text})" if axis is None else f"({text}).{name}({at})"
        with np.errstate(all="ignore"):
            found = self.folded(name, text, v, axis, at)
        if found is None:
            return
        out = np.asarray(found[0])
        if out.dtype.kind in "fc" and rounded and not odd and not (np.abs(wide(out)) < 1e30).all():
            return
        self.check(found[1] if len(found) > 1 else call, out, exact and (not rounded or out.dtype.kind not in "fc"))

    def folded(self, name, text, v, axis, at):
        """(value,) or (value, the call's text)."""
        r = self.r
        acc = accumulator(v.dtype)
        real = FLOAT if v.dtype == np.float16 else v.dtype if v.dtype.kind == "f" else DOUBLE
        as_sum = wide(v) if acc.kind in "fc" else v.astype(acc)
        along = -1 if axis is None else axis
        tail = f", {at})" if axis is not None else ")"
        if name in ("sum", "prod", "cumsum", "cumprod"):
            return (getattr(np, name)(as_sum, axis).astype(acc),)
        if name == "mean":
            return (wide(v).mean(axis).astype(v.dtype if v.dtype.kind == "c" or v.dtype == np.float16 and False else real),)
        if name in ("var", "std"):
            return (getattr(wide(v), name)(axis).astype(real),)
        if name == "norm":
            if (wide(v) ** 2).sum(axis).max(initial=0) > np.finfo(real).max:
                return None  # the squares overflow, as in NumPy's own norm
            return (np.sqrt(np.asarray((wide(v) ** 2).sum(axis))).astype(real),)
        if name == "sort":
            return (np.sort(v, along),) if v.ndim else None
        if name == "argsort":
            return (np.argsort(v, along, kind="stable"),) if v.ndim else None
        if name in ("min", "max"):
            return (getattr(v, name)(axis),)
        if name == "count_nonzero":
            return (np.asarray(np.count_nonzero(v, axis), np.int64),)
        if name in ("any", "all"):
            return (getattr(np, name)(v != 0, axis),)
        if name == "unique":
            return np.unique(v), f"unique({text})"
        if name in ("median", "percentile"):
            q = 50 if name == "median" else r.choice([0, 10, 25, 62.5, 100])
            head = f"median({text}" if name == "median" else f"percentile({text}, {q}"
            return np.percentile(v.astype(np.float64), q, axis).astype(real), head + tail
        if name == "diff":
            n = r.choice([1, 1, 2])
            if not v.ndim or v.dtype.kind == "b" or (v.dtype.kind == "f" and n > 1):
                return None
            return np.diff(v, n, axis=along), f"diff({text}" + (f", {n}{tail}" if n > 1 or axis is not None else ")")
        if name == "bincount":
            if v.dtype.kind not in "iu" or np.any(v.astype(object) < 0) or np.any(v > 1000):
                return None
            return np.bincount(v.reshape(-1).astype(int)), f"bincount({text})"
        if name == "histogram":
            if v.dtype.kind == "b" or v.dtype == np.float32 or np.abs(v.astype(np.float64)).max() > 1e15:
                return None
            return np.histogram(v.reshape(-1).astype(np.float64), 7)[0], f"histogram({text}, 7)"
        if name == "searchsorted":
            if v.ndim != 1 or v.dtype.kind == "b":
                return None
            values = self.new_array((4,), v.dtype)
            if np.isnan(wide(self.values[values])).any():
                return None
            return np.searchsorted(np.sort(v), self.values[values]), f"searchsorted(sort({text}), {values})"
        if name == "nonzero":
            return (np.nonzero(v)[axis or 0], f"nonzero({text}, {axis or 0})") if v.ndim else None
        return (getattr(np, name)(v, axis),)

    def product(self):
        r = self.r
        m, k, n = (r.choice([1, 2, 3, 7, 70 if r.random() < 0.1 else 4]) for _ in range(3))
        t = np.dtype(TYPES[r.choice(["int", "float", "double", "long", "short", "float _Complex"])])
        u = t if t.kind == "c" else np.dtype(TYPES[r.choice(["int", "float", "double", "long"])])
        sx, sy = r.choice([((m, k), (k, n)), ((m, k), (k,)), ((k,), (k, n)), ((k,), (k,)), ((3, m, k), (3, k, n)),
                           ((3, m, k), (k, n)), ((m, k), (2, k, n))])
        x, y = self.new_array(sx, t), self.new_array(sy, u)
        a, b = self.values[x], self.values[y]
        out = common(t, u)
        if not (np.isfinite(wide(a)).all() and np.isfinite(wide(b)).all()):
            return
        if len(sx) == 2 and len(sy) == 2 and r.random() < 0.3:
            x, y, a, b = f"{y}.T", f"{x}.T", b.T, a.T
        with np.errstate(all="ignore"):
            v = np.matmul(a.astype(out), b.astype(out)) if out.kind in "iu" else np.matmul(wide(a), wide(b)).astype(out)
        self.check(f"matmul({x}, {y})", v, out.kind in "iu")

    def masked(self, text, v, exact):
        if v.size > 200 or not v.ndim or not exact:
            return
        m = self.new_array(v.shape, np.bool_)
        self.check(f"({text})[{m}]", v[self.values[m]], True)

    def assign(self):
        r = self.r
        name = self.known(lambda v: v.ndim and v.size > 1 and v.dtype.kind in "iuf" and v.dtype != np.float16)
        if not name:
            return
        a = self.values[name]
        axis = r.randrange(a.ndim)
        n = a.shape[axis]
        if n < 2:
            return
        k = r.randint(1, n - 1)
        lead, sl, t = ":, " * axis, (slice(None),) * axis, promoted(a.dtype)
        form = r.randrange(9)
        with np.errstate(all="ignore"):
            if form == 0:
                self.lines.append(f"{name}[{lead}{k}:] = {name}[{lead}:{n - k}];")
                a[sl + (slice(k, None),)] = a[sl + (slice(None, n - k),)].copy()
            elif form == 1:
                self.lines.append(f"{name}[{lead}:] = {name}[{lead}::-1] + {name}[{lead}:];")
                a[...] = (np.flip(a, axis).astype(t) + a.astype(t)).astype(a.dtype)
            elif form == 2:
                self.lines.append(f"{name}[{name} > 1] = 1;")
                a[a > 1] = 1
            elif form == 3:
                self.lines.append(f"{name}[{lead}:{k}] *= 2;")
                a[sl + (slice(None, k),)] *= np.array(2, a.dtype)
            elif form == 4:  # every second one, from the same ones backwards
                self.lines.append(f"{name}[{lead}::2] = {name}[{lead}::-1][{lead}::2];")
                a[sl + (slice(None, None, 2),)] = np.flip(a, axis)[sl + (slice(None, None, 2),)].copy()
            elif form == 5:  # rows by indices, some more than once
                at = [r.randrange(-n, n) for _ in range(3)]
                w = f"i{len(self.lines)}"
                self.lines.append(f"int {w}[] = {{{', '.join(map(str, at))}}};")
                self.lines.append(f"{name}[{lead}view({w}, 3)] = 3;")
                a[sl + (np.array(at),)] = 3
            elif form == 6 and a.ndim == 2 and a.shape[0] == a.shape[1]:
                self.lines.append(f"{name}[:] = {name}.T;")
                a[...] = a.T.copy()
            elif form == 7:  # broadcast from a row of itself
                self.lines.append(f"{name} += {name}[{lead}{k}:{k + 1}];")
                a[...] = (a.astype(t) + a[sl + (slice(k, k + 1),)].astype(t)).astype(a.dtype)
            elif form == 8:  # by a mask, from an array
                self.lines.append(f"{name}[{name} > 0] = {name}[::-1][{name} > 0];")
                m = a > 0
                a[m] = a[::-1][m]
        self.check(f"{name}.copy()", a.copy(), True)

    def program(self, count):
        for _ in range(count):
            self.lines.append("{")
            self.names = []
            self.odd = self.r.random() < 0.2  # with what is no number, and infinities
            shape = self.shape(self.r.choice([0, 1, 1, 2, 2, 3, 3, 4, 5]))
            for _ in range(2):
                text, v, exact = self.expression(shape, self.r.choice([1, 2, 2, 3]))
                what = self.r.random()
                if what < 0.4:
                    self.fold(text, v, exact)
                elif what < 0.5:
                    self.masked(text, v, exact)
                else:
                    self.check(text, v, exact)
            if self.r.random() < 0.5:
                self.assign()
            if self.r.random() < 0.1:
                self.product()
            self.lines.append("}")


PRELUDE = """#include <cstdio>
#include <cmath>
#include <complex.h>
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
void put(half x) { printf(" %a", (float)x); }
void put(float _Complex x) { printf(" %a %a", crealf(x), cimagf(x)); }
void put(double _Complex x) { printf(" %a %a", creal(x), cimag(x)); }
float squash(float x) { return x / (1 + x * x); }
template <typename T> __device__ T twice(T x) { return (T)(x + x); }
double add_to(double x, int k) { auto f = [=](double y) { return y + k; }; return f(x); }
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
    if t.kind in "fc":
        v = np.array([float(w) if w.strip("-") in ("nan", "inf") else float.fromhex(w) for w in words], np.float64)
        return (v[::2] + 1j * v[1::2]).astype(t) if t.kind == "c" else v.astype(t)
    return np.array([int(w) for w in words], object).astype(t)


def coarse(t, a, exact):
    """Whether `a` is rounded as floats are, which nobody sees any more in the type t."""
    return not exact and a.dtype in (FLOAT, np.complex64, np.float16) and a.dtype != t


def close(a, b, exact, t):
    if a.shape != b.shape:
        return False
    if t.kind not in "fc" or exact:
        return bool(np.array_equal(a, b, equal_nan=t.kind in "fc"))
    a, b = wide(a), wide(b)
    eps = 2e-3 if t.itemsize == 2 else 2e-5 if t in (FLOAT, np.complex64) else 1e-9
    fine = np.isfinite(b)
    scale = np.abs(b[fine]).max() if fine.any() else 1
    return bool(np.allclose(a, b, rtol=eps * 50, atol=eps * max(1, scale) * 50, equal_nan=True))
