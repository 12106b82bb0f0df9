#!/usr/bin/env python3
"""Random expressions: their types and values are those of gcc (C) and g++ (CUDA C).

    tests/fuzz/expressions.py                      a few seconds with another seed each time: what the tests run
    tests/fuzz/expressions.py --cases 100000       the long run; --seed N: where it starts (one seed is one file of cases)
    tests/fuzz/expressions.py --seed N --lang cu   one file again; --keep DIR: the files are left there

A file has a few hundred cases in functions of 20. Each shows one expression of variables and literals of all arithmetic types,
enums and bit-fields: what type it has (_Generic, or a template's argument), its bits, in CUDA C which overload it chooses, also
as an initialiser of a constant, after an assignment, and in device code. What would be undefined is not made: the generator
computes each value as it goes (class Value), whose answers count for nothing else. Floating numbers that are not a number are
left out, since the sign of a NaN is nobody's promise. Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
CASES_IN_FILE = 500


class Undefined(Exception):
    """The expression that is being made has no defined value."""


class Type:
    """An arithmetic type: bits, signed (floats: None), rank; promoted: what it is in arithmetic."""

    def __init__(self, name, bits, signed, rank, promoted=None, enum=None):
        self.name, self.bits, self.signed, self.rank = name, bits, signed, rank
        self.promoted = promoted or self
        self.enum = enum  # for each language the type that its values promote to

    is_float = property(lambda self: self.signed is None)

    def holds(self, value):
        low = -(1 << (self.bits - 1)) if self.signed else 0
        return low <= value < low + (1 << self.bits)

    def wrap(self, value):
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value


INT, UINT = Type("int", 32, True, 3), Type("unsigned int", 32, False, 3)
LONG, ULONG = Type("long", 64, True, 4), Type("unsigned long", 64, False, 4)
LLONG, ULLONG = Type("long long", 64, True, 5), Type("unsigned long long", 64, False, 5)
BOOL = Type("bool", 8, False, 0, INT)
SMALL = [Type("char", 8, True, 1, INT), Type("signed char", 8, True, 1, INT), Type("unsigned char", 8, False, 1, INT),
         Type("short", 16, True, 2, INT), Type("unsigned short", 16, False, 2, INT)]
FLOAT, DOUBLE = Type("float", 32, None, 10), Type("double", 64, None, 11)
BASIC = [BOOL] + SMALL + [INT, UINT, LONG, ULONG, LLONG, ULLONG, FLOAT, DOUBLE]
CHAR = SMALL[0]


class Enum:
    """An enum with its enumerators. C's values promote to its underlying type, C++'s to the first that holds them."""

    def __init__(self, name, head, values, low, c, cu, in_c=True):
        self.name, self.head, self.values, self.in_c = name, head, values, in_c
        self.by_lang = {"c": c, "cu": cu}
        self.underlying = low


ENUMS = [Enum("Plain", "enum Plain", {"P0": 0, "P3": 3, "P7": 7}, UINT, UINT, INT),
         Enum("Minus", "enum Minus", {"M1": -1, "M5": 5}, INT, INT, INT),
         Enum("High", "enum High", {"H1": 1, "HTOP": 0x80000001}, UINT, UINT, UINT),
         Enum("Wide", "enum Wide", {"W1": 1, "W40": 1 << 40}, ULONG, ULONG, LONG),
         Enum("Both", "enum Both", {"B1": -1, "B32": 0x80000000}, LONG, LONG, LONG),
         Enum("Byte", "enum Byte : unsigned char", {"Y1": 1, "Y200": 200}, SMALL[2], None, INT, in_c=False),
         Enum("Tiny", "enum Tiny : signed char", {"T1": -7, "T5": 100}, SMALL[1], None, INT, in_c=False),
         Enum("Fixed", "enum Fixed : long", {"F1": 1, "F2": -2}, LONG, None, LONG, in_c=False)]

# None of 33 to 63 bits: gcc's and g++'s arithmetic has types of such widths, which no standard has.
BITS = [(INT, 5), (UINT, 7), (INT, 31), (UINT, 31), (UINT, 32), (INT, 32), (LONG, 12), (ULONG, 20), (SMALL[2], 3), (BOOL, 1), (ULLONG, 64)]


class Value:
    """An expression as text with its type, its value, and the type that it promotes to."""

    def __init__(self, text, type, value, promoted=None, enum=None):
        self.text, self.type, self.value, self.enum = text, type, value, enum
        self.promoted = promoted or type.promoted


def to_float(value, type):
    try:
        return struct.unpack("f", struct.pack("f", value))[0] if type is FLOAT else float(value)
    except OverflowError:
        raise Undefined


def convert(value, source, to):
    if to is BOOL:
        return int(value != 0)
    if to.is_float:
        return to_float(value, to)
    if source.is_float:
        if math.isnan(value) or math.isinf(value) or not to.holds(math.trunc(value)):
            raise Undefined
        return math.trunc(value)
    return to.wrap(value)


def usual(a, b):
    if a.is_float or b.is_float:
        return max((t for t in (a, b) if t.is_float), key=lambda t: t.rank)
    if a.signed == b.signed:
        return a if a.rank >= b.rank else b
    u, s = (b, a) if a.signed else (a, b)
    if u.rank >= s.rank:
        return u
    if s.bits > u.bits:
        return s
    return {LONG: ULONG, LLONG: ULLONG}[s]


class Maker:
    def __init__(self, lang, seed):
        self.lang, self.random = lang, random.Random(f"{lang}{seed}")
        self.variables, self.declarations = [], []
        self.constant = False
        for type in BASIC:
            for i in range(3):
                self.variable(type, f"v{len(self.variables)}")
        self.enums = [e for e in ENUMS if e.in_c or lang == "cu"]
        for e in self.enums:
            self.declarations.append(f"{e.head} {{ {', '.join(f'{k} = {self.exact(v)}' for k, v in e.values.items())} }};")
            self.variable_of_enum(e)
        self.bit_fields()

    def exact(self, value):
        if value < 0:
            return f"-{-value}"
        return f"{value}u" if 1 << 31 <= value < 1 << 32 else str(value)

    def some_value(self, type):
        r = self.random
        if type is BOOL:
            return r.randrange(2)
        if type.is_float:
            x = r.choice([0, 1, -1, 0.5, -2.25, 3, 7, 100, 1e6, -1e-3, 16777217, 4294967296, -2147483649, r.uniform(-1000, 1000)])
            return to_float(x, type)
        low, high = (-(1 << (type.bits - 1)), (1 << (type.bits - 1)) - 1) if type.signed else (0, (1 << type.bits) - 1)
        return r.choice([low, high, high - 1, low + 1, 0, 1, 2, 3, 5, 7, min(high, 31), min(high, 100), type.wrap(-1), type.wrap(-5),
                         r.randint(low, high)])

    def literal_text(self, type, value):
        if type.is_float:
            text = repr(value)
            text = text if "." in text or "e" in text else text + ".0"
            return f"({text}{'f' if type is FLOAT else ''})"
        if type.bits == 64 and type.signed and value == -(1 << 63):
            return f"({value + 1}{'ll' if type is LLONG else 'l'} - 1)"
        suffix = {UINT: "u", LONG: "l", ULONG: "ul", LLONG: "ll", ULLONG: "ull"}.get(type, "")
        if type is INT and value == -(1 << 31):
            return "(-2147483647 - 1)"
        return f"({value}{suffix})"

    def variable(self, type, name):
        value = self.some_value(type)
        self.declarations.append(f"{type.name} {name} = {self.literal_text(type, value)};")
        self.variables.append(Value(name, type, value))

    def variable_of_enum(self, e):
        name, (key, value) = f"e{e.name}", self.random.choice(list(e.values.items()))
        self.declarations.append(f"enum {e.name} {name} = {key};")
        self.variables.append(Value(name, e.underlying, value, e.by_lang[self.lang], e))

    def bit_fields(self):
        members, values = [], []
        for i, (type, width) in enumerate(BITS):
            narrow = Type("", width, type.signed, 0)
            value = self.some_value(narrow) if type is not BOOL else self.random.randrange(2)
            promoted = INT if width < 32 or (width == 32 and type.signed) else UINT if width == 32 else type
            members.append(f"{type.name} b{i} : {width};")
            values.append(self.literal_text(type, value))
            self.variables.append(Value(f"bits.b{i}", type, value, promoted))
        self.declarations.append(f"struct {{ {' '.join(members)} }} bits = {{{', '.join(values)}}};")

    # ---- expressions ----

    def literal(self):
        r = self.random
        kind = r.randrange(8)
        if kind == 0:
            type = r.choice([FLOAT, DOUBLE])
            value = abs(self.some_value(type))
            return Value(self.literal_text(type, value)[1:-1], type, value)
        if kind == 1:
            code = r.choice([("'a'", 97), ("'\\0'", 0), ("'\\xff'", -1), ("'\\n'", 10), ("'z'", 122), ("'\\200'", -128), ("'\\\\'", 92)])
            return Value(code[0], CHAR if self.lang == "cu" else INT, code[1])
        if kind == 2 and self.lang == "cu":
            return r.choice([Value("true", BOOL, 1), Value("false", BOOL, 0)])
        if kind == 3:
            e = r.choice(self.enums)
            key, value = r.choice(list(e.values.items()))
            if self.lang == "c":  # an enumerator is an int where all are; else of the enum's type
                type = INT if all(INT.holds(v) for v in e.values.values()) or INT.holds(value) else e.underlying
                return Value(key, type, value)
            return Value(key, e.underlying, value, e.by_lang["cu"], e)
        edges = [0, 1, 2, 3, 5, 10, 31, 32, 63, 64, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648, 4294967295, 4294967296,
                 9223372036854775807, 9223372036854775808, 18446744073709551615]
        value = r.choice(edges) if r.random() < 0.7 else r.getrandbits(r.randint(1, 64))
        base = r.choice(["d", "d", "x", "o", "b"])
        text = {"d": str(value), "x": hex(value), "o": "0" + oct(value)[2:], "b": bin(value)}[base]
        suffix = r.choice(["", "", "", "u", "l", "ul", "ll", "ull", "U", "L", "LLU", "lu"])
        types = self.literal_types(base, suffix.lower())
        for type in types:
            if type.holds(value):
                return Value(text + suffix, type, value)
        raise Undefined

    @staticmethod
    def literal_types(base, suffix):
        unsigned, ls = "u" in suffix, suffix.count("l")
        rows = [(INT, UINT), (LONG, ULONG), (LLONG, ULLONG)][ls:]
        if unsigned:
            return [u for s, u in rows]
        return [s for s, u in rows] if base == "d" else [t for pair in rows for t in pair]

    def leaf(self):
        if self.constant or self.random.random() < 0.35:
            return self.literal()
        return self.random.choice(self.variables)

    def expression(self, depth):
        r = self.random
        if depth <= 0 or r.random() < 0.1:
            return self.leaf()
        kind = r.random()
        if kind < 0.14:
            return self.unary(depth)
        if kind < 0.70:
            return self.binary(depth)
        if kind < 0.80:
            return self.conditional(depth)
        if kind < 0.95:
            return self.cast(depth)
        a = self.expression(depth - 1)
        return Value(f"sizeof({a.text})", ULONG, self.size_of(a)) if not a.text.startswith("bits.") and "bits." not in a.text else a

    @staticmethod
    def size_of(a):
        return a.type.bits // 8

    def unary(self, depth):
        a, op = self.expression(depth - 1), self.random.choice("+-~!")
        text = f"{op} {self.wrapped(a)}"
        if op == "!":
            return Value(text, self.truth(), int(a.value == 0))
        t = a.promoted
        if op == "~" and t.is_float:
            raise Undefined
        value = convert(a.value, a.type, t)
        if op == "-":
            value = -value
        elif op == "~":
            value = ~value
        return Value(text, t, self.fit(value, t))

    def truth(self):
        return BOOL if self.lang == "cu" else INT

    @staticmethod
    def wrapped(a):
        return f"({a.text})"

    @staticmethod
    def fit(value, t):
        if t.is_float:
            value = to_float(value, t)
            if math.isnan(value):
                raise Undefined
            return value
        if t.signed and not t.holds(value):
            raise Undefined
        return t.wrap(value)

    def binary(self, depth):
        r = self.random
        op = r.choice(["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||", ","])
        a = self.expression(depth - 1)
        b = self.expression(depth - 1)
        text = f"{self.wrapped(a)} {op} {self.wrapped(b)}"
        if op == ",":
            if self.constant:
                raise Undefined
            if self.lang == "c" and b.text.startswith("bits."):
                raise Undefined  # gcc takes it for the bit-field still, others for its type
            return Value(f"({text})", b.type, b.value, b.promoted, b.enum)
        if op in ("&&", "||"):
            value = (a.value != 0 and b.value != 0) if op == "&&" else (a.value != 0 or b.value != 0)
            return Value(text, self.truth(), int(value))
        if op in ("<<", ">>"):
            return self.shift(op, a, b, text)
        t = usual(a.promoted, b.promoted)
        x, y = convert(a.value, a.type, t), convert(b.value, b.type, t)
        if op in ("<", ">", "<=", ">=", "==", "!="):
            value = {"<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y, "==": x == y, "!=": x != y}[op]
            return Value(text, self.truth(), int(value))
        if op == "-" and t.is_float and x == 0 and y == 0:
            raise Undefined  # gcc makes 0 - (float)i the negative of it, with the other zero
        if t.is_float and op in "%&|^":
            raise Undefined
        if op in "/%":
            if y == 0:
                raise Undefined
            if t.is_float:
                value = x / y
            else:
                q = abs(x) // abs(y)
                q = q if (x < 0) == (y < 0) else -q
                if not t.holds(q):
                    raise Undefined
                value = q if op == "/" else x - q * y
        else:
            value = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "&": lambda: x & y, "|": lambda: x | y,
                     "^": lambda: x ^ y}[op]()
        return Value(text, t, self.fit(value, t))

    def shift(self, op, a, b, text):
        t, count = a.promoted, b.promoted
        if t.is_float or count.is_float:
            raise Undefined
        x, n = convert(a.value, a.type, t), convert(b.value, b.type, count)
        if not 0 <= n < t.bits or (op == "<<" and t.signed and (x < 0 or not t.holds(x << n))):
            raise Undefined
        return Value(text, t, t.wrap(x << n if op == "<<" else x >> n))

    def conditional(self, depth):
        c, a, b = self.expression(depth - 1), self.expression(depth - 1), self.expression(depth - 1)
        text = f"{self.wrapped(c)} ? {self.wrapped(a)} : {self.wrapped(b)}"
        if self.lang == "cu" and (a.enum and a.enum is b.enum):
            raise Undefined  # stays an enum
        if self.lang == "cu" and (a.promoted is not a.type.promoted or b.promoted is not b.type.promoted):
            raise Undefined  # g++ does not promote bit-fields here, against [expr.cond]
        if self.lang == "cu" and a.type is b.type and not a.enum and not b.enum:
            t = a.type  # of one type: no arithmetic conversion
        else:
            t = usual(a.promoted, b.promoted)
        value = convert(a.value, a.type, t) if c.value != 0 else convert(b.value, b.type, t)
        return Value(text, t, value)

    def cast(self, depth):
        a, t = self.expression(depth - 1), self.random.choice(BASIC)
        value = convert(a.value, a.type, t)
        if self.lang == "cu" and self.random.random() < 0.5:
            return Value(f"static_cast<{t.name}>({a.text})", t, value)
        return Value(f"({t.name}){self.wrapped(a)}", t, value)

    # ---- cases ----

    def value(self, depth, floats=True):
        while True:
            try:
                v = self.expression(depth)
                if len(v.text) < 600 and (floats or ("." not in v.text.replace("bits.", "") and "float" not in v.text and "double" not in v.text and
                                                    not self.names_float(v.text))):
                    return v
            except (Undefined, OverflowError, ZeroDivisionError):
                pass

    def names_float(self, text):
        return any(v.type.is_float and (v.text + ")") in text for v in self.variables)

    def case(self, i):
        r = self.random
        kind = r.random()
        self.constant = kind < 0.25
        v = self.value(r.randint(1, 4))
        self.constant = False
        if self.lang == "c" and v.text.startswith("bits."):
            return self.case(i)  # to gcc's _Generic it has a type of its own
        if kind < 0.25:
            t = r.choice(BASIC)
            try:
                convert(v.value, v.type, t)
            except Undefined:
                return self.case(i)
            return f"static const {t.name} c{i} = {v.text}; SHOW({i}, c{i}); SHOW({i}, {v.text});"
        if kind < 0.45:
            target = r.choice([x for x in self.variables if not x.enum and not x.text.startswith("bits.")])
            try:
                return f"{{ {target.type.name} t = {target.text}; {self.assignment(target, v)}; SHOW({i}, t); }}"
            except (Undefined, OverflowError, ZeroDivisionError):
                return self.case(i)
        if kind < 0.55 and self.lang == "cu" and v.promoted not in (LLONG, ULLONG):
            return f"OVERLOAD({i}, {v.text});"
        return f"SHOW({i}, {v.text});"

    def assignment(self, target, v):
        op = self.random.choice(["", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])
        if self.lang == "cu" and "bits." in v.text[:8]:
            raise Undefined  # g++ does not promote a bit-field in `c /= s.b`, as it does in `c / s.b`
        if op == "":
            convert(v.value, v.type, target.type)
            return f"t = {v.text}"
        if op in ("<<", ">>"):
            convert(self.shift(op, target, v, "").value, target.promoted, target.type)
            return f"t {op}= {v.text}"
        t = usual(target.promoted, v.promoted)
        x, y = convert(target.value, target.type, t), convert(v.value, v.type, t)
        if t.is_float and op in "%&|^" or (op in "/%" and y == 0):
            raise Undefined
        if op in "/%" and not t.is_float and y == -1 or op == "-" and t.is_float and x == 0 and y == 0:
            raise Undefined
        value = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y if t.is_float else int(abs(x) // abs(y)),
                 "%": lambda: 0, "&": lambda: x & y, "|": lambda: x | y, "^": lambda: x ^ y}[op]()
        value = self.fit(value, t)
        if target.type.is_float or t.is_float:
            convert(abs(value) + 1 if t.is_float else value, t, target.type)
            if t.is_float and not target.type.is_float:
                convert(value, t, target.type)
        return f"t {op}= {v.text}"


C_PRELUDE = """#include <stdio.h>
#include <stdbool.h>
#include <string.h>
static void put_f(int i, const char *type, double x) { unsigned long long b; memcpy(&b, &x, 8); printf("%d %s %llx\\n", i, type, b); }
static void put_i(int i, const char *type, unsigned long long x) { printf("%d %s %llx\\n", i, type, x); }
#define TYPE(e) _Generic((e), bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", short: "short", \\
    unsigned short: "ushort", int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", \\
    unsigned long long: "ullong", float: "float", double: "double")
