#!/usr/bin/env python3
"""What goes wrong on the GPU: whose it is, and that the session goes on."""

import os
import signal
import subprocess
import tempfile

from harness import HEDDLE, SLOW, STANDIN, check, finish, run

GOOD = "__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }\nint v[1000], w[1000];\n"
AFTER = "fill<<<1, 1000>>>(v, 5);\nv[999]\n"

for name, kernel, launch, words in (
        ("illegal_address", "__global__ void bad(int *p) { p[100000000] = 1; }", "bad<<<1, 1>>>(v)", "the kernel `bad` made an illegal memory access"),
        ("misaligned", "__global__ void bad(char *p) { *(int *)(p + 1) = 3; }", "bad<<<1, 1>>>((char *)v)", "the kernel `bad` accessed memory at an address"),
        ("trap", "__global__ void bad() { __trap(); }", "bad<<<2, 3>>>()", "the kernel `bad` ended with a trap")):
    out, _ = run(GOOD + kernel + "\n" + launch + ";\n" + AFTER)
    check(name, out, "error: " + words, "on gpu:0, launched as <<<", "CUDA_ERROR_", "a new engine has the definitions and variables", "5")

out, _ = run(GOOD + '__global__ void wide(int n) { printf("%*d\\n", n, 4); }\nwide<<<1, 1>>>(5);\n' + AFTER)
check("printf_star", out, "printf in a kernel on a GPU has no `*` for a width or a precision", "write the number into the format", "5")

out, _ = run(GOOD + "__global__ void check(int n) { assert(threadIdx.x < n); }\ncheck<<<2, 8>>>(6);\n" + AFTER)
check("assertion", out, "error: assertion `threadIdx.x < n` failed at In[3]:1", "in the kernel `check`", "block (", "thread (6,0,0)", "5")

out, _ = run(GOOD + "__global__ void bad(int *p) { p[100000000] = 1; }\nfill<<<1, 9>>>(v, 1); fill<<<1, 9>>>(v, 2); bad<<<1, 4>>>(w); fill<<<1, 9>>>(v, 3);\n" + AFTER)
check("attributed_among_several", out, "the kernel `bad` made", "<<<1, 4>>>", "5", unwanted=["or it was"])
check("lost_arrays", out, "lost: ", "`v` (its newest values were only on the GPU)")
out, _ = run(GOOD + "__global__ void bad(int *p) { p[100000000] = 1; }\nint *d; cudaMalloc(&d, 40);\nbad<<<1, 4>>>(d);\nd\n")
check("lost_device_memory", out, "`d` (device memory)", "NULL")

out, _ = run("%device gpu:1\n" + GOOD + "__global__ void bad(int *p) { p[100000000] = 1; }\nbad<<<1, 4>>>(v);\n%device\n" + AFTER, "devices 2\n")
check("another_gpu", out, "`bad` made an illegal memory access on gpu:1", "* gpu:1", "5")
out, _ = run(GOOD + "fill<<<1, 9>>>(v, 1); cudaDeviceSynchronize();\n" + AFTER, "fault 702\n")
check("launch_timeout", out, "the kernel `fill` ran longer than this GPU allows", "5")

PROGRAM = """#include <cstdio>
__global__ void bad(int *p) { p[100000000] = 1; }
int main() {
    int *d; cudaMalloc(&d, 4);
    bad<<<1, 1>>>(d);
    printf("launch: %s\\n", cudaGetErrorName(cudaGetLastError()));
    printf("synchronise: %s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("last: %s %s\\n", cudaGetErrorName(cudaPeekAtLastError()), cudaGetErrorName(cudaGetLastError()));
    printf("then: %s\\n", cudaGetErrorName(cudaMemset(d, 0, 4)));
    return 3;
}
"""
out, status = run(PROGRAM, file="program.cu")
check("program_reads_the_error", out, "synchronise: cudaErrorIllegalAddress",
      "last: cudaSuccess cudaErrorIllegalAddress", "then: cudaErrorIllegalAddress")
check("program_is_told_whose_it_is", out, "the kernel `bad` made an illegal memory access")

out, _ = run("__global__ void say(int n) { for (int i = 0; i < n; i++) printf(\"line %d of %d\\n\", i, threadIdx.x); }\nsay<<<1, 2>>>(2);\n1 + 1\n")
check("printf", out, "line 0 of 0", "2")
out, _ = run("__global__ void say(int n) { for (int i = 0; i < n; i++) printf(\"line %d of %d\\n\", i, threadIdx.x); }\n"
             "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4096); say<<<1, 8>>>(200);\n")
check("printf_overflows", out, "some of what kernels printed is lost")


def interrupted(code, name, *wanted):
    """An endless kernel, Ctrl-C once it was launched (the code says so), then the rest of the session."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, HEDDLE_CUDA_DRIVER=STANDIN, STANDIN="", XDG_CACHE_HOME=folder)
        process = subprocess.Popen([HEDDLE, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   env=env, start_new_session=True)
        process.stdin.write(code)
        process.stdin.close()
        out = ""
        while "launched\n" not in out and (line := process.stdout.readline()):
            out += line
        os.killpg(process.pid, signal.SIGINT)
        try:
            out += process.stdout.read()
            process.wait(30 * SLOW)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    check(name, out, *wanted)


ENDLESS = GOOD + "__global__ void spin(volatile int *p) { while (*p != -1) ; }\n"
LAUNCH = "spin<<<1, 1>>>(v); puts(\"launched\"); fflush(stdout);"
interrupted(ENDLESS + LAUNCH + "\n" + AFTER, "interrupted_at_the_end", "interrupted: the kernel `spin` was still running on the GPU")
interrupted(ENDLESS + LAUNCH + " cudaDeviceSynchronize();\n" + AFTER, "interrupted_while_waiting",
            "interrupted: the kernel `spin` was still running on the GPU")
interrupted(ENDLESS + LAUNCH + " v[3]\n" + AFTER, "interrupted_while_fetching", "interrupted: the kernel `spin` was still running on the GPU")
finish()
