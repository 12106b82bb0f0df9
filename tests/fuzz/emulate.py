"""Kernels compiled by g++ (emulate.hpp) and run there: results for kernels.py that owe nothing to our own compiler.

    run([(kernel, name, n)], setup, folder)  ->  {name: file with its `struct results`}
"""
import os, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
GXX = os.environ.get("CXX", "g++")
OPTIONS = ["-O0", "-w", "-fpermissive", "-std=gnu++17", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing"]

def available():
    try:
        return subprocess.run([GXX, "--version"], capture_output=True).returncode == 0
    except OSError:
        return False

def source(kernels, setup, folder):
    """setup: the arrays and functions that the session has too (kernels.py)."""
    out = ['#include "%s"' % os.path.join(HERE, "emulate.hpp"), setup]
    calls = []
    for kernel, name, n in kernels:
        out.append(kernel.text(name))
        out.append("static void run_%s() { %s(got.out, got.fout, in, fin, got.counters, got.sums, got.pairs, %d, 5, 77u, 1.5f); }" % (name, name, n))
        block = tuple(kernel.block) + (1, 1)
        calls.append('    prepare();\n    launch(run_%s, %d, %d, %d, %d);\n    save("%s");' % (
            name, kernel.grid, block[0], block[1], block[2], os.path.join(folder, name)))
    out.append("static void save(const char *path) {\n    FILE *file = fopen(path, \"wb\");\n    fwrite(&got, sizeof got, 1, file);\n"
               "    fclose(file);\n}\nint main() {\n%s\n}" % "\n".join(calls))
    return "\n".join(out)

def run(kernels, setup, folder, seconds=120):
    """{name: path of what g++'s code gave}; raises RuntimeError when a kernel does not compile there."""
    path = os.path.join(folder, "kernels")
    with open(path + ".cpp", "w") as file:
        file.write(source(kernels, setup, folder))
    done = subprocess.run([GXX, *OPTIONS, "-o", path, path + ".cpp", "-lm"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError("g++ refuses a kernel:\n" + done.stderr[:3000])
    done = subprocess.run([path], timeout=seconds)
    if done.returncode:
        raise RuntimeError("g++'s code ended with %d" % done.returncode)
    return {name: os.path.join(folder, name) for _, name, _ in kernels}
