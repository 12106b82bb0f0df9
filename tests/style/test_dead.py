#!/usr/bin/env python3
"""Every function that is visible to other files is used by one: from the symbol tables of the build's object files.

A function that only its own file uses is static (then the compiler says when nobody calls it); one that only a unit test calls
is part of what a layer gives and may stay.
"""

import collections
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sources import ROOT  # noqa: E402

BUILD = os.environ.get("HEDDLE_BUILD") or os.path.join(ROOT, "build")
# Files all of whose functions are there for others than our own code, and who that is.
ENTRIES = {
    "core_cpu_guard_buffers.c.o": "the C library's names, which the libraries of cells call",
    "mutate.c.o": "libFuzzer",
    "core_session_share.c.o": "whoever loads libheddle-share.so",
}
# Tables whose rows name functions: column one of ROW(name, ...), with what our name begins with.
TABLES = {"core/cpu/runtime.def": "", "core/run/cudart/cudart.def": "hd_"}
# Used by name in assembly, next to which they stand.
ASSEMBLY = {"hd_returned", "hd_stub_enter", "hd_stub_missing"}


def table_names():
    names = set()
    for path, prefix in TABLES.items():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            names |= {prefix + name for name in re.findall(r"^[A-Z_]+\((\w+)", file.read(), re.M)}
    return names


def symbols(files):
    """(file, letter, name) of each symbol, as nm tells."""
    out = subprocess.run(["nm", "--print-file-name", *files], capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        file, rest = line.rsplit(":", 1)
        words = rest.split()
        yield file, words[-2], words[-1]


def main():
    objects = [path for path in glob.glob(os.path.join(BUILD, "**", "*.o"), recursive=True) if ".p/" in path and "/meson-private/" not in path and
               os.sep + "mutants" + os.sep not in path]
    if not objects:
        print(f"there are no object files in {BUILD}\nnot ok dead")
        return 1
    defined, users = {}, collections.defaultdict(set)
    for file, letter, name in symbols(objects):
        if letter == "T":
            if not os.path.relpath(file, BUILD).startswith("tests" + os.sep):
                defined[name] = file
        elif letter == "U":
            users[name].add(file)
    known = table_names() | ASSEMBLY | {"main"}
    dead = [(os.path.basename(file), name) for name, file in defined.items()
            if not users[name] and name not in known and os.path.basename(file) not in ENTRIES]
    for file, name in sorted(dead):
        print(f"{file}: nothing outside of its file uses `{name}`: make it static, or remove it")
    print("not ok dead" if dead else "ok dead")
    return 1 if dead else 0


sys.exit(main())
