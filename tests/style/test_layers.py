#!/usr/bin/env python3
"""Folders are layers: who may include what. HACKING.md draws the same picture for people.

A layer uses its own headers and the public ones of the layers below it. Inside of front, a stage uses the headers of its own
folder and of earlier stages; what is a stage's own is included by nobody else.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sources import ROOT, ours  # noqa: E402

# What each layer may use below itself, and what of it others may include.
USES = {
    "core/base": [],
    "core/math": ["core/base"],
    "core/front": ["core/base"],
    "core/gen": ["core/base", "core/math", "core/front"],
    "core/cpu": ["core/base", "core/math", "core/front", "core/gen"],
    "core/gpu": ["core/base", "core/front", "core/gen"],
    "core/array": ["core/base", "core/front", "core/gen", "core/cpu"],
    "core/check": ["core/base", "core/front", "core/gen", "core/cpu"],
    "core/run": ["core/base", "core/math", "core/front", "core/gen", "core/cpu", "core/array", "core/check",
                 "core/gpu"],
    "core/session": ["core/base"],
    "repl": ["core/session", "core/base"],
    "jupyter-kernel": ["core/session", "core/base"],
}
PUBLIC = {
    "core/base": ["base.h"],
    "core/math": ["math.h"],
    "core/front": ["front.h", "forward.h", "names/cuda_errors.def"],
    "core/gen": ["gen.h"],
    "core/cpu": ["cpu.h", "guard/exception.h", "heap/place.h"],
    "core/gpu": ["gpu.h"],
    "core/array": ["array.h"],
    "core/check": ["check.h", "findings.def"],
    "core/run": [],
    "core/session": ["session.h", "share.h"],
    "repl": [],
    "jupyter-kernel": [],
}
# Inside of front, in the order of a cell's way. check.h holds the session's state, which all stages share.
STAGES = ["lex", "omp", "type", "parse", "names", "check", "template", "editor"]
SHARED = ["forward.h", "front.h", "check/check.h"]
TOGETHER = {"check": ["template"], "template": ["check"]} # instances are checked, and checking makes instances
PRIVATE = {"parse/parse.h": ["parse"], "lex/pp.h": ["lex", "omp", "editor"], "omp/rewrite.h": ["omp"], "check/decl/decl.h": ["check"]}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def layer_of(path):
    return next((layer for layer in USES if path.startswith(layer + "/")), None)


def target(path, name):
    """The file that `name` in `path` means, from the repository's root; made by the build: None."""
    for base in ("core", os.path.dirname(path)):
        if os.path.exists(os.path.join(ROOT, base, name)):
            return os.path.normpath(os.path.join(base, name))
    return None


def wrong_stage(path, header):
    """Why a file of front may not include a header of front, or None."""
    stage, of = path.split("/")[0], header.split("/")[0]
    if stage not in STAGES or header in SHARED: # front.c and front.h are above all stages
        return None
    if header in PRIVATE:
        if stage not in PRIVATE[header]:
            return f"{header} is {of}'s own"
    elif of not in STAGES[:STAGES.index(stage) + 1] and of not in TOGETHER.get(stage, []):
        return f"{stage} comes before {of}"
    return None


def wrong(path, name):
    header = target(path, name)
    if header is None:
        return None
    layer, of = layer_of(path), layer_of(header)
    if layer == of:
        return wrong_stage(path[len("core/front/"):], header[len("core/front/"):]) if layer == "core/front" else None
    if of not in USES[layer]:
        return f"{layer} does not use {of}: it may use {', '.join(USES[layer]) or 'nothing'}"
    short = header[len(of) + 1:]
    if short not in PUBLIC[of]:
        return f"{header} is {of}'s own: public are {', '.join(PUBLIC[of])}"
    return None


def main():
    problems = []
    for path in ours(".c", ".h", folders=tuple(USES)):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                match = INCLUDE.match(line)
                why = match and wrong(path, match.group(1))
                if why:
                    problems.append(f"{path}:{number}: includes {match.group(1)}, but {why}")
    print(*problems, "not ok layers" if problems else "ok layers", sep="\n")
    return 1 if problems else 0


sys.exit(main())
