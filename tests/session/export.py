#!/usr/bin/env python3
"""%export and heddle --export: what they write is a program that nvcc compiles without a warning and that prints what the session
printed. NEEDS-SECONDS: 240 (NOT-UNDER-SANITIZERS: nvcc takes the time)

- export/*.in are sessions: what the program prints when Heddle runs it is compared with what the session printed; with its line
  breaks where the first line says so.
- The lessons: what must be printed stands in their metadata (see tests/jupyter/test_notebooks.py).
- cells.cu: a file of cells, with prose.

nvcc compiles them where there is one (HEDDLE_NVCC, PATH, /usr/local/cuda/bin).
"""

import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
NVCC = os.environ.get("HEDDLE_NVCC") or shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")


def run(*args, text=""):
    return subprocess.run(args, input=text, capture_output=True, text=True, timeout=200, env={**os.environ, "HEDDLE_DEVICE": "cpu"})


def compile_with_nvcc(path):
    """The compiler's complaints. Only the front end and the host compiler are needed: one architecture, no link."""
    if not NVCC:
        return ""
    done = run(NVCC, "-arch=sm_90", "-Werror", "all-warnings", "-Xptxas", "-O0", "-c", "-o", os.devnull, path)
    return done.stdout + done.stderr if done.returncode else ""


def plain(text, exact=False):
    """What is printed without `Out[3]: `; unless `exact`, also without types and line breaks of wide values."""
    text = re.sub(r"^Out\[\d+\]:[ \n]?", "", text, flags=re.M)
    if exact:
        return text
    text = re.sub(r"  // .*$", "", text, flags=re.M)
    return " ".join(text.split())


def session(path, folder):
    """Problems with one session of export/*.in."""
    program = os.path.join(folder, os.path.basename(path)[:-3] + ".cu")
    text = open(path).read()
    before = run(HEDDLE, "-", text=text)
    exported = run(HEDDLE, "-", text=text + f"\n%export {program}\n")
    if f"Wrote `{program}`" not in exported.stdout:
        return exported.stdout + exported.stderr
    complaints = compile_with_nvcc(program)
    if complaints:
        return complaints
    after = run(HEDDLE, program)
    exact = text.startswith("// With its line breaks.")
    want, have = plain(before.stdout, exact), plain(after.stdout, exact)
    if want == have and not after.returncode:
        return ""
    at = next((i for i, (a, b) in enumerate(zip(want, have)) if a != b), min(len(want), len(have)))
    return f"session: ...{want[max(0, at - 60):at + 60]}\nprogram: ...{have[max(0, at - 60):at + 60]}\n{after.stderr}"


def expectations(notebook):
    for cell in notebook["cells"]:
        failed = any(o["output_type"] == "error" for o in cell.get("outputs", []))
        text = "".join(cell["source"])
        if cell["cell_type"] == "code" and not failed and "%timeit" not in text:
            yield from cell["metadata"].get("heddle", {}).get("expect", [])


def lesson(path, folder):
    program = os.path.join(folder, os.path.basename(path)[:-6] + ".cu")
    done = run(HEDDLE, "--export", path, program)
    if done.returncode:
        return done.stdout + done.stderr
    complaints = compile_with_nvcc(program)
    if complaints:
        return complaints
    after = run(HEDDLE, program)
    problems = [] if after.returncode == 0 else [after.stderr]
    for pattern in expectations(json.load(open(path))):
        if not re.search(pattern, after.stdout + after.stderr, re.M):  # findings too
            problems.append(f"not printed: {pattern}\n{after.stdout[:3000]}")
    return "\n".join(problems)


CELLS = """// %% [markdown]
// # Heat
// %%
int n = 3; // how many
// %%
%timeit n + 1
n = n + 1;
// %%
n
"""


def cells(_, folder):
    source, program = os.path.join(folder, "cells.txt"), os.path.join(folder, "cells.cu")
    open(source, "w").write(CELLS)
    done = run(HEDDLE, "--export", "--makefile", source, program)
    text = open(program).read() if done.returncode == 0 else ""
    makefile = os.path.join(folder, "Makefile")
    problems = [done.stdout + done.stderr] if done.returncode else []
    for part in ("# Heat", "int n = 3;  // how many", "// %timeit n + 1", "    n = n + 1;\n", 'printf("%d\\n", n);'):
        if part not in text:
            problems.append(f"not written: {part}\n{text}")
    if "nvcc" not in open(makefile).read():
        problems.append("no Makefile")
    again = run(HEDDLE, "--export", "--makefile", source, program)
    open(makefile, "w").write("mine\n")
    refused = run(HEDDLE, "--export", "--makefile", source, program)
    if again.returncode or not refused.returncode or open(makefile).read() != "mine\n":
        problems.append("Heddle's own Makefile is replaced, another is not: " + again.stderr + refused.stderr)
    return "\n".join(problems) or compile_with_nvcc(program)


