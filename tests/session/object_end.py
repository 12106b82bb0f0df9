#!/usr/bin/env python3
"""The session's end destroys its objects, the last one first: files are flushed, what destructors print is seen; a fault in one does
not keep the others; an engine that was lost before is no obstacle.

Also random sessions (the seed is printed when one fails; --sessions N) that define names anew as objects, arrays, references to
temporaries and numbers, with cells that do not compile, that fault, and engines that die between; a model says what is made and
destroyed, and when.
"""
import json, os, random, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")

CELLS = """#include <cstdio>
#include <fstream>
struct D { int k; ~D() { if (k < 0) *(int *)0 = k; printf("gone %d\\n", k); } };
D a = {1}, bad = {-1}, c = {3};
std::ofstream out("text.txt"); out << "the last line";
"""


def run(arguments, text, folder):
    return subprocess.run([HEDDLE, *arguments], input=text, capture_output=True, text=True, cwd=folder, timeout=120)


def random_session(seed, folder):
    """An error, or None."""
    r, names, cells, wanted = random.Random(seed), {}, [], []
    def made(k):
        return f"made {k}"
    for i in range(25):
        name, k = r.choice("abcd"), 10 * i
        say = f'printf("#{i}\\n"); '
        gone = [f"gone {x}" for x in reversed(names.get(name, []))]
        kind = r.choice(["object", "object", "array", "reference", "number", "function", "undeclared", "faults", "reset", "dies"])
        lines = [f"#{i}"]
        if kind == "object":
            cells.append(f"{say}D {name}({k});")
            lines += gone + [made(k)]
            names[name] = [k]
        elif kind == "array":
            cells.append(f"{say}D {name}[2] = {{D({k}), D({k + 1})}};")
            lines += gone + [made(k), made(k + 1)]
            names[name] = [k, k + 1]
        elif kind == "reference":
            cells.append(f"{say}const D &{name} = D({k});")
            lines += gone + [made(k)]
            names[name] = [k]
        elif kind in ("number", "function"):
            cells.append(f"{say}int {name} = {k};" if kind == "number" else f"{say}void {name}() {{}}")
            lines += gone
            names.pop(name, None)
        elif kind == "undeclared":
            cells.append(f"{say}D {name}(nowhere);")
            lines = []
        elif kind == "faults":
            cells.append(f"{say}D {name}(*(volatile int *)0);")
            lines += gone
            names.pop(name, None)
        elif kind == "dies":
            cells.append(f"{say}fflush(stdout); system(\"kill -9 $PPID\");")
        elif names:
            cells.append(say)
            wanted += lines
            name = r.choice(sorted(names))
            if len(names[name]) == 1 and f"&{name} = D({names[name][0]})" in "".join(cells):
                continue # %reset of a reference leaves what it was bound to until the end
            cells.append(f"%reset {name}")
            lines = [f"gone {x}" for x in reversed(names.pop(name))]
        else:
            continue
        wanted += lines
    struct = ("struct D { int k; D(int k) : k(k) { printf(\"made %d\\n\", k); } D(const D &) = delete; "
              "~D() { printf(\"gone %d\\n\", k); } };")
    text = "\n".join(["#include <cstdio>", "#include <csignal>", struct] + cells) + "\n"
    result = run(["-"], text, folder)
    seen = [line for line in result.stdout.splitlines() if line.startswith(("#", "made", "gone"))]
    left = sorted(f"gone {k}" for objects in names.values() for k in objects)
    if seen[:len(wanted)] == wanted and sorted(seen[len(wanted):]) == left:
        return None
    at = next((i for i, (x, y) in enumerate(zip(seen, wanted)) if x != y), min(len(seen), len(wanted)))
    return f"seed {seed}: line {at}: {seen[at:at + 4]}, and not {wanted[at:at + 4]}; at the end {left}\n{text}"


def main():
    failed = 0
    sessions = int(sys.argv[sys.argv.index("--sessions") + 1]) if "--sessions" in sys.argv else 6
    first = random.randrange(1 << 30)
    def expect(what, true, seen):
        nonlocal failed
        if not true:
            failed += 1
            print(f"{what}: {seen}")
    with tempfile.TemporaryDirectory() as folder:
        kill = "fflush(stdout); system(\"kill -9 $PPID\");\n"
        requests = "".join(json.dumps({"op": "execute", "code": cell}) + "\n" for cell in CELLS.splitlines())
        for name, arguments, text in (("-", ["-"], CELLS), ("after a lost engine", ["-"], CELLS + kill),
                                      ("--json", ["--json"], requests)):
            path = os.path.join(folder, "text.txt")
            if os.path.exists(path):
                os.remove(path)
            r = run(arguments, text, folder)
            told = r.stdout + r.stderr
            if "lost" not in name: # the library's own buffer goes with the engine
                expect(name, os.path.exists(path) and open(path).read() == "the last line", "the file is not written")
            expect(name, 0 <= told.find("gone 3") < told.find("gone 1"), told)
            expect(name, "null pointer write" in told, told)
        for seed in range(first, first + sessions):
            wrong = random_session(seed, folder)
            expect("a random session", not wrong, wrong)
        file = os.path.join(folder, "cells.cu")
        open(file, "w").write("#include <cstdio>\nstruct D { ~D() { printf(\"gone\\n\"); } };\nD d;\nprintf(\"done\\n\");\n")
        r = run([file], "", folder)
        expect("a file of cells", r.stdout == "done\ngone\n", r.stdout + r.stderr)
    print(f"{failed} failed" if failed else "ok")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
