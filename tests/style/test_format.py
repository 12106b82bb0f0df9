#!/usr/bin/env python3
"""Every C file of ours is as clang-format 19 writes it: .clang-format is the truth.

Not held to it are texts that are somebody's input and no code of ours: what front/headers gives to users' programs, and the
programs of tests (their layout is part of what is tested). `clang-format-19 -i FILE` mends what fails.
"""

import concurrent.futures
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sources import ROOT, ours  # noqa: E402

AT_ONCE = 30 # files a process


def differs(tool, files):
    """The files among `files` that the tool would write otherwise."""
    done = subprocess.run([tool, "--dry-run", "--Werror", "--ferror-limit=0", *files], cwd=ROOT, text=True,
                          capture_output=True)
    if done.returncode == 0:
        return []
    named = sorted({line.split(":", 1)[0] for line in done.stderr.splitlines() if "[-Wclang-format-violations]" in line})
    return named or [done.stderr.strip() or f"{tool} ended with status {done.returncode}"]


def main():
    tool = shutil.which("clang-format-19")
    if not tool:
        print("clang-format-19 is missing: apt-get install clang-format-19 (tools/test does)\nnot ok format")
        return 1
    files = ours(".c", ".h")
    parts = [files[i:i + AT_ONCE] for i in range(0, len(files), AT_ONCE)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [name for part in pool.map(lambda part: differs(tool, part), parts) for name in part]
    if not wrong:
        print("ok format")
        return 0
    for name in wrong:
        print(f"{name} is not as clang-format-19 writes it: clang-format-19 -i {name}")
    print("not ok format")
    return 1


sys.exit(main())
