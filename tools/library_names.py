#!/usr/bin/env python3
"""Makes the rows of names that include the headers of CUDA's libraries by themselves, from these headers (core/front/headers/cublas_v2.h ...).

usage: library_names.py OUT.inc HEADER.h...

A row is {"cublas_v2.h", 'f', "cublasCreate ..."}, as in core/front/lex/headers.def: 'f' functions and values of enumerations, 't' types.
"""

import os
import re
import sys

from headers import declarations, read_header

ROW = 60 # words: compilers need not take strings of more than 4095 characters
# Headers that are parts of others, by the one that programs include.
INCLUDED_BY = {"cusolver_common.h": "cusolverDn.h", "nvToolsExt.h": "nvtx3/nvToolsExt.h"}


def names_of(path: str) -> dict[str, str]:
    """{name: kind} of what a header declares."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", read_header(path), flags=re.S)
    found = {name: "f" for name, _ in declarations(text)}
    found |= {name: "f" for name in re.findall(r"^static inline [^(;{]*?(\w+)\(", text, re.M)}
    for body in re.findall(r"\benum\b[^{;]*\{([^}]*)\}", text):
        found |= {name: "f" for name in re.findall(r"(?:^|,)\s*(\w+)", body)}
    outside = re.sub(r"extern\s+\"C\"\s*\{", "", text)
    while "{" in outside:
        outside, count = re.subn(r"\{[^{}]*\}", "", outside)
        if not count:
            break
    for declaration in re.findall(r"\btypedef\b([^;]*);", outside):
        name = re.search(r"\(\*(\w+)\)", declaration) or re.search(r"(\w+)(?:\[\w*\])*\s*$", declaration)
        found[name[1]] = "t"
    return found


def rows(paths: list[str]) -> str:
    out = ""
    for path in paths:
        base, names = os.path.basename(path), names_of(path)
        for kind in "ft":
            words = [name for name, its_kind in names.items() if its_kind == kind and not name.startswith("__")]
            for i in range(0, len(words), ROW):
                out += '{"%s", \'%s\',\n "%s"},\n' % (INCLUDED_BY.get(base, base), kind, ' "\n "'.join(words[i:i + ROW]))
    return out


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(rows(sys.argv[2:]))