MEMORY = """__global__ void fill(float *x, int *count) { x[threadIdx.x] = 1; atomicAdd(count, 1); }
float given[4], kept[4]; int count, other;
const float table[2] = {1, 2};
__global__ void read(const float *t, float *x) { x[0] = t[1]; }
fill<<<1, 4>>>(given, &count); read<<<1, 1>>>(table, given);
float *d; cudaMalloc(&d, 16);
fill<<<1, 4>>>(d, &count); cudaMemcpy(kept, d, 16, cudaMemcpyDeviceToHost);
int run(int n) { static float mine[8]; static int calls = 3; if (n) fill<<<1, 8>>>(mine, &count); else return calls; return (int)mine[7]; }
run(1) + run(0)
if (count) fill<<<1, 4>>>(given, &count); else other = 1;
given
"""


def memory(_, folder):
    """What a GPU could not reach is made so that it can, and nothing else is; the host waits where it must."""
    program = os.path.join(folder, "memory.cu")
    done = run(HEDDLE, "-", text=MEMORY + f"%export {program}\n")
    if not os.path.exists(program):
        return done.stdout + done.stderr
    text = open(program).read()
    wanted = ("__managed__ float given[4];", "\nfloat kept[4];", "__managed__ int count;", "\nint other;", "__managed__ float table[2]", "\nfloat *d;",
              "managed_memory(sizeof(mine_memory))", "static int calls = 3;", 'fill<<<1, 4>>>(given, &count);\n    launched("fill"',
              'read<<<1, 1>>>(table, given);\n    finished("read"', 'fill<<<1, 4>>>(d, &count);\n    launched("fill"',
              '{ fill<<<1, 8>>>(mine, &count); finished("fill", __LINE__); } else return calls;',
              'if (count) { fill<<<1, 4>>>(given, &count); finished("fill", __LINE__); } else other = 1;')
    missing = [w for w in wanted if w not in text]
    if missing:
        return f"not written: {missing}\n{text}"
    after = run(HEDDLE, program)
    if plain(after.stdout) != "4 {1.0, 1.0, 1.0, 1.0}":
        return after.stdout + after.stderr
    return compile_with_nvcc(program)


def save(_, folder):
    """%save leaves out what failed, has the code that %time ran, and %run takes what it writes."""
    saved = os.path.join(folder, "saved.cu")
    done = run(HEDDLE, "-", text=f"int a = 1;\n1/0\na + 1\n%who\n%time int b = 5;\n%save {saved}\n"
               f"%save -a {saved} 3\n%reset -f\n%run {saved}\na + b\n")
    wanted = [f"Wrote `{saved}`. (3 inputs", "ended with an error: 2", "(1 input", "Out[10]: 6"]
    missing = [w for w in wanted if w not in done.stdout]
    return f"missing {missing}:\n{done.stdout}{done.stderr}" if missing else ""


def main():
    words = sys.argv[1:]
    work = [(session, p) for p in sorted(glob.glob(os.path.join(HERE, "export", "*.in")))]
    work += [(lesson, p) for p in sorted(glob.glob(os.path.join(ROOT, "notebooks", "*.ipynb")))
             if "07-" not in p and "08-" not in p]  # %debug and arrays have no form in CUDA C++
    work += [(cells, "cells"), (memory, "memory"), (save, "save")]
    work = [(f, p) for f, p in work if not words or any(w in p for w in words)]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        names = [os.path.join(folder, str(i)) for i in range(len(work))]
        for name in names:
            os.mkdir(name)
        done = [pool.submit(f, p, name) for (f, p), name in zip(work, names)]
        for (f, p), result in zip(work, done):
            problem = result.result()
            failed += bool(problem)
            if problem:
                print("\n".join("# " + line for line in problem.splitlines()))
            print(f"{'not ok' if problem else 'ok'} {os.path.basename(p)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
