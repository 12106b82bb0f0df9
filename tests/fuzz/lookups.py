#!/usr/bin/env python3
"""Random namespaces, nested, inline and without a name, with variables, functions, structs, aliases, `using`, and random names in them: what g++
refuses is refused, nothing else is, and what is left prints the same.

    tests/fuzz/lookups.py --count 200      so many programs, with seeds from --seed on
    tests/fuzz/lookups.py --seed 7 --show  one, printed, and what each says of it
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
SPACES, NAMES = ["P", "Q", "R", "V"], ["a", "b", "f", "g", "S", "T"]
USES = 60


class Maker:
    def __init__(self, seed):
        self.random, self.number = random.Random(seed), 0
        self.lines = ["#include <cstdio>"]
        self.declared = {}  # path of a space -> name -> "var", "func", "type" or "using"
        self.spaces = []    # paths
        self.inline = set()

    def value(self):
        self.number += 1
        return self.number

    def member(self, path, name):
        """A line that declares `name` in the space, and what it is."""
        kind = {"a": "var", "b": "var", "f": "func", "g": "func", "S": "type", "T": "type"}[name]
        others = [p for p in self.spaces if p != path and self.declared[p].get(name) == kind]
        if others and self.random.random() < 0.3:  # from elsewhere
            return f"using ::{self.random.choice(others)}::{name};", "using"
        n = self.value()
        if kind == "var":
            return f"int {name} = {n};", kind
        if kind == "func":
            taken = self.random.choice(["", "int", "S *"] if "S" in self.declared[path] else ["", "int"])
            return f"int {name}({taken}) {{ return {n}; }}", kind
        return f"struct {name} {{ enum {{ k = {n} }}; static int m() {{ return {n} + {self.use(False)[0]} * 0; }} int v = k; }};", kind

    def use(self, calls=True):
        """An expression of int that may be wrong, and whether it says more than a number. calls: it may call something."""
        if not self.spaces or self.random.random() < 0.4:
            return str(self.value()), False
        where = self.random.choice(self.spaces).split("::")
        cut = self.random.randrange(len(where) + 1)
        head = "".join(part + "::" for part in where[cut:])
        head = ("::" if self.random.random() < 0.2 and cut == 0 else "") + head
        name = self.random.choice(NAMES)
        if not calls:
            return head + name + ("" if name in "ab" else "::k"), True
        tail = {"a": "", "b": "", "f": self.random.choice(["()", "(1)"]), "g": self.random.choice(["()", "(1)"]),
                "S": self.random.choice(["::k", "::m()", "{}.v"]), "T": self.random.choice(["::k", "::m()", "{}.v"])}[name]
        return head + name + tail, True

    def space(self, path, depth):
        again = path in self.declared
        unnamed = path.endswith("::")
        is_inline = depth > 0 and not again and not unnamed and self.random.random() < 0.15
        word = "inline namespace" if is_inline else "namespace"
        self.declared.setdefault(path, {})
        if not again and not unnamed:
            self.spaces.append(path)
        if is_inline:
            self.inline.add(path)
        self.lines.append(f"{'namespace' if again else word} {path.split('::')[-1]} {{")
        for _ in range(self.random.randrange(2, 6)):
            name, chance = self.random.choice(NAMES), self.random.random()
            if chance < 0.12 and len(self.spaces) > 1 and not unnamed:  # g++ loses some of those behind an inline one
                self.lines.append(f"using namespace ::{self.random.choice(self.spaces)};")
            elif chance < 0.3 and depth < 2 and not unnamed and not is_inline and path not in self.inline: # it would open theirs again
                self.space(path + "::" + self.random.choice(SPACES), depth + 1)
            elif chance < 0.38 and not unnamed and not is_inline and path not in self.inline: # g++ loses those, too; clang does not
                self.space(path + "::", depth + 1)
            elif name not in self.declared[path]:
                line, kind = self.member(path, name)
                self.lines.append(line)
                self.declared[path][name] = kind
        if self.random.random() < 0.5:
            self.lines.append(f"int use{self.value()}() {{ return {self.use()[0]}; }}")
        self.lines.append("}")

    def program(self):
        for _ in range(self.random.randrange(3, 6)):
            self.space(self.random.choice(SPACES + ["::"] if self.random.random() < 0.3 else SPACES), 0)
        if self.spaces and self.random.random() < 0.4:
            self.lines.append(f"using namespace {self.random.choice(self.spaces)};")
        self.lines.append("int main() {")
        for i in range(USES):
            expression, says = self.use()
            if says:
                self.lines.append(f'{{ {"using namespace ::" + self.random.choice(self.spaces) + "; " if self.random.random() < 0.2 else ""}'
                                  f'printf("{i} %d\\n", (int)({expression})); }}')
        self.lines.append("}")
        return self.lines


def said(command, path):
    """The lines with errors, and the text."""
    run = subprocess.run(command + [path], capture_output=True, text=True, timeout=60)
    return {int(n) for n in re.findall(r"program\.cu:(\d+):\d+: error", run.stdout + run.stderr)}, run.stdout + run.stderr


def one(seed, folder, show):
    lines, path = Maker(seed).program(), os.path.join(folder, "program.cu")
    program = os.path.join(folder, "program")
    refused = 0
    gxx, heddle = ["g++", "-std=c++17", "-w", "-O0", "-fmax-errors=0", "-x", "c++", "-o", program], [HEDDLE, "--syntax-only"]
    for _ in range(USES):  # Heddle says the same once only: what it refuses is taken out, until it refuses nothing
        with open(path, "w") as f:
            f.write("\n".join(lines) + "\n")
        want, one_said = said(gxx, path)
        have, other_said = said(heddle, path)
        if show:
            print("\n".join(f"{i:4} {line}" for i, line in enumerate(lines, 1)), one_said, other_said, sep="\n")
        wrong = [] if have else [f"g++ refuses line {n}: {lines[n - 1]}" for n in sorted(want)]
        wrong += [f"g++ takes line {n}: {lines[n - 1]}" for n in sorted(have - want)]
        if wrong:
            return refused, "\n".join(wrong + [other_said] + lines)
        if not want:
            break
        refused += len(have)
        lines = ["" if n in have else line for n, line in enumerate(lines, 1)]
    expected = subprocess.run([program], capture_output=True, text=True, timeout=60).stdout
    printed = subprocess.run([HEDDLE, path], capture_output=True, text=True, timeout=60).stdout
    return refused, None if printed == expected else "\n".join(["other values", expected, printed] + lines)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--count", type=int, default=12)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--show", action="store_true")
    args = options.parse_args()
    failed = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + (1 if args.show else args.count)):
            n, wrong = one(seed, folder, args.show)
            refused += n
            if wrong:
                failed += 1
                print(f"not ok lookups --seed {seed} --count 1")
                print("\n".join("    " + line for line in wrong.split("\n")))
                if failed > 3:
                    break
    if args.count >= 10 and not refused and not args.show:
        print("not ok nothing was refused")
        failed += 1
    if not failed:
        print(f"ok lookups: {refused} lines refused by both")
    return 1 if failed else 0


sys.exit(main())
