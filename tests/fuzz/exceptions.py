#!/usr/bin/env python3
"""Random programs of objects' lives (lifetimes.py) in which something throws: every constructor, assignment and call counts down, and the
one that comes to zero throws. A program is run once for each of its first places, so that each object under construction, each temporary,
each argument is left by an exception once. g++ -std=c++17 must have the same program say the same.

    tests/fuzz/exceptions.py --count 200      so many programs, with seeds from --seed on
    tests/fuzz/exceptions.py --seed 7 --show  one, printed
"""
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lifetimes  # noqa: E402

PLACES = 60

TICK = """
struct X { int n; X(int n) : n(n) {} X(const X &o) : n(o.n) { printf("Xc "); } virtual ~X() { printf("~X%d ", n); } virtual int kind() const { return 1; } };
struct Side { int s = 9; };
struct Y : Side, X { Y(int n) : X(n) {} int kind() const override { return 2; } };
static int fuse = 0;
static void tick() {
    if (!fuse || --fuse) return;
    switch (made % 5) {
    case 0: throw X(made);
    case 1: throw Y(made);
    case 2: throw made;
    case 3: throw (const char *)"text";
    default: { static Y still(7); throw &still; }
    }
}
"""


def head():
    text = lifetimes.HEAD.replace("static int made = 0;", "static int made = 0;" + TICK)
    for begin in ("L(int i = 0) : id(i) {", "L(const L &o) : id(o.id + 100) {", "L(L &&o) : id(o.id + 1000) {", "L &operator=(const L &o) {",
                  "L &operator=(L &&o) {", "int use(L x) {", "int look(const L &x) {"):
        assert begin in text, begin
        text = text.replace(begin, begin + " tick();")
    return text.replace("struct N { int k;", """struct M : L {
    L one, two[2];
    P pack;
    M(int i) : L(i), one(i + 1), two{L(i), i}, pack{one, {L(2), L(3)}, 4} { tick(); L local(i); tick(); }
    M() : M(5) { tick(); }
    M(char) try : L(1), one(2) { tick(); } catch (...) { printf("M! "); }
};
struct N { int k;""")


class Maker(lifetimes.Maker):
    whole_classes = False
    plain = False  # without temporaries: g++ is of two minds whether they or the part that was made of them go first

    def expr(self, depth=0):
        k = self.r.randrange(1, 90)
        return self.r.choice([f"L({k})", f"make({k})", f"named({k})"]) if self.plain else super().expr(depth)

    def declare(self):
        names, scope, state = self.names, list(self.scope), self.r.getstate()
        text = super().declare()
        if "{" not in text:
            return text
        self.names, self.scope, self.plain = names, scope, True
        self.r.setstate(state)
        text = super().declare()
        self.plain = False
        return text

    def handler(self):
        return self.r.choice(["catch (const X &x) { printf(\"X%d:%d \", x.n, x.kind());", "catch (X x) { printf(\"Xv%d:%d \", x.n, x.kind());",
                              "catch (Y &y) { printf(\"Y%d:%d \", y.s, y.kind());", "catch (int e) { printf(\"int%d \", e);",
                              "catch (Side &s) { printf(\"side%d \", s.s);", "catch (const char *s) { printf(\"%s \", s);",
                              "catch (const void *) { printf(\"void \");", "catch (X *p) { printf(\"p%d \", p->kind());",
                              "catch (Side *p) { printf(\"ps%d \", p->s);", "catch (...) { printf(\"... \");"])

    def stmt(self, depth, loop):
        r = self.r
        if depth < 4 and r.random() < 0.18:
            handlers = []
            for _ in range(r.randrange(1, 4)):
                handler = self.handler()
                more = r.choice(["", "", "throw;", "tick();", self.effect() + ";", self.block(depth + 1, loop), "throw 77;"] +
                                (["break;", "continue;"] if loop else []))
                if not any(h.split(")")[0] == handler.split(")")[0] for h in handlers):
                    handlers.append(f"{handler} {more} }}")
            handlers.sort(key=lambda h: h.startswith("catch (..."))
            return f"try {self.block(depth + 1, loop)} {' '.join(handlers)}"
        if r.random() < 0.1:
            x = self.name()
            return r.choice([f"M {x}({r.randrange(9)});", f"M {x};", f"{{ M *{x} = new M({r.randrange(9)}); delete {x}; }}", f"{{ M *{x} = new M[2]; delete[] {x}; }}",
                             f"try {{ M {x}('c'); }} catch (const X &) {{ }}", f"{{ M {x}[2] = {{1, 2}}; }}", f"{{ L {x}[4]; look({x}[3]); }}",
                             f"{{ P {x}[2] = {{pack(1), {{L(1), {{L(2), L(3)}}, 4}}}}; }}", f"throw X({r.randrange(9)});" if r.random() < 0.2 else "tick();",
                             f"{{ auto {x} = [a = L({r.randrange(9)}), b = make({r.randrange(9)})](int k) {{ tick(); return look(a) + look(b) + k; }}; {x}(1); }}"])
        return super().stmt(depth, loop)

    def program(self):
        parts = [head()]
        for i in range(3):
            self.scope = []
            body = "\n    ".join(self.stmt(0, False) for _ in range(self.r.randrange(3, 7)))
            parts.append(f"int f{i}(int k) {{\n    L first(k);\n    if (k == 2 && look(first)) return k;\n    {body}\n    return k;\n}}\n")
        parts.append("""template <class F> void run(F f, int at) {
    fuse = at;
    try { f(1); printf("| "); }
    catch (const X &x) { printf("X%d|", x.kind()); } catch (int e) { printf("int%d|", e); } catch (const char *s) { printf("%s|", s); } catch (X *) { printf("*|"); }
    fuse = 0;
    printf("%d\\n", made);
}
""")
        parts.append("int main() { for (int at = 0; at < %d; at++) { run(f0, at); run(f1, at); run(f2, at); } return 0; }\n" % PLACES)
        return "".join(parts)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=4)
    p.add_argument("--seed", type=int, default=int(time.time()))
    p.add_argument("--show", action="store_true")
    o = p.parse_args()
    failed = 0
    for seed in range(o.seed, o.seed + (1 if o.show else o.count)):
        said = lifetimes.run(seed, o.show, Maker)
        if said:
            failed += 1
            print(f"not ok exceptions --seed {seed} --count 1\n{said}")
    if not failed:
        print("ok exceptions")
    return 1 if failed else 0


sys.exit(main())
