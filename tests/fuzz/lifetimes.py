#!/usr/bin/env python3
"""Random programs of objects' lives: scopes, temporaries, moves, arrays, members, bases, slices, classes without constructors, lists,
references at locals, statics and namespace scope, conditions, jumps, new and delete. Every constructor, assignment and destructor says what it does; g++ -std=c++17 must have the same program say the same.

    tests/fuzz/lifetimes.py --count 200      so many programs, with seeds from --seed on
    tests/fuzz/lifetimes.py --seed 7 --show  one, printed
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))

HEAD = """#include <cstdio>
#include <initializer_list>
#include <new>
static int made = 0;
struct L {
    int id;
    L(int i = 0) : id(i) { printf("L%d ", id); made++; }
    L(const L &o) : id(o.id + 100) { printf("c%d ", id); made++; }
    L(L &&o) : id(o.id + 1000) { o.id = -1; printf("m%d ", id); made++; }
    L &operator=(const L &o) { id = o.id; printf("=c%d ", id); return *this; }
    L &operator=(L &&o) { id = o.id; o.id = -2; printf("=m%d ", id); return *this; }
    virtual ~L() { printf("~%d ", id); made--; }
    virtual int value() const { return id; }
    operator int() const { return id; }
};
struct P { L a; L b[2]; int n; };
struct D : L {
    L extra;
    D(int i) : L(i), extra(i + 1) {}
    ~D() override {}
    D(const D &) = default;
    D(D &&) = default;
    D &operator=(const D &) = default;
    D &operator=(D &&) = default;
    int value() const override { return id + extra.id; }
};
struct N { int k; L l{3}; };
struct I { L a; L b; };
struct J : I { L c; };
struct K { int n; const P &p; };
static L &&mv(L &l) { return static_cast<L &&>(l); }
static P &&mv(P &p) { return static_cast<P &&>(p); }
static D &&mv(D &d) { return static_cast<D &&>(d); }
static N &&mv(N &n) { return static_cast<N &&>(n); }
static I &&mv(I &i) { return static_cast<I &&>(i); }
static J &&mv(J &j) { return static_cast<J &&>(j); }
L make(int i) { return L(i); }
L named(int i) { L x(i); x.id++; return x; }
L either(int i) { L x(i), y(i + 1); if (i & 1) return x; return y; }
D derived(int i) { D d(i); return d; }
P pack(int i) { return P{L(i), {L(i + 1), make(i + 2)}, i}; }
I both(int i) { return I{L(i), make(i + 1)}; }
int use(L x) { printf("[%d] ", x.id); return x.id; }
int look(const L &x) { printf("(%d) ", x.value()); return x.id; }
int which(const L &) { printf("const& "); return 0; }
int which(L &&) { printf("&& "); return 1; }
"""


class Maker:
    whole_classes = True  # with classes that have no constructors of their own

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = 0
        self.scope = []  # (name, type)

    def pick(self, kind):
        found = [n for n, t in self.scope if t == kind]
        return self.r.choice(found) if found else None

    def l_value(self):  # an lvalue of type L
        choices = [self.pick("L")]
        p, d, n = self.pick("P"), self.pick("D"), self.pick("N")
        choices += [f"{p}.a" if p else None, f"{p}.b[{self.r.randrange(2)}]" if p else None, f"{d}.extra" if d else None, f"{n}.l" if n else None]
        i, j = self.pick("I"), self.pick("J")
        choices += [f"{i}.{self.r.choice('ab')}" if i else None, f"{j}.{self.r.choice('abc')}" if j else None]
        choices = [c for c in choices if c]
        return self.r.choice(choices) if choices else None

    def whole(self):  # of type I
        old, longer, k = self.pick("I"), self.pick("J"), self.r.randrange(1, 90)
        return self.r.choice([f"both({k})", f"I{{{self.expr(1)}, {self.expr(1)}}}"] + [x for o in (old, longer) if o for x in (o, f"mv({o})")])

    def part(self):  # of a temporary, whose life a reference prolongs
        k, i = self.r.randrange(1, 90), self.r.randrange(2)
        forms = [f"both({k}).b", f"I{{make({k}), L(4)}}.a"] if self.whole_classes else []
        return self.r.choice(forms + [f"pack({k}).a", f"pack({k}).b[{i}]", f"derived({k}).extra"])

    def bound(self):  # a variable to which temporaries are bound, and a statement that looks at them
        r, x, k = self.r, self.name(), self.r.randrange(1, 90)
        classes = [(f"K {x}{{{k}, pack({k})}};", f"look({x}.p.b[1]);")] if self.whole_classes else []
        return r.choice(classes + [(f"const L &{x} = {self.part()};", f"look({x});"), (f"const L (&{x})[2] = pack({k}).b;", f"look({x}[1]);"),
                         (f"auto &&{x} = {self.part()};", f"look({x});"), (f"const int &{x} = pack({k}).b[0].id;", f'printf("%d ", {x});'),
                         (f"std::initializer_list<L> {x} = {{L({k}), make(5)}};", f"for (const L &y : {x}) look(y);"),
                         (f"const D &{x} = derived({k});", f"look({x});"),
                         (f"const L &{x} = derived({k});", f"look({x});")])

    def kept(self):  # a variable with static storage
        r, x, k = self.r, self.name(), self.r.randrange(1, 90)
        classes = [(f"I {x} = both({k});", f"look({x}.b);"), (f"J {x};", f"look({x}.c);")] if self.whole_classes else []
        return r.choice(classes + [self.bound(), (f"L {x}({k});", f"look({x});"),
                         (f"P {x} = pack({k});", f"look({x}.b[0]);"), (f"L {x}[2] = {{make({k}), L(2)}};", f"look({x}[1]);")])

    def expr(self, depth=0):  # of type L
        r, lv = self.r, self.l_value()
        k = r.randrange(1, 90)
        forms = [f"L({k})", f"make({k})", f"named({k})", f"either({k})", f"pack({k}).a"]
        if lv:
            forms += [lv, lv, f"mv({lv})"]
        if depth < 2:
            forms += [f"({self.cond()} ? {self.expr(depth + 1)} : L({k}))", f"({self.effect(depth + 1)}, {self.expr(depth + 1)})"]
        return r.choice(forms)

    def effect(self, depth=0):
        return self.r.choice([f"use({self.expr(depth + 1)})", f"look({self.expr(depth + 1)})", f"which({self.expr(depth + 1)})", f"look(derived({self.r.randrange(9)}))"])

    def cond(self):
        return self.r.choice([f"made % {self.r.randrange(2, 5)} == 0", f"look({self.expr(2)}) > {self.r.randrange(80)}", f"make({self.r.randrange(50)}).id > {self.r.randrange(50)}"])

    def name(self):
        self.names += 1
        return f"x{self.names}"

    def declare(self):
        r, x = self.r, self.name()
        kind = r.choice("LLLPDNRABSIIJ" if self.whole_classes else "LLLPDNRABS")
        k = r.randrange(1, 90)
        if kind == "L":
            text = f"L {x}{r.choice(['(' + str(k) + ')', ' = ' + self.expr(), '(' + self.expr() + ')', '', '{' + str(k) + '}'])};"
        elif kind == "R":
            kind, text = "L", r.choice([f"const L &{x} = {self.expr()};", f"L &&{x} = make({k});"])
            if text.startswith("const"):
                return text
        elif kind == "P":
            old = self.pick("P")
            text = f"P {x} = {r.choice([f'pack({k})', '{' + self.expr() + ', {' + self.expr() + ', L(1)}, 2}'] + ([old, f'mv({old})'] if old else []))};"
        elif kind == "D":
            old = self.pick("D")
            text = f"D {x}{r.choice([f'({k})', f' = derived({k})'] + ([f' = {old}', f' = mv({old})'] if old else []))};"
        elif kind == "I":
            text = f"I {x}{r.choice(['', '{' + self.expr() + '}', '{' + self.expr() + ', ' + self.expr() + '}', ' = ' + self.whole(), '(' + self.whole() + ')'])};"
        elif kind == "J":
            old = self.pick("J")
            text = f"J {x}{r.choice(['', '{{' + self.expr() + '}, ' + self.expr() + '}', '{' + self.whole() + '}'] + ([f' = {old}', f' = mv({old})'] if old else []))};"
        elif kind == "B":
            return " ".join(self.bound())
        elif kind == "S":
            declared, looks = self.kept()
            return f"static {declared} {looks}"
        elif kind == "N":
            old = self.pick("N")
            text = f"N {x}{r.choice(['{1}', '{2, ' + self.expr() + '}'] + ([f' = {old}', f' = mv({old})'] if old else []))};"
        else:
            return f"L {x}[3] = {{{self.expr()}, {k}}};"
        self.scope.append((x, kind))
        return text

    def block(self, depth, loop):
        mark = len(self.scope)
        lines = [self.stmt(depth + 1, loop) for _ in range(self.r.randrange(1, 5))]
        del self.scope[mark:]
        return "{ " + " ".join(lines) + " }"

    def stmt(self, depth, loop):
        r = self.r
        forms = ["declare"] * 4 + ["effect"] * 3 + ["assign"] * 3 + ["new"]
        if depth < 4:
            forms += ["block", "if", "for", "while", "switch"]
        if loop:
            forms += ["break", "continue"]
        form = r.choice(forms)
        if form == "declare":
            return self.declare()
        if form == "effect":
            return r.choice([self.effect() + ";", self.expr() + ";", self.effect() + ";"])
        if form == "assign":
            lv = self.l_value()
            p, q = self.pick("P"), self.pick("P")
            i = self.pick("I")
            if i and r.random() < 0.3:
                return f"{i} = {self.whole()};"
            if p and r.random() < 0.3:
                return f"{p} = {r.choice([q, f'mv({q})', 'pack(5)'])};"
            return f"{lv} = {self.expr()};" if lv else self.effect() + ";"
        if form == "new":
            x = self.name()
            return r.choice([f"{{ L *{x} = new D({r.randrange(50)}); look(*{x}); delete {x}; }}", f"{{ P *{x} = new P(pack(3)); delete {x}; }}",
                             f"{{ L *{x} = new L[{r.randrange(1, 4)}]; {x}[0] = {self.expr()}; delete[] {x}; }}",
                             f"{{ alignas(L) char {x}[sizeof(L)]; L *q{x} = new ({x}) L({self.expr()}); q{x}->~L(); }}"])
        if form == "block":
            return self.block(depth, loop)
        if form == "if":
            text = f"if ({self.cond()}{r.choice([' && ', ' || '])}{self.cond()}) {self.block(depth, loop)}"
            return text + (f" else {self.block(depth, loop)}" if r.random() < 0.5 else "")
        if form == "for":
            i, x = self.name(), self.name()
            return f"for (int {i} = 0; {i} < {r.randrange(1, 4)}; {i}++) {{ L {x}({i}); {self.block(depth, True)} }}"
        if form == "while":
            i = self.name()
            return f"{{ int {i} = 0; while ({i}++ < 2 && look(make({i}))) {self.block(depth, True)} }}"
        if form == "switch":
            return f"switch (look({self.expr()}) % 3) {{ case 0: {self.block(depth, False)} break; case 1: {self.block(depth, False)} default: {self.block(depth, False)} }}"
        return f"if ({self.cond()}) {form};"

    def program(self):
        parts = [HEAD]
        kept = [self.kept() for _ in range(self.r.randrange(4))]
        parts += [declared + "\n" for declared, _ in kept]
        for i in range(3):
            self.scope = []
            body = "\n    ".join(self.stmt(0, False) for _ in range(self.r.randrange(4, 9)))
            parts.append(f"int f{i}(int k) {{\n    L first(k);\n    if (k == 2 && look(first)) return k;\n    {body}\n    return k;\n}}\n")
        calls = " ".join(f'printf("f{i}: "); f{i}({k}); printf("| %d\\n", made);' for i in range(3) for k in (1, 2))
        looks = " ".join(looks for _, looks in kept)
        parts.append(f'int main() {{ printf("\\n"); {looks} {calls} return 0; }}\n')
        return "".join(parts)


def run(seed, show, maker=Maker):
    text = maker(seed).program()
    if show:
        print(text)
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "p.cu"), os.path.join(folder, "p")
        with open(source, "w") as f:
            f.write(text)
        made = subprocess.run(["g++", "-std=c++17", "-w", "-O0", "-x", "c++", source, "-o", program], capture_output=True, text=True)
        if made.returncode:
            return f"g++ refuses it: {made.stderr[:600]}"
        want = subprocess.run([program], capture_output=True, text=True, timeout=30).stdout
        got = subprocess.run([HEDDLE, source], capture_output=True, text=True, timeout=60)
    if got.stdout == want:
        return None
    for a, b in zip(want.split("\n"), (got.stdout + "\n" * 9).split("\n")):
        if a != b:
            return f"g++:    {a[:600]}\nheddle: {b[:600]}\n{got.stderr[:900]}"
    return got.stderr


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=6)
    p.add_argument("--seed", type=int, default=int(time.time()))
    p.add_argument("--show", action="store_true")
    o = p.parse_args()
    failed = 0
    for seed in range(o.seed, o.seed + (1 if o.show else o.count)):
        said = run(seed, o.show)
        if said:
            failed += 1
            print(f"not ok lifetimes --seed {seed} --count 1\n{said}")
    if not failed:
        print("ok lifetimes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