#define SHOW(i, e) (_Generic((e), float: put_f, double: put_f, default: put_i)(i, TYPE(e), (e)))
"""

CU_PRELUDE = """#include <cstdio>
#include <cstring>
#define BOTH __host__ __device__
template <class T> struct Name { BOTH static const char *of() { return "enum"; } };
""" + "".join(f'template <> struct Name<{t.name}> {{ BOTH static const char *of() {{ return "{t.name}"; }} }};\n' for t in BASIC) + """
BOTH inline void put(int i, const char *type, float x) { unsigned b; memcpy(&b, &x, 4); printf("%d %s %x\\n", i, type, b); }
BOTH inline void put(int i, const char *type, double x) { unsigned long long b; memcpy(&b, &x, 8); printf("%d %s %llx\\n", i, type, b); }
BOTH inline void put(int i, const char *type, unsigned long long x) { printf("%d %s %llx\\n", i, type, x); }
template <class T> BOTH void show(int i, T x) { put(i, Name<T>::of(), (unsigned long long)x); }
template <> BOTH void show<float>(int i, float x) { put(i, "float", x); }
template <> BOTH void show<double>(int i, double x) { put(i, "double", x); }
#define SHOW(i, e) show(i, e)
""" + "".join(f'BOTH inline const char *chosen({t.name}) {{ return "{t.name}"; }}\n' for t in [INT, UINT, LONG, ULONG, FLOAT, DOUBLE]) + """
BOTH inline const char *few(int) { return "int"; }
BOTH inline const char *few(double) { return "double"; }
#define OVERLOAD(i, e) printf("%d -> %s\\n", i, chosen(e))
"""


def make(lang, seed, cases):
    maker = Maker(lang, seed)
    functions = []
    for first in range(0, cases, 20):
        lines = "\n    ".join(maker.case(i) for i in range(first, min(first + 20, cases)))
        functions.append(f"void f{first}() {{\n    {lines}\n}}\n")
    calls = " ".join(f"f{first}();" for first in range(0, cases, 20))
    if lang == "c":
        return C_PRELUDE + "\n".join(maker.declarations) + "\n" + "".join(functions) + f"int main(void) {{ {calls} return 0; }}\n"
    # The same integers in device code: floating numbers may be contracted there.
    device = []
    for i in range(cases, cases + cases // 10):
        v = maker.value(3, floats=False)
        device.append(f"SHOW({i}, {v.text});")
    names = "\n".join("    " + d for d in maker.declarations if not d.startswith("enum ") or "=" in d.split("{")[0])
    types = "\n".join(d for d in maker.declarations if d.startswith("enum ") and "{" in d)
    body = "\n    ".join(device)
    return (CU_PRELUDE + "\n".join(maker.declarations) + "\n" + "".join(functions) + f"BOTH void both() {{\n{names}\n    {body}\n}}\n" +
            "#ifdef __CUDACC__\n__global__ void kernel() { both(); }\n#endif\n" + f"int main() {{\n    {calls}\n    both();\n"
            "#ifdef __CUDACC__\n    kernel<<<1, 1>>>();\n    cudaDeviceSynchronize();\n#else\n    both();\n#endif\n    return 0;\n}\n")


def compare(folder, lang, seed, cases, timeout=300):
    """What differs, as text; None: nothing."""
    name = os.path.join(folder, f"{lang}{seed}")
    source = name + (".c" if lang == "c" else ".cu")
    with open(source, "w") as out:
        out.write(make(lang, seed, cases))
    compiler = ["gcc", "-std=gnu11"] if lang == "c" else ["g++", "-std=c++17", "-x", "c++", "-D__host__=", "-D__device__="]
    built = subprocess.run(compiler + ["-w", "-O0", "-o", name, source, "-lm"], capture_output=True, text=True)
    if "internal compiler error" in built.stderr:
        print(f"# {lang}{seed} left out: gcc's own error", flush=True)
        return None
    if built.returncode:
        return "the reference compiler refuses it:\n" + "\n".join(built.stderr.split("\n")[:6])
    want = subprocess.run([name], capture_output=True, text=True).stdout.split("\n")
    os.remove(name)
    ours = subprocess.run([HEDDLE, source], capture_output=True, text=True, timeout=timeout)
    got = ours.stdout.split("\n")
    if got == want:
        return None
    lines = [f"{a!r}, should be {b!r}: {line_of(source, b)}" for a, b in zip(got, want) if a != b][:6]
    errors = [line for line in ours.stderr.split("\n") if "error" in line][:6]
    return "\n".join(lines + errors) or f"{len(got)} lines, should be {len(want)}"


def line_of(source, printed):
    number = printed.split(" ")[0]
    with open(source) as file:
        for line in file:
            if f"SHOW({number}," in line or f"OVERLOAD({number}," in line:
                return line.strip()[:300]
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--lang", choices=["c", "cu"])
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if not shutil.which("g++"):
        print("ok expressions # no g++ here")
        return
    langs = [options.lang] if options.lang else ["c", "cu"]
    first = options.seed if options.seed is not None else random.randrange(1 << 24) * 1000
    files = 1 if options.seed is not None and options.cases == 1000 else max(1, options.cases // CASES_IN_FILE // len(langs))
    print(f"# seeds {first} to {first + files - 1}, {files * CASES_IN_FILE * len(langs)} cases", flush=True)
    folder = options.keep or tempfile.mkdtemp(prefix="expressions.")
    os.makedirs(folder, exist_ok=True)
    failed = 0
    work = [(lang, seed) for lang in langs for seed in range(first, first + files)]
    with ThreadPoolExecutor(options.jobs) as pool:
        for (lang, seed), problem in zip(work, pool.map(lambda w: compare(folder, *w, CASES_IN_FILE), work)):
            if problem:
                failed += 1
                print(f"not ok {lang} --seed {seed} --lang {lang}\n# " + problem.replace("\n", "\n# "), flush=True)
    for lang in langs:
        if not failed:
            print(f"ok expressions_{lang}")
    if not options.keep:
        shutil.rmtree(folder)
    sys.exit(failed > 0)


main()
