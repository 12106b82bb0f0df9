#!/usr/bin/env python3
"""Copies of memory that nobody has set: the mark goes where the value goes, whatever the way.

Kernels are made of a type, a place that has been set or not, a way from there to an array that is set, and a use of what has
come: an update in the same kernel, in a later one, or a look by the host. Where the place was not set one `uninitialised` must be
found, where it was nothing at all. One thread at a time and whole warps must agree.

NEEDS-SECONDS: 120 (NOT-UNDER-SANITIZERS: kernels.py is)

usage: copied.py [--show] [PART-OF-A-NAME ...]
"""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "../../build/heddle"))

# name: type, an update of an element E
TYPES = {
    "char": ("signed char", "E += 1"),
    "short": ("short", "E += 1"),
    "int": ("int", "E += 1"),
    "double": ("double", "E += 1"),
    "pointer": ("const int *", "E += 1"),
    "float2": ("float2", "E.y += 1"),
    "float4": ("float4", "E.x += 1"),
    "pair": ("Pair", "E.v += 1"),
    "wide": ("Wide", "E.v[5] += 1"),
    "large": ("Large", "E.v[9] += 1"),
}
PLACES = {  # how `s` begins; it has 64 elements
    "shared": "__shared__ T s[64];",
    "heap": "T *s = (T *)malloc(64 * sizeof(T));",
    "device": "T *s = m + 64 * blockIdx.x;",
}
WAYS = {
    "direct": "d[g] = s[t];",
    "local": "T v = s[t]; d[g] = v;",
    "locals": "T v; v = s[t]; T w = v; d[g] = w;",
    "twice": "e[g] = s[t]; d[g] = e[g];",
    "tile": "__shared__ T u[64]; u[t] = s[t]; d[g] = u[t];",
    "memcpy": "memcpy(&d[g], &s[t], sizeof(T));",
    "memcpy-twice": "memcpy(&e[g], &s[t], sizeof(T)); memcpy(&d[g], &e[g], sizeof(T));",
    "call": "d[g] = same<T>(s[t]);",
    "choice": "d[g] = n > 0 ? s[t] : o[t];",
    "branch": "T v = o[t]; if (t & 1) v = s[t]; d[g] = v;",
    "reference": "T &v = s[t]; d[g] = v;",
    "backwards": "d[blockIdx.x * 64 + 63 - t] = s[t]; __syncthreads();",
    "apart": "d[blockIdx.x * 64 + t * 17 % 64] = s[t]; __syncthreads();",
}
SCALAR_WAYS = {
    "shuffle": "d[g] = __shfl_xor_sync(~0u, s[t], 1);",
    "exchange": "atomicExch(&d[g], s[t]);",
}
USES = {  # in the kernel, then in the cell
    "same": ("USE;", "k<<<2, 64>>>(d, e, o, m, 1);"),
    "later": ("", "k<<<2, 64>>>(d, e, o, m, 1); use<<<2, 64>>>(d);"),
    "host": ("", "k<<<2, 64>>>(d, e, o, m, 1); T *h = d; USE1;"),
}
# Structures of which members are set by a function, a constructor or one by one: nothing is to be found.
RIGHT_PRELUDE = """struct V {
    float x, y;
    __device__ void scale(float k) { x = k; y = k; }
    __device__ V() {}
    __device__ V(float a) : x(a), y(a) {}
};
struct W { int n; int v[3]; }; struct Pad { char c; double d; };
__device__ V make(int i) { V v(i); return v; }
__device__ void fill(V &v) { v.x = 1; v.y = 2; }
__device__ void fillp(V *v) { v->x = 1; v->y = 2; }
struct Out { float x, y; };
Out o[64]; int a[64]; Pad pd[64]; W ws[64];"""
RIGHT = [
    ("""__global__ void r1(Out *o) {
    __shared__ V s[64];
    int g = threadIdx.x;
    V v = s[g]; v.scale(2); o[g].x = v.x + v.y; }""", "r1<<<1,64>>>(o)"),
    ("""__global__ void r2(Out *o) {
    __shared__ V s[64];
    int g = threadIdx.x;
    V v = s[g]; v = make(g); o[g].x = v.x + v.y; }""", "r2<<<1,64>>>(o)"),
    ("""__global__ void r3(Out *o) {
    __shared__ V s[64];
    int g = threadIdx.x;
    V v = s[g]; fill(v); o[g].x = v.x + v.y; V w = s[g]; fillp(&w); o[g].x += w.x;}""", "r3<<<1,64>>>(o)"),
    ("""__global__ void r4(Out *o) {
    __shared__ V s[64];
    int g = threadIdx.x;
    V v = s[g]; auto f = [&]() { v.x = 1; v.y = 2; }; f(); o[g].x = v.x + v.y; V w; w.x = 1; w.y = 2;
    V z = w; o[g].x += z.x; z = s[g]; z = {3.0f}; o[g].x += z.x; }""", "r4<<<1,64>>>(o)"),
    ("""__global__ void r5(Pad *o) {
    __shared__ Pad s[64];
    int g = threadIdx.x;
    s[g].c = 1; s[g].d = 2; Pad p = s[g]; o[g] = p; o[g].c += 1; o[g].d += p.d; Pad q; q.c = p.c; q.d = p.d;
    o[g] = q; o[g].d += 1; }""", "r5<<<1,64>>>(pd)"),
    ("""__global__ void r6(W *o) {
    __shared__ W s[64];
    int g = threadIdx.x;
    W p = s[g]; p.n = 1; for (int i = 0; i < 3; i++) p.v[i] = i; o[g] = p; o[g].n += 1; o[g].v[2] += 1;
    W z = s[g]; z = W{1, {1, 2, 3}}; o[g] = z; o[g].v[1] += 1; W y = s[g]; W &r = y; r.n = 1;
    o[g].n = y.n + 1; W t{}; t = s[g]; t = (W){}; o[g].n += t.n; }""", "r6<<<1,64>>>(ws)"),
    ("""__global__ void r7(Out *o) {
    __shared__ float4 s[64];
    int g = threadIdx.x;
    float4 v = s[g]; v.x = v.y = v.z = v.w = 1; float4 w = v; w.x += 1; o[g].x = w.x + w.w; float4 z = s[g];
    z = make_float4(1,2,3,4); o[g].x += z.x; if (g < 0) z = s[g]; o[g].y = z.w + 1; float4 acc; acc = s[g];
    for (int i = 0; i < 4; i++) { acc = float4{1.f*i,2,3,4}; } o[g].x += acc.z; }""", "r7<<<1,64>>>(o)"),
]

