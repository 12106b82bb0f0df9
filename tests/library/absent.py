#!/usr/bin/env python3
"""What our headers of CUDA's libraries declare, and is not there on the CPU, is told by its name when it is called, with the library's status for that:
they stand behind "Declared only" in a header. (What stands before that is called by wrong_arguments.py.)"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import headers

HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
STATUS = {"cublas": 15, "cufft": 14, "curand": 999, "cusparse": 10, "cusolver": 9}
NAMES = ["cublas_v2", "cublasLt", "cusolverDn", "cusolverSp", "cusolverRf", "cusparse", "curand", "cufft", "cufftXt"]


def names_of(text):
    return sorted({name for name, _ in headers.declarations(text)})


def main():
    absent = []
    for header in NAMES:
        _, _, behind = headers.read_header(os.path.join(ROOT, "core", "front", "headers", header + ".h")).partition(headers.DECLARED_ONLY)
        absent += names_of(behind)
    text = [f"#include <{header}.h>" for header in NAMES] + ["#include <cstdio>", "typedef unsigned long long W;",
            "typedef int F(W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W);", "int main() {"]
    text += [f'    printf("{name} %d\\n", ((F *){name})(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));' for name in absent]
    text += ["}"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "absent.cu")
        open(path, "w").write("\n".join(text) + "\n")
        run = subprocess.run([HEDDLE, path], capture_output=True, text=True)
    said = set(re.findall(r"^(\w+) is not available on the CPU", run.stderr, re.M))
    returned = dict(line.split() for line in run.stdout.splitlines() if " " in line)
    failed = 0
    for name in absent:
        prefix = re.match("cu(?:blas|fft|rand|sparse|solver)", name)[0]
        right = name in said and returned.get(name) == str(STATUS[prefix])
        failed += not right
        if not right:
            print(f"not ok {name}: {returned.get(name)}, {'said' if name in said else 'not a word'}")
    if run.returncode or failed or not absent:
        print(run.stderr[-2000:])
        sys.exit(1)
    print(f"ok {len(absent)} functions that are not there")


main()
