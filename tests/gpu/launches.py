#!/usr/bin/env python3
"""Launches and the runtime API on the stand-in GPU: arguments, streams, events, limits, errors of each call."""

from harness import check, finish, run

FILL = "__global__ void fill(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i * 2; }\n"

out, _ = run(FILL + """int *d; cudaMalloc(&d, 400);
fill<<<1, 128>>>(d, 100);
int h[100]; cudaMemcpy(h, d, 400, cudaMemcpyDeviceToHost);
h[99]
struct pair { float *a; int n; struct { const float *b; } in; };
__global__ void add(struct pair p) { int i = threadIdx.x; if (i < p.n) p.a[i] += p.in.b[i]; }
float x[40], y[40];
for (int i = 0; i < 40; i++) { x[i] = i; y[i] = 100; }
struct pair both = {x, 40, {y}};
add<<<1, 64>>>(both);
x[39]
extern __shared__ float big[];
__global__ void large(float *out, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) big[i] = i; __syncthreads(); if (!threadIdx.x) *out = big[n - 1]; }
float last[1];
cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
large<<<1, 64, 100000>>>(last, 25000);
last[0]
large<<<1, 64, 300000>>>(last, 25000);
fill<<<1, 32, 0, cpu>>>(h, 7);
h[6]
fill<<<1, 32, 0, gpu>>>(h, 7);
h[5]
""")
check("arguments", out, "198", "139.0", "24999.0", "12", "10")
check("too_much_shared", out, "`large` needs 300000 bytes of shared memory a block (0 static, 300000 dynamic), and this GPU has 232448")

out, _ = run(FILL + """int *host = (int *)malloc(400);
fill<<<1, 32>>>(host, 10);
int *d; cudaMalloc(&d, 400); cudaFree(d);
fill<<<1, 32>>>(d, 10);
fill<<<1, 32>>>((int *)"text", 0);
int v[10];
fill<<<1, 32>>>(v, 10);
v[9]
""")
check("host_pointer", out, "argument 1 of `fill` points to memory of the host (0x", "which the GPU cannot reach; use a top-level array",
      "argument 1 of `fill` points to 400 bytes of device memory that were freed", "points to a string literal")
check("after_errors", out, "18")

out, _ = run(FILL + """%device cpu
int *d; cudaMalloc(&d, 40); int *m; cudaMallocManaged(&m, 40);
%device gpu
fill<<<1, 32>>>(d, 10); fill<<<1, 32>>>(m, 10);
int h[10]; cudaMemcpy(h, d, 40, cudaMemcpyDeviceToHost);
h[9] + m[8]
int *g; cudaMallocManaged(&g, 40);
fill<<<1, 32>>>(g, 10); cudaDeviceSynchronize();
g[7]
int *p; cudaMallocHost(&p, 40);
fill<<<1, 32>>>(p, 10); cudaDeviceSynchronize();
p[6]
""")
check("kinds_of_memory", out, "34", "14", "12")

