#!/usr/bin/env python3
"""Random classes with private and protected members, bases, friends, `using` and templates, and random uses of their members. Those
uses that g++ -std=c++17 refuses are refused, and no others.

    tests/fuzz/access.py --count 200      so many programs, with seeds from --seed on
    tests/fuzz/access.py --seed 7 --show  one, printed, and what each says of it
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENGINE = os.environ.get("HEDDLE_ENGINE", os.path.join(ROOT, "build", "heddle-engine"))
ACCESS = ["public", "protected", "private"]
OWN_NAME = re.compile(r"‘(?:class|struct) (\w+)<int> \1<int>::\1’ is ")  # in a class that has it as a base of a base for itself: nvcc takes it
USES = 12  # in one program: after 20 errors no more are shown


class Class:
    def __init__(self, name, template):
        self.name, self.template, self.members, self.bases = name, template, [], []

    def type(self):
        return f"{self.name}<int>" if self.template else self.name

    def everything(self):
        found = list(self.members)
        for base in self.bases:
            found += base.everything()
        return found


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.classes, self.lines, self.numbers = [], [], 0

    def name(self, kind):
        self.numbers += 1
        return f"{kind}{self.numbers}"

    def use(self, of):
        """An expression or statement that names a member of the class, through an object `o` of it."""
        kind, name = self.random.choice(of.everything())
        t = of.type()
        if kind == "field":
            return f"o.{name} = 1;"
        if kind == "method":
            return f"o.{name}();"
        if kind == "static":
            return self.random.choice([f"{t}::{name} = 2;", f"o.{name} = 3;"])
        if kind == "function" and (kind, name) not in of.members:
            return f"o.{name}();"
        if kind == "function":
            return self.random.choice([f"{t}::{name}();", f"o.{name}();"])
        if kind == "constant":
            return f"int k = {t}::{name};"
        return f"{t}::{name} n;"

    def own_use(self, of):
        """The same inside of a member function, without an object."""
        kind, name = self.random.choice(of.everything())
        return {"field": f"{name} = 1;", "method": f"{name}();", "static": f"{name} = 2;", "function": f"{name}();",
                "constant": f"int k = {name};", "type": f"{name} n;"}[kind]

    def make_class(self):
        r = self.random
        c = Class(self.name("C"), r.random() < 0.2)
        words = []
        for base in r.sample(self.classes, min(len(self.classes), r.choice([0, 0, 1, 1, 2]))):
            if any(b is base or base in b.bases or b in base.bases or set(map(id, b.bases)) & set(map(id, base.bases)) for b in c.bases):
                continue
            c.bases.append(base)
            words.append(f"{r.choice(ACCESS + [''])} {base.type()}".strip())
        head = ("template <typename T> " if c.template else "") + r.choice(["class", "struct"]) + " " + c.name
        self.lines.append(head + (" : " + ", ".join(words) if words else "") + " {")
        for other in self.friends:
            if r.random() < 0.25:
                self.lines.append(f"    friend {other};")
        for _ in range(r.randint(2, 6)):
            if r.random() < 0.5:
                self.lines.append(f"{r.choice(ACCESS)}:")
            kind = r.choice(["field", "method", "static", "function", "constant", "type"])
            if c.template and kind == "constant":
                kind = "type"  # g++ does not ask about constants of instances
            name = self.name(kind[0])
            c.members.append((kind, name))
            self.lines.append({"field": f"    int {name};", "method": f"    void {name}() {{}}", "static": f"    inline static int {name} = 1;",
                               "function": f"    static void {name}() {{}}", "constant": f"    enum {{ {name} = 3 }};",
                               "type": f"    typedef int {name};"}[kind])
        inherited = [m for b in c.bases for m in b.members if m[0] in ("field", "method")]
        if inherited and r.random() < 0.3 and not c.template:
            name = r.choice(inherited)[1]
            base = next(b for b in c.bases if any(m[1] == name for m in b.members))
            self.lines.append(f"{r.choice(ACCESS)}:")
            self.lines.append(f"    using {base.type()}::{name};")
        self.lines.append("public:")
        self.classes.append(c)
        if not c.template:
            for _ in range(r.randint(0, 2)):
                if self.uses < USES:
                    self.uses += 1
                    body = self.own_use(c)
                    if r.random() < 0.3:
                        body = "auto l = [&] { " + body + " };"
                    self.lines.append(f"    void {self.name('u')}() {{ {body} }}")
            if r.random() < 0.4 and self.uses < USES:
                of = r.choice(self.classes)
                self.uses += 1
                self.lines.append(f"    void {self.name('v')}({of.type()} &o) {{ {self.use(of)} }}")
            if r.random() < 0.3 and self.uses < USES:
                self.uses += 1
                self.lines.append(f"    struct In{c.name} {{ void {self.name('w')}({c.name} &o) {{ {self.use(c)} }} }};")
        self.lines.append("};")

    def program(self):
        r = self.random
        self.uses = 0
        self.friends = ["class Pal", "struct Mate", "void chum(int)"]
        self.lines += ["class Pal;", "struct Mate;"]
        for _ in range(r.randint(2, 5)):
            self.make_class()
        self.outer = []
        while self.uses < USES:
            self.uses += 1
            of = r.choice(self.classes)
            use = self.use(of)
            where = r.choice(["free", "Pal", "Mate", "base"])
            if where == "free":
                self.lines.append(f"void {self.name('f')}({of.type()} &o) {{ {use} }}")
            elif where == "base" and of.bases:
                base = r.choice(of.bases)
                self.lines.append(f"void {self.name('f')}({of.type()} &o) {{ {base.type()} &b = o; }}")
            else:
                where = "Pal" if where == "base" else where
                self.outer.append((where, f"    void {self.name('g')}({of.type()} &o) {{ {use} }}"))
        for where, word in (("Pal", "class"), ("Mate", "struct")):
            self.lines.append(f"{word} {where} {{")
            self.lines += [text for w, text in self.outer if w == where]
            self.lines.append("};")
        return "\n".join(self.lines) + "\n"


def error_lines(command, text, folder):
    path = os.path.join(folder, "program.cu")
    with open(path, "w") as f:
        f.write(text)
    said = subprocess.run(command + [path], capture_output=True, text=True, timeout=60)
    out = said.stdout + said.stderr
    found = re.finditer(r"program\.cu:(\d+):\d+: error:?(.*)", out)
    return {int(m.group(1)) for m in found if not OWN_NAME.search(m.group(2))}, out


def one(seed, folder, show=False):
    text = Maker(seed).program()
    want, gxx = error_lines(["g++", "-std=c++17", "-w", "-fsyntax-only", "-fmax-errors=0", "-x", "c++"], text, folder)
    have, heddle = error_lines([ENGINE, "--check"], text, folder)
    if show:
        print(text, gxx, heddle, sep="\n")
    if want == have:
        return len(want), None
    lines = text.split("\n")
    said = [f"g++ refuses line {n}: {lines[n - 1]}" for n in sorted(want - have)]
    said += [f"g++ takes line {n}: {lines[n - 1]}" for n in sorted(have - want)]
    return len(want), "\n".join(said) + "\n" + text


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=12)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", action="store_true")
    args = options.parse_args()
    failed = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + (1 if args.show else args.count)):
            n, said = one(seed, folder, args.show)
            refused += n
            if said:
                failed += 1
                print(f"not ok access --seed {seed} --count 1")
                print("\n".join("    " + line for line in said.split("\n")))
                if failed > 3:
                    break
    if args.count >= 10 and not refused and not args.show:
        print("not ok nothing was refused")
        failed += 1
    if not failed:
        print(f"ok access: {refused} uses refused by both")
    return 1 if failed else 0


sys.exit(main())
