#!/usr/bin/env python3
"""Makes the table of how libraries' calls take their arguments, from our headers (core/front/headers/cublas_v2.h ...).

usage: library_calls.py OUT.inc HEADER.h...

A row is {"cublasSaxpy", "Hvsdv..."}, a letter for each parameter, in the order of the declaration:

    v value     f float or double    t stream    h H object of the library (H: the call changes it)    n a new object goes here
    p plan of cuFFT    m pointer mode    s S scalar, on the host or the device as the pointer mode says (S: is written)
    d D array of the device (D: is written)    o host memory    b the value of an attribute, which may be an array's address
    g an algorithm of cublasLt, which no handle goes with

The headers name the same thing the same way everywhere, so a parameter's type and name are enough.
"""

import re
import sys

from headers import declarations, read_header

OBJECT = re.compile(r"^(?:cu\w*|csr\w*|bsr\w*|prune|syevj|gesvdj)(Handle|Context|Descr|Info|Params|Generator|Layout|Desc|Preference|Transform)\w*_t$")
SCALARS = {"alpha", "beta", "result", "c_coeff", "s_coeff", "nnzTotalDevHostPtr"}
ROTATION = {"a", "b", "c", "s", "d1", "d2", "x1", "y1", "param"}
HOST = {"singularity", "version", "value", "lwork", "n", "inembed", "onembed", "residual", "executed_sweeps", "workSize", "bufferOnHost", "meig", "meig64", "h_R_nrmF", "h_err_sigma", "iter",
        "h_meig", "vl", "vu", "niter", "niters", "heuristics", "returnAlgoCount", "position", "tol", "boost_val", "format", "idxBase", "valueType", "order", "rows", "cols", "nnz", "size", "batchCount", "batchStride", "num_prods", "ellBlockSize", "ellCols", "algo", "algoResult", "algoIdsArray", "buf", "directionVectors"}


def letter(function, kind, name):
    """How a parameter of this type is taken; `kind` has its stars and brackets."""
    stars = kind.count("*") + kind.count("[")
    base = re.sub(r"\bconst\b|[*\[\]]", " ", kind).split()
    base = " ".join(base)
    if base == "cublasLtMatmulAlgo_t" and name == "algo" and function.startswith("cublasLtMatmulAlgoC") and "Check" not in function:
        return "g"
    if name == "attrbuf":
        return "b"
    if stars == 0:
        if base == "cufftHandle":
            return "p"
        if base == "cudaStream_t":
            return "t"
        if OBJECT.match(base) and "Attribute" not in base:
            return "H" if name == "computeDesc" else "h" if "Const" in base or re.search("(Handle|Generator|Info|Params|Desc|Layout|Preference)_t$", base) else "H"
        if base == "cublasPointerMode_t" or base == "cusparsePointerMode_t":
            return "m"
        return "f" if base in ("float", "double") else "v"
    if OBJECT.match(base) or base == "cufftHandle":
        return "n"
    if function.startswith("cusolverSp") and function.endswith("Host"):
        return "o"
    local = function.lower()
    if "get" in local.replace("getrf", "").replace("getrs", "").replace("getri", "") or "attribute" in local:
        return "o"
    if name in SCALARS or (re.search(r"[rR]otm?g?(Ex)?(_\w+)?$", function) and name in ROTATION):
        return "s" if "const" in kind else "S"
    if "GroupedBatched" in function and re.search("_(array|size)$", name): # what each group has
        return "o"
    if name in HOST or (function.endswith("qrfBatched") or function.endswith("gelsBatched")) and name == "info" or base == "size_t" or re.match(r"cu\w+_t$", base) or (kind.count("*") > 1 and not local.startswith(("cublas", "cusolver"))):
        return "o"
    return "d" if re.match(r"const\b", kind) else "D"


def main():
    out, headers = sys.argv[1], sys.argv[2:]
    seen = {}
    for header in headers:
        for function, parameters in declarations(read_header(header)):
            seen[function] = "".join(letter(function, kind, name) for kind, name in parameters)
    with open(out, "w", encoding="utf-8") as file:
        for function, letters in sorted(seen.items()):
            file.write(f'{{"{function}", "{letters}"}},\n')


main()
