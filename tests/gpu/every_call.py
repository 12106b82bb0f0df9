#!/usr/bin/env python3
"""Each function of the driver (core/gpu/driver.def) fails once in a session that uses most of them: an error in one line, and the
session goes on to its end with the same engine. NOT-UNDER-SANITIZERS NEEDS-SECONDS: 200 on a busy machine; 20 on an idle one.
"""

import concurrent.futures
import os
import re

from harness import check, finish, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SESSION = """__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }
__global__ void say(int n) { printf("say %d\\n", n); }
int v[2000], w[3]; __constant__ int c = 3; __device__ int dv;
__global__ void use(int *p) { p[0] = c; dv = 5; }
fill<<<1, 10>>>(v, 3); v[2]
fill<<<1, 3>>>(w, 4); w[1]
use<<<1, 1>>>(v); v[0]
say<<<1, 1>>>(7);
int *d; cudaMalloc(&d, 4000); cudaMemset(d, 0, 40); cudaMemcpy(v, d, 40, cudaMemcpyDeviceToHost);
cudaStream_t s; cudaStreamCreate(&s); fill<<<1, 5, 0, s>>>(d, 1); cudaStreamSynchronize(s);
cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a, s); cudaEventRecord(b, s); cudaEventSynchronize(b); float ms;
cudaEventElapsedTime(&ms, a, b); cudaStreamWaitEvent(s, a, 0);
int *m; cudaMallocManaged(&m, 40); fill<<<1, 5>>>(m, 2); cudaDeviceSynchronize(); m[1]
int *h; cudaMallocHost(&h, 40); cudaMemcpyAsync(h, d, 40, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s);
%timeit -n 2 -r 2 fill<<<1, 10>>>(v, 3);
cudaStreamDestroy(s); cudaFree(d); cudaFreeHost(h); cudaFree(m);
float big[30000]; extern __shared__ float sh[]; __global__ void dyn(float *o) { sh[threadIdx.x] = 1; o[threadIdx.x] = sh[threadIdx.x]; }
dyn<<<1, 32, 60000>>>(big); big[3]
%device
fill<<<1, 10>>>(v, 8); v[4]
4000 + 321
"""


def session(name):
    return name, run(SESSION, f"fail {name} 1 801\n", timeout=90)[0]


with open(os.path.join(ROOT, "core", "gpu", "driver.def")) as file:
    names = re.findall(r"HD_CU\(\d, \w+, (\w+),", file.read())
with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
    for name, out in pool.map(session, names):
        longest = max(map(len, out.splitlines()), default=0)
        check(name, out + f"longest line {longest}\n", "4321", "/longest line [1-3]?[0-9]?[0-9]\n/", unwanted=["Heddle itself", "internal error"])
finish()
