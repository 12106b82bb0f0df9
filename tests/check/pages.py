#!/usr/bin/env python3
"""What `?race` and the like show is true: each page's code is entered as it stands.

A page is the answer to `?KIND` for each kind of finding. Its lines that begin with four spaces are inputs. The first
statement that is checked must be found to be wrong, in the way that the page is about; the second must be clean.

usage: pages.py [KIND]...
"""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "../../build/heddle"))
TABLE = os.path.join(HERE, "../../core/check/findings.def")


def kinds():
    with open(TABLE, encoding="utf-8") as table:
        return [(m[1], m[2]) for m in re.finditer(r'^HD_FINDING\(\w+, "([^"]+)", "([^"]+)"', table.read(), re.M)]


def run(inputs):
    """What a session prints."""
    done = subprocess.run([HEDDLE, "-"], input=inputs, capture_output=True, text=True, timeout=120)
    return done.stdout + done.stderr


def code_of(page):
    return [line[4:] for line in page.split("\n") if line.startswith("    ") or not line.strip()]


def checked(code):
    """The page's inputs with its statements that are checked asked for as data; what each finds."""
    text, magic = [], False
    for line in code:
        if line.startswith("%check "):
            text += ['printf("<check>\\n");', line.replace("%check ", "%check --json ", 1)]
        elif line.startswith("%%check"):
            text += ['printf("<check>\\n");', "", "%%check --json"]
            magic = True
        else:
            if magic and not line.strip():
                magic = False
            text.append(line)
    said = run("\n".join(text) + "\n\n").split("<check>\n")[1:]
    return [(re.findall(r'"kind":\s*"([^"]+)"', part), part) for part in said]


def main():
    bad = 0
    for kind, page in kinds():
        if len(sys.argv) > 1 and kind not in sys.argv[1:]:
            continue
        text = run(f"?{page}\n")
        found = checked(code_of(text))
        why = None
        if len(found) != 2:
            why = f"{len(found)} statements are checked, not 2"
        elif page == kind and kind not in found[0][0]:
            why = f"the wrong one is found to be {found[0][0] or 'clean'}"
        elif found[1][0]:
            why = f"the right one is found to be {found[1][0]}"
        if why:
            bad += 1
            print(f"?{page}: {why}\n" + "\n".join(part for _, part in found))
    print(f"{len(kinds())} kinds, {bad} pages wrong")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
