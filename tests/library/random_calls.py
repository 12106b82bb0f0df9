"""What the tests of random calls share: a program whose calls read their arrays from a file and write back what they are afterwards."""
import argparse
import os
import random
import subprocess

import numpy as np

HEDDLE = os.environ.get("HEDDLE", "heddle")


def prelude(handle, status, name):
    """C++ for the program: load and save of arrays, and status(call, s) of a library; `name` gives a status's name."""
    return rf"""
#include <stdio.h>
FILE *in, *out; {handle} h; int failed;
void *load(size_t bytes) {{ void *p; cudaMallocManaged(&p, bytes + 16); if (fread(p, 1, bytes, in) != bytes) failed++; return p; }}
void save(void *p, size_t bytes) {{ cudaDeviceSynchronize(); fwrite(p, 1, bytes, out); cudaFree(p); }}
void status(int call, {status} s) {{ if (s != 0) {{ printf("call %d: %s\n", call, {name}); failed++; }} }}
"""


def op_of(op, a):
    return a if op == 0 else a.T if op == 1 else a.conj().T


def values(rng, dtype, shape):
    v = rng.uniform(-1, 1, shape)
    if np.issubdtype(dtype, np.complexfloating):
        v = v + 1j * rng.uniform(-1, 1, shape)
    return v.astype(dtype)


def options(name, default):
    """The command line: how many calls or rounds, where the random numbers start, and whether the program stays."""
    parser = argparse.ArgumentParser()
    parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--keep")
    args = parser.parse_args()
    print(f"# seed {args.seed}")
    return args


def run_program(folder, source, before):
    """Runs the program with the arrays of all calls. (what it said if it failed, function that reads the next array as after the calls)"""
    os.makedirs(folder, exist_ok=True)
    paths = [os.path.join(folder, name) for name in ("calls.cu", "in", "out")]
    with open(paths[0], "w") as file:
        file.write(source)
    with open(paths[1], "wb") as file:
        for memory in before:
            file.write(memory.tobytes())
    run = subprocess.run([HEDDLE] + paths, capture_output=True, timeout=550)
    data = b""
    if os.path.exists(paths[2]):
        with open(paths[2], "rb") as file:
            data = file.read()
    at = 0

    def after(memory):
        nonlocal at
        here = data[at:at + memory.nbytes].ljust(memory.nbytes, b"\xff")
        at += memory.nbytes
        return np.frombuffer(here, memory.dtype).reshape(memory.shape)
    return (run.stdout + run.stderr).decode("utf-8", "replace")[-2000:] if run.returncode else "", after
