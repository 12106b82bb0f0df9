#!/usr/bin/env python3
"""Turns doc/manual/*.md into C text for %help: hd_manual[] (name, title, text), README first, with hd_manual_count.

usage: embed_manual.py OUT.c CHAPTER.md...
"""

import os
import re
import sys

from embed import c_string

output, *paths = sys.argv[1:]
parts = ["// Made by tools/embed_manual.py from doc/manual.", '#include "run/run.h"',
         '#pragma GCC diagnostic ignored "-Woverlength-strings"', "const struct hd_chapter hd_manual[] = {"]
for path in sorted(paths, key=lambda path: (not path.endswith("README.md"), path)):
    with open(path, "rb") as file:
        text = file.read()
    name, title = os.path.basename(path)[:-3], re.match(rb"# (.*)\n", text)[1].decode()
    parts.append(f'    {{"{name}", "{title}",\n{c_string(text)}}},')
parts.append(f"}};\nconst int hd_manual_count = {len(paths)};\n")
with open(output, "w", encoding="ascii") as file:
    file.write("\n".join(parts))
