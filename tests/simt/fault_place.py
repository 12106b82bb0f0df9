#!/usr/bin/env python3
"""A fault in one thread of one block of a grid whose x, y and z differ is reported with that block and thread, at every width."""
import os, re, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(HERE, "..", "..", "build", "heddle")
KERNELS = {
    "store": "int i = 1; if (HERE) p = (int *)8; *p = i;",
    "load": "int *q = p; if (HERE) q = (int *)16; p[40 + threadIdx.x] = *q;",
    "division": "int d = HERE ? p[9] : 3; p[20 + threadIdx.x] = 5 / d;",
    "masked": "if (threadIdx.x > 1) { int *q = HERE ? (int *)24 : p + 4 + threadIdx.x; *q = 1; }",
    "barrier": "__shared__ int s[64]; s[threadIdx.x] = 1; __syncthreads(); if (HERE) *(int *)32 = s[0]; __syncthreads(); p[3] = s[1];",
    "left": "if (threadIdx.x == 9) return; __syncthreads(); if (HERE) *(int *)40 = 1;",
}
SOURCE = """__global__ void k(int *p) { %s }
int main() {
    int *p;
    cudaMallocManaged(&p, 400);
    k<<<dim3(2, 4, 5), dim3(5, 3, 2)>>>(p);
    return cudaDeviceSynchronize() != 0;
}
"""
WANT = "in block (1,2,3), thread (4,1,1)"


def main():
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), "fault_place_%d.cu" % os.getpid())
    for name, body in KERNELS.items():
        here = "(blockIdx.x == 1 && blockIdx.y == 2 && blockIdx.z == 3 && threadIdx.x == 4 && threadIdx.y == 1 && threadIdx.z == 1)"
        with open(path, "w") as file:
            file.write(SOURCE % body.replace("HERE", here))
        wrong = []
        for width in (1, 4, 8, 16, 32, 64):
            done = subprocess.run([HEDDLE, path], env=dict(os.environ, HEDDLE_LANES=str(width)), capture_output=True, text=True, timeout=120)
            errors = [line for line in done.stderr.split("\n") if "error:" in line]
            if done.returncode == 0 or len(errors) != 1 or WANT not in errors[0]:
                wrong.append("with %d lanes: %s" % (width, errors or done.stderr[-300:]))
        print("ok %s" % name if not wrong else "not ok %s: %s" % (name, "; ".join(wrong)), flush=True)
    os.remove(path)


main()
