#!/usr/bin/env python3
"""The session's end destroys its objects, the last one first: files are flushed, what destructors print is seen; a fault in one does
not keep the others; an engine that was lost before is no obstacle."""
import json, os, subprocess, sys, tempfile

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


def main():
    failed = 0
    def expect(what, true, seen):
        nonlocal failed
        if not true:
            failed += 1
            print(f"{what}: {seen}")
    with tempfile.TemporaryDirectory() as folder:
        kill = "#include <csignal>\nraise(SIGKILL);\n"
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
        file = os.path.join(folder, "cells.cu")
        open(file, "w").write("#include <cstdio>\nstruct D { ~D() { printf(\"gone\\n\"); } };\nD d;\nprintf(\"done\\n\");\n")
        r = run([file], "", folder)
        expect("a file of cells", r.stdout == "done\ngone\n", r.stdout + r.stderr)
    print(f"{failed} failed" if failed else "ok")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
