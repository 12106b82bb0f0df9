#!/usr/bin/env python3
"""Kernel tests and programs on the stand-in GPU print what they print on the CPU: what the compilers make of them means the same.

The stand-in runs the PTX, so this sees what no verifier or assembler can. By libNVVM (where it is) and by LLVM's own back end,
which is taken when the driver is older. A kernel that needs libdevice says so where there is no CUDA toolkit. Others of tests/simt and tests/programs run too, but take the stand-in minutes.
NOT-UNDER-SANITIZERS NEEDS-SECONDS: 300 on a busy machine; 30 on an idle one.
"""

import concurrent.futures
import os
import subprocess
import tempfile

from harness import HEDDLE, STANDIN, check, finish

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILES = ["programs/vector_add", "programs/reduction", "programs/matmul_tiled", "programs/mandelbrot", "simt/arithmetic", "simt/atomics_extremes", "simt/cudart_memory",
         "simt/curand_bits", "simt/early_return", "simt/function_tables", "simt/gen_kernels", "simt/half_types", "simt/intrinsics",
         "simt/local_vla", "simt/struct_templates", "simt/symbols", "simt/xoroshiro128p"]
WITHOUT_LLVM = ["programs/mandelbrot", "programs/matmul_tiled", "simt/cudart_memory", "simt/symbols", "simt/xoroshiro128p"]  # told by the others

NO_LIBDEVICE = "of libdevice, which comes with the CUDA toolkit, and no toolkit was found"


def output(name, device, control, folder):
    env = dict(os.environ, HEDDLE_DEVICE=device, HEDDLE_CUDA_DRIVER=STANDIN, STANDIN=control, XDG_CACHE_HOME=folder)
    done = subprocess.run([HEDDLE, os.path.join(TESTS, name + ".cu")], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, env=env, timeout=280)
    return done.stdout, done.stderr, done.returncode


def compare(name, compiler, control, folder):
    gpu, err, status = output(name, "gpu", control, folder)
    cpu, _, wanted = output(name, "cpu", "", folder)
    return f"{name}_{compiler}", gpu + (err if status != wanted else "") + f"status {status}\n", cpu + f"status {wanted}\n"


with_toolkit = "libnvvm" in subprocess.run([HEDDLE, "-c", "%device"], env=dict(os.environ, HEDDLE_CUDA_DRIVER=STANDIN), stdout=subprocess.PIPE,
                                           text=True).stdout
with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
    older = os.path.join(folder, "control")
    with open(older, "w") as file:
        file.write("version 12080\n")
    jobs = [pool.submit(compare, name, "libnvvm", "", folder) for name in FILES]
    jobs += [pool.submit(compare, name, "llvm", older, folder) for name in FILES if name not in WITHOUT_LLVM]
    turing = os.path.join(folder, "turing")
    with open(turing, "w") as file:
        file.write("capability 7 5\n")
    jobs.append(pool.submit(compare, "simt/half_types", "sm_75", turing, folder))  # much of it is done otherwise there
    for job in jobs:
        name, gpu, cpu = job.result()
        if not with_toolkit and NO_LIBDEVICE in gpu:
            check(name + "_without_libdevice", gpu, NO_LIBDEVICE)
        else:
            check(name, gpu, *cpu.splitlines())
finish()
