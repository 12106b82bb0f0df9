#!/usr/bin/env python3
"""Array expressions on a GPU: one kernel each, with the values that the CPU computes; arrays that stay there until they are looked at.

NOT-UNDER-SANITIZERS NEEDS-SECONDS: 200 on a busy machine; 20 on an idle one.
"""

import json
import os
import subprocess
import tempfile

from harness import HEDDLE, STANDIN, check, finish, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EVERY = {"HEDDLE_GPU_ARRAYS": "all"}  # small arrays too


def notebook():
    with open(os.path.join(ROOT, "notebooks", "08-arrays.ipynb")) as file:
        cells = json.load(file)["cells"]
    texts = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    return [t.replace("1000000", "20000").replace("paths = 100000, steps = 16", "paths = 5000, steps = 2").replace("< 0.3f", "< 3").replace("200, 200", "20, 20")
            for t in texts if "plot" not in t and "show" not in t and "hist" not in t]


MORE = """__device__ float scale = 3; float cubes[] = {1, 8, 27}; __device__ float table[4] = {0, 10, 20, 30};
__device__ float look_up(int i) { return table[i & 3] * scale; }
look_up(arange(6))
auto g = random::uniform(3000) * 2 - 1;
auto h = arange<double>(60).reshape(3, 4, 5)[::-1, 1:, ::-2];
h * h[0] + 1
sum(h, 1)
max(h)
cubes[:] + cubes[:]
auto w = arange(10); w[1:] = w[:-1]; w
w[w % 2 == 0] = -1; w
(w + 1).astype<half>() * 2
zeros(0) + 1
any(isnan(sqrt(g))) && all(g * 0 == 0)
argsort(-w)
cumsum(w)
float larger(float a, float b) { return a > b ? a : b; }
reduce(larger, g) == max(g)
std(arange(100), 0)
arange(4) + 1.0if
struct pair { int a; float b; }; pair two(int x) { return {x, x * 0.5f}; }
two(arange(3))[2].b
__global__ void fill(ndarray<float, 2> a, ndarray<const int, 1> d) { a[threadIdx.x, -1] = d[-1] + a.shape[0] + 10 * a.strides[0] + 100 * (int)a.size + 1000 * a.ndim; }
auto q = zeros(4, 5); fill<<<1, 4>>>(q, w); q
fill<<<1, 2>>>(q.T, w[:5]); q
arange(10) / arange(10)
long most[] = {LONG_MAX, 5, LONG_MIN}; (most[:] - (-3)) > 0
int top[] = {INT_MAX, 7, INT_MIN}; (top[:] + 1 > top[:]) + (top[:] * 2 / 2 == top[:]) * 10
int by = 0; arange(5) % by
by = 3; arange(5) % by
""".splitlines()


def session(cells, device, extra=None):
    env = dict(os.environ, HEDDLE_DEVICE=device, HEDDLE_CUDA_DRIVER=STANDIN, **EVERY, **(extra or {}))
    done = subprocess.run([HEDDLE, "-"], input="\n// %%\n".join(cells), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env,
                          timeout=280)
    return done.stdout


def same(name, cells, control=""):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "control")
        with open(path, "w") as file:
            file.write(control)
        gpu = session(cells, "gpu", {"STANDIN": path, "XDG_CACHE_HOME": os.path.join(folder, "cache")})
    gpu = "\n".join(line for line in gpu.splitlines() if not line.startswith("Kernels run on"))
    check(name, gpu, *session(cells, "cpu").splitlines())


toolkit = "libnvvm" in subprocess.run([HEDDLE, "-c", "%device"], env=dict(os.environ, HEDDLE_CUDA_DRIVER=STANDIN), stdout=subprocess.PIPE,
                                      text=True).stdout
if toolkit:
    same("notebook", notebook())
    same("turing", MORE, "capability 7 5\n")
same("expressions", MORE, "" if toolkit else "version 12080\n")

# Large arrays stay on the device until the host looks at them, and go there once.
out, _ = run("""auto x = random::normal(100000), y = x * 2;
%transfers -c
for (int i = 0; i < 10; i++) y = y + x;
%transfers
y[5] == x[5] * 12
y[7] = 0; y = y * 1; y[7]
%transfers
__global__ void mirror(ndarray<float, 1> to, ndarray<const float, 1> from) { int i = blockIdx.x * 1000 + threadIdx.x; to[i] = from[-1 - i] + from.shape[0]; }
mirror<<<100, 1000>>>(y, x); y[0] - x[99999]
y = arange<float>(100000); y += x * 0; sum(y[:10]) + sort(y)[-1]
FILE *f = tmpfile(); y += 1; fwrite(y.data, 4, 100000, f);
float back[100000]; rewind(f); fread(back, 4, 100000, f)
back[0] + back[99999]
ndarray<float, 1> none;
mirror<<<1, 1>>>(none, x);
float local() { float v[3] = {1, 2, 3}; return sum(view(v, 3) * 2); }
local()
x * 2 + 1
%fused x * 2 + 1
float odd(float v) { FILE *f = fopen("/dev/null", "w"); fclose(f); return v; }
%fused odd(x)
""", env={"HEDDLE_DEVICE": "gpu"})
check("stays", out, "Nothing has been moved between host and GPU yet")
check("goes_once", out, "Out[5]: true", "Out[6]: 0.0", "array (100000,)  host          391 KiB", "host read at In[5]:1", "array (100000,)  GPU           391 KiB",
      "launch of `y * 1` at In[6]:1", "array (100000,)  host          391 KiB", "host read at In[6]:1")