PROGRAM = """#include <cstdio>
__global__ void k(int *p, int v) { p[threadIdx.x] += v; }
#define CHECK(call) do { cudaError_t e = call; if (e) printf("%s: %s\\n", #call, cudaGetErrorName(e)); } while (0)
int main() {
    int n = 0; CHECK(cudaGetDeviceCount(&n)); printf("%d devices\\n", n);
    cudaDeviceProp prop; CHECK(cudaGetDeviceProperties(&prop, 0)); printf("%s %d.%d\\n", prop.name, prop.major, prop.minor);
    int *d, *pinned; CHECK(cudaMalloc(&d, 256)); CHECK(cudaMallocHost(&pinned, 256)); CHECK(cudaMemset(d, 0, 256));
    cudaStream_t s; CHECK(cudaStreamCreate(&s));
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    CHECK(cudaEventRecord(a, s));
    for (int i = 0; i < 10; i++) k<<<1, 64, 0, s>>>(d, i);
    CHECK(cudaEventRecord(b, s));
    CHECK(cudaMemcpyAsync(pinned, d, 256, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaEventSynchronize(b));
    float ms = -1; CHECK(cudaEventElapsedTime(&ms, a, b));
    printf("%d %d\\n", pinned[63], ms >= 0);
    size_t free_bytes, total; CHECK(cudaMemGetInfo(&free_bytes, &total)); printf("%d\\n", free_bytes < total);
    cudaPointerAttributes at; CHECK(cudaPointerGetAttributes(&at, d)); printf("type %d\\n", at.type);
    int blocks; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 256, 0)); printf("%d blocks\\n", blocks);
    k<<<1, 2000>>>(d, 1); printf("%s\\n", cudaGetErrorName(cudaGetLastError()));
    int rows[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, back[2][2];
    int *pitched; size_t pitch; CHECK(cudaMallocPitch(&pitched, &pitch, 16, 4));
    CHECK(cudaMemcpy2D(pitched, pitch, rows, 16, 16, 4, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(back, 8, pitched, pitch, 8, 2, cudaMemcpyDeviceToHost)); printf("%d %d\\n", back[0][1], back[1][0]);
    CHECK(cudaStreamDestroy(s)); CHECK(cudaEventDestroy(a)); CHECK(cudaFree(d)); CHECK(cudaFreeHost(pinned));
    CHECK(cudaDeviceSynchronize());
    printf("end\\n");
}
"""
out, status = run(PROGRAM, file="program.cu")
check("program", out, "1 devices", "Stand-in GPU 9.0", "45 1", "1", "type 2", "8 blocks", "cudaErrorInvalidConfiguration", "2 5", "end",
      unwanted=["cudaMalloc(&d", "kernels run on"])

# Each call of the driver fails once: the program is told, nothing ends badly.
for call, api in (("cuMemAlloc_v2", "cudaMalloc(&d, 256)"), ("cuMemHostAlloc", "cudaMallocHost"), ("cuMemsetD8Async", "cudaMemset"),
                  ("cuStreamCreateWithPriority", "cudaStreamCreate"), ("cuEventRecord", "cudaEventRecord(a, s)"),
                  ("cuMemcpyAsync", "cudaMemcpyAsync"), ("cuEventElapsedTime", "cudaEventElapsedTime"),
                  ("cuMemGetInfo_v2", "cudaMemGetInfo"), ("cuMemcpy2DUnaligned_v2", "cudaMemcpy2D"), ("cuMemFree_v2", "cudaFree(d)"),
                  ("cuMemFreeHost", "cudaFreeHost"), ("cuEventCreate", "cudaEventRecord(a, s)")):
    out, status = run(PROGRAM, f"fail {call} 1 801\n", file="program.cu")
    check("fails_" + call, out, api, *(["end"] if call != "cuMemHostAlloc" else []))
for call in ("cuModuleLoadDataEx", "cuModuleGetFunction", "cuLaunchKernel"):
    out, status = run(FILL + "int v[10];\nfill<<<1, 32>>>(v, 10);\nfill<<<1, 32>>>(v, 10);\nv[9]\n", f"fail {call} 1 801\n")
    check("fails_" + call, out, "failed: ", "CUDA error 801")
    check("then_works_" + call, out, "18")
out, _ = run(FILL + "int v[10];\nfill<<<1, 32>>>(v, 10);\n", "fail cuModuleLoadDataEx 0 222\n")
check("driver_older_than_toolkit", out, "the driver is older than the toolkit whose PTX it got: update the driver")
TWO = FILL + "int v[10];\nfill<<<1, 32>>>(v, 10);\nv[9]\n__global__ void more(int *p) { p[threadIdx.x]++; }\nmore<<<1, 10>>>(v);\nv[9]\n"
with_toolkit = "libnvvm" in run("%device\n")[0]
if with_toolkit:
    out, _ = run(TWO, "fail cuModuleLoadDataEx 1 222\n")
    check("refused_ptx_by_another_compiler", out, "18", "19", unwanted=["failed"])
else:
    out, _ = run("__global__ void wave(float *p) { *p = sinf(*p); }\nfloat x = 1;\nwave<<<1, 1>>>(&x);\n")
    check("without_libdevice", out, "this kernel needs `__nv_sinf` of libdevice, which comes with the CUDA toolkit, and no toolkit was found")
