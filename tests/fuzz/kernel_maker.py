"""Small random kernels whose results are defined, for kernels.py.

A kernel is a tree of statements, so that it can be reduced by leaving parts out. What keeps results defined:
- every thread writes its own slots of `out` and `fout`; what others read lies in shared memory between barriers, written before
  them (such groups are one leaf of the tree), and atomics only add, or, min and the like, with their results unused;
- barriers stand where all threads of the block come (conditions and loops of `uniform` values), warp functions where all of the
  warp come and nobody has left, and lanes beyond the block's end are not asked;
- signed arithmetic that may overflow goes through unsigned types, divisors and shifts are kept in range, indices are masked;
- products of floats are __fmul_rn, so that no compiler may fuse them; conversions to integers are clamped. Results of functions
  that may differ in the last bits (expf ...) are only written to `fout`, which is compared with a tolerance.

Example: Maker(7).kernel() -> Kernel with .text(name), .block, .grid, .body
"""
import random

INTS = {"int": (32, 1), "unsigned": (32, 0), "long long": (64, 1), "unsigned long long": (64, 0), "short": (16, 1),
        "unsigned short": (16, 0), "signed char": (8, 1), "unsigned char": (8, 0)}
SLOTS = 6  # of `out` a thread


def bounds(kind):
    bits, signed = INTS[kind]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


class Ex:
    """An expression: text, C type, and for integers what values it can have."""

    def __init__(self, text, kind, low=None, high=None):
        self.text, self.kind = text, kind
        if kind in INTS and low is None:
            low, high = bounds(kind)
        self.low, self.high = low, high


class Var:
    def __init__(self, name, kind, uniform=False, fixed=False, low=None, high=None):
        self.name, self.kind, self.uniform, self.fixed, self.low, self.high = name, kind, uniform, fixed, low, high


class Node:
    """A statement: `head`, and for compound ones the statements inside and what closes them."""

    def __init__(self, head, body=None, tail="}"):
        self.head, self.body, self.tail = head, body, tail

    def lines(self, indent):
        pad = "    " * indent
        out = [pad + line for line in self.head.split("\n")]
        if self.body is not None:
            for node in self.body:
                out += node.lines(indent + 1)
            out.append(pad + self.tail)
        return out

    def copy(self):
        return Node(self.head, None if self.body is None else [n.copy() for n in self.body], self.tail)


PRELUDE = """struct pair { int a; float b; };
struct mixed { short s; long long l; unsigned char c[3]; float f; struct pair p; };
__constant__ int table[16] = {3, -7, 11, 19, 0, 5, -1, 1000, 64, -32, 8, 2, 77, -5, 9, 1};
"""
BITS = """__device__ unsigned long long @bits(double v) {
    return v != v ? 77 : (unsigned long long)__double_as_longlong(v + 0.0);
}
"""
PARAMETERS = ("unsigned long long *out, float *fout, const int *in, const float *fin, int *counters, float *sums, "
              "struct pair *pairs, int n, int p, unsigned q, float r")


