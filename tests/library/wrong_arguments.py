#!/usr/bin/env python3
# NEEDS: libopenblas.so.0
"""Every argument of every call of cuBLAS, cublasLt, cuSOLVER, cuSPARSE and cuRAND wrong: NULL, an address of nothing, memory of the host, -1, 77.

The calls are made from our headers, by the table that calls on GPUs are made from (tools/library_calls.py). None may end the program; a handle that
is wrong must be refused by all; and a refusal has a line that says why. Descriptors are wrong in more ways: of another kind, destroyed, and memory of the device.
Calls that make objects, those of cuFFT too, must refuse a place for the object that cannot be written, and say why."""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
HEADERS = ["cublas_v2", "cublasLt", "cusolverDn", "cusolverSp", "cusparse", "curand"]
# What makes objects, and what has none.
OTHER = re.compile("[Cc]reate|GetStatus|GetError|Logger|Version|Init_internal|Async$|(Get|Set)(Vector|Matrix)(_64)?$|GetScramble|GetDirection|Lt")
# A right one of each kind, where the program below has it.
OBJECTS = {"cublasHandle_t": "cublas", "cusolverDnHandle_t": "cusolver", "cusolverSpHandle_t": "sparse_solver", "cusparseHandle_t": "cusparse", "curandGenerator_t": "curand", "cusparseMatDescr_t": "descr",
           "csrilu02Info_t": "ilu", "csric02Info_t": "ic", "cusparseSpMatDescr_t": "matrix", "cusparseDnMatDescr_t": "dense", "cusparseDnVecDescr_t": "vector",
           "cusparseSpVecDescr_t": "few", "cusparseSpSVDescr_t": "spsv", "cusparseSpSMDescr_t": "spsm", "cusparseSpGEMMDescr_t": "product", "syevjInfo_t": "syevj",
           "gesvdjInfo_t": "gesvdj", "cusolverDnParams_t": "params", "cusolverDnIRSParams_t": "irs_params", "cusolverDnIRSInfos_t": "irs_infos"}
# The value of a setting: 0 for what is none.
SILENT = re.compile("cusparseGetMat")

PRELUDE = r"""
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <cusparse.h>
#include <curand.h>
#include <cstdio>
#include <cstdlib>
typedef unsigned long long W;
char *area, *host; cublasHandle_t cublas; cusolverDnHandle_t cusolver; cusolverSpHandle_t sparse_solver; cusparseHandle_t cusparse; curandGenerator_t curand;
cusparseMatDescr_t descr, gone; csrilu02Info_t ilu; csric02Info_t ic; cusparseSpMatDescr_t matrix; cusparseDnMatDescr_t dense; cusparseDnVecDescr_t vector;
cusparseSpVecDescr_t few; cusparseSpSVDescr_t spsv; cusparseSpSMDescr_t spsm; cusparseSpGEMMDescr_t product; syevjInfo_t syevj; gesvdjInfo_t gesvdj; cusolverDnParams_t params; cusolverDnIRSParams_t irs_params; cusolverDnIRSInfos_t irs_infos;
int calls, refused, handles, accepted;
void make() {
    cublasCreate(&cublas); cusolverDnCreate(&cusolver); cusolverSpCreate(&sparse_solver); cusparseCreate(&cusparse); curandCreateGenerator(&curand, CURAND_RNG_PSEUDO_DEFAULT);
    cusparseCreateMatDescr(&descr); cusparseCreateCsrilu02Info(&ilu); cusparseCreateCsric02Info(&ic);
    cusparseSpSV_createDescr(&spsv); cusparseSpSM_createDescr(&spsm); cusparseSpGEMM_createDescr(&product); cusolverDnCreateSyevjInfo(&syevj);
    cusolverDnCreateGesvdjInfo(&gesvdj); cusolverDnCreateParams(&params);
    cusolverDnIRSParamsCreate(&irs_params); cusolverDnIRSInfosCreate(&irs_infos); cusolverDnIRSParamsSetSolverPrecisions(irs_params, CUSOLVER_R_32F, CUSOLVER_R_16F);
    cusolverDnIRSParamsSetRefinementSolver(irs_params, CUSOLVER_IRS_REFINE_GMRES);
    int *index; cudaMallocManaged(&index, 64); for (int i = 0; i < 16; i++) index[i] = i < 3 ? i : 0;
    cusparseCreateCsr(&matrix, 2, 2, 2, index, index, area, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnMat(&dense, 2, 2, 2, area, CUDA_R_32F, CUSPARSE_ORDER_COL); cusparseCreateDnVec(&vector, 2, area, CUDA_R_32F);
    cusparseCreateSpVec(&few, 2, 2, index, area, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateMatDescr(&gone); cusparseDestroyMatDescr(gone); // last: nothing else takes its place
}
"""


# What stands for each parameter of a call that makes something, by its letter, and what is wrong for it.
MAKES = {"n": "(W)&slot", "v": "2ull", "o": "(W)sizes", "d": "(W)area", "D": "(W)(area + 4096)", "t": "0ull"}
NO_PLACE = ["0ull", "16ull"]


