#!/usr/bin/env python3
"""Turns core/front/names/prelude.cu and core/front/headers/* into C text.

usage: embed.py FRONT_DIR OUT.c OUT.d

OUT.c defines hd_prelude_text[] and the table hd_embedded[] (name, text, length; sorted by name) with
hd_embedded_count. Names are relative to headers/, so headers/sys/x.h is "sys/x.h". OUT.d lists what was read, the
folders included, so that a new header is noticed.
"""

import os
import sys


def c_string(data: bytes) -> str:
    """The bytes as C string literals, one source line each."""
    lines = []
    for line in data.split(b"\n")[:-1]:
        out = []
        for byte in line + b"\n":
            char = chr(byte)
            if char in '"\\?':
                out.append("\\" + char)
            elif char == "\n":
                out.append("\\n")
            elif 32 <= byte < 127:
                out.append(char)
            else:
                out.append(f"\\{byte:03o}")
        lines.append('    "' + "".join(out) + '"')
    return "\n".join(lines) or '    ""'


def read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read()
            return data if data.endswith(b"\n") or not data else data + b"\n"
    except FileNotFoundError:
        return b""


def main() -> None:
    front, output, depfile = sys.argv[1:]
    headers = os.path.join(front, "headers")
    prelude = os.path.join(front, "names", "prelude.cu")
    depends = [path for path in (prelude, front) if os.path.exists(path)]
    names = []
    for folder, _, files in os.walk(headers):
        depends.append(folder)
        names += [os.path.relpath(os.path.join(folder, name), headers) for name in files if name[0] != "."]
    names.sort()
    parts = [
        "// Made by tools/embed.py from core/front/names/prelude.cu and core/front/headers/.",
        "#include <stddef.h>",
        '#pragma GCC diagnostic ignored "-Woverlength-strings"',
        "extern const char hd_prelude_text[];",
        "const char hd_prelude_text[] =",
        c_string(read(prelude)) + ";",
        "struct hd_embedded {",
        "    const char *name;",
        "    const char *text;",
        "    size_t len;",
        "};",
        "extern const struct hd_embedded hd_embedded[];",
        "extern const int hd_embedded_count;",
        "const struct hd_embedded hd_embedded[] = {",
    ]
    for name in names:
        path = os.path.join(headers, name)
        depends.append(path)
        data = read(path)
        parts.append(f'    {{"{name}",\n{c_string(data)},\n     {len(data)}}},')
    parts.append("    {NULL, NULL, 0},\n};")
    parts.append(f"const int hd_embedded_count = {len(names)};\n")
    with open(output, "w", encoding="ascii") as file:
        file.write("\n".join(parts))
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(output + ": " + " ".join(path.replace(" ", "\\ ") for path in depends) + "\n")


if __name__ == "__main__":
    main()