class Kernel:
    def __init__(self, seed, functions, setup, body, block, grid):
        self.seed, self.functions, self.setup, self.body, self.block, self.grid = seed, functions, setup, body, block, grid

    def text(self, name):
        out = [f.replace("@", name + "_") for f in self.functions]
        out.append("__global__ void %s(%s) {" % (name, PARAMETERS))
        lines = self.setup.split("\n")
        for node in self.body:
            lines += [line for line in node.lines(0)]
        return "\n".join(out + ["    " + line.replace("@", name + "_") for line in lines] + ["}", ""])

    def copy(self):
        return Kernel(self.seed, list(self.functions), self.setup, [n.copy() for n in self.body], self.block, self.grid)


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.counter = 0
        self.vars = []
        self.in_function = self.has_n = False
        self.functions = [BITS]  # texts
        self.callable = []       # (name, parameter kinds, result kind)
        self.wants = {k: self.r.random() < p for k, p in {
            "barrier": 0.45, "warp": 0.35, "float": 0.7, "double": 0.3, "narrow": 0.5, "wide": 0.6, "leave": 0.4,
            "struct": 0.4, "pointer": 0.4, "call": 0.6, "recursion": 0.2, "indirect": 0.12, "atomic": 0.4, "goto": 0.25,
            "switch": 0.5, "math": 0.3, "vector": 0.3, "complex": 0.08}.items()}
        if self.wants["warp"]:
            self.wants["leave"] = False  # lanes that left cannot be asked
        if self.wants["barrier"] and self.chance(0.3):
            self.wants["leave"] = False  # threads that have ended no longer count at barriers

    # ---- helpers
    def one(self, items):
        return self.r.choice(list(items))

    def chance(self, p):
        return self.r.random() < p

    def name(self, prefix):
        self.counter += 1
        return "%s%d" % (prefix, self.counter)

    def kinds(self):
        kinds = ["int"] * 4 + ["unsigned"] * 2
        if self.wants["wide"]:
            kinds += ["long long", "unsigned long long"]
        if self.wants["narrow"]:
            kinds += ["short", "unsigned char", "signed char", "unsigned short"]
        return kinds

    def any_kind(self):
        if self.wants["float"] and self.chance(0.3):
            return "double" if self.wants["double"] and self.chance(0.4) else "float"
        return self.one(self.kinds())

    # ---- expressions
    def usable(self, test, uniform):
        return [v for v in self.vars if test(v) and (v.uniform or not uniform)]

    def leaf(self, uniform):
        """A leaf of some integer type."""
        choice = self.r.random()
        if choice < 0.45:
            found = self.usable(lambda v: v.kind in INTS, uniform)
            if found:
                v = self.one(found)
                return Ex(v.name, v.kind, v.low, v.high)
        if choice < 0.6:
            value = self.one([0, 1, 2, 3, 7, 8, 31, 32, 100, 255, 1000, -1, -5, 65537])
            return Ex(str(value) if value >= 0 else "(%d)" % value, "int", value, value)
        if self.in_function:
            return Ex("n", "int", 0, 1 << 20) if self.has_n and self.chance(0.2) else Ex("table[%d]" % self.r.randrange(16), "int", -2000, 2000)
        if uniform:
            return self.one([Ex("p", "int", 0, 100), Ex("q", "unsigned"), Ex("(int)blockIdx.x", "int", 0, 64),
                             Ex("n", "int", 0, 1 << 20), Ex("(int)blockDim.x", "int", 1, 1024),
                             Ex("table[%d]" % self.r.randrange(16), "int", -2000, 2000)])
        pick = self.r.random()
        if pick < 0.5:
            return self.one([Ex("tid", "int", 0, 1023), Ex("gid", "int", 0, 1 << 20), Ex("lane", "int", 0, 31),
                             Ex("(int)threadIdx.x", "int", 0, 1023), Ex("(int)threadIdx.y", "int", 0, 1023),
                             Ex("threadIdx.x", "unsigned", 0, 1023)])
        if pick < 0.65:
            return Ex("in[gid]", "int")
        if pick < 0.75:
            return Ex("in[gid + %d]" % self.r.randrange(1, 20), "int")
        if pick < 0.85:
            return Ex("in[%d * (gid & 255)]" % self.r.randrange(2, 5), "int")
        return Ex("in[%s & 1023]" % self.wrap(self.integer(1, False, "int")), "int")

    def fits(self, kind, low, high):
        least, most = bounds(kind)
        return least <= low and high <= most

    def cast(self, e, kind):
        if e.kind == kind:
            return e
        if e.kind in ("float", "double"):
            limit = "120" if INTS[kind][0] == 8 else "30000" if INTS[kind][0] == 16 else "1e6"
            low = "0" if not INTS[kind][1] else "-" + limit
            return Ex("(%s)fmin(fmax((double)(%s), %s), %s)" % (kind, e.text, low, limit), kind, 0 if low == "0" else -1000000, 1000000)
        if self.fits(kind, e.low, e.high):
            return Ex("(%s)%s" % (kind, self.wrap(e)), kind, e.low, e.high)
        return Ex("(%s)%s" % (kind, self.wrap(e)), kind)

    @staticmethod
    def wrap(e):
        return e.text if e.text.replace("_", "").isalnum() or (e.text[0] == "(" and e.text[-1] == ")" and e.text.count("(") == 1) \
            else "(%s)" % e.text

    def promoted(self, e):
        return self.cast(e, "int") if INTS[e.kind][0] < 32 else e

    def integer(self, depth, uniform=False, kind=None):
        e = self.promoted(self.some_integer(depth, uniform))
        return self.cast(e, kind) if kind else e

    def some_integer(self, depth, uniform):
        if depth <= 0 or self.chance(0.15):
            return self.leaf(uniform)
        pick = self.r.random()
        if pick < 0.5:
            return self.arithmetic(depth, uniform)
        if pick < 0.62:
            return self.bits(depth, uniform)
        if pick < 0.72:
            c, a, b = self.condition(depth - 1, uniform), self.integer(depth - 1, uniform, "int"), self.integer(depth - 1, uniform, "int")
            return Ex("(%s ? %s : %s)" % (c, a.text, b.text), "int", min(a.low, b.low), max(a.high, b.high))
        if pick < 0.8:
            return Ex("(%s)" % self.condition(depth - 1, uniform), "int", 0, 1)
        if pick < 0.9 and self.wants["float"]:
            return self.cast(self.floating(depth - 1, uniform, "float"), "int")
        if self.wants["call"] and self.callable:
            return self.call(depth, uniform)
        e = self.integer(depth - 1, uniform, "int")
        return Ex("table[%s & 15]" % self.wrap(e), "int", -2000, 2000)

    def arithmetic(self, depth, uniform):
        a, b = self.integer(depth - 1, uniform), self.integer(depth - 1, uniform)
        kind = self.one([a.kind, b.kind, "int"])
        if INTS[a.kind][0] == 64 or INTS[b.kind][0] == 64:
            kind = self.one(["long long", "unsigned long long"])
        a, b = self.cast(a, kind), self.cast(b, kind)
        op = self.one("++--**/%")
        if op in "/%":
            divisor = "((%s & %d) + 1)" % (self.wrap(b), self.one([1, 3, 7, 15, 255]))
            return Ex("%s %s %s" % (self.wrap(a), op, divisor), kind)
        ends = [x * y if op == "*" else x + y if op == "+" else x - y for x in (a.low, a.high) for y in (b.low, b.high)]
        low, high = min(ends), max(ends)
        if self.fits(kind, low, high):
            return Ex("%s %s %s" % (self.wrap(a), op, self.wrap(b)), kind, low, high)
        if INTS[kind][1]:
            free = "unsigned" if INTS[kind][0] == 32 else "unsigned long long"
            return Ex("(%s)((%s)%s %s (%s)%s)" % (kind, free, self.wrap(a), op, free, self.wrap(b)), kind)
        return Ex("%s %s %s" % (self.wrap(a), op, self.wrap(b)), kind)

    def bits(self, depth, uniform):
        a, b = self.integer(depth - 1, uniform), self.integer(depth - 1, uniform)
        pick = self.r.randrange(9)
        if pick < 2:
            kind = "unsigned long long" if INTS[a.kind][0] == 64 else "unsigned"
            op, width = self.one(["<<", ">>"]), INTS[kind][0] - 1
            return Ex("%s %s (%s & %d)" % (self.wrap(self.cast(a, kind)), op, self.wrap(b), width), kind)
        if pick == 2:
            return Ex("%s >> (%s & %d)" % (self.wrap(a), self.wrap(b), INTS[a.kind][0] - 1), a.kind)
        if pick < 6:
            kind = a.kind
            return Ex("%s %s %s" % (self.wrap(a), self.one("&|^"), self.wrap(self.cast(b, kind))), kind)
        if pick == 6:
            return Ex("~%s" % self.wrap(a), a.kind)
        a, b = self.cast(a, "int"), self.cast(b, "int")
        return self.one([Ex("__popc(%s)" % a.text, "int", 0, 32), Ex("__clz(%s)" % a.text, "int", 0, 32),
                         Ex("__ffs(%s)" % a.text, "int", 0, 32), Ex("(int)__brev(%s)" % a.text, "int"),
                         Ex("min(%s, %s)" % (a.text, b.text), "int"), Ex("max(%s, %s)" % (a.text, b.text), "int"),
                         Ex("__umulhi(%s, %s)" % (a.text, b.text), "unsigned"),
                         Ex("__funnelshift_l(%s, %s, 5)" % (a.text, b.text), "unsigned")])

    def condition(self, depth, uniform=False):
        pick = self.r.random()
        if depth > 0 and pick < 0.2:
            return "(%s %s %s)" % (self.condition(depth - 1, uniform), self.one(["&&", "||"]), self.condition(depth - 1, uniform))
        if self.wants["float"] and pick < 0.3:
            a, b = self.floating(depth - 1, uniform, "float"), self.floating(depth - 1, uniform, "float")
            return "%s %s %s" % (self.wrap(a), self.one(["<", ">", "<=", ">=", "==", "!="]), self.wrap(b))
        if pick < 0.55:
            a = self.integer(depth - 1, uniform)
            return "(%s & %d) %s %d" % (self.wrap(a), self.one([1, 3, 7, 15]), self.one(["==", "!=", "<", ">"]), self.r.randrange(6))
        a, b = self.integer(depth - 1, uniform), self.integer(depth - 1, uniform)
        return "%s %s %s" % (self.wrap(a), self.one(["<", ">", "<=", ">=", "==", "!="]), self.wrap(self.cast(b, a.kind)))

    def floating(self, depth, uniform, kind):
        f = "f" if kind == "float" else ""
        if depth <= 0 or self.chance(0.2):
            found = self.usable(lambda v: v.kind == kind, uniform)
            if found and self.chance(0.6):
                return Ex(self.one(found).name, kind)
            if self.chance(0.3):
                return Ex("%s%s" % (self.one(["0.5", "2.0", "-1.25", "100.0", "1e-3", "0.0"]), f), kind)
            if uniform or self.in_function:
                return Ex("(%s)table[%d]" % (kind, self.r.randrange(16)), kind)
            return Ex(self.one(["fin[gid]", "fin[%d * (gid & 255)]" % self.r.randrange(2, 4), "fin[tid & 7]", "fin[in[gid] & 1023]"])
                      if kind == "float" else "(double)in[gid]", kind)
        pick = self.r.random()
        a, b = self.floating(depth - 1, uniform, kind), self.floating(depth - 1, uniform, kind)
        if pick < 0.3:
            return Ex("%s %s %s" % (self.wrap(a), self.one("+-"), self.wrap(b)), kind)
        if pick < 0.5:
            return Ex("__%smul_rn(%s, %s)" % ("f" if f else "d", a.text, b.text), kind)
        if pick < 0.58:
            return Ex("%s / (fabs%s(%s) + 1)" % (self.wrap(a), f, b.text), kind)
        if pick < 0.72:
            name = self.one(["fabs", "floor", "trunc", "rint", "ceil"])
            return Ex("%s%s(%s)" % (name, f, a.text), kind)
        if pick < 0.78:
            return Ex("sqrt%s(fabs%s(%s))" % (f, f, a.text), kind)
        if pick < 0.86:
            return Ex("f%s%s(%s, %s)" % (self.one(["min", "max"]), f, a.text, b.text), kind)
        if pick < 0.92:
            return Ex("(%s ? %s : %s)" % (self.condition(depth - 1, uniform), a.text, b.text), kind)
        return Ex("(%s)%s" % (kind, self.wrap(self.integer(depth - 1, uniform))), kind)

    def value(self, kind, depth, uniform=False):
        if kind in ("float", "double"):
            return self.floating(depth, uniform, kind)
        return self.cast(self.integer(depth, uniform), kind)

    def call(self, depth, uniform):
        name, kinds, result = self.one(self.callable)
        arguments = ", ".join(self.value(k, depth - 2, uniform).text for k in kinds)
        e = Ex("%s(%s)" % (name, arguments), result)
        return e if result in INTS else self.cast(e, "int")

    # ---- device functions
    def device_functions(self):
        self.in_function = self.has_n = True
        for _ in range(self.r.randrange(1, 4)):
            name, kinds = "@" + self.name("f"), [self.any_kind() for _ in range(self.r.randrange(1, 4))]
            result = self.any_kind()
            names = ["a%d" % i for i in range(len(kinds))]
            self.vars = [Var(a, k) for a, k in zip(names, kinds)]
            body = ["int n = %d;" % self.r.randrange(1, 99)]
            acc = self.value(result, 2)
            body.append("%s x = %s;" % (result, acc.text))
            self.vars.append(Var("x", result))
            for _ in range(self.r.randrange(1, 4)):
                body.append(self.one([
                    lambda: "if (%s) x = %s;" % (self.condition(2), self.value(result, 2).text),
                    lambda: "if (%s) return %s;" % (self.condition(2), self.value(result, 1).text),
                    lambda: "for (int i = 0; i < (%s & 7); i++) { x = %s; if (%s) break; }" % (
                        self.wrap(self.integer(1, False, "int")), self.value(result, 2).text, self.condition(1)),
                    lambda: "while ((n = n / 2) > 2) { if (%s) continue; x = %s; }" % (self.condition(1), self.value(result, 2).text),
                ])())
            self.functions.append("__device__ %s%s %s(%s) {\n    %s\n    return x;\n}\n" % (
                self.one(["", "", "__noinline__ "]), result, name, ", ".join("%s %s" % p for p in zip(kinds, names)), "\n    ".join(body)))
            self.callable.append((name, kinds, result))
        self.has_n = False
        if self.wants["recursion"]:
            name = "@" + self.name("rec")
            self.vars = [Var("d", "int", low=0, high=7), Var("v", "unsigned")]
            self.functions.append(
                "__device__ unsigned %s_(int d, unsigned v) {\n    if (d <= 0 || %s) return v;\n    unsigned x = %s;\n"
                "    if (%s) x ^= %s_(d - 1, x + 3);\n    return x + %s_(d - %d, v * 5 + 1);\n}\n"
                "__device__ unsigned %s(int d, unsigned v) { return %s_(d & 7, v); }\n" % (
                    name, self.condition(1), self.value("unsigned", 2).text, self.condition(1), name, name, self.r.randrange(1, 3), name, name))
            self.callable.append((name, ["int", "unsigned"], "unsigned"))
        if self.wants["pointer"]:
            self.vars = [Var("k", "int")]
            self.functions.append("__device__ void @swap(int *a, unsigned *b, int k) {\n    unsigned t = (unsigned)*a ^ (unsigned)%s;\n"
                                  "    if (k & 1) *a = (int)*b;\n    *b = t;\n}\n" % self.wrap(self.integer(2)))
        if self.wants["struct"]:
            self.vars = [Var("v", "int")]
            self.functions.append("__device__ struct pair @make(int v, float f) {\n    struct pair p = {%s, f};\n"
                                  "    if (%s) p.b = -f;\n    return p;\n}\n" % (self.integer(2, False, "int").text, self.condition(2)))
        if self.wants["indirect"]:
            for k in range(2):
                self.vars = [Var("a", "int"), Var("b", "unsigned")]
                self.functions.append("__device__ unsigned @way%d(int a, unsigned b) { return %s; }\n" % (k, self.value("unsigned", 2).text))
        self.in_function = False
        self.vars = []

    # ---- statements
    def statements(self, depth, count, uniform, loop=None):
        """uniform: all threads of the block that have not left come here together. loop: None, "free" or "uniform"."""
        mark = len(self.vars)
        out = []
        for _ in range(count):
            made = self.statement(depth, uniform, loop)
            out += made if isinstance(made, list) else [made]
        for v in self.vars[mark:]:  # what was computed counts
            if self.chance(0.6):
                out.append(self.keep(v))
        del self.vars[mark:]
        return out

    def keep(self, v):
        shown = "@bits(%s)" % v.name if v.kind in ("float", "double") else "(unsigned long long)%s" % v.name
        return Node("out[%d * gid + %d] += %s;" % (SLOTS, self.r.randrange(SLOTS), shown))

    def declare(self, uniform):
        kind, is_uniform = self.any_kind(), uniform and self.chance(0.3)
        e = self.value(kind, 3, is_uniform)
        name = self.name("v")
        # in a loop or branch the value may come from an earlier round, but it is the same for all
        self.vars.append(Var(name, kind, is_uniform))
        return Node("%s %s = %s;" % (kind, name, e.text))

    def assign(self, uniform):
        found = [v for v in self.vars if not v.fixed and (uniform or not v.uniform)]
        if not found:
            return self.declare(uniform)
        v = self.one(found)
        e = self.value(v.kind, 3, v.uniform)
        if v.kind in ("unsigned", "unsigned long long", "float", "double") and self.chance(0.4):
            return Node("%s %s= %s;" % (v.name, self.one("+-") if v.kind in ("float", "double") else self.one("+-*^|&"), e.text))
        return Node("%s = %s;" % (v.name, e.text))

    def statement(self, depth, uniform, loop):
        if depth <= 0:
            return self.simple(uniform)
        pick = self.r.random()
        if pick < 0.3:
            return self.simple(uniform)
        if pick < 0.5:
            return self.branch(depth, uniform, loop)
        if pick < 0.68:
            return self.loop(depth, uniform)
        if pick < 0.74 and self.wants["switch"]:
            return self.switch(depth, uniform, loop)
        if pick < 0.8 and loop:
            shared = loop == "uniform"
            return Node("if (%s) %s;" % (self.condition(2, shared), self.one(["break", "continue"])))
        if pick < 0.82 and self.wants["leave"]:
            return Node("if (%s) return;" % self.condition(2))
        if pick < 0.88 and uniform and self.wants["barrier"]:
            return self.shared_phase()
        if pick < 0.93 and uniform and self.wants["warp"]:
            return self.warp_phase()
        if pick < 0.96 and self.wants["goto"]:
            return self.jump(depth, uniform)
        return self.grid_stride() if self.chance(0.3) else self.simple(uniform)

    def simple(self, uniform):
        pick = self.r.random()
        if pick < 0.25:
            return self.declare(uniform)
        if pick < 0.6:
            return self.assign(uniform)
        if pick < 0.68:
            return Node("out[%d * gid + %d] %s= (unsigned long long)%s;" % (
                SLOTS, self.r.randrange(SLOTS), self.one(["+", "^", ""]), self.wrap(self.integer(3))))
        if pick < 0.73 and self.wants["math"]:
            name = self.one(["expf", "sinf", "cosf", "logf", "powf", "tanhf", "erff", "exp2f", "cbrtf"])
            x = "fminf(fmaxf(%s, -8.0f), 8.0f)" % self.floating(2, False, "float").text
            x = "fabsf(%s) + 0.25f" % x if name in ("logf", "powf") else x
            return Node("fout[2 * gid + %d] = %s(%s%s);" % (self.r.randrange(2), name, x, ", 1.5f" if name == "powf" else ""))
        if pick < 0.8 and self.wants["atomic"]:
            return self.atomic()
        if pick < 0.9:
            special = [f for f in (self.array, self.structure, self.pointer, self.vector, self.indirect, self.numbers) if f]
            made = self.one(special)(uniform)
            if made:
                return made
        return self.assign(uniform)

    def atomic(self):
        op = self.one(["Add", "Sub", "Min", "Max", "And", "Or", "Xor"])
        base = {"Add": 0, "Sub": 0, "Min": 16, "Max": 32, "And": 48, "Or": 64, "Xor": 80}[op]
        where = "counters[%d + (%s & 15)]" % (base, self.wrap(self.integer(1, self.chance(0.4), "int")))
        value = self.integer(2, False, "int").text
        if self.chance(0.2):
            return Node("atomicAdd(&sums[%s & 7], (float)(%s & 15));" % (self.wrap(self.integer(1, False, "int")), self.wrap(self.integer(1, False, "int"))))
        return Node("atomic%s(&%s, %s);" % (op, where, value))

    def array(self, uniform):
        name, kind, size = self.name("la"), self.one(["int", "unsigned", "short", "float", "unsigned char"]), self.one([4, 8])
        lines = ["%s %s[%d];" % (kind, name, size),
                 "for (int i = 0; i < %d; i++) %s[i] = (%s)(%s + i);" % (size, name, kind, self.wrap(self.integer(1, False, "unsigned")))]
        for _ in range(self.r.randrange(1, 4)):
            lines.append("%s[%s & %d] = %s;" % (name, self.wrap(self.integer(2, False, "int")), size - 1, self.value(kind, 2).text))
        if kind != "float" and self.chance(0.4):
            lines.append("{ %s *pa = &%s[%s & %d]; *pa = (%s)((unsigned)*pa + 1); }" % (kind, name, self.wrap(self.integer(1, False, "int")), size - 1, kind))
        index = "%s & %d" % (self.wrap(self.integer(2, False, "int")), size - 1)
        read = self.cast(Ex("%s[%s]" % (name, index), kind), "int").text
        lines.append("out[%d * gid + %d] += (unsigned long long)(%s);" % (SLOTS, self.r.randrange(SLOTS), read))
        return Node("{", [Node("\n".join(lines))])

    def structure(self, uniform):
        if not self.wants["struct"]:
            return None
        a = self.name("s")
        lines = ["struct mixed %s = {%s, %s, {1, 2, 3}, %s, {%s, 0.5f}};" % (
            a, self.value("short", 2).text, self.value("long long", 2).text, self.floating(1, False, "float").text, self.integer(1, False, "int").text)]
        lines.append("%s.c[%s %% 3u] = %s;" % (a, self.wrap(self.integer(1, False, "unsigned")), self.value("unsigned char", 1).text))
        lines.append("if (%s) %s.p = @make(%s, %s.f);" % (self.condition(1), a, self.integer(1, False, "int").text, a))
        lines.append("struct mixed %sb = %s;\n%sb.l ^= %s.s;" % (a, a, a, a))
        lines.append("out[%d * gid + 1] ^= (unsigned long long)%sb.l + %sb.c[1] + %sb.c[2] + (unsigned)%sb.p.a;" % (SLOTS, a, a, a, a))
        lines.append("pairs[gid] = %sb.p;" % a if self.chance(0.5) else "pairs[gid].a = %s.p.a;" % a)
        return Node("{", [Node("\n".join(lines))])

    def pointer(self, uniform):
        found = [v for v in self.vars if v.kind == "int" and not v.fixed and not v.uniform]
        other = [v for v in self.vars if v.kind == "unsigned" and not v.fixed and not v.uniform]
        if not self.wants["pointer"] or not found or not other:
            return None
        return Node("@swap(&%s, &%s, %s);" % (self.one(found).name, self.one(other).name, self.integer(2, False, "int").text))

    def vector(self, uniform):
        if not self.wants["vector"]:
            return None
        a = self.name("f4")
        return Node("{", [Node(
            "float4 %s = make_float4(%s, fin[gid], 2.0f, 0.0f);\nint2 %si = make_int2(%s, tid);\nif (%s) { %s.w = %s.x; %si.y ^= %si.x; }\n"
            "fout[2 * gid] = %s.w + %s.y;\nout[%d * gid] += (unsigned)%si.y;" % (
                a, self.floating(1, False, "float").text, a, self.integer(1, False, "int").text, self.condition(2), a, a, a, a, a, a, SLOTS, a))])

    def indirect(self, uniform):
        if not self.wants["indirect"]:
            return None
        a = self.name("way")
        return Node("{\n    unsigned (*%s)(int, unsigned) = %s ? @way0 : @way1;\n    out[%d * gid + 2] ^= %s(%s, %s);\n}" % (
            a, self.condition(1, self.chance(0.3)), SLOTS, a, self.integer(1, False, "int").text, self.integer(1, False, "unsigned").text))

    def numbers(self, uniform):
        a = self.name("z")
        if self.wants["complex"]:
            return Node("{\n    float _Complex %s = (float)(%s & 15) + (float)(tid & 7) * 1.0iF;\n    if (%s) %s = %s * %s + 2.0f;\n"
                        "    fout[2 * gid + 1] = __real__ %s - __imag__ %s;\n}" % (
                            a, self.wrap(self.integer(1, False, "int")), self.condition(1), a, a, a, a, a))
        return None

    def branch(self, depth, uniform, loop):
        shared = uniform and self.chance(0.45)
        inner = uniform and shared
        kept = None if loop == "uniform" and not inner else loop  # a jump out of a uniform loop from here would part the threads
        head = "if (%s) {" % self.condition(2, shared)
        then = self.statements(depth - 1, self.r.randrange(1, 4), inner, kept)
        if not self.chance(0.4):
            return Node(head, then)
        chosen = self.name("c")
        other = self.statements(depth - 1, self.r.randrange(1, 3), inner, kept)
        return Node("{", [Node("bool %s = %s;" % (chosen, head[4:-3])), Node("if (%s) {" % chosen, then), Node("if (!%s) {" % chosen, other)]) \
            if self.chance(0.3) else Node(head, [Node("", then, "} else {"), Node("", other, "")])

    def loop(self, depth, uniform):
        shared = uniform and self.chance(0.5)
        i = self.name("i")
        most = self.one([2, 3, 5, 8])
        bound = str(most) if self.chance(0.4) else "(%s & %d)" % (self.wrap(self.integer(2, shared, "int")), 7 if most > 3 else 3)
        mark = len(self.vars)
        self.vars.append(Var(i, "int", shared, True, 0, 9))
        body = self.statements(depth - 1, self.r.randrange(1, 4), shared, "uniform" if shared else "free")
        del self.vars[mark:]
        pick = self.r.random()
        if pick < 0.6:
            return Node("for (int %s = 0; %s < %s; %s++) {" % (i, i, bound, i), body)
        if pick < 0.8:
            return Node("{ int %s = -1, %se = %s; while (++%s < %se) {" % (i, i, bound, i, i), body, "} }")
        return Node("{ int %s = 0, %se = %s; do {" % (i, i, bound), body, "} while (++%s < %se); }" % (i, i))

    def switch(self, depth, uniform, loop):
        shared = uniform and self.chance(0.4)
        kept = None if loop == "uniform" and not shared else loop
        body = []
        labels = self.r.sample(range(-1, 7), self.r.randrange(2, 5))
        for k in labels:
            body.append(Node("case %d: {" % k, self.statements(depth - 1, self.r.randrange(1, 3), shared, None)))
            if self.chance(0.6):
                body.append(Node("break;"))
        if self.chance(0.6):
            body.append(Node("default: {", self.statements(depth - 1, 1, shared, None)))
        return Node("switch (%s %% 7) {" % self.wrap(self.integer(2, shared, "int")), body)

    def jump(self, depth, uniform):
        label, shared = self.name("l"), uniform and self.chance(0.5)
        if self.chance(0.5):  # forward, out of nested loops
            i = self.name("i")
            self.vars.append(Var(i, "int", shared, True, 0, 9))
            body = self.statements(depth - 1, 2, False, None)
            self.vars.pop()
            return Node("{ for (int %s = 0; %s < 4; %s++) for (int %sk = 0; %sk < 3; %sk++) {" % (i, i, i, i, i, i),
                        body + [Node("if (%s) goto @%s;" % (self.condition(2, shared), label))], "} @%s:; }" % label)
        i = self.name("g")
        body = self.statements(depth - 1, 2, False, None)
        return Node("{ int %s = 0; @%s: {" % (i, label), body,
                    "} if (++%s < 3 && %s) goto @%s; }" % (i, self.condition(1, shared), label))

    def grid_stride(self):
        i = self.name("i")
        self.vars.append(Var(i, "int", False, True, 0, 4095))
        e = self.value("unsigned", 2).text
        self.vars.pop()
        return Node("for (int %s = gid; %s < (n & 4095); %s += gridDim.x * threads) out[%d * gid + %d] += (unsigned)in[%s] ^ %s;" % (
            i, i, i, SLOTS, self.r.randrange(SLOTS), i, e))

    # ---- threads that work together: one leaf each
    def shared_phase(self):
        pick, s = self.r.random(), self.name("sh")
        index = self.one(["(tid + %d) %% threads" % self.r.randrange(1, 40), "threads - 1 - tid", "(tid * 7 + 3) % threads", "(tid ^ 1)"])
        slot = self.r.randrange(SLOTS)
        if pick < 0.4:
            guard = "if (%s < threads) " % index if "^" in index else ""
            return Node("sh[tid] = %s;\n__syncthreads();\n%sout[%d * gid + %d] += sh[%s];\n__syncthreads();" % (
                self.value("unsigned", 2).text, guard, SLOTS, slot, index))
        if pick < 0.6:
            return Node("sh[tid] = %s;\n__syncthreads();\nfor (int %s = 512; %s > 0; %s /= 2) {\n"
                        "    if (tid < %s && tid + %s < threads) sh[tid] += sh[tid + %s];\n    __syncthreads();\n}\n"
                        "out[%d * gid + %d] ^= sh[0];\n__syncthreads();" % (self.value("unsigned", 2).text, s, s, s, s, s, s, SLOTS, slot))
        if pick < 0.75:
            op = self.one(["Add", "Or", "Max"])
            return Node("if (tid < 8) bins[tid] = 0;\n__syncthreads();\n%satomic%s(&bins[%s & 7], %s);\n__syncthreads();\n"
                        "out[%d * gid + %d] += (unsigned)bins[tid & 7];\n__syncthreads();" % (
                            "if (%s) " % self.condition(2) if self.chance(0.5) else "", op, self.wrap(self.integer(1, False, "int")),
                            self.integer(1, False, "int").text, SLOTS, slot))
        if pick < 0.9:
            which = self.one(["count", "and", "or"])
            return Node("out[%d * gid + %d] += __syncthreads_%s(%s) != %d;" % (SLOTS, slot, which, self.condition(2), self.r.randrange(3)))
        return Node("for (int %s = 0; %s < 3; %s++) {\n    sh[tid] = %s + %s;\n    __syncthreads();\n    if (%s == %d) break;\n"
                    "    out[%d * gid + %d] ^= sh[%s %% threads] * 3u;\n    __syncthreads();\n}\n__syncthreads();" % (
                        s, s, s, self.value("unsigned", 1).text, s, s, self.r.randrange(1, 4), SLOTS, slot, index.replace("^ 1", "+ 1")))

    def warp_phase(self):
        pick, slot = self.r.random(), self.r.randrange(SLOTS)
        kind = self.one(["int", "unsigned", "float", "long long", "double", "unsigned long long"])
        e = self.value(kind, 2).text
        if pick < 0.5:
            width = self.one([32, 32, 16, 8, 4, 2])
            step = self.one([1, 2, 3, width // 2])
            op, source = self.one([("xor", "(lane ^ %d)" % (step % width)), ("down", "lane + %d" % step), ("up", "lane - %d" % step),
                                   ("", "(lane & ~%d) + %d" % (width - 1, step % width))])
            inside = "here > %s && (%s) >= 0" % (source, source)
            arg = step % width if op in ("xor", "") else step
            take = "(unsigned long long)%s" % self.wrap(self.cast(Ex("got", kind), "int"))
            return Node("{ %s got = __shfl%s_sync(~0u, %s, %d%s); if (%s) out[%d * gid + %d] += %s; }" % (
                kind, "_" + op if op else "", e, arg, ", %d" % width if width < 32 or self.chance(0.3) else "", inside, SLOTS, slot, take))
        if pick < 0.75:
            c = self.condition(2)
            name = self.one(["ballot", "any", "all"])
            return Node("out[%d * gid + %d] += (unsigned)__%s_sync(~0u, %s)%s;" % (SLOTS, slot, name, c, "" if name == "ballot" else " != 0"))
        if pick < 0.85:
            return Node("if (tid / 32 == %d) { unsigned got = __ballot_sync(~0u, %s); __syncwarp(); out[%d * gid + %d] ^= got; }" % (
                self.r.randrange(3), self.condition(2), SLOTS, slot))
        if pick < 0.93:
            return Node("out[%d * gid + %d] += __match_any_sync(~0u, %s & 3);" % (SLOTS, slot, self.wrap(self.integer(1, False, "int"))))
        return Node("{ unsigned got = __reduce_%s_sync(~0u, (unsigned)%s); out[%d * gid + %d] += got; }" % (
            self.one(["add", "min", "max", "xor", "or", "and"]), self.wrap(self.integer(2, False, "unsigned")), SLOTS, slot))

    # ---- the whole
    def kernel(self):
        if self.wants["call"] or any(self.wants[k] for k in ("recursion", "pointer", "struct", "indirect")):
            self.device_functions()
        block = self.one([(32,), (64,), (256,), (128,), (100,), (33,), (1,), (7,), (250,), (16, 16), (8, 8), (5, 3), (32, 4), (4, 3, 5), (40, 2)])
        setup = ("int tid = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;\n"
                 "int threads = blockDim.x * blockDim.y * blockDim.z, gid = blockIdx.x * threads + tid, lane = tid % 32;\n"
                 "int here = threads - (tid - lane) < 32 ? threads - (tid - lane) : 32;")
        if block[1:] == () and self.chance(0.5):
            setup = ("int tid = threadIdx.x, threads = blockDim.x, gid = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;\n"
                     "int here = threads - (tid - lane) < 32 ? threads - (tid - lane) : 32;")
        if self.wants["barrier"]:
            setup += ("\n__shared__ unsigned sh[256];\n__shared__ int bins[8];\nfor (int i = tid; i < 256; i += threads) sh[i] = i;\n"
                      "for (int i = tid; i < 8; i += threads) bins[i] = 0;\n"
                      "__syncthreads();")
        if self.wants["leave"] and self.chance(0.7):
            setup += "\nif (gid >= n) return;"
        body = self.statements(3, self.r.randrange(4, 9), True)
        return Kernel(self.seed, self.functions, setup, body, block, self.r.randrange(1, 7))
