#!/usr/bin/env python3
"""`?name` says something of every name of CUDA's: each runtime function and its parameters, each keyword, built-in function and
variable, each type and constant of prelude.cu. The names are read from the tables, so a new row without help fails here.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FRONT = os.path.join(ROOT, "core", "front")
MACROS = ["__align__", "__builtin_align__", "__CUDACC__", "__NVCC__", "CUDART_VERSION"]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def prelude_names(text):
    """What the items of a prelude file declare: functions, tags, typedefs, enumerators."""
    for line in re.sub(r"//.*", "", text).split("\n"):
        if re.match(r"[a-z_]", line) and not line.startswith("typedef"):
            tag = re.match(r"(?:struct|enum)(?: __attribute__\(\(.*?\)\))? (\w+) *[{;]", line)
            function = re.match(r"[\w* ]+?[ *](\w+)\(", line.replace("__attribute__((aligned", ""))
            yield from (match.group(1) for match in [tag or function] if match)
        elif line.startswith("typedef"):
            yield re.search(r"\(\*(\w+)\)|(\w+);|(\w+) *{$", line).group(0).strip("(*); {")
        yield from re.findall(r"\b(cuda\w+) = -?\d+", line)


def names():
    found = re.findall(r"^HD_CUDART\((\w+)", read("core", "run", "cudart", "cudart.def"), re.M)
    found = [name for name in found if not re.search("_(location|log|node|edges|reference|rows|linear)$", name)] # overloads of a name
    found += re.findall(r'^HD_KEYWORD(?:_ALIAS)?\(\w+, "(\w+)", [23]', read("core", "front", "lex", "keywords.def"), re.M)
    found += re.findall(r'^HD_BUILTIN\("((?!__builtin_|__sync_|__atomic_|__heddle_)\w+)"',
                        read("core", "front", "names", "builtins.def"), re.M)
    for part in ("prelude.cu", "prelude_half.cu", "prelude_simd.cu"):
        found += prelude_names(read("core", "front", "names", part))
    found += re.findall(r"^HD_CUDA_ERROR\((\w+)", read("core", "front", "names", "cuda_errors.def"), re.M)
    return sorted(name for name in set(found + MACROS) if not name.startswith("__heddle_"))


def main():
    asked = names()
    code = "".join(f"?{name}\n" for name in asked)
    done = subprocess.run([os.environ["HEDDLE"], "-"], input=code, text=True, capture_output=True, timeout=120)
    parts = re.split(r"^(\w+) (?=\([a-z][\w ,]*\)$)", done.stdout, flags=re.M) # `name (kind)` opens each answer
    answers = dict(zip(parts[1::2], parts[2::2]))
    wrong = [f"?{name} has no line of help:\n{answers.get(name, '(nothing)')}" for name in asked
             if "\nHelp: " not in answers.get(name, "")]
    # Parameters of the runtime's functions have names.
    wrong += [f"?{name} does not name its parameters:\n{text}" for name, text in answers.items()
              if name.startswith("cuda") and re.search(r"^Signature: .*\((?!void\)).*(?:\*|\b(?:int|size_t))[,)]", text, re.M)
              and "(*" not in text]
    wrong += [done.stderr] if done.stderr else []
    print(f"{'not ok' if wrong else 'ok'} help: {len(asked)} names", *wrong[:20], sep="\n")
    return 1 if wrong or len(asked) < 900 else 0


sys.exit(main())
