#!/usr/bin/env python3
"""Random hierarchies of classes: several bases, virtual functions, hidden and overloaded names, access, copies, moves, static and inline
members, nested classes, friends, templates, conversions; and statements that make, copy, slice, throw, capture and end objects, some of them
wrong. What g++ refuses is refused, nothing else is, and what is left prints the same: each constructor, copy, move and destructor.

    tests/fuzz/classes.py --count 200      so many programs, with seeds from --seed on
    tests/fuzz/classes.py --seconds 600    as long
    tests/fuzz/classes.py --seed 7 --show  one, printed, and what each says of it
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
HEAD = """#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
struct Tr { int v; Tr(int v = 1) : v(v) { printf(" t%d", v); } Tr(const Tr &o) : v(o.v + 100) { printf(" tc%d", v); } Tr(Tr &&o) noexcept : v(o.v + 1000) { o.v = -1; printf(" tm%d", v); } Tr &operator=(const Tr &o) { v = o.v; printf(" t=%d", v); return *this; } Tr &operator=(Tr &&o) noexcept { v = o.v; o.v = -2; printf(" t<%d", v); return *this; } ~Tr() { printf(" ~t%d", v); } };
"""


class Klass:
    def __init__(self, name):
        self.name, self.bases, self.members, self.methods = name, [], [], []
        self.virtual_dtor = self.polymorphic = self.template = False
        self.type = name

    def ancestors(self):
        return [self] + [a for b, _ in self.bases for a in b.ancestors()]


class Maker:
    def __init__(self, seed):
        self.random, self.number = random.Random(seed), 0
        self.lines, self.classes, self.main = HEAD.rstrip("\n").split("\n"), [], []

    def value(self):
        self.number += 1
        return self.number

    def chance(self, p):
        return self.random.random() < p

    def pick(self, *of):
        return self.random.choice(of)

    def constructors(self, k, is_struct):
        """Lines for what makes, copies and ends objects."""
        n, r, out = k.name, self.random, []
        init = [f"x{n}(a)"] + [f"m{i}(a + {i})" for i, m in enumerate(k.members) if m == "Tr" and self.chance(0.6)]
        for b, _ in k.bases:
            if self.chance(0.6):
                init.insert(0, f"{b.type}(a + 1)")
        shape = r.random()
        head = self.pick("", "", "explicit ")
        out.append(f'{head}{n}(int a) : {", ".join(init)} {{ printf(" {n}%d", a); }}')
        out.append(self.pick(f'{n}() : {n}({self.value()}) {{ printf(" {n}()"); }}', f'{n}() {{ printf(" {n}()"); }}', f"{n}() = default;"))
        if shape < 0.45:
            bases = "".join(f"{b.type}(o), " for b, _ in k.bases if self.chance(0.8))
            out.append(f'{n}(const {n} &o) : {bases}x{n}(o.x{n} + 1) {{ printf(" {n}c%d", x{n}); }}')
            if self.chance(0.6):
                moves = "".join(f"{b.type}(std::move(o)), " for b, _ in k.bases)
                out.append(f'{n}({n} &&o) : {moves}x{n}(o.x{n}) {{ o.x{n} = -1; printf(" {n}m%d", x{n}); }}')
            if self.chance(0.6):
                out.append(f'{n} &operator=(const {n} &o) {{ x{n} = o.x{n}; printf(" {n}=%d", x{n}); return *this; }}')
        elif shape < 0.6:
            out.append(f"{n}(const {n} &) = {self.pick('default', 'delete')};")
            if self.chance(0.5):
                out.append(f"{n}({n} &&) = default;")
        elif shape < 0.7:
            out.append(f"{n}({n} &&) = default; {n} &operator=({n} &&) = default;")
        if self.chance(0.6):
            k.virtual_dtor = self.chance(0.5)
            final = self.pick("", "", " noexcept")
            out.append(f'{"virtual " if k.virtual_dtor else ""}~{n}(){final} {{ printf(" ~{n}%d", x{n}); }}')
            k.polymorphic = k.polymorphic or k.virtual_dtor
        return out

    def functions(self, k):
        n, out = k.name, []
        for name in self.random.sample(["f", "g", "h"], self.random.randrange(1, 4)):
            for parameter in self.random.sample(["", "int a", "double a", "const std::string &a", "char a"], self.pick(1, 1, 2)):
                virtual = self.pick("", "", "virtual ")
                const = self.pick("", " const", " const")
                reference = self.pick("", "", "", " &") if not virtual else ""
                default = " = " + str(self.value()) if parameter in ("int a", "double a") and self.chance(0.2) else ""
                more = {"": "", "int a": " + a", "double a": " + (int)a", "char a": " + a", "const std::string &a": " + (int)a.size()"}[parameter]
                member = f"x{n}" if self.chance(0.7) else str(self.value())
                if self.chance(0.15) and not k.template: # what depends on no parameter is looked at only where it is used
                    other = self.pick("f", "g", "h")
                    more += f" + {other}(1) * 0"
                if self.chance(0.1):
                    out.append(f"static int {name}({parameter}{default}) {{ return {self.value()}{more}; }}")
                elif virtual and self.chance(0.1):
                    out.append(f"virtual int {name}({parameter}) {const} = 0;")
                else:
                    words = self.pick("", "", "", " override") if virtual else ""
                    out.append(f"{virtual}int {name}({parameter}{default}){const}{reference}{words} {{ return {member}{more}; }}")
                k.polymorphic = k.polymorphic or bool(virtual)
        return out

    def more(self, k):
        n, r = k.name, self.random
        v = self.value()
        all_of = [
            f"static inline int s{n} = {v};", f"static constexpr int k{n} = {v};", f"enum E{n} {{ e{n} = {v}, z{n} }};",
            f"struct N {{ int q = {v}; int twice() const {{ return 2 * q; }} static int of(const {n} &o) {{ return o.x{n}; }} }};",
            f"friend int peek{n}(const {n} &o) {{ return o.x{n}; }}", f"friend bool operator<(const {n} &a, const {n} &b) {{ return a.x{n} < b.x{n}; }}",
            f"operator int() const {{ return x{n}; }}", f"explicit operator bool() const {{ return x{n} > 5; }}",
            f"int operator()(int a) const {{ return x{n} * 2 + a; }}", f"int operator[](int a) {{ return x{n} - a; }}",
            f"{n} &operator++() {{ ++x{n}; return *this; }}", f"int operator+(int a) const {{ return x{n} + a; }}",
            f"template <class U> int t(U u) const {{ return (int)u + x{n}; }}", f"using self = {n};", f"int w{n}[2] = {{{v}, {v + 1}}};",
            f"auto lam() {{ return [this](int a) {{ return x{n} + a; }}; }}", f"std::string str = \"s{v}\";", f"mutable int u{n} = {v};",
            f"int rv() && {{ return x{n} + 1; }}", f"int rv() const & {{ return x{n} + 2; }}"]
        return r.sample(all_of, r.randrange(2, 8))

    def klass(self):
        k = Klass(f"C{len(self.classes)}")
        k.template = self.chance(0.2)
        is_struct = self.chance(0.7)
        self.classes.append(k)
        for b in self.random.sample(self.classes[:-1], min(len(self.classes) - 1, self.pick(0, 1, 1, 2))):
            if any(b in a.ancestors() or a in b.ancestors() for a, _ in k.bases): # g++ warns that it cannot be reached
                continue
            k.bases.append((b, self.pick("", "", "public ", "public ", "protected ", "private ")))
        k.polymorphic = any(b.polymorphic for b, _ in k.bases)
        k.members = [self.pick("Tr", "Tr", "int", "other", "array") for _ in range(self.random.randrange(0, 3))]
        if k.template:
            k.type = k.name + f"<{self.pick('int', 'long', 'char')}>"
            self.lines.append("template <class T>")
        bases = ", ".join(a + b.type for b, a in k.bases)
        self.lines.append(f"{'struct' if is_struct else 'class'} {k.name}{' : ' + bases if bases else ''} {{")
        body = []
        if not is_struct:
            body.append("public:")
        made = self.constructors(k, is_struct)
        # Ahead of the class's own: g++ does not see that one is private which a function before it hides (nvcc and clang++ do).
        made += [f"using {b.type}::{self.pick('f', 'g', 'h')};" for b, _ in k.bases if self.chance(0.25)]
        body += made + self.functions(k) + self.more(k)
        for b, _ in k.bases:
            if self.chance(0.2) and not k.template:
                body.append(f"int up{b.name}() {{ return {b.type}::{self.pick('f', 'g', 'h')}({self.pick('', '1')}) + x{b.name}; }}")
        if self.chance(0.25):
            at = self.random.randrange(len(made) + 1, len(body) + 1)
            body.insert(at, self.pick("private:", "protected:"))
            body.insert(self.random.randrange(at + 1, len(body) + 1), "public:")
        self.lines += body
        self.lines.append("public:")
        self.lines.append(f"{'T' if k.template else 'int'} x{k.name} = {self.value()};")
        for i, m in enumerate(k.members):
            others = [c for c in self.classes[:-1]]
            if m == "other" and others:
                self.lines.append(f"::{self.random.choice(others).type} m{i};")
            elif m == "array":
                self.lines.append(f"Tr m{i}[2];")
            elif m == "Tr":
                self.lines.append(f"Tr m{i}{self.pick('', '{' + str(self.value()) + '}')};")
            else:
                self.lines.append(f"int m{i} = {self.value()};")
        self.lines.append("};")

    def argument(self):
        return self.pick("", "1", "2.5", "'c'", '"abc"', "std::string(\"xy\")", "7u", "true")

    def object(self, k):
        """An expression of that class."""
        return self.pick(f"{k.type}({self.value()})", f"{k.type}()", f"{k.type}{{}}", f"o{k.name}", f"o{k.name}", f"std::move(o{k.name})", f"make<{k.type}>()",
                         f"((const {k.type} &)o{k.name})")

    def statement(self):
        k, j = self.random.choice(self.classes), self.random.choice(self.classes)
        b = self.random.choice(k.ancestors())
        n, t, v = k.name, k.type, self.value()
        name = self.pick("f", "g", "h")
        call = f"{name}({self.argument()})"
        delete = "delete p;" if b.virtual_dtor or b is k or any(a.virtual_dtor for a in b.ancestors()) else f"delete ({t} *)p;"
        out = [
            f'printf(" %d", {self.object(k)}.{call});', f'{b.type} &r = o{n}; printf(" %d", r.{call});', f'const {b.type} *p = &o{n}; printf(" %d", p->{call});',
            f'{t} a({v}); {t} b = a; {t} c(std::move(a)); b = c;', f'{t} a({v}); {j.type} b(a);', f'{b.type} cut = {self.object(k)}; printf(" %d", cut.{call});',
            f'{b.type} *p = new {t}({v}); printf(" %d", p->{call}); {delete}', f'auto p = std::make_unique<{t}>({v}); std::unique_ptr<{t}> q = std::move(p); printf(" %d", q->{call});',
            f'std::shared_ptr<{b.type}> p = std::make_shared<{t}>({v}); printf(" %d", p->{call});',
            f'std::vector<{t}> v; v.emplace_back({v}); v.push_back({self.object(k)}); printf(" %d", v[0].{call});', f'{t} a[2] = {{{self.object(k)}, {t}({v})}}; printf(" %d", a[1].{call});',
            f'try {{ throw {self.object(k)}; }} catch (const {j.type} &e) {{ printf(" j"); }} catch ({b.type} &e) {{ printf(" %d", e.{call}); }} catch (...) {{ printf(" other"); }}',
            f'try {{ {t} a({v}); throw a; }} catch ({b.type} e) {{ printf(" %d", e.x{b.name}); }} catch (...) {{ printf(" other"); }}',
            f'try {{ {t} a({v}); {j.type} b({v}); throw 3; }} catch (int e) {{ printf(" i%d", e); }}',
            f'{t} a({v}); auto l = [a](int q) {{ return a.x{n} + q; }}; auto m = l; printf(" %d", m(2));',
            f'{t} a({v}); auto l = [c = std::move(a)]() mutable {{ return c.{call}; }}; printf(" %d", l());', f'{t} a({v}); auto l = [&] {{ return a.{call}; }}; printf(" %d", l());',
            f'std::function<int()> l = [a = {t}({v})] {{ return a.x{n}; }}; auto m = l; printf(" %d", m());',
            f'int {t}::*p = &{t}::x{n}; printf(" %d", (int)(o{n}.*p));', f'auto p = &{t}::{name}; (void)p; printf(" p");', f'int ({t}::*p)() const = &{t}::{name}; printf(" %d", (o{n}.*p)());',
            f'{b.type} *p = &o{n}; auto q = dynamic_cast<{j.type} *>(p); printf(" %d", q != nullptr);', f'{b.type} &p = o{n}; auto q = static_cast<{t} &>(p); printf(" %d", q.x{n});',
            f'{t} a({v}), b({v} + 1); std::swap(a, b); printf(" %d", (int)a.x{n});', f'printf(" %d", o{n} + {v});', f'printf(" %d", o{n}({v}));', f'printf(" %d", o{n}[1]);',
            f'printf(" %d", o{n} ? 1 : 2);', f'printf(" %d", (int)o{n});', f'printf(" %d", ++o{n} < o{n});', f'int q = o{n}; printf(" %d", q);', f'printf(" %d", {t}::k{n} + {t}::s{n});',
            f'{t}::N q; printf(" %d %d", q.twice(), {t}::N::of(o{n}));', f'printf(" %d %d", {t}::e{n}, (int){t}::z{n});', f'printf(" %d", peek{n}(o{n}));', f'printf(" %d", o{n}.t({self.argument() or 3}));',
            f'printf(" %d", o{n}.lam()(3));', f'printf(" %d", {self.object(k)}.rv());', f'printf(" %s", {self.object(k)}.str.c_str());', f'typename {t}::self a({v});' if k.template else f'{t}::self a({v});',
            f'take<{b.type}>({self.object(k)});', f'look<{b.type}>({self.object(k)});', f'{t} a = make<{t}>(); a = {self.object(k)};', f'{t} &&r = {self.object(k)}; printf(" %d", (int)r.x{n});',
            f'const {b.type} &r = {self.object(k)}; printf(" %d", r.{call});', f'auto a = {self.object(k)}; printf(" %d", a.{b.type}::{call});',
            f'{t} a = o{n}.x{n} > 3 ? {t}({v}) : {self.object(k)};', f'static {t} a({v}); a.x{n} += 1; printf(" %d", (int)a.x{n});', f'new (buffer) {t}({v}); (({t} *)buffer)->~{n}();',
            f'printf(" %d%d%d%d", std::is_copy_constructible_v<{t}>, std::is_move_constructible_v<{t}>, std::is_copy_assignable_v<{t}>, std::is_default_constructible_v<{t}>);',
            f'printf(" %d%d%d%d", std::is_convertible_v<{t} *, {j.type} *>, std::is_base_of_v<{j.type}, {t}>, std::is_polymorphic_v<{t}>, std::is_abstract_v<{t}>);',
            f'printf(" %d%d%d", std::is_trivially_copyable_v<{t}>, std::is_trivially_destructible_v<{t}>, std::has_virtual_destructor_v<{t}>);',
            f'printf(" %d%d", std::is_nothrow_move_constructible_v<{t}>, std::is_nothrow_destructible_v<{t}>);', f'printf(" %d", (int)alignof({t}));' if any("std::string str" in line for line in self.lines) else f'printf(" %d %d", (int)sizeof({t}), (int)alignof({t}));',
            f'printf(" %d%d%d", std::is_constructible_v<{t}, {j.type}>, std::is_convertible_v<{j.type}, {t}>, std::is_assignable_v<{t} &, {j.type}>);',
            f'printf(" %d", std::is_convertible_v<int, {t}>);', f'struct L : {t} {{ int f(int a) {{ return a + x{n}; }} L() : {t}({v}) {{}} }} l; printf(" %d", l.f(1)); look<{b.type}>(l);',
            f'printf(" %d", o{n}.x{b.name} + o{n}.up{b.name}());', f'{t} a{{{v}}}; {t} b = {{{v}}};', f'{t} a = {v}; printf(" %d", (int)a.x{n});']
        return "{ " + self.random.choice(out) + " }"

    def program(self):
        for _ in range(self.random.randrange(4, 8)):
            self.klass()
        self.lines += ["template <class T> T make() { T t(77); return t; }", "template <class T> void take(T t) { printf(\" take\"); }",
                       "template <class T> void look(const T &t) { printf(\" look\"); }", "alignas(16) char buffer[4096];", "int main() {"]
        for k in self.classes:
            self.lines.append(f"{k.type} o{k.name}(5);")
        for i in range(50):
            self.lines.append(self.statement().replace("{ ", f'{{ printf("\\n{i}"); ', 1))
        self.lines += ['puts("");', "}"]
        return self.lines


def said(command, path):
    """The lines with errors, and the text."""
    run = subprocess.run(command + [path], capture_output=True, text=True, timeout=120)
    text = run.stdout + run.stderr
    return {int(n) for n in re.findall(r"program\.cu:(\d+):\d+: (?:fatal )?error", text)}, text


def at_fault(text, end):
    """The lines of main that errors in templates come from: g++'s `required from here`, our `used here`."""
    return {int(n) for n in re.findall(r"program\.cu:(\d+):\d+: (?:\s*required from here|note: in .*used here)", text)}


