#!/usr/bin/env python3
"""The CUDA toolkit's headers are harmless: after any of them, in any order, whether it can be used here or is refused, kernels
and CUDA's types are what they were. The order is another one in each run (its seed is printed; SEED=N repeats one)."""

import os
import random
import subprocess
import sys
import tempfile

HEDDLE = os.environ.get("HEDDLE", "heddle")
FOLDERS = ["/usr/local/cuda/include", "/usr/local/include"]
# A program takes these whole, alone and before its kernels.
IN_FILES = ["cublas_v2.h", "cublasLt.h", "cufft.h", "cusolverDn.h", "surface_types.h", "texture_types.h", "driver_types.h", "cusparse.h"]
KERNEL = """__global__ void after(int *out, dim3 d) { out[threadIdx.x] = d.x + __popc(7); }
__device__ float of_device; __constant__ int constant; __host__ __device__ inline int both(int x) { return x; }
"""
LAUNCH = """{ int *p; cudaMallocManaged(&p, 4); dim3 one(1); after<<<one, 1>>>(p, dim3(4, 5)); cudaDeviceSynchronize(); printf("%s %d %d\\n", NAME, *p, (int)sizeof(float4)); }
"""


def headers():
    for folder in FOLDERS:
        if os.path.exists(os.path.join(folder, "cuda_runtime_api.h")):
            return sorted(name for name in os.listdir(folder) if name.endswith((".h", ".hpp")))
    return []


def in_cells(names):
    """One session: each header, then a kernel that is new to it."""
    text = []
    for name in names:
        text += [f"#include <{name}>", KERNEL.replace("after", "after_" + "".join(c if c.isalnum() else "_" for c in name)).replace("\n", " "),
                 LAUNCH.replace("after", "after_" + "".join(c if c.isalnum() else "_" for c in name)).replace("NAME", f'"{name}"').rstrip("\n")]
    result = subprocess.run([HEDDLE, "-"], input="\n".join(text) + "\n", capture_output=True, text=True, errors="replace", timeout=300)
    said = set(result.stdout.split("\n"))
    return [name for name in names if f"{name} 7 16" not in said], result.stderr


def in_file(folder, names):
    path = os.path.join(folder, "program.cu")
    with open(path, "w") as out:
        out.write("".join(f"#include <{name}>\n" for name in names) + "#include <stdio.h>\n" + KERNEL +
                  "int main() { " + LAUNCH.replace("NAME", '"file"') + "}\n")
    result = subprocess.run([HEDDLE, path], capture_output=True, text=True, timeout=60)
    return result.stdout == "file 7 16\n", result.stderr


def main():
    names, failed = headers(), False
    if not names:
        print("ok no toolkit here")
        return
    seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
    print(f"# SEED={seed}, {len(names)} headers")
    random.Random(seed).shuffle(names)
    bad, err = in_cells(names)
    print(f"{'not ok' if bad else 'ok'} cells")
    if bad:
        print("# kernels fail after:", bad[:5], "\n#", "\n# ".join(err.split("\n")[-12:]))
    with tempfile.TemporaryDirectory() as folder:
        there = [name for name in IN_FILES if name in names]
        for some in [[name] for name in there] + [there, there[::-1]]:
            ok, err = in_file(folder, some)
            failed = failed or not ok
            print(f"{'ok' if ok else 'not ok'} file_{'_'.join(some[:2])}")
            if not ok:
                print("#", "\n# ".join(err.split("\n")[:4]))
    sys.exit(failed or bool(bad))


main()