PRELUDE = """#include <cstring>
struct Pair { int v; char c; }; struct Wide { int v[8]; }; struct Large { int v[12]; }; int taken;
template <typename T> __device__ T same(T v) { return v; }
"""


def cases():
    for type_name, (text, update) in TYPES.items():
        for place in PLACES:
            ways = dict(WAYS, **(SCALAR_WAYS if type_name in ("int", "double") else {}))
            if type_name == "double":
                del ways["exchange"]
            for way in ways:
                for use in USES:
                    if use != "same" and (place, way) not in (("shared", "direct"), ("device", "local"), ("heap", "memcpy")):
                        continue
                    if place != "shared" and way in ("reference", "backwards", "apart", "branch", "choice"):
                        continue
                    for is_set in (False, True) if type_name in ("char", "float4", "large") or use != "same" else (False,):
                        yield (f"{type_name}.{place}.{way}.{use}.{'set' if is_set else 'unset'}", text, update, place,
                               ways[way], use, is_set)


def cells_of(chosen):
    yield PRELUDE
    for name, text, update, place, way, use, is_set in chosen:
        inside, run = USES[use]
        begin = PLACES[place] + (" s[t] = o[t];" if is_set else "")
        if place == "shared":
            begin += " __syncthreads();"
        lines = [
            f"__global__ void k(T *d, T *e, T *o, T *m, int n) {{ int t = threadIdx.x, g = blockIdx.x * 64 + t;",
            f"    {begin}",
            f"    {way}",
            f"    {inside.replace('USE', update.replace('E', 'd[g]'))} }}",
            f"__global__ void use(T *d) {{ int g = blockIdx.x * 64 + threadIdx.x; {update.replace('E', 'd[g]')}; }}",
        ]
        run = run.replace("USE1", update.replace("E", "h[1]"))
        alias = f"using T = {text};"
        yield alias + "\nT d[128], e[128], o[128];"
        yield "\n".join(lines)
        yield f'printf("@@ {name}\\n");'
        yield f"%check --json {{ T *m; cudaMalloc(&m, sizeof(T) * 128); {run} cudaDeviceSynchronize(); cudaFree(m); }}"


def right_cells():
    yield RIGHT_PRELUDE
    for i, (kernel, launch) in enumerate(RIGHT):
        yield kernel
        yield f'printf("@@ right{i}\\n");'
        yield f"%check --json {launch}"


def run(cells, lanes):
    text = "".join(f"// %%\n{cell}\n" for cell in cells)
    result = subprocess.run([HEDDLE, "-"], input=text, capture_output=True, text=True, env=dict(os.environ, HEDDLE_LANES=lanes))
    found, name = {}, None
    for line in result.stdout.splitlines():
        if line.startswith("@@ "):
            name = line[3:]
            found[name] = []
        elif line.startswith("{"):
            found[name].append(json.loads(line))
    return found, result.stderr


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    show = "--show" in sys.argv
    chosen = [case for case in cases() if all(word in case[0] for word in words)]
    if "asan" in os.environ.get("HEDDLE_BUILD", ""):
        chosen = chosen[::4]  # they are slow there
    bad = 0
    for lanes in ("1", "32"):
        found, complaints = run(list(cells_of(chosen)) + list(right_cells()) + ['printf("@@ end\\n");'], lanes)
        if "end" not in found or complaints.strip():
            print(f"not ok lanes {lanes}: {complaints[:2000]}")
            bad += 1
        for i in range(len(RIGHT)):
            if found.get(f"right{i}") != []:
                bad += 1
                print(f"not ok right{i} with {lanes} lanes: {found.get(f'right{i}')}")
        for case in chosen:
            name, is_set = case[0], case[-1]
            kinds = sorted({finding["kind"] for finding in found.get(name, [])})
            if show:
                print(lanes, name, found.get(name))
            if name not in found or kinds != ([] if is_set else ["uninitialised"]):
                bad += 1
                print(f"not ok {name} with {lanes} lanes: found {kinds}")
    print(f"{'not ok' if bad else 'ok'} {len(chosen)} kernels, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
