"""What waiting for the debugger is like: a stop in a kernel of a million threads, steps, going back, in the time until the editor is told.

Over the Debug Adapter Protocol, as an editor sees it. `stop`: from a host function's line, the launch, to the kernel's first line (its code
for the debugger is made on the way). `thread`: to the last thread of the grid, for which all others run first. `back` is asked for there: only its
block runs again. `reverse`: to a breakpoint that thread 0 has hit, so that the launch runs again from its beginning.

usage: tools/bench debug    BOUNDS=1 as environment variable: fails beyond 100 ms for a stop, 10 ms for a step, 1 s for `back`
"""
import os, statistics, sys, tempfile, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../session"))
import dap

PROGRAM = """\
__device__ float curve(float v) {
    float r = v * v;
    return r - v;
}
__global__ void fill(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float t = a[i];
        a[i] = curve(t) + 1;
    }
}
int main() {
    const int n = 1 << 20;
    float *a;
    cudaMalloc(&a, n * sizeof(float));
    fill<<<n / 256, 256>>>(a, n);
    return cudaDeviceSynchronize();
}
"""
HEAVY = """\
__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float s[16][16], t[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        s[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += s[threadIdx.y][j] * t[j][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
__global__ void rounds(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i;
    for (int k = 0; k < n; k++)
        x = x * 0.5f + 1;
    a[i] = x;
}
int main() {
    const int n = 1024;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * n * sizeof(float));
    cudaMallocManaged(&b, n * n * sizeof(float));
    cudaMallocManaged(&c, n * n * sizeof(float));
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    rounds<<<n * n / 256, 256>>>(c, 10000);
    return cudaDeviceSynchronize();
}
"""
LONG = """\
__global__ void meet(float *a, int n) {
    __shared__ float s[256];
    float x = threadIdx.x;
    for (int k = 0; k < n; k++) {
        s[threadIdx.x] = x;
        __syncthreads();
        x = s[(threadIdx.x + 1) % 256] * 0.5f;
        __syncthreads();
    }
    a[blockIdx.x * 256 + threadIdx.x] = x;
}
long walk(long n) {
    long sum = 0;
    for (long k = 0; k < n; k++) {
        sum += k;
        sum ^= 3;
    }
    return sum;
}
int main() {
    float *a;
    cudaMallocManaged(&a, (1 << 20) * sizeof(float));
    meet<<<4096, 256>>>(a, 10000);
    cudaDeviceSynchronize();
    return walk(10000000) == 0;
}
"""
BOUND = {"stop": 0.1, "step": 0.01, "back": 1.0}


def timed(client, reason, command, **arguments):
    begin = time.perf_counter()
    client.ask(command, **arguments)
    client.stop(reason)
    return time.perf_counter() - begin


def long():
    """`meet`: behind 20,000 barriers, in a grid of a million threads; `walk`: host code behind thirty million statements."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "long.cu")
        with open(path, "w") as file:
            file.write(LONG)
        client = dap.begin(path, [{"line": 10}, {"line": 18}])
        begin, times = time.perf_counter(), {}
        for name in ("meet", "walk"):
            client.stop("breakpoint")
            times[f"{name} there"] = time.perf_counter() - begin
            times[f"{name} back"] = timed(client, "step", "stepBack", threadId=1)
            times[f"{name} line"] = timed(client, "step", "stepBack", threadId=1)
            client.ask("setBreakpoints", source={"path": path}, breakpoints=[{"line": 18}])
            begin = time.perf_counter()
            client.ask("continue", threadId=1)
        for name, seconds in times.items():
            print(f"{name:14} {seconds * 1e3:9.2f} ms")
        client.ask("disconnect", terminateDebuggee=True)
        client.process.stdin.close()
        client.process.wait(60)
        return [name for name, t in times.items() if t > 1.0 and "there" not in name]


def heavy():
    """`product`: at the end of a thread; `rounds`: behind a long loop."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "heavy.cu")
        with open(path, "w") as file:
            file.write(HEAVY)
        client = dap.begin(path, [{"line": 13}, {"line": 20}])
        client.stop("breakpoint")
        times = {}
        for name in ("product", "rounds"):
            times[f"{name} step"] = timed(client, "step", "next", threadId=1)
            times[f"{name} back"] = timed(client, "step", "stepBack", threadId=1)
            times[f"{name} line"] = timed(client, "step", "stepBack", threadId=1)
            if name == "product":
                client.ask("setBreakpoints", source={"path": path}, breakpoints=[{"line": 20}])
                client.ask("continue", threadId=1)
                client.stop("breakpoint")
        for name, seconds in times.items():
            print(f"{name:14} {seconds * 1e3:9.2f} ms")
        client.ask("disconnect", terminateDebuggee=True)
        client.process.stdin.close()
        client.process.wait(60)
        return [name for name, t in times.items() if t > (0.01 if "step" in name else 1.0)]


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "million.cu")
        with open(path, "w") as file:
            file.write(PROGRAM)
        client = dap.begin(path, [{"line": 16}, {"line": 6, "condition": "blockIdx.x == 0 && threadIdx.x == 0"}])
        client.stop("breakpoint")
        times = {"stop": timed(client, "breakpoint", "continue", threadId=1)}
        steps = [timed(client, "step", "next", threadId=1) for _ in range(3)]
        times["step"] = statistics.median(steps)
        times["step in"] = timed(client, "step", "stepIn", threadId=1)
        times["out"] = timed(client, "step", "stepOut", threadId=1)
        times["thread"] = timed(client, "step", "evaluate", expression="focus 4095,0,0 255,0,0", frameId=1, context="repl")
        timed(client, "step", "next", threadId=1)
        timed(client, "step", "next", threadId=1)
        times["back"] = timed(client, "step", "stepBack", threadId=1)
        times["reverse"] = timed(client, "step", "reverseContinue", threadId=1)
        for name, seconds in times.items():
            print(f"{name:8} {seconds * 1e3:9.2f} ms")
        client.ask("disconnect", terminateDebuggee=True)
        client.process.stdin.close()
        client.process.wait(20)
        late = [name for name, bound in BOUND.items() if times[name] > bound]
        late += heavy() + long()
        if late and os.environ.get("BOUNDS"):
            raise SystemExit("too long: " + ", ".join(late))


main()
