#!/usr/bin/env python3
"""Random hierarchies with virtual and plain bases, most of them with diamonds. Compared with g++: the order in which parts are made and end
(also when a constructor throws), values, addresses, sizes, virtual calls while parts are made and later, casts, copies, assignments, catching.

    tests/fuzz/diamonds.py --count 200      so many programs, with seeds from --seed on
    tests/fuzz/diamonds.py --seed 7 --show  one, printed, with what is different
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
HEAD = """#include <cstdio>
#include <utility>
__BOTH__ int fuse = -1;
struct Tr { int v; FN Tr(int v = 1) : v(v) { printf(" t%d", v); } FN Tr(const Tr &o) : v(o.v + 100) { printf(" tc%d", v); } FN ~Tr() { printf(" ~t%d", v); } };
"""


class Klass:
    def __init__(self, number, bases):
        self.number, self.name, self.bases = number, f"C{number}", bases  # bases: (class, is virtual)
        self.virtual = self.dtor = False

    def subobjects(self, path=()):
        """What an object consists of: each part as the way to it from where it is virtual."""
        out = {path + (self.number,)}
        for b, virtual in self.bases:
            out |= b.subobjects(() if virtual else path + (self.number,))
        return out

    def parents(self):
        out = [self]
        for b, _ in self.bases:
            out += [a for a in b.parents() if a not in out]
        return out

    def unique(self):
        """Ancestors that it has once."""
        parts = [p[-1] for p in self.subobjects()]
        return [a for a in self.parents() if parts.count(a.number) == 1]

    def polymorphic(self):
        return self.virtual or self.dtor or any(b.polymorphic() for b, _ in self.bases)

    def ends_virtually(self):
        return self.dtor or any(b.ends_virtually() for b, _ in self.bases)

    def virtual_bases(self):
        return [a for b, v in self.bases for a in ([b] if v else []) + b.virtual_bases()]


class Maker:
    def __init__(self, seed):
        self.random, self.number, self.classes = random.Random(seed), 0, []

    def chance(self, p):
        return self.random.random() < p

    def value(self):
        self.number += 1
        return self.number

    def klass(self):
        r = self.random
        most = min(len(self.classes), r.choice([0, 1, 1, 2, 2, 3]))
        k = Klass(len(self.classes), [(b, self.chance(0.6)) for b in r.sample(self.classes[-5:], min(most, 5))])
        k.virtual, k.dtor = self.chance(0.5), self.chance(0.4)
        n, lines = k.name, []
        others = [a for a in k.unique() if a is not k]
        known = [f"x{n}"] + [f"x{a.name}" for a in others]
        shown = ", ".join(known + ["f()"] * (any(a.virtual for a in k.parents())))
        say = f'printf(" {n}:{" %d" * (shown.count(",") + 1)}", {shown});'
        init = [f"{a.name}({self.value()})" for a in others if (a in [b for b, _ in k.bases] or a in k.virtual_bases()) and self.chance(0.6)]
        r.shuffle(init)
        init += [f"x{n}(a)"] + [f"y{n}(x{r.choice(others or [k]).name} + 1)"] * self.chance(0.5)
        has_tr, user = self.chance(0.5), self.chance(0.8)
        lines.append(f"int x{n} = {self.value()}, y{n} = 3;" + (f" Tr t{n};" if has_tr else ""))
        if user:
            lines.append(f"FN {n}(int a = {self.value()}) : {', '.join(init)} {{ {say} if (fuse == {k.number}) THROW({k.number}); }}")
        else:
            lines.append(f"{n}() = default; FN {n}(int a) {{ x{n} = a; {say} }}")
        if self.chance(0.3):
            lines.append(f'FN {n}(const {n} &o) : x{n}(o.x{n} + 1) {{ printf(" {n}c"); {say} }}')
            lines.append(f'FN {n} &operator=(const {n} &o) {{ x{n} = o.x{n}; printf(" {n}="); return *this; }}')
        if k.dtor:
            lines.append(f'FN virtual ~{n}() {{ printf(" ~"); {say} }}')
        elif self.chance(0.5):
            lines.append(f'FN ~{n}() {{ printf(" ~"); {say} }}')
        if k.virtual or self.chance(0.2) and any(a.virtual for a in k.parents()):
            k.virtual = True
            lines.append(f"FN virtual int f() {{ return {100 * self.value()} + x{r.choice([k] + others).name}; }}")
        if self.chance(0.5):
            lines.append(f'FN int sum{n}() {{ {say} return {" + ".join(known)}; }}')
            k.sums = True
        else:
            k.sums = False
        bases = ", ".join(("virtual " if v else "") + b.name for b, v in k.bases)
        self.classes.append(k)
        return f"struct {n}{' : ' + bases if bases else ''} {{\n    " + "\n    ".join(lines) + "\n};\n"

    def uses(self, k, device):
        n, out = k.name, []
        unique = k.unique()
        out.append(f'printf("\\n{n} %d:", (int)sizeof({n}));')
        out.append(f"{n} o({self.value()});")
        for a in unique:
            out.append(f'{{ {a.name} *p = &o; {a.name} &q = o; printf(" [%d %d %d]", p->x{a.name}, q.y{a.name}, (int)((char *)p - (char *)&o));'
                       + (f' printf(" f%d", p->f());' if any(b.virtual for b in a.parents()) else "")
                       + (f' printf(" s%d", q.sum{a.name}());' if a.sums else "") + f" p->x{a.name} += {self.value()}; }}")
        for a in unique:
            if a is not k and not device and a.polymorphic():
                b = self.random.choice(unique)
                out.append(f'{{ {a.name} *p = &o; printf(" d%d %d", dynamic_cast<{n} *>(p) == &o, dynamic_cast<{b.name} *>(p) == static_cast<{b.name} *>(&o)); }}')
            if a is not k and a.ends_virtually() and self.chance(0.5):
                out.append(f'{{ {a.name} *p = new {n}({self.value()}); printf(" |"); delete p; }}')
            if a is not k and self.chance(0.3):
                out.append(f"{{ {a.name} part = o; printf(\" sl%d\", part.x{a.name}); }}")
        out.append(f'{{ {n} c = o; printf(" c%d", c.x{n}); c = o; {n} m = std::move(c); {n} *h = new {n}[2]; delete[] h; }}')
        if self.chance(0.5):
            out.append(f"struct M {{ int before = 1; {n} m; {n} two[2]; }}; {{ M m; M n = m; n = m; }}")
        if not device and self.chance(0.6):
            a = self.random.choice(unique)
            out.append(f'try {{ throw {n}({self.value()}); }} catch ({a.name} &e) {{ printf(" caught %d", e.x{a.name}); }}')
        if not device:
            b = self.random.choice(k.parents())
            out.append(f'fuse = {b.number}; try {{ {n} bad({self.value()}); {n} worse; }} catch (int e) {{ printf(" threw%d", e); }} fuse = -1;')
        return "{\n    " + "\n    ".join(out) + "\n}\n"

    def program(self, device):
        body = "".join(self.klass() for _ in range(self.random.randint(3, 8)))
        main = "".join(self.uses(k, device) for k in self.classes if k.bases)
        head = HEAD.replace("__BOTH__", "__managed__" if device else "static")
        host = "#define FN\n#define THROW(n) throw n\n" if not device else "#define FN __device__\n#define THROW(n) (void)0\n"
        if device:
            return host + head + body + "__global__ void all() {\n" + main + "}\nint main() { all<<<1, 1>>>(); cudaDeviceSynchronize(); printf(\"\\n\"); }\n"
        return host + head + body + "int main() {\n" + main + 'printf("\\n");\n}\n'


def as_host(text):
    """The device's program for g++."""
    return text.replace("__device__", "").replace("__managed__", "static").replace("__global__ ", "").replace("all<<<1, 1>>>(); cudaDeviceSynchronize();", "all();")


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **more)


