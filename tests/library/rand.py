#!/usr/bin/env python3
"""cuRAND's host API: sequences equal to published ones, distributions that pass Kolmogorov and Smirnov's test, offsets that continue them."""
import math
import os
import subprocess
import sys
import tempfile



import numpy as np

HEDDLE = os.environ.get("HEDDLE", "heddle")
PROGRAM = r"""
#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>
FILE *out; int failed;
#define OK(call) do { int s = call; if (s) { printf("line %d: %d\n", __LINE__, s); failed++; } } while (0)
template <typename T> struct Array {
    T *p; size_t n;
    Array(size_t n) : n(n) { cudaMallocManaged(&p, n * sizeof(T)); }
    ~Array() { cudaDeviceSynchronize(); fwrite(p, sizeof(T), n, out); cudaFree(p); }
};
__global__ void xorwow(unsigned *a, unsigned long long seed, int rows) {
    curandState s; int k = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, k, 0, &s);
    for (int r = 0; r < rows; r++) a[r * 4096 + k] = curand(&s);
}
__global__ void philox(unsigned *a, unsigned long long seed, int n) {
    curandStatePhilox4_32_10_t s; curand_init(seed, threadIdx.x, 0, &s); // each subsequence makes four
    for (int i = 4 * threadIdx.x; i < n && i < 4 * threadIdx.x + 4; i++) a[i] = curand(&s);
}
curandGenerator_t make(curandRngType_t type, unsigned long long seed) {
    curandGenerator_t g; OK(curandCreateGenerator(&g, type)); OK(curandSetPseudoRandomGeneratorSeed(g, seed)); return g;
}
int main(int argc, char **argv) {
    out = fopen(argv[1], "wb");
    curandGenerator_t g = make(CURAND_RNG_PSEUDO_XORWOW, 1234567890123ull);
    { Array<unsigned> a(12288); OK(curandGenerate(g, a.p, 5000)); OK(curandGenerate(g, a.p + 5000, 7288)); }
    { Array<unsigned> a(12288); xorwow<<<16, 256>>>(a.p, 1234567890123ull, 3); }
    { Array<unsigned> a(100); OK(curandSetGeneratorOffset(g, 9000)); OK(curandGenerate(g, a.p, 100)); }
    g = make(CURAND_RNG_PSEUDO_PHILOX4_32_10, 77);
    { Array<unsigned> a(1000); OK(curandGenerate(g, a.p, 1000)); }
    { Array<unsigned> a(1000); philox<<<1, 250>>>(a.p, 77, 1000); }
    g = make(CURAND_RNG_PSEUDO_MT19937, 42);
    { Array<unsigned> a(65536 + 8); OK(curandGenerate(g, a.p, 65536 + 8)); }
    g = make(CURAND_RNG_PSEUDO_MRG32K3A, 0);
    { Array<double> a(2); Array<float> b(163840); OK(curandGenerateUniform(g, b.p, 163840)); a.p[0] = b.p[0]; a.p[1] = b.p[81920]; }
    curandGenerator_t q; OK(curandCreateGenerator(&q, CURAND_RNG_QUASI_SOBOL32)); OK(curandSetQuasiRandomGeneratorDimensions(q, 21));
    { Array<float> a(21 * 64); OK(curandGenerateUniform(q, a.p, 21 * 64)); }
    { Array<float> a(21 * 64); OK(curandGenerateUniform(q, a.p, 21 * 64)); }
    curandRngType_t types[] = {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SOBOL64};
    for (curandRngType_t type : types) {
        OK(curandCreateGenerator(&g, type)); if (type < 200) OK(curandSetPseudoRandomGeneratorSeed(g, 5)); else OK(curandSetGeneratorOffset(g, 64));
        { Array<float> a(65536); OK(curandGenerateUniform(g, a.p, 65536)); }
        { Array<double> a(65536); OK(curandGenerateUniformDouble(g, a.p, 65536)); }
        { Array<float> a(65536); OK(curandGenerateNormal(g, a.p, 65536, 3, 2)); }
        { Array<double> a(65536); OK(curandGenerateNormalDouble(g, a.p, 65536, -1, 0.5)); }
        { Array<float> a(65536); OK(curandGenerateLogNormal(g, a.p, 65536, 0.5f, 0.25f)); }
        { Array<double> a(65536); OK(curandGenerateLogNormalDouble(g, a.p, 65536, 0.5, 0.25)); }
        { Array<unsigned> a(65536); OK(curandGeneratePoisson(g, a.p, 65536, 3.5)); }
        { Array<unsigned> a(65536); OK(curandGeneratePoisson(g, a.p, 65536, 5000)); }
        OK(curandDestroyGenerator(g));
    }
    float host[4]; curandGenerator_t h; OK(curandCreateGeneratorHost(&h, CURAND_RNG_PSEUDO_DEFAULT)); OK(curandGenerateUniform(h, host, 4));
    curandGenerator_t d; OK(curandCreateGenerator(&d, CURAND_RNG_PSEUDO_DEFAULT)); float *dev; cudaMallocManaged(&dev, 16); OK(curandGenerateUniform(d, dev, 4));
    printf("host %d\n", host[0] == dev[0] && host[3] == dev[3]);
    printf("wrong: %d %d %d %d %d %d %d\n", curandCreateGenerator(&g, (curandRngType_t)7), curandGenerateNormal(d, dev, 3, 0, 1), curandGenerateUniform(d, host, 4),
           curandGenerateUniform(d, dev, 5000), curandGenerate(NULL, NULL, 0), curandSetPseudoRandomGeneratorSeed(q, 1), curandSetQuasiRandomGeneratorDimensions(q, 22));
    fclose(out);
    return failed != 0;
}
"""


