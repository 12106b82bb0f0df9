#!/usr/bin/env python3
"""%timeit and %time on launches: the GPU's own time by events and the host's by clock, compilation and transfers apart."""

from harness import check, finish, run

CODE = "__global__ void fill(int *p, int n) { p[threadIdx.x] = n; }\nint v[1000];\n"
out, _ = run(CODE + "%timeit -n 20 -r 3 fill<<<1, 64>>>(v, 7);\nv[63]\n")
check("timeit", out, "/GPU: [\\d.]+ (ms|µs|us|ns|s) ± [\\d.]+ (ms|µs|us|ns|s) per loop \\(by events, mean ± std. dev. of 3 runs\\)/",
      "/host: [\\d.]+ .* per loop \\(mean ± std. dev. of 3 runs, 20 loops each\\)/", "compiled in", "7")
out, _ = run(CODE + "%time fill<<<1, 64>>>(v, 7);\n%time 1 + 1\n")
check("time", out, "CPU times", "Wall time", "compiled in", "/GPU: kernels [\\d.]+ .* \\(1 launch\\), transfers [\\d.]+ /", "CPU times", "2")
out, _ = run(CODE + "%timeit -n 5 -r 2 fill<<<1, 64, 0, cpu>>>(v, 7);\n%timeit -n 10 -r 2 v[0] + 1\n")
check("host_only", out, "per loop (mean", "per loop (mean", unwanted=["GPU: "])
finish()