out, _ = run(TWO, "version 12080\n")
check("older_driver", out, "18", "19", unwanted=["failed"])
if with_toolkit:
    check("older_driver_is_said", out, "the driver (CUDA 12.8) does not take the PTX of ", "kernels are compiled by LLVM's own back end; update the driver")
out, _ = run("int *d; cudaMalloc(&d, 1 << 30)\n", "memory 1000000\n")
check("out_of_memory", out, "cudaMalloc: 1073741824 bytes asked for, 1000000 of 1000000 are free on gpu:0", "cudaErrorMemoryAllocation")
out, _ = run("float a[300000], b[300000];\n__global__ void inc(float *p) { p[0] += 1; }\ninc<<<1, 1>>>(a); inc<<<1, 1>>>(b); inc<<<1, 1>>>(a);\na[0] + b[0]\n",
             "memory 2000000\n")
check("makes_room", out, "3.0")

out, _ = run("""__global__ void all(int *p) { p[blockIdx.x] = blockIdx.x; }
int v[2000]; int *at = v; void *args[] = {&at};
cudaLaunchCooperativeKernel((void *)all, 8, 512, args, 0, 0)
v[7]
cudaLaunchCooperativeKernel((void *)all, 100, 512, args, 0, 0)
cudaLaunchCooperativeKernel((void *)all, 4, 32, args, 0, 0)
v[3]
cudaLaunchCooperativeKernel((void *)all, 9, 1024, args, 0, 0)
cudaLaunchCooperativeKernel((void *)all, 8, 512, args, 0, 0)
""", "fail cuLaunchCooperativeKernel 3 720\n")
check("cooperative", out, "cudaSuccess", "7", "cudaLaunchCooperativeKernel: 100 blocks, but only 16 can run at the same time", "cudaSuccess", "3",
      "only 8 can run", "`all` is launched cooperatively, so all of its blocks have to be on the GPU at once: 16 blocks of 512 threads fit "
      "there, and this launch has 8; use fewer blocks")
out, _ = run("""size_t n; cudaDeviceGetLimit(&n, cudaLimitStackSize); n
__device__ int depth(int n) { return n < 1 ? 0 : depth(n - 1) % 7 + depth(n / 2) + 1; }
__global__ void recursive(int *p) { *p = depth(*p); }
int v[1] = {9};
recursive<<<1, 1>>>(v);
v[0] > 9
cudaDeviceGetLimit(&n, cudaLimitStackSize); n
__global__ void wide(int *p) { __shared__ int a[20000]; a[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = a[31 - threadIdx.x]; }
wide<<<1, 32>>>(v);
__global__ void say() { printf("hello\\n"); }
cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20)
say<<<1, 1>>>();
cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22)
int w[32]; __global__ void set(int *p) { p[threadIdx.x] = 3; }
set<<<1, 32, 0, cudaStreamPerThread>>>(w);
w[9]
""")
check("limits", out, "1024", "true", "8192", "this kernel has 80000 bytes of __shared__ variables, and a block can have 49152; up to 232448",
      "cudaSuccess", "hello", "the size of printf's buffer can be set only before the first kernel that uses it", "cudaErrorInvalidValue", "3")

out, _ = run("""__global__ void add(int *p) { atomicAdd(p, 1); }
int *d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4);
for (int i = 0; i < 50; i++) add<<<1, 32>>>(d);
int h; cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
h
__global__ void add2(int *p) { atomicAdd(p, 2); }
void (*which)(int *) = add2;
which<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
h
__global__ void add2(int *p) { atomicAdd(p, 1000); }
which<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
h
""")
check("loops_and_redefinition", out, "1600", "1602", "2602")

out, _ = run("%device gpu:1\nint *d; cudaMalloc(&d, 4); int now; cudaGetDevice(&now); now\ncudaSetDevice(0); cudaGetDevice(&now); now\ncudaSetDevice(7)\n"
             "int can; cudaDeviceCanAccessPeer(&can, 0, 1); can\n", "devices 2\n")
check("several_gpus", out, "1", "0", "cudaErrorInvalidDevice", "1")
finish()
