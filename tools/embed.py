#!/usr/bin/env python3
"""Turns core/front/names/prelude*.cu and core/front/headers/* into C text.

usage: embed.py FRONT_DIR OUT.c OUT.d

OUT.c defines hd_prelude_text[] and the table hd_embedded[] (name, text, length; sorted by name) with
hd_embedded_count, and the tables of front/lex/embedded.h, which tell what need not be read before a name is looked up. Names are relative to headers/, so headers/sys/x.h is "sys/x.h". OUT.d lists what was read, the
folders included, so that a new header is noticed.

A line `@name` of prelude.cu stands for what a function below makes: `@half` for the functions of cuda_fp16.h and
cuda_bf16.h, which are one text (prelude_half.cu), `@simd` for those on the parts of a word (prelude_simd.cu), and
`@errors` for cudaError's constants (cuda_errors.def).
"""

import os
import re
import sys

from embed_names import Header
from headers import expanded


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


def substituted(text: str, rules: list[tuple[str, str]]) -> str:
    for pattern, by in rules:
        text = re.sub(pattern, by, text)
    return text


def half_twins(text: str) -> str:
    body = text[text.index("\n\n") + 1:] # its head is for readers of the file
    return body + substituted(body, [(r"(?m)^// .*half.*$", lambda m: m[0].replace("half", "bfloat16")),
                                     (r"(?m)^(?!//).*$", lambda m: substituted(m[0], [
                                         (r"\bhalf2\b", "__nv_bfloat162"), (r"\bhalf\b", "__nv_bfloat16"),
                                         ("half", "bfloat16")]))])


def simd_twins(text: str) -> str:
    body = text[text.index("\n\n") + 1:]
    return body + substituted(body, [(r"(__v\w+)2\(", r"\g<1>4("), ("i \\+= 16", "i += 8"),
                                     ("unsigned short", "unsigned char"), (r"\(short\)", "(signed char)"),
                                     ("0xffff", "0xff"), ("65535", "255"), ("32767", "127")])


def error_constants(text: str) -> str:
    rows = re.findall(r'^HD_CUDA_ERROR\((\w+), (\d+), "(.*)"\)$', text, re.M)
    return "".join(f"    {name} = {code}, // {says}\n" for name, code, says in rows)


MADE = {"@half": ("prelude_half.cu", half_twins), "@simd": ("prelude_simd.cu", simd_twins),
        "@errors": ("cuda_errors.def", error_constants)}


def make_prelude(folder: str, depends: list[str]) -> bytes:
    lines = []
    for line in read(os.path.join(folder, "prelude.cu")).decode().splitlines(keepends=True):
        if line.strip() in MADE:
            name, make = MADE[line.strip()]
            depends.append(os.path.join(folder, name))
            line = make(read(depends[-1]).decode())
        lines.append(line)
    return "".join(lines).encode()


def at_once(name: str, headers: dict[str, Header], done: set[str]) -> list[str]:
    """What has to be read of a header that waits: the headers that it includes, or those that it includes do, and that
    cannot wait."""
    out = []
    for other in headers[name].includes:
        if other in done:
            continue
        done.add(other)
        if other in headers and headers[other].waits:
            out += at_once(other, headers, done)
        else:
            out.append(other)
    return out


def waiting(headers: dict[str, Header]) -> list[str]:
    """The tables of what waits: hd_embedded_waits[], by header, and hd_embedded_names[], by name."""
    order = sorted(headers)
    parts = ["const struct hd_waits hd_embedded_waits[] = {"]
    declared: dict[str, list[str]] = {}
    for i, name in enumerate(order):
        header = headers[name]
        if not header.waits:
            parts.append("    {NULL, NULL},")
            continue
        text = "".join(f"#include <{other}>\\n" for other in at_once(name, headers, {name}))
        within = [str(order.index(other)) for other in header.includes if other in headers and headers[other].waits]
        parts.append(f'    {{"{text}", (const short[]){{{", ".join(within + ["-1"])}}}}}, // {name}')
        for word in header.names:
            declared.setdefault(word, []).append(str(i))
    parts += ["};", "const struct hd_waiting_name hd_embedded_names[] = {"]
    for word in sorted(declared):
        quoted = word.replace('"', '\\"')
        parts.append(f'    {{"{quoted}", (const short[]){{{", ".join(declared[word] + ["-1"])}}}}},')
    parts += ["};", f"const int hd_embedded_names_count = {len(declared)};\n"]
    return parts


def library(headers: dict[str, Header]) -> list[str]:
    """The table hd_embedded_library[]: for each name of a library the header to include."""
    found: dict[str, str] = {}
    for header in sorted(headers, key=lambda name: ("detail/" in name, name)): # public ones first
        for name in headers[header].library:
            own = name.split("::")[-1] == os.path.splitext(os.path.basename(header))[0]
            found[name] = header if own else found.get(name, header)
    rows = [f'    {{"{name}", "{header}"}},' for name, header in sorted(found.items())]
    return ["const struct hd_library_name hd_embedded_library[] = {", *rows, "};",
            f"const int hd_embedded_library_count = {len(rows)};\n"]


def main() -> None:
    front, output, depfile = sys.argv[1:]
    headers = os.path.join(front, "headers")
    names_folder = os.path.join(front, "names")
    depends = [os.path.join(os.path.dirname(__file__), "embed_names.py"), os.path.join(os.path.dirname(__file__), "headers.py"), front, os.path.join(names_folder, "prelude.cu")]
    prelude = make_prelude(names_folder, depends)
    names = []
    for folder, _, files in os.walk(headers):
        depends.append(folder)
        names += [os.path.relpath(os.path.join(folder, name), headers) for name in files if name[0] != "."]
    names.sort()
    parts = [
        "// Made by tools/embed.py from core/front/names/prelude*.cu and core/front/headers/.",
        "#include <stddef.h>",
        '#include "front/lex/embedded.h"',
        '#pragma GCC diagnostic ignored "-Woverlength-strings"',
        "extern const char hd_prelude_text[];",
        "const char hd_prelude_text[] =",
        c_string(prelude) + ";",
        "const struct hd_embedded hd_embedded[] = {",
    ]
    known: dict[str, Header] = {}
    for name in names:
        path = os.path.join(headers, name)
        depends.append(path)
        data = expanded(read(path).decode()).encode()
        known[name] = Header(data.decode())
        parts.append(f'    {{"{name}",\n{c_string(data)},\n     {len(data)}}},')
    parts.append("    {NULL, NULL, 0},\n};")
    parts.append(f"const int hd_embedded_count = {len(names)};\n")
    parts += waiting(known) + library(known)
    with open(output, "w", encoding="ascii") as file:
        file.write("\n".join(parts))
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(output + ": " + " ".join(path.replace(" ", "\\ ") for path in depends) + "\n")


if __name__ == "__main__":
    main()
