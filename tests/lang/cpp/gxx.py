#!/usr/bin/env python3
"""Every program of tests/lang/cpp that has no kernels is C++17 for g++ too, and prints the same there as its OUTPUT says: so nothing
invalid is taken by accident, and no expectation is only Heddle's opinion. What g++ needs besides a program says in a line `// GXX: options`.
Left out is what g++ cannot know: CUDA's words (those with kernels are nvcc.py's), cells, and programs with a line `// NOT-FOR-GXX: why`. A run
compares half of them, the other half the day after; ALL=1 in the environment: all. NEEDS-SECONDS: 600 (NOT-UNDER-SANITIZERS: other compilers take the time)"""
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CUDA = re.compile(r"__(global|shared|constant|managed|launch_bounds|CUDA_ARCH)__|<<<|cuda[A-Z_]|\bdim3\b|RUN: (cells|c|heddle-engine)|NOT-FOR-GXX|"
                  r"__syncthreads|threadIdx|ERROR:|\b__half\b|half2|\bfloat[234]\b|\bint[234]\b|\bmake_(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]\b")

OPTIONS = re.compile(r"^// GXX: (.*)", re.M)
LAUNCH = re.compile(r"([\w:]+(?:<[^;<>]*>)?)<<<(.*?)>>>(\(.*?\));")  # data/emulated.h


def is_judged(text):
    """Whether g++ is asked about a program."""
    return bool(OPTIONS.search(text)) or not CUDA.search(text)


def check(name):
    path = os.path.join(HERE, name)
    with open(path) as f:
        text = f.read()
    if not is_judged(text):
        return None
    options = OPTIONS.search(text)
    options = shlex.split(options.group(1)) if options else []
    abort = re.findall(r"^// ERROR: (terminate called.*|  what\(\):.*)", text, re.M)
    expected = re.search(r"/\* OUTPUT:\n(.*?)\n?\*/", text, re.S)
    with tempfile.TemporaryDirectory() as folder:
        program, source = os.path.join(folder, "program"), path
        if LAUNCH.search(text):
            source = os.path.join(folder, name)
            with open(source, "w") as f:
                f.write(LAUNCH.sub(r"launched(\2, [&] { \1\3; });", text))
        said = re.search(r"^// (?:RUN: file -std=(\S+)|C\+\+20)", text, re.M)
        standard = "c++17" if not said else said.group(1) or "c++20"
        made = subprocess.run(["g++", "-std=" + standard, "-w", "-O0", "-include", "cmath", "-include", "math.h", "-D__host__=", "-D__device__=", "-D__forceinline__=inline", *options, "-x", "c++", source, "-o", program], capture_output=True, text=True, cwd=HERE)
        if made.returncode:
            return f"g++ refuses it:\n{made.stderr[:2000]}"
        typed = "".join(line + "\n" for line in re.findall(r"^// STDIN: ?(.*)", text, re.M))
        env = dict(word.split("=", 1) for word in re.findall(r"^// GXX-ENV: (\S+)", text, re.M))
        ran = subprocess.run([program], input=typed, capture_output=True, text=True, timeout=60, cwd=HERE, env={**os.environ, **env})
        printed, status = ran.stdout, re.search(r"^// EXIT: (\d+)", text, re.M)
    ended = ran.returncode if ran.returncode >= 0 else 128 - ran.returncode
    if status and ended != int(status.group(1)):
        return f"g++'s program ends with {ended}"
    if any(line not in ran.stderr.splitlines() for line in abort):
        return f"g++'s program says otherwise:\n{ran.stderr[:2000]}"
    if expected and printed.rstrip() != expected.group(1).rstrip():
        return f"g++'s program prints otherwise:\n{printed[:2000]}"
    return ""


def main():
    names = sorted(n for n in os.listdir(HERE) if n.endswith(".cu"))
    if "ALL" not in os.environ:
        names = names[int(time.time() // 86400) % 2::2]
    failed = compared = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, said in zip(names, pool.map(check, names)):
            if said is None:
                continue
            compared += 1
            if said:
                failed += 1
                print(f"not ok {name}\n{said}")
            else:
                print(f"ok {name}")
    if compared < 2:
        print("not ok nothing was compared")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
