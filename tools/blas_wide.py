#!/usr/bin/env python3
"""Makes cuBLAS's functions with 64-bit sizes (cublasSgemm_64) out of those with 32-bit ones, from our header.

usage: blas_wide.py OUT.inc cublas_v2.h

For core/run/library/blas/wide.c: a function for each declaration whose name ends in _64, and a row
of the table for each."""

import sys

from headers import DECLARED_ONLY, declarations, read_header


def c_type(kind: str) -> str:
    if "*" in kind or "[" in kind or kind.startswith(("cublasHandle_t", "cudaStream_t")):
        return "void *"
    return kind if kind in ("int64_t", "long long") else "int"


def function(name: str, parameters: list[tuple[str, str]]) -> str:
    types = [c_type(kind) for kind, _ in parameters]
    arrays = [p for kind, p in parameters if kind == "const int64_t[]"] # one size for each group
    narrow = ["int" if t == "int64_t" else t for t in types]
    sizes = [p for t, (_, p) in zip(types, parameters) if t == "int64_t"]
    args = [f"(int){p}" if p in sizes else f"narrow_{p}" if p in arrays else p for _, p in parameters]
    index = ("int64_t *", "result") in parameters # the functions that find an index
    if index:
        args[-1] = "result ? &found : NULL"
    own = ", ".join(f"{t} {p}" for t, (_, p) in zip(types, parameters))
    own = own.replace("void * ", "void *")
    lines = [f"static int hd_{name}({own}) {{", "    static void *function;"]
    lines += [f'    static const char api[] = "{name}";'] if sizes else []
    lines += [f"    NEED_NARROW({p});" for p in sizes] + (["    int found = 0;"] if index else [])
    call = f"((int (*)({', '.join(narrow)}))(uintptr_t)function)({', '.join(args)})"
    lines += [f'    if (!function) function = library_entry_of("{name.removesuffix("_64")}");',
              "    int status = 0;"]
    lines += [f'    int *narrow_{p} = narrowed(api, "{p}", {p}, group_count, &status);' for p in arrays]
    lines += [f"    if (!status) status = {call};"] + [f"    free(narrow_{p});" for p in arrays]
    if index:
        lines += ["    int64_t wide = found;",
                  "    if (status == BLAS_SUCCESS &&",
                  "        !library_result(api, result, &wide, sizeof wide))",
                  "        return BLAS_INVALID_VALUE;"]
    return "\n".join(lines + ["    return status;", "}"]) + "\n"


def main():
    out, header = sys.argv[1:]
    here = read_header(header).partition(DECLARED_ONLY)[0]
    wide = [d for d in declarations(here) if d[0].endswith("_64")]
    with open(out, "w", encoding="utf-8") as file:
        file.write("".join(function(name, parameters) for name, parameters in wide))
        rows = " \\\n".join(f"    LIBRARY_ENTRY({name})," for name, _ in wide)
        file.write(f"#define WIDE_ENTRIES \\\n{rows}\n")


main()
