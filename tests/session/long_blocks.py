#!/usr/bin/env python3
"""A launch of few blocks that are known to be long gets full code at once; others begin in quick code.

With one thread nobody makes full code beside a launch, so HEDDLE_LANES_DEBUG tells what the launch itself asked for.
"""
import os, re, subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")

# name, parameters and body of a kernel, what is launched, whether it is long
KERNELS = [
    ("counted", "int n", "for (int k = 0; k < n; k++) s = s * 0.5f + k;", "<<<1, 64>>>(out, 100000)", True),
    ("counted_little", "int n", "for (int k = 0; k < n; k++) s = s * 0.5f + k;", "<<<1, 64>>>(out, 10)", False),
    ("from_above", "long n", "for (long k = n; k > 0; k -= 2) s += k;", "<<<1, 64>>>(out, 200000)", True),
    ("nested", "unsigned short n, int m", "for (int y = 0; y < n; y++) for (int x = 0; x != m; ++x) s += x * y;", "<<<1, 64>>>(out, 300, 300)", True),
    ("nested_little", "short n, int m", "for (int y = 0; y < n; y++) for (int x = 0; x < m; ++x) s += x * y;", "<<<1, 64>>>(out, -300, 30000)", False),
    ("constant", "int n", "const int turns = 1 << 17; for (int k = 0; k < turns / 2; k++) s += k;", "<<<1, 64>>>(out, 1)", True),
    ("stride", "int n", "for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += i;", "<<<1, 64>>>(out, 8000000)", True),
    ("stride_little", "int n", "int step = blockDim.x * gridDim.x; for (int i = threadIdx.x; i < n; i += step) s += i;", "<<<1, 64>>>(out, 100000)", False),
    ("while", "int n", "int k = 0; while (k < n) { s = s * 0.5f + k; k++; }", "<<<1, 64>>>(out, 100000)", True),
    ("halves", "int n", "for (int k = n; k > 0; k /= 2) s += k;", "<<<1, 64>>>(out, 100000000)", False),
    ("no_loop", "int n", "s = n;", "<<<1, 64>>>(out, 100000000)", False),
    ("until_zero", "int n", "while (n--) s += n;", "<<<1, 64>>>(out, 3)", False),
]


def main():
    cells = ["%config threads 1", "float *out; cudaMallocManaged(&out, 4096);"]
    for name, params, body, launch, _ in KERNELS:
        cells.append("__global__ void %s_(float *out, %s) { float s = threadIdx.x; %s out[threadIdx.x] = s; }" % (name, params, body))
        cells.append("%s_%s; cudaDeviceSynchronize();" % (name, launch))
    done = subprocess.run([HEDDLE, "-"], input="\n".join(cells) + "\n", capture_output=True, text=True,
                          env=dict(os.environ, HEDDLE_LANES_DEBUG="1", HEDDLE_CACHE="0"), timeout=300)
    made = set(re.findall(r"\[lanes: (\w+)_:", done.stderr + done.stdout))
    for name, _, _, _, is_long in KERNELS:
        if (name in made) == is_long:
            print("ok %s" % name)
        else:
            print("not ok %s: full code was %smade for its first launch\n    %s" % (
                name, "" if name in made else "not ", done.stdout.strip().replace("\n", "\n    ")))
    # An array of arguments that cannot be read is the program's fault, and the session goes on.
    wild = ["__global__ void wild(float *out, int n) { for (int k = 0; k < n; k++) out[0] += k; }",
            "{ void *args[2] = {&out, (void *)16}; cudaLaunchKernel((void *)wild, dim3(1), dim3(32), args, 0, 0); }",
            "printf(\"goes on\\n\");"]
    done = subprocess.run([HEDDLE, "-"], input="\n".join(cells[:2] + wild) + "\n", capture_output=True, text=True,
                          env=dict(os.environ, HEDDLE_CACHE="0"), timeout=60)
    print("ok wild arguments" if "goes on" in done.stdout and "16" not in done.stdout.split("goes on")[1]
          else "not ok wild arguments: %s" % done.stdout.replace("\n", "\n    "))


main()
