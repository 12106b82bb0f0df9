#!/usr/bin/env python3
"""Random redefinition of a struct that variables, arrays, members and pointers refer to: their values are those of a model.

    tests/fuzz/redefined.py                   a few sessions with another seed each time: what the tests run
    tests/fuzz/redefined.py --sessions 500    the long run; --seed N: where it starts (one seed is one session)
    tests/fuzz/redefined.py --seed N --show   one session's inputs

A session defines `struct P` again and again with other members out of a small pool, in another order. Between that it stores values and
sets pointers to the structs and to their members, in variables, in members and in a vector's memory, and prints all of it. A member
that stays keeps its value, one that comes is zero, and a pointer leads to what it led to, or is null when that is no more. Now and then
the engine is killed, before or after a new definition was looked at: then the next one has all of that.
Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse
import os
import random
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
POOL = {"a": "int", "b": "double", "c": "char", "d": "float", "e": "short", "f": "long"}
PLACES = ["one", "arr[0]", "arr[1]", "arr[2]", "h.p", "hs[0].p", "hs[1].p"]
POINTERS = ["p0", "p1", "h.q", "ps[0]", "ps[1]", "vec[0]", "vec[1]"]


class Session:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.members = []
        self.values = {place: {} for place in PLACES}
        self.pointers = {name: None for name in POINTERS}  # -> place
        self.parts = {m: None for m in POOL}  # `int *m_a` -> place
        self.cells, self.expected = [], []

    def redefine(self):
        self.members = self.random.sample(sorted(POOL), self.random.randint(1, len(POOL)))
        extra = self.random.choice(["", "", " int get() const { return 1; }", " double pad[3];"])
        self.cells.append("struct P { " + " ".join(f"{POOL[m]} {m};" for m in self.members) + extra + " };")
        for place in PLACES:
            self.values[place] = {m: self.values[place].get(m, 0) for m in self.members}
        for m in POOL:
            if m not in self.members:
                self.parts[m] = None

    def change(self):
        kind = self.random.randrange(4)
        place = self.random.choice(PLACES)
        member = self.random.choice(self.members)
        if kind == 0:
            value = self.random.randrange(100)
            self.values[place][member] = value
            self.cells.append(f"{place}.{member} = {value};")
        elif kind == 1:
            name = self.random.choice(POINTERS)
            self.pointers[name] = place
            self.cells.append(f"{name} = &{place};")
        elif kind == 2:
            self.parts[member] = place
            self.cells.append(f"m_{member} = &{place}.{member};")
        else:
            name = self.random.choice(POINTERS)
            if self.pointers[name]:
                value = self.random.randrange(100)
                self.values[self.pointers[name]][member] = value
                self.cells.append(f"{name}->{member} = {value};")

    def show(self):
        code, values = [], []
        for place in PLACES:
            for m in self.members:
                code.append(f"(int){place}.{m}")
                values.append(self.values[place][m])
        for name, place in self.pointers.items():
            code.append(f"{name} == {'&' + place if place else 'nullptr'}")
            values.append(1)
            if place:
                code.append(f"(int){name}->{self.members[-1]}")
                values.append(self.values[place][self.members[-1]])
        for m, place in self.parts.items():
            code.append(f"m_{m} == {f'&{place}.{m}' if place else 'nullptr'}")
            values.append(1)
        code.append("void_one == &one && end - arr == 3 && &ref == &arr[1]")
        values.append(1)
        self.cells.append('printf("' + "%d " * len(code) + '\\n", ' + ", ".join(code) + ");")
        self.expected.append(" ".join(map(str, values)))

    def kill(self):
        if self.random.random() < 0.1:
            self.cells.append('system("kill -9 $PPID");') # the shell's parent

    def make(self, steps):
        self.cells.append("#include <vector>")
        self.redefine()
        self.cells += ["struct H { int n; P p; P *q; };", "P one, arr[3]; H h, hs[2]; P *p0 = nullptr, *p1 = nullptr, *ps[2] = {};",
                       "std::vector<P *> vec(2); void *void_one = &one; P *end = arr + 3, &ref = arr[1];",
                       " ".join(f"{t} *m_{m} = nullptr;" for m, t in POOL.items())]
        for _ in range(steps):
            for _ in range(self.random.randrange(5)):
                self.change()
            self.kill()
            self.redefine()
            self.kill()
            self.show()


def run(seed, show):
    session = Session(seed)
    session.make(12)
    text = "\n".join(session.cells) + "\n"
    if show:
        print(text)
    done = subprocess.run([HEDDLE, "-"], input=text, capture_output=True, text=True, timeout=120)
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip() and set(line) <= set("-0123456789 ")]
    for number, (printed, expected) in enumerate(zip(lines + [""] * len(session.expected), session.expected)):
        if printed != expected:
            return f"redefinition {number + 1}: {printed}\n    expected {expected}\n{done.stderr[-2000:]}"
    return None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--sessions", type=int, default=6)
    arguments.add_argument("--seed", type=int)
    arguments.add_argument("--show", action="store_true")
    given = arguments.parse_args()
    first = given.seed if given.seed is not None else int(time.time()) % 1000000
    sessions = 1 if given.show else given.sessions
    for seed in range(first, first + sessions):
        wrong = run(seed, given.show)
        print(f"not ok seed {seed}: {wrong}" if wrong else f"ok seed {seed}")
        if wrong:
            sys.exit(1)


if __name__ == "__main__":
    main()
