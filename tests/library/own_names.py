#!/usr/bin/env python3
"""Functions, types and values of CUDA's libraries include their headers by themselves: some of each, other ones with another SEED, each in a file that
has nothing else."""
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENGINE = os.environ.get("HEDDLE_ENGINE") or os.path.join(ROOT, "build", "heddle-engine")
sys.path.insert(0, os.path.join(ROOT, "tools"))
from library_names import names_of  # noqa: E402

HEADERS = ["cublas_v2", "cublasLt", "cusolver_common", "cusolverDn", "cusolverSp", "cusolverRf", "cusparse", "curand", "cufft", "cufftXt", "nvtx3/nvToolsExt"]
# Some that have to be there, by the kind that they are.
KNOWN = {"cublasSgemm": "f", "cublasHandle_t": "t", "CUBLAS_OP_T": "f", "cusolverSpHandle_t": "t", "CUSOLVER_EIG_MODE_VECTOR": "f", "nvtxRangePushA": "f", "cufftHandle": "t",
         "cusparseSpMatDescr_t": "t", "cublasLtMatmulAlgo_t": "t", "CURAND_RNG_PSEUDO_MRG32K3A": "f", "cusolverRfSolve": "f"}


def main():
    r, failed, everything = random.Random(int(os.environ.get("SEED", 1))), 0, {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "name.cu")
        for header in HEADERS:
            names = names_of(os.path.join(ROOT, "core", "front", "headers", header + ".h"))
            everything |= names
            bad = []
            for name in r.sample(sorted(names), min(8, len(names))) + [k for k in KNOWN if k in names]:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"{name} *p;\n" if names[name] == "t" else f"auto p = {name};\n")
                if subprocess.run([ENGINE, "--check", path], capture_output=True).returncode:
                    bad.append(name)
            failed += bool(bad)
            print(f"{'not ok' if bad else 'ok'} {header}: {' '.join(bad) or len(names)}")
    lost = [name for name, kind in KNOWN.items() if everything.get(name) != kind]
    print(f"{'not ok' if lost else 'ok'} known: {' '.join(lost) or len(everything)}")
    return failed + bool(lost)


sys.exit(main())