check("kernels", out, "100000.0", "100044.0", "100000\n", "100001.0", "argument 1 of `mirror` is an array variable that has no array yet")
check("told", out, "12.0", "one loop over 100000 elements of 1 array, as (100000,)", "on gpu:0", "on the CPU: `fopen` is not available on the GPU")

# %whos says where the newest values are, before it looks at them.
out, _ = run("""auto x = zeros(100000) + 1; int n = 3; auto shown = x * 2;
%whos
%whos
x[0] = 2;
%whos
""", env={"HEDDLE_DEVICE": "gpu"})
first, second, third = out.split("Where")[1:]
check("where", first, "x                ndarray<float, 1>              400000  gpu:0", "n                int                                 4  cpu")
check("where_both", second, "x                ndarray<float, 1>              400000  both")
check("where_host", third, "x                ndarray<float, 1>              400000  cpu", "  both    (100000,) [2. 2.")

# What a launch that was refused would have written is not fetched afterwards.
out, _ = run("""float v[3] = {1, 2, 3}, w[3];
__global__ void both(float *a, float *b) { a[0] = 7; }
both<<<1, 1>>>(v, (float *)malloc(4));
v[0] = 5;
both<<<1, 1>>>(w, w);
v[0] + w[0]
""", env={"HEDDLE_DEVICE": "gpu"})
check("refused", out, "points to memory of the host", "12.0")

# Arrays that are gone leave nothing on the device.
out, _ = run("""size_t before, after, total;
auto x = zeros(10000), y = x + 1;
for (int i = 0; i < 20; i++) { auto z = x * 2 + y; y = z - x; }
cudaMemGetInfo(&before, &total);
for (int i = 0; i < 100; i++) { auto z = x * 2 + y; y = z - x; }
cudaMemGetInfo(&after, &total); before - after
y[3]
""", env={"HEDDLE_DEVICE": "gpu"})
check("no_leak", out, "Out[6]: 0\n", "Out[7]: 1.0")

# An error on the device ends the engine: whose newest values are lost is said.
out, _ = run("""auto x = zeros(100000), y = x + 1;
__global__ void wild(float *p) { p[1ll << 40] = 1; }
wild<<<1, 1>>>(y.data); cudaDeviceSynchronize();
x[0]
""", env={"HEDDLE_DEVICE": "gpu"})
check("lost", out, "illegal memory access", "array (100000,) (its newest values were only on the GPU)")

# -fmad=false: a * b + c rounds twice in kernels for GPUs, too (1.3 * 1.3 + 1 as floats).
TWICE = """__global__ void k(float *p) { *p = 1 + *p * *p; }
float squash(float x) { return x / (1 + x * x); }
float v = 2.7f; k<<<1, 1>>>(&v); cudaDeviceSynchronize(); printf("%a", v);
auto w = full(2.7f, 3); w[:] = squash(w); printf("%a", w[1]);
"""
for device in ["cpu", "gpu"]:
    out, _ = run(TWICE, env={"HEDDLE_DEVICE": device, "HEDDLE_FMAD": "0", **EVERY})
    check("twice " + device, out, "0x1.4d829ep-2")

# ptxas takes what expressions become.
EXPRESSIONS = ["x * 2 + sin(x)", "sum(x * x, 0)", "x[:, newaxis] * x", "where(x > 0, x, 0.0)", "gaussian(x, 0, 1)", "random::normal(100)", "h * h + 1", "mean(h)",
               "to_polar(x, 1)", "norms(m)", "c * c"]
cells = ["auto x = linspace(-2, 2, 900); auto h = x.astype<half>(); auto m = x.reshape(30, 30); auto c = x + 1.0if;",
         "float gaussian(float x, float m, float s) { float d = (x - m) / s; return expf(-0.5f * d * d) / s; }",
         "struct polar { float r, phi; }; __device__ polar to_polar(float x, float y) { return {hypotf(x, y), atan2f(y, x)}; }",
         "float norms(int n, const float v[n]) { float s = 0; for (int i = 0; i < n; i++) s += v[i] * v[i]; return sqrtf(s); }"]
for arch in ["sm_75", "sm_90", "sm_100"] if toolkit else []:
    for e in EXPRESSIONS:
        cells.append(f"%resources --arch {arch} {e}")
if toolkit:
    out, _ = run("\n\n".join(cells))
    wrong = [line for line in out.splitlines() if "error" in line]
    told = sum(line.strip().startswith("registers") for line in out.splitlines())
    check("ptxas", "\n".join(wrong + (["each became a kernel"] if told >= 3 * len(EXPRESSIONS) else [f"{told} kernels"])), "each became a kernel", unwanted=["error"])
finish()
