#!/usr/bin/env python3
"""Random hierarchies of classes (single, multiple, public, protected and private bases, a base that comes several times) and every dynamic_cast
and typeid between them; g++ -std=c++17 must have the same program print the same.

    tests/fuzz/dynamic_casts.py --count 100       so many programs, with seeds from --seed on
    tests/fuzz/dynamic_casts.py --seed 7 --show   one, printed
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


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.bases = {}  # class -> [(access, base)]

    def paths(self, d, b):  # all ways from d to its base b: whether each is public throughout
        if d == b:
            return [True]
        return [open_ and way == "public" for way, base in self.bases[d] for open_ in self.paths(base, b)]

    def up(self, d, b):  # an implicit conversion is well-formed: one way, and it is public
        ways = self.paths(d, b)
        return len(ways) == 1 and ways[0]

    def classes(self):
        r, text = self.r, []
        for i in range(r.randrange(4, 9)):
            name = f"C{i}"
            others = list(self.bases)
            r.shuffle(others)
            chosen = []
            for b in others[: r.choice([0, 1, 1, 2, 2, 3])]:
                if any(self.paths(a, b) or self.paths(b, a) for _, a in chosen):
                    continue  # a direct base that is one of another too cannot be named
                chosen.append((r.choice(["public"] * 5 + ["private", "protected"]), b))
            self.bases[name] = chosen
            heads = ", ".join(f"{way} {base}" for way, base in chosen)
            members = r.choice(["", f"int m{i} = {i};", f"char c{i}[{r.randrange(1, 20)}] = {{}};", f"double d{i} = {i};"])
            own = r.choice(["", f"virtual int v{i}() {{ return {i}; }}", f"virtual ~{name}() {{}}"])
            if not chosen and not own:
                own = f"virtual ~{name}() {{}}"
            text.append(f"struct {name}{' : ' + heads if heads else ''} {{ {members} {own} }};")
        return text

    def program(self):
        text = ["#include <cstdio>", "#include <typeinfo>", "template <class F> const char *caught(F f) { try { f(); return \"ok\"; } catch (const std::bad_cast &) { return \"bad\"; } }"]
        text += self.classes()
        names = list(self.bases)
        body = []
        for whole in names:
            body.append(f"{{ {whole} o;")
            for source in names:
                if not self.up(whole, source):
                    continue
                body.append(f"{source} *p_{source} = &o; printf(\"{whole} as {source}: %s %d\\n\", typeid(*p_{source}).name(), typeid(*p_{source}) == typeid({whole}));")
                body.append(f"printf(\"  void %d\\n\", dynamic_cast<void *>(p_{source}) == (void *)&o);")
                for target in names:
                    ways = self.paths(source, target)
                    if ways and not self.up(source, target):
                        continue  # an upcast that is ambiguous or not public is refused
                    show = f"q ? (long)((char *)q - (char *)&o) : -1L"
                    body.append(f"{{ auto *q = dynamic_cast<{target} *>(p_{source}); printf(\"  {target} %ld %s\\n\", {show}, "
                                f"caught([&] {{ (void)&dynamic_cast<{target} &>(*p_{source}); }})); }}")
            body.append("}")
        return "\n".join(text) + "\nint main() {\n    " + "\n    ".join(body) + "\n}\n"


def run(seed, show):
    text = Maker(seed).program()
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
        got = subprocess.run([HEDDLE, source], capture_output=True, text=True, timeout=120)
    if got.stdout == want:
        return None
    for a, b in zip(want.split("\n"), (got.stdout + "\n" * 9).split("\n")):
        if a != b:
            return f"g++:    {a[:300]}\nheddle: {b[:300]}\n{got.stderr[:900]}"
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
            print(f"not ok dynamic_casts --seed {seed} --count 1\n{said}")
    if not failed:
        print("ok dynamic_casts")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
