#!/usr/bin/env python3
# NEEDS: g++
"""Our headers of CUDA's libraries declare what NVIDIA's do: each of our declarations is compiled behind theirs, where another type is an error."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import headers

NAMES = ["cublas_v2", "cublasLt", "cusolverDn", "cusolverSp", "cusolverRf", "cusparse", "curand", "cufft"]
DECLARATION = re.compile(r'^[A-Za-z][^;{}#"]*\bcu(?:blas|fft|rand|sparse|solver)\w+\s*\([^(){};]*\)\s*;', re.M)


def judge(name, include, folder):
    """What g++ says against our declarations of that header; how many they are."""
    text = headers.read_header(os.path.join(ROOT, "core", "front", "headers", name + ".h"))
    ours = [d for d in DECLARATION.findall(re.sub(r"/\*.*?\*/", " ", text, flags=re.S)) if not d.startswith(("typedef", "enum"))]
    path = os.path.join(folder, name + ".cpp")
    with open(path, "w") as file:
        file.write(f"#include <cuda_fp16.h>\n#include <stdint.h>\n#include <{name}.h>\nextern \"C\" {{\n" + "\n".join(ours) + "\n}\n")
    run = subprocess.run(["g++", "-fsyntax-only", "-w", f"-I{include}", path], capture_output=True, text=True)
    return (run.stderr if run.returncode else ""), len(ours)


def main():
    if not shutil.which("g++"):
        return
    nvcc = os.path.realpath(shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    include = os.path.join(os.path.dirname(os.path.dirname(nvcc)), "include")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMES:
            if not os.path.exists(os.path.join(include, name + ".h")):
                continue
            said, count = judge(name, include, folder)
            failed += bool(said)
            print(f"not ok {name}\n# " + said[:2000].replace("\n", "\n# ") if said else f"ok {name} # {count} declarations")
    sys.exit(failed != 0)


main()
