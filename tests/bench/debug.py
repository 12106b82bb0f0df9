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
BOUND = {"stop": 0.1, "step": 0.01, "back": 1.0}


def timed(client, reason, command, **arguments):
    begin = time.perf_counter()
    client.ask(command, **arguments)
    client.stop(reason)
    return time.perf_counter() - begin


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
        if late and os.environ.get("BOUNDS"):
            raise SystemExit("too long: " + ", ".join(late))


main()
