"""From a program's text to its first results: kernels that are heavy in their first launches.

Each program launches its kernel a few times and times the launches itself; shown are the whole process (from its start to the
first result) and the launches one after the other, medians of several runs. Nothing is compared with other tools: the figure to
watch is the first launch over the last. The rows `start_...` are whole programs that do nothing: without headers, with all of
C++'s that there are, and with some that are used; what all of them add to none is to stay below 30 ms.

usage: tools/bench first [FILTER]...     ROUNDS=5 as an environment variable
"""
import os, statistics, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
LAUNCHES = 5

FRAME = """#include <cstdio>
#include <ctime>
static double now() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e3 + t.tv_nsec * 1e-6; }
%s
int main() {
    float *in, *out;
    cudaMallocManaged(&in, 4 << 20);
    cudaMallocManaged(&out, 4 << 20);
    for (int i = 0; i < 1 << 20; i++) in[i] = i * 7919 %% 1000;
    for (int k = 0; k < %d; k++) {
        double t = now();
        %s
        cudaDeviceSynchronize();
        printf("%%.3f\\n", now() - t);
    }
}
"""

KERNELS = {
    # dynamic programming: local arrays, loops in loops
    "smith_waterman": ("""__global__ void kernel(const float *a, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float row[65] = {0}, best = 0;
    for (int y = 0; y < n; y++) {
        float diagonal = 0, left = 0;
        for (int k = 1; k <= 64; k++) {
            float s = diagonal + (a[(i + k) % 997] == a[(i * 7 + y) % 991] ? 2 : -1);
            float v = fmaxf(fmaxf(0, s), fmaxf(row[k], left) - 1);
            diagonal = row[k];
            row[k] = left = v;
            best = fmaxf(best, v);
        }
    }
    out[i] = best;
}""", "kernel<<<128, 256>>>(in, out, 40);"),
    "long_loop": ("""__global__ void kernel(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = i;
    for (int k = 0; k < n; k++) s = s * 0.999f + k;
    out[i] = s;
}""", "kernel<<<120, 256>>>(out, 2000);"),
    "long_loop_4x": ("""__global__ void kernel(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = i;
    for (int k = 0; k < n; k++) s = s * 0.999f + k;
    out[i] = s;
}""", "kernel<<<480, 256>>>(out, 2000);"),
    "reduction": ("""__global__ void kernel(const float *in, float *out, int n) {
    __shared__ float s[256];
    float v = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) v += in[i % 1000000];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = 128; k; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (!threadIdx.x) out[blockIdx.x] = s[0];
}""", "kernel<<<240, 256>>>(in, out, 10000000);"),
    "few_blocks": ("""__global__ void kernel(float *out, int n) {
    float s = threadIdx.x;
    for (int k = 0; k < n; k++) s = s * 0.999f + k;
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}""", "kernel<<<4, 256>>>(out, 60000);"),
    "small": ("""__global__ void kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 2;
}""", "kernel<<<4, 256>>>(in, out, 1000);"),
}


def headers():
    folder = os.path.join(ROOT, "core", "front", "headers")
    return [n for n in sorted(os.listdir(folder)) if "." not in n and os.path.isfile(os.path.join(folder, n))]


STARTS = {
    "start_none": "int main() { return 0; }\n",
    "start_all": "".join("#include <%s>\n" % n for n in headers() + ["cstdio", "cstdlib", "cstring", "cmath"]) + "int main() { return 0; }\n",
    "start_used": """#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>
using namespace std;
int main() {
    vector<int> v{1, 2};
    map<string, int> m{{"a", 1}};
    mt19937 r;
    cout << v.size() + m.size() + r() % 2 << endl;
}
""",
}


def starts(path, rounds):
    for name, text in STARTS.items():
        if sys.argv[1:] and not any(w in name for w in sys.argv[1:]):
            continue
        with open(path, "w") as f:
            f.write(text)
        times = []
        for _ in range(rounds):
            begin = time.perf_counter()
            subprocess.run([HEDDLE, path], capture_output=True, check=True)
            times.append((time.perf_counter() - begin) * 1e3)
        print("%-20s%10.2f" % (name, statistics.median(times)), flush=True)


def main():
    rounds = int(os.environ.get("ROUNDS", "5"))
    print("medians of %d, ms%s" % (rounds, "".join("%10s" % ("launch %d" % (k + 1)) for k in range(LAUNCHES))))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.cu")
        starts(path, rounds)
        for name, (kernel, launch) in KERNELS.items():
            if sys.argv[1:] and not any(w in name for w in sys.argv[1:]):
                continue
            with open(path, "w") as f:
                f.write(FRAME % (kernel, LAUNCHES, launch))
            runs = []
            for _ in range(rounds):
                out = subprocess.run([HEDDLE, path], capture_output=True, text=True)
                times = [float(line) for line in out.stdout.split()]
                if len(times) != LAUNCHES:
                    raise SystemExit("%s: %s" % (name, out.stdout + out.stderr))
                runs.append(times)
            print("%-20s%s" % (name, "".join("%10.2f" % statistics.median(r[k] for r in runs) for k in range(LAUNCHES))), flush=True)


main()
