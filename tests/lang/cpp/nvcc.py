#!/usr/bin/env python3
"""nvcc takes the programs of tests/lang/cpp that g++ cannot judge (gxx.py), those with kernels: some of them each time, drawn anew.

usage: nvcc.py [--all] [NAME...]      without nvcc nothing is compared. NEEDS-SECONDS: 240 (NOT-UNDER-SANITIZERS: other compilers take the time)"""
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import gxx  # noqa: E402

SAMPLE = 8
DEVICE_ONLY = {"member_functions_device.cu"}  # what nvcc itself writes for the host does not compile
NOT_ALONE = re.compile(r"RUN: (cells|c\b|heddle-engine)|NOT-FOR-GXX|ERROR:")


def is_judged(name):
    with open(os.path.join(HERE, name)) as f:
        text = f.read()
    return not gxx.is_judged(text) and not NOT_ALONE.search(text)


def check(nvcc, name):
    """What nvcc says against a program, or an empty text."""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([nvcc, "-std=c++20", "-w", "-ptx" if name in DEVICE_ONLY else "-c", "-arch=sm_80", "--expt-relaxed-constexpr", "--extended-lambda",
                               os.path.join(HERE, name), "-o", os.path.join(folder, "program.o")], capture_output=True, text=True)
    return made.stderr[:2000] or "nvcc failed" if made.returncode else ""


def main():
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if not nvcc:
        print("# there is no nvcc")
        return 0
    wanted = sys.argv[1:]
    names = [n for n in sorted(os.listdir(HERE)) if n.endswith(".cu") and is_judged(n)]
    if not names:
        print("not ok nothing was compared")
        return 1
    if "--all" not in wanted:
        names = [n for n in names if any(w in n for w in wanted)] if wanted else random.sample(names, SAMPLE)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, said in zip(names, pool.map(lambda n: check(nvcc, n), names)):
            failed += bool(said)
            print(f"not ok {name}\n{said}" if said else f"ok {name}", flush=True)
    return 1 if failed else 0


sys.exit(main())