def one(seed, folder, show):
    device = seed % 4 == 3
    text = Maker(seed).program(device)
    path, binary = os.path.join(folder, "a.cu"), os.path.join(folder, "a")
    with open(path, "w") as f:
        f.write(as_host(text))
    made = run(["g++", "-w", "-x", "c++", "-std=c++17", "-o", binary, path])
    with open(path, "w") as f:
        f.write(text)
    if show:
        print(text)
    ours = run([HEDDLE, path])
    if made.returncode:
        return None if ours.returncode else f"g++ refuses:\n{made.stderr[:800]}"
    theirs = run([binary])
    if (ours.stdout, ours.returncode) == (theirs.stdout, theirs.returncode):
        return None
    lines = [f"< {a}\n> {b}" for a, b in zip(ours.stdout.split("\n"), theirs.stdout.split("\n")) if a != b]
    return f"ours {ours.returncode}, g++ {theirs.returncode}\n{ours.stderr[:1500]}\n" + "\n".join(lines[:4])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=8)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", action="store_true")
    args = options.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.count):
            wrong = one(seed, folder, args.show)
            if wrong:
                failed += 1
                print(f"not ok diamonds --seed {seed} --count 1\n{wrong}", flush=True)
                if failed > 3:
                    break
    if not failed:
        print("ok diamonds")
    return 1 if failed else 0


sys.exit(main())