SOBOL = {77: [107, 107, 1, 99, 107, 65, 29, 83, 23, 55, 17, 101, 63, 43, 127, 9, 105, 113, 101, 1, 19],
         101: [117, 97, 35, 29, 49, 31, 67, 125, 17, 25, 123, 23, 125, 45, 105, 127, 23, 31, 43, 107, 33]}


def distance(kind, a, mean, deviation):
    """Kolmogorov's and Smirnov's: how far the share of numbers up to x is from its probability, at most."""
    a = np.sort(np.log(a) if kind == "log-normal" else a)
    if kind != "uniform":
        a = 0.5 * (1 + np.vectorize(math.erf)((a - mean) / (deviation * 2 ** 0.5)))
    return max(np.max(np.abs(a - (np.arange(len(a)) + k) / len(a))) for k in (0, 1))


def check(name, good, detail=""):
    print(f"{'ok' if good else 'not ok'} {name}{'' if good else ': ' + str(detail)}")
    return 0 if good else 1


def main():
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/p.cu", "w") as file:
            file.write(PROGRAM)
        p = subprocess.run([HEDDLE, f"{folder}/p.cu", f"{folder}/out"], capture_output=True, text=True, timeout=300)
        data = open(f"{folder}/out", "rb").read() if os.path.exists(f"{folder}/out") else b""
    failed = check("runs", p.returncode == 0 and "host 1" in p.stdout, p.stdout + p.stderr)
    failed += check("misuse", "wrong: 103 105 201 201 101 103 104" in p.stdout and "made in pairs" in p.stderr and
                    "is host memory" in p.stderr, p.stdout + p.stderr)
    at = 0

    def take(n, dtype):
        nonlocal at
        a = np.frombuffer(data, dtype, n, at)
        at += a.nbytes
        return a
    host, device, offset = take(12288, "u4"), take(12288, "u4"), take(100, "u4")
    failed += check("XORWOW is the device's", np.array_equal(host, device))
    failed += check("XORWOW continues at an offset", np.array_equal(host[9000:9100], offset))
    failed += check("Philox is the device's", np.array_equal(take(1000, "u4"), take(1000, "u4")))
    twister = np.random.RandomState(42).randint(0, 1 << 32, 10000, dtype=np.uint32)
    ours = take(65536 + 8, "u4") # eight numbers of each of 8192 streams in turn; the first stream begins as NumPy's
    failed += check("MT19937's first stream is NumPy's", np.array_equal(ours[:8], twister[[0, 113, 170, 283, 340, 397, 510, 567]]) and
                    np.array_equal(ours[65536:], twister[[1, 8, 15, 22, 29, 36, 43, 50]]))
    # The array that is written first is the one declared last.
    uniform, first = take(163840, "f4"), take(2, "f8")
    failed += check("MRG32k3a begins as L'Ecuyer's", np.allclose(first, [0.127011122, 0.318527565], atol=1e-6), first)
    sobol = np.concatenate([take(21 * 64, "f4").reshape(21, 64), take(21 * 64, "f4").reshape(21, 64)], axis=1)
    for point, want in SOBOL.items():  # of 128, as SciPy's
        failed += check(f"Sobol, point {point}", np.array_equal((sobol[:, point] * 128).astype(int), want), sobol[:, point] * 128)
    failed += check("Sobol's points are spread evenly", all(len(set((row * 128).astype(int))) == 128 for row in sobol))
    n = 65536
    for name in ("XORWOW", "MRG32k3a", "Philox", "MT19937", "Sobol32", "Sobol64"):
        tests = [("f4", "uniform", 0, 1), ("f8", "uniform", 0, 1), ("f4", "normal", 3, 2), ("f8", "normal", -1, 0.5),
                 ("f4", "log-normal", 0.5, 0.25), ("f8", "log-normal", 0.5, 0.25)]
        for dtype, kind, mean, deviation in tests:
            a = take(n, dtype).astype(float)
            off = distance(kind, a, mean, deviation) * n ** 0.5 if np.isfinite(a).all() else math.inf
            failed += check(f"{name} {dtype} {kind}", off < 1.95, off)
        for rate in (3.5, 5000):
            a = take(n, "u4").astype(float)
            off = abs(a.mean() - rate) / (rate / n) ** 0.5, a.var() / rate
            failed += check(f"{name} Poisson {rate}", off[0] < 5 and 0.95 < off[1] < 1.05, off)
    sys.exit(1 if failed else 0)


main()