def one(seed, folder, show):
    lines, path = Maker(seed).program(), os.path.join(folder, "program.cu")
    program = os.path.join(folder, "program")
    refused = 0
    gxx, heddle = ["g++", "-std=c++17", "-w", "-pedantic-errors", "-O0", "-fmax-errors=0", "-x", "c++", "-o", program], [HEDDLE, "--syntax-only"]
    for turn in range(60):
        with open(path, "w") as f:
            f.write("\n".join(lines) + "\n")
        want, one_said = said(gxx, path)
        if not want and "error" in one_said:
            return refused, "g++: " + one_said
        have, other_said = said(heddle, path)
        want_any, have_any = want | at_fault(one_said, 0), have | at_fault(other_said, 0)
        if show:
            print("\n".join(f"{i:4} {line}" for i, line in enumerate(lines, 1)), one_said, other_said, sep="\n")
        # What both refuse is taken out, members first, for the rest follows from them; then the others must be the same.
        start = next(i for i, line in enumerate(lines, 1) if line.startswith("template <class T> T make"))
        both = {n for n in have_any & want_any if not re.match(r"(struct|class|template|};|public:|int main)", lines[n - 1]) or n > start}
        taken = {n for n in both if n < start} or both
        if not taken:
            wrong = [f"g++ takes line {n}: {lines[n - 1]}" for n in sorted(have - want_any)]
            wrong += [f"g++ refuses line {n}: {lines[n - 1]}" for n in sorted(want - have_any)]
            if wrong:
                return refused, "\n".join(wrong + [other_said[:3000], one_said[:1500]] + [f"{n:4} {line}" for n, line in enumerate(lines, 1)])
            if not want:
                break
            return refused, None  # a class cannot be at all: g++ and Heddle agree
        refused += len(taken)
        lines = ["" if n in taken else line for n, line in enumerate(lines, 1)]
    expected = subprocess.run([program], capture_output=True, text=True, timeout=60)
    if expected.returncode < 0:
        return refused, None  # it calls itself for ever
    printed = subprocess.run([HEDDLE, path], capture_output=True, text=True, timeout=120)
    if printed.stdout == expected.stdout:
        return refused, None
    differ = [f"g++    {a}\nheddle {b}" for a, b in zip(expected.stdout.split("\n"), printed.stdout.split("\n")) if a != b]
    return refused, "\n".join(["other values"] + differ[:6] + [printed.stderr] + [f"{n:4} {line}" for n, line in enumerate(lines, 1)])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=12)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=int, default=0)
    options.add_argument("--find", help="a folder for what fails, which does not end the run")
    options.add_argument("--show", action="store_true")
    args = options.parse_args()
    failed = refused = 0
    end = time.time() + args.seconds
    with tempfile.TemporaryDirectory() as folder:
        seed = args.seed
        while time.time() < end if args.seconds else seed < args.seed + (1 if args.show else args.count):
            n, wrong = one(seed, folder, args.show)
            refused += n
            if wrong:
                failed += 1
                print(f"not ok classes --seed {seed} --count 1", flush=True)
                if args.find:
                    with open(os.path.join(args.find, f"{seed}.txt"), "w") as f:
                        f.write(wrong + "\n")
                else:
                    print("\n".join("    " + line for line in wrong.split("\n")))
                    if failed > 3:
                        break
            seed += 1
    if not failed:
        print(f"ok classes: {refused} lines refused by both")
    else:
        print(f"{failed} of {seed - args.seed} programs")
    return 1 if failed else 0


sys.exit(main())
