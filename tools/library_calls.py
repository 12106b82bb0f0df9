#!/usr/bin/env python3
"""Makes the table of how libraries' calls take their arguments, from our headers (core/front/headers/cublas_v2.h ...).

usage: library_calls.py OUT.inc HEADER.h...

A row is {"cublasSaxpy", "Hvsdv..."}, a letter for each parameter, in the order of the declaration:

    v value     f float or double    t stream    h H object of the library (H: the call changes it)    n a new object goes here
    p plan of cuFFT    m pointer mode    s S scalar, on the host or the device as the pointer mode says (S: is written)
    d D array of the device (D: is written)    o host memory

The headers name the same thing the same way everywhere, so a parameter's type and name are enough.
"""

import re
import sys

OBJECT = re.compile(r"^(?:cu\w*|syevj|gesvdj)(Handle|Context|Descr|Info|Params|Generator|Layout|Desc|Preference|Transform)\w*_t$")
SCALARS = {"alpha", "beta", "result"}
ROTATION = {"a", "b", "c", "s", "d1", "d2", "x1", "y1", "param"}
HOST = {"version", "value", "lwork", "n", "inembed", "onembed", "residual", "executed_sweeps", "workSize", "bufferOnHost", "meig",
        "h_meig", "vl", "vu", "niter", "heuristics", "returnAlgoCount", "algo", "buf", "directionVectors"}


def letter(function, kind, name):
    """How a parameter of this type is taken; `kind` has its stars and brackets."""
    stars = kind.count("*") + kind.count("[")
    base = re.sub(r"\bconst\b|[*\[\]]", " ", kind).split()
    base = " ".join(base)
    if stars == 0:
        if base == "cufftHandle":
            return "p"
        if base == "cudaStream_t":
            return "t"
        if OBJECT.match(base):
            return "h" if "Const" in base or re.search("(Handle|Generator|Info|Params|Desc|Layout|Preference)_t$", base) else "H"
        if base == "cublasPointerMode_t" or base == "cusparsePointerMode_t":
            return "m"
        return "f" if base in ("float", "double") else "v"
    if OBJECT.match(base) or base == "cufftHandle":
        return "n"
    local = function.lower()
    if "get" in local.replace("getrf", "").replace("getrs", "").replace("getri", "") or "attribute" in local:
        return "o"
    if name in SCALARS or (re.search(r"rotm?g?(_\w+)?$", function) and name in ROTATION):
        return "s" if "const" in kind else "S"
    if name in HOST or (function.endswith("qrfBatched") or function.endswith("gelsBatched")) and name == "info" or base == "size_t" or re.match(r"cu\w+_t$", base) or (kind.count("*") > 1 and not local.startswith(("cublas", "cusolver"))):
        return "o"
    return "d" if re.match(r"const\b", kind) else "D"


def rows(text):
    """(function, letters) for each declaration of a header."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^\s*#.*?(?<!\\)$", " ", text, flags=re.S | re.M)
    for function, parameters in re.findall(r"\b(cu(?:blas|fft|rand|sparse|solver)\w+)\s*\(([^(){};]*)\)\s*;", text):
        letters = ""
        for parameter in parameters.split(","):
            parameter = " ".join(parameter.split())
            if parameter in ("void", ""):
                continue
            name = re.search(r"(\w+)\s*(\[\])?$", parameter)
            kind = parameter[:name.start(1)].strip() + (name.group(2) or "")
            letters += letter(function, kind, name.group(1))
        yield function, letters


def main():
    out, headers = sys.argv[1], sys.argv[2:]
    seen = {}
    for header in headers:
        with open(header, encoding="utf-8") as file:
            seen.update(rows(file.read()))
    with open(out, "w", encoding="utf-8") as file:
        for function, letters in sorted(seen.items()):
            file.write(f'{{"{function}", "{letters}"}},\n')


main()