def creating():
    """A program that makes objects with one argument wrong, and prints calls, refused places, lines that are missing."""
    body = []
    for name, letters in table(HEADERS + ["cufft"]):
        if "n" not in letters or any(c not in MAKES for c in letters):
            continue
        words = ", ".join("W" for _ in letters)
        lines = [f"W (*f)({words}) = (W (*)({words})){name};"]
        for i, c in enumerate(letters):
            for value in ["~0ull", "77ull"] if c in "vt" else NO_PLACE:
                args = ", ".join(value if j == i else MAKES[x] for j, x in enumerate(letters))
                lines.append(f"seen(\"{name}\", {int(c == 'n')}, f({args}));")
        body.append("{ " + " ".join(lines) + " }")
    return PRELUDE + r"""
#include <cublasLt.h>
#include <cufft.h>
void *slot; int sizes[8] = {2, 2, 2, 2, 2, 2, 2, 2};
void seen(const char *name, int must, W status) {
    calls++;
    if ((int)status) refused++, fprintf(stderr, "refused by %s\n", name); else if (must) accepted++, printf("%s takes a place that is none\n", name);
}
int main() { cudaMallocManaged(&area, 1 << 20); """ + "\n".join(body) + ' printf("%d %d %d\\n", calls, refused, accepted); }'


def check_creating(folder):
    path = os.path.join(folder, "creating.cu")
    with open(path, "w") as file:
        file.write(creating())
    run = subprocess.run([HEDDLE, path], capture_output=True, text=True, errors="replace", timeout=300)
    last = run.stdout.split("\n")[-2].split() if run.stdout.count("\n") else []
    silent = re.findall(r"refused by (\w+)\n(?=refused by \1\n)", "refused by none\n" + run.stderr)
    good = run.returncode == 0 and len(last) == 3 and int(last[0]) > 400 and last[2] == "0" and not silent
    print("ok creating" if good else f"not ok creating: {silent[:5]} {run.stdout[-500:]}{run.stderr[-500:] if run.returncode else ''}")
    return good


def kinds():
    """For each function the types of its parameters."""
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    import headers
    return {name: [re.sub(r"\bconst\b|Const", "", kind).strip() for kind, _ in parameters] for header in HEADERS
            for name, parameters in headers.declarations(headers.read_header(os.path.join(ROOT, "core", "front", "headers", header + ".h")))}


def table(names=HEADERS):
    with tempfile.NamedTemporaryFile("r", suffix=".inc") as file:
        subprocess.run([sys.executable, os.path.join(ROOT, "tools", "library_calls.py"), file.name] + [os.path.join(ROOT, "core", "front", "headers", h + ".h") for h in names], check=True)
        return re.findall(r'\{"(\w+)", "(\w*)"\}', file.read())


def main():
    text, body, types = [PRELUDE], [], kinds()
    for name, letters in table():
        objects = [OBJECTS.get(kind) for kind in types[name]]
        if "f" in letters or OTHER.search(name) or any(c in "hHgb" and not o for c, o in zip(letters, objects)) or not any(objects):
            continue
        right = [f"(W){o}" if o else "0ull" if c == "t" else "2ull" if c in "vm" else f"(W)(area + {4096 * i})" for i, (c, o) in enumerate(zip(letters, objects))]
        destroys = "estroy" in name
        lines = []
        for i, c in enumerate(letters):
            wrong = ["~0ull", "77ull"] if c in "vmt" else ["0ull", "16ull", "(W)host"]
            if objects[i]:
                wrong += ["(W)gone", "(W)area", "(W)(area + 13)", "(W)cublas" if objects[i] != "cublas" else "(W)cusparse"]
            for value in wrong:
                args = ", ".join(right[:i] + [value] + right[i + 1:])
                must = objects[i] and (i == 0 or destroys) and not SILENT.search(name)
                count = f"if (s) handles++; else {{ accepted++; printf(\"{name} takes {value} as its {objects[i]}\\n\"); }}" if must else "if (s) refused++;"
                lines.append(f"s = (int)f({args}); calls++; {count}")
        text.append(f"void call{len(body)}() {{ W (*f)({', '.join('W' for _ in letters)}) = (W (*)({', '.join('W' for _ in letters)})){name}; int s; {' '.join(lines)} }}")
        body.append(f"call{len(body)}();")
    text.append("int main() { cudaMallocManaged(&area, 1 << 20); for (int i = 0; i < 1 << 20; i += 8) *(double *)(area + i) = 1.0; host = (char *)calloc(1 << 20, 1); make();"
                + " ".join(body) + ' printf("%d %d %d %d\\n", calls, refused, handles, accepted); }')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "calls.cu")
        with open(path, "w") as file:
            file.write("\n".join(text))
        run = subprocess.run([HEDDLE, path], capture_output=True, text=True, errors="replace", timeout=300)
        made = check_creating(folder)
    last = run.stdout.split("\n")[-2].split() if run.stdout.count("\n") else []
    if run.returncode or len(last) != 4:
        print(f"not ok program\n# {run.stdout[-1000:]}{run.stderr[-1500:]}")
        sys.exit(1)
    calls, refused, handles, accepted = map(int, last)
    told = len([line for line in run.stderr.split("\n") if re.match(r"cu\w+: ", line)])
    print(f"# {len(body)} functions, {calls} calls, {refused + handles} refused, {told} lines")
    print("ok calls" if len(body) > 400 else "not ok calls: the table is short")
    print("ok handles" if accepted == 0 else f"not ok handles: {run.stdout[:1000]}")
    print("ok refusals" if told >= handles else "not ok refusals: there are fewer lines than refused handles")
    sys.exit(not made or accepted != 0 or len(body) <= 400 or told < handles)


main()
