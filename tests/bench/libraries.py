"""Thrust and CUB on the CPU against libstdc++ (its parallel mode, on all cores), NumPy and oneTBB where it is installed: 10^7 elements.

Each program times its own calls (start and compilation are not in the figures) and prints a line "ROW seconds check" for each row: the best of
some runs on fresh inputs. Checks of the C++ programs must agree. A ratio below 1 says that Heddle is faster. `first` is the whole time of
`#include <thrust/device_vector.h>`, `<thrust/sort.h>` and a sort, from the start of the process to its end, beside that of an empty program.
CLOCK=CLOCK_PROCESS_CPUTIME_ID THREADS=1: processor time of one thread each, for a machine that does other work too.
"""
import os, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
N, RUNS = 10_000_000, 5
TIMER = os.environ.get("CLOCK", "CLOCK_MONOTONIC")
py_now = time.process_time if TIMER == "CLOCK_PROCESS_CPUTIME_ID" else time.perf_counter
THREADS = os.environ.get("THREADS") or str(os.cpu_count() or 1)
if "THREADS" in os.environ:
    for name in ("HEDDLE_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = THREADS

COMMON = r"""
#include <cstdio>
#include <time.h>
const size_t N = %d;
static unsigned state = 1;
static unsigned next_number() { state = state * 1664525u + 1013904223u; return state; }
static void ints(int *p) { state = 1; for (size_t i = 0; i < N; i++) p[i] = (int)next_number(); }
static void floats(float *p) { state = 1; for (size_t i = 0; i < N; i++) p[i] = (float)(next_number() >> 8); }
static double now() { timespec t; clock_gettime(%s, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
#define ROW(name, prepare, work, check) { double best = 1e9; unsigned long long sum = 0; for (int r = 0; r < %d; r++) { prepare; double t = now(); work; t = now() - t; if (t < best) best = t; sum = (unsigned long long)(check); } printf("%%s %%.6f %%llu\n", name, best, sum); }
""" % (N, TIMER, RUNS)

OURS = COMMON + r"""
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/scan.h>
#include <thrust/reduce.h>
#include <thrust/copy.h>
#include <cub/device/device_histogram.cuh>
struct negative { __host__ __device__ bool operator()(int x) const { return x < 0; } }; // the lowest bits of such numbers alternate
int main() {
    thrust::device_vector<int> v(N), o(N), k(N), h(256);
    thrust::device_vector<float> f(N);
    int *p = thrust::raw_pointer_cast(v.data());
    float *q = thrust::raw_pointer_cast(f.data());
    ROW("sort", ints(p), thrust::sort(v.begin(), v.end()), p[N / 2])
    ROW("sort float", floats(q), thrust::sort(f.begin(), f.end()), q[N / 2])
    ROW("sort pairs", ints(p), thrust::sort_by_key(v.begin(), v.end(), k.begin()), p[N / 3])
    ROW("scan", ints(p), thrust::inclusive_scan(v.begin(), v.end(), o.begin()), (unsigned)o[N - 1])
    int sum = 0;
    ROW("reduce", ints(p), sum = thrust::reduce(v.begin(), v.end()), (unsigned)sum)
    size_t n = 0;
    ROW("select", ints(p), n = thrust::copy_if(v.begin(), v.end(), o.begin(), negative()) - o.begin(), n)
    void *storage = nullptr; size_t bytes = 0; int *bins = thrust::raw_pointer_cast(h.data());
    cub::DeviceHistogram::HistogramEven(storage, bytes, q, bins, 257, 0.0f, 16777216.0f, (int)N); cudaMalloc(&storage, bytes);
    ROW("histogram", floats(q), cub::DeviceHistogram::HistogramEven(storage, bytes, q, bins, 257, 0.0f, 16777216.0f, (int)N), bins[17])
}
"""
THEIRS = COMMON + r"""
#include <algorithm>
#include <numeric>
#include <vector>
#include <parallel/algorithm>
#include <parallel/numeric>
#include <omp.h>
int main() {
    std::vector<int> v(N), o(N), k(N);
    std::vector<float> f(N);
    std::vector<std::pair<int, int>> z(N);
    ROW("sort", ints(v.data()), __gnu_parallel::sort(v.begin(), v.end()), v[N / 2])
    ROW("sort float", floats(f.data()), __gnu_parallel::sort(f.begin(), f.end()), f[N / 2])
    ROW("sort pairs", (ints(v.data()), [&] { for (size_t i = 0; i < N; i++) z[i] = {v[i], k[i]}; }()), __gnu_parallel::sort(z.begin(), z.end()), z[N / 3].first)
    ROW("scan", ints(v.data()), __gnu_parallel::partial_sum(v.begin(), v.end(), o.begin()), (unsigned)o[N - 1])
    int sum = 0;
    ROW("reduce", ints(v.data()), sum = __gnu_parallel::accumulate(v.begin(), v.end(), 0), (unsigned)sum)
    size_t n = 0;
    ROW("select", ints(v.data()), n = std::copy_if(v.begin(), v.end(), o.begin(), [](int x) { return x < 0; }) - o.begin(), n)
    std::vector<int> bins(256);
    ROW("histogram", (floats(f.data()), std::fill(bins.begin(), bins.end(), 0)), { for (size_t i = 0; i < N; i++) if (f[i] >= 0 && f[i] < 16777216.0f) bins[(int)(f[i] * (256 / 16777216.0f))]++; }, bins[17])
}
"""
# C++'s parallel algorithms, which libstdc++ gives to oneTBB.
TBB = COMMON + r"""
#include <algorithm>
#include <execution>
#include <numeric>
#include <vector>
#include <tbb/parallel_reduce.h>
#include <tbb/blocked_range.h>
#include <array>
int main() {
    using std::execution::par_unseq;
    std::vector<int> v(N), o(N), k(N);
    std::vector<float> f(N);
    std::vector<std::pair<int, int>> z(N);
    ROW("sort", ints(v.data()), std::sort(par_unseq, v.begin(), v.end()), v[N / 2])
    ROW("sort float", floats(f.data()), std::sort(par_unseq, f.begin(), f.end()), f[N / 2])
    ROW("sort pairs", (ints(v.data()), [&] { for (size_t i = 0; i < N; i++) z[i] = {v[i], k[i]}; }()), std::sort(par_unseq, z.begin(), z.end()), z[N / 3].first)
    ROW("scan", ints(v.data()), std::inclusive_scan(par_unseq, v.begin(), v.end(), o.begin()), (unsigned)o[N - 1])
    int sum = 0;
    ROW("reduce", ints(v.data()), sum = std::reduce(par_unseq, v.begin(), v.end()), (unsigned)sum)
    size_t n = 0;
    ROW("select", ints(v.data()), n = std::copy_if(par_unseq, v.begin(), v.end(), o.begin(), [](int x) { return x < 0; }) - o.begin(), n)
    typedef std::array<int, 256> table;
    table bins;
    ROW("histogram", floats(f.data()), bins = tbb::parallel_reduce(tbb::blocked_range<size_t>(0, N), table{}, [&](const tbb::blocked_range<size_t> &r, table t) {
        for (size_t i = r.begin(); i < r.end(); i++) if (f[i] >= 0 && f[i] < 16777216.0f) t[(int)(f[i] * (256 / 16777216.0f))]++;
        return t; }, [](table a, const table &b) { for (int i = 0; i < 256; i++) a[i] += b[i]; return a; }), bins[17])
}
"""


# The same calls of cuBLAS and cuFFT, and of OpenBLAS and FFTW from C: the best of many, after some that plan and load.
CLOCK = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void) { struct timespec t; clock_gettime(TIMER, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
#define ROW(name, size, many, work) { double best = 1e9; for (int r = 0; r < 12; r++) { double t = now(); for (int i = 0; i < (many); i++) { work; } t = (now() - t) / (many); if (r > 1 && t < best) best = t; } printf("%s_%d %.9f 0\n", name, size, best); }
static int sizes[] = {64, 128, 256, 512, 1024}, lengths[] = {64, 1000, 4096, 65536, 1048576};
#define MANY(cost) ((cost) > 2e7 ? 1 : (int)(2e7 / (cost)))
""".replace("TIMER", TIMER)
CALLS = CLOCK + r"""
#include <cublas_v2.h>
#include <cufft.h>
int main() {
    double *a, *b, *c, one = 1, zero = 0; float onef = 1, zerof = 0;
    cudaMallocManaged(&a, 1 << 24); cudaMallocManaged(&b, 1 << 24); cudaMallocManaged(&c, 1 << 24);
    for (int i = 0; i < 1 << 21; i++) a[i] = b[i] = c[i] = 1.0 / (1 + i);
    cublasHandle_t h; cublasCreate(&h);
    for (int n : sizes) ROW("dgemm", n, MANY(2.0 * n * n * n / 10), cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n))
    for (int n : sizes) ROW("sgemv", n, MANY(2.0 * n * n), cublasSgemv(h, CUBLAS_OP_N, n, n, &onef, (float *)a, n, (float *)b, 1, &zerof, (float *)c, 1))
    for (int n : lengths) {
        cufftHandle plan; cufftPlan1d(&plan, n, CUFFT_Z2Z, 1);
        ROW("fft", n, MANY(50.0 * n), cufftExecZ2Z(plan, (cufftDoubleComplex *)a, (cufftDoubleComplex *)c, CUFFT_FORWARD))
    }
    float *small[3][10000];
    for (int i = 0; i < 10000; i++) for (int k = 0; k < 3; k++) small[k][i] = (float *)(k == 0 ? a : k == 1 ? b : c) + 16 * i;
    float **where; cudaMallocManaged(&where, sizeof small);
    for (int i = 0; i < 30000; i++) where[i] = small[i / 10000][i % 10000];
    ROW("batched", 4, 3, cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &onef, where, 4, where + 10000, 4, &zerof, where + 20000, 4, 10000))
    ROW("loop_of", 4, 1, for (int i = 0; i < 10000; i++) cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &onef, small[0][i], 4, small[1][i], 4, &zerof, small[2][i], 4))
}
"""
DIRECT = CLOCK + r"""
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
void cblas_sgemm(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
void cblas_sgemv(int, int, int, int, float, const float *, int, const float *, int, float, float *, int);
void *fftw_plan_dft_1d(int, void *, void *, int, unsigned);
void fftw_execute(void *); int fftw_init_threads(void); void fftw_plan_with_nthreads(int);
int main(void) {
    double *a = aligned_alloc(4096, 1 << 24), *b = aligned_alloc(4096, 1 << 24), *c = aligned_alloc(4096, 1 << 24);
    for (int i = 0; i < 1 << 21; i++) a[i] = b[i] = c[i] = 1.0 / (1 + i);
    for (int k = 0; k < 5; k++) { int n = sizes[k]; ROW("dgemm", n, MANY(2.0 * n * n * n / 10), cblas_dgemm(102, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n)) }
    for (int k = 0; k < 5; k++) { int n = sizes[k]; ROW("sgemv", n, MANY(2.0 * n * n), cblas_sgemv(102, 111, n, n, 1, (float *)a, n, (float *)b, 1, 0, (float *)c, 1)) }
    fftw_init_threads();
    for (int k = 0; k < 5; k++) { int n = lengths[k]; fftw_plan_with_nthreads(n >= 1 << 17 ? %d : 1); void *plan = fftw_plan_dft_1d(n, a, c, -1, 1u << 6 | 1u << 4); ROW("fft", n, MANY(50.0 * n), fftw_execute(plan)) }
    ROW("batched", 4, 1, for (int i = 0; i < 10000; i++) cblas_sgemm(102, 111, 111, 4, 4, 4, 1, (float *)a + 16 * i, 4, (float *)b + 16 * i, 4, 0, (float *)c + 16 * i, 4))
}
""" % int(THREADS)


def back_ends(folder):
    """The calls of libraries against their back ends: five runs of each program, in turns."""
    ours, theirs, binary = (os.path.join(folder, n) for n in ("calls.cu", "direct.c", "direct"))
    open(ours, "w").write(CALLS)
    open(theirs, "w").write(DIRECT)
    made = subprocess.run(["gcc", "-O2", theirs, "-o", binary, "-l:libopenblas.so.0", "-l:libfftw3_threads.so.3", "-l:libfftw3.so.3", "-lm"], capture_output=True)
    if made.returncode:
        print("OpenBLAS or FFTW is not installed: nothing to compare their calls with")
        return
    best = {}
    for _ in range(5):
        for who, command in (("ours", [HEDDLE, ours]), ("direct", [binary])):
            for name, (seconds, _) in rows_of(command).items():
                best[name, who] = min(seconds, best.get((name, who), 1e9))
    best["loop_of_4", "direct"] = best["batched_4", "direct"]
    print("%-14s%12s%14s%16s" % ("us", "heddle", "directly", "to directly"))
    for (name, who), seconds in best.items():
        if who == "ours":
            print("%-14s%12.2f%14.2f%16.3f" % (name.replace("_", " "), seconds * 1e6, best[name, "direct"] * 1e6, seconds / best[name, "direct"]))


def numpy_rows():
    try:
        import numpy as np
    except ImportError:
        return {}
    rng = np.random.default_rng(1)
    v = rng.integers(-2**31, 2**31, N).astype(np.int32)
    f = rng.integers(0, 1 << 24, N).astype(np.float32)
    work = {"sort": lambda: np.sort(v), "sort float": lambda: np.sort(f), "sort pairs": lambda: np.argsort(v, kind="stable"), "scan": lambda: np.cumsum(v, dtype=np.int32),
            "reduce": lambda: np.sum(v, dtype=np.int32), "select": lambda: v[v < 0], "histogram": lambda: np.histogram(f, 256, (0, 1 << 24))}
    out = {}
    for name, call in work.items():
        best = 1e9
        for _ in range(3):
            start = py_now()
            call()
            best = min(best, py_now() - start)
        out[name] = best
    return out


def rows_of(command):
    out = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if out.returncode:
        raise SystemExit(f"{command} failed: {out.stderr}")
    rows = [line.rsplit(" ", 2) for line in out.stdout.splitlines()]
    return {name: (float(seconds), check) for name, seconds, check in rows}


def first(folder, text):
    path = os.path.join(folder, "first.cu")
    open(path, "w").write(text)
    times = []
    for _ in range(15):
        start = time.perf_counter()
        subprocess.run([HEDDLE, path], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def main():
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs, binary = (os.path.join(folder, n) for n in ("ours.cu", "theirs.cpp", "theirs"))
        open(ours, "w").write(OURS)
        open(theirs, "w").write(THEIRS)
        subprocess.run(["g++", "-O3", "-march=native", "-fopenmp", "-std=c++17", theirs, "-o", binary], check=True)
        a, b, c, d = rows_of([HEDDLE, ours]), rows_of([binary]), numpy_rows(), {}
        with_tbb = os.path.join(folder, "tbb")
        open(with_tbb + ".cpp", "w").write(TBB)
        if subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", with_tbb + ".cpp", "-o", with_tbb, "-ltbb"], capture_output=True).returncode == 0:
            d = rows_of([with_tbb])
        print("%-14s%12s%14s%12s%12s%16s%12s%12s" % ("ms", "heddle", "libstdc++", "NumPy", "oneTBB", "to libstdc++", "to NumPy", "to oneTBB"))
        for name, (seconds, check) in a.items():
            other, other_check = b[name]
            if check != other_check:
                raise SystemExit(f"{name}: results differ: {check} and {other_check}")
            py = c.get(name)
            tbb, tbb_check = d.get(name, (None, check))
            if check != tbb_check:
                raise SystemExit(f"{name}: results differ: {check} and {tbb_check} (oneTBB)")
            shown = lambda x, form: "%.2f" % form(x) if x else "-"
            print("%-14s%12.2f%14.2f%12s%12s%16.2f%12s%12s" % (name, seconds * 1e3, other * 1e3, shown(py, lambda x: x * 1e3), shown(tbb, lambda x: x * 1e3), seconds / other,
                                                               shown(py, lambda x: seconds / x), shown(tbb, lambda x: seconds / x)))
        back_ends(folder)
        empty = first(folder, "#include <cstdio>\nint main() { puts(\"1\"); }\n")
        sort = first(folder, "#include <thrust/device_vector.h>\n#include <thrust/sort.h>\n#include <cstdio>\nint main() { thrust::device_vector<int> v(5); v[0] = 3; "
                             "thrust::sort(v.begin(), v.end()); printf(\"%d\\n\", (int)v[4]); }\n")
        print("first sort %.1f ms, an empty program %.1f ms" % (sort, empty))


main()
