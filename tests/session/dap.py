#!/usr/bin/env python3
"""`heddle --dap` as an editor uses it: breakpoints, stops, stacks, variables, steps both ways, threads, faults, the program's output."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import queue

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
PATIENCE = 60

PROGRAM = """\
#include <cstdio>
struct point { int x; float y; };
__device__ float square(float v) {
    float r = v * v;
    return r;
}
__global__ void scale(float *a, int n) {
    __shared__ float tile[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = a[i];
    __syncthreads();
    if (i < n) a[i] = square(tile[threadIdx.x]);
}
int total(const point *p, int n) {
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += p[k].x;
    return sum;
}
__global__ void bad(int *p) { p[threadIdx.x] = 1; }
int main(int argc, char **argv) {
    point ps[3] = {{1, 0.5f}, {2, 1.5f}, {3, 2.5f}};
    printf("total %d, %d arguments\\n", total(ps, 3), argc);
    float *a;
    cudaMallocManaged(&a, 8 * sizeof(float));
    for (int k = 0; k < 8; k++) a[k] = k;
    scale<<<2, 4>>>(a, 8);
    cudaDeviceSynchronize();
    printf("a[6] = %g\\n", a[6]);
    return 3;
}
"""


class Client:
    def __init__(self):
        self.process = subprocess.Popen([HEDDLE, "--dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq = 0
        self.events = queue.Queue()
        self.replies = queue.Queue()
        self.output = ""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        out = self.process.stdout
        while True:
            length = 0
            while (line := out.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            message = json.loads(out.read(length))
            if message["type"] == "response":
                self.replies.put(message)
            elif message["event"] == "output":
                if message["body"]["category"] != "console":
                    self.output += message["body"]["output"]
            else:
                self.events.put(message)

    def ask(self, command, good=True, **arguments):
        self.seq += 1
        text = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()
        reply = self.replies.get(timeout=PATIENCE)
        assert reply["request_seq"] == self.seq and reply["command"] == command, reply
        assert reply["success"] == good, reply
        return reply.get("body", {}) if good else reply["message"]

    def event(self, name):
        while True:
            event = self.events.get(timeout=PATIENCE)
            if event["event"] == name:
                return event["body"]

    def stop(self, reason):
        body = self.event("stopped")
        assert body["reason"] == reason, body
        return body

    def stack(self):
        return [(f["name"].split("  ")[0], f["line"]) for f in self.ask("stackTrace", threadId=1)["stackFrames"]]

    def locals(self, scope=0, frame=1):
        scopes = self.ask("scopes", frameId=frame)["scopes"]
        return {v["name"]: v for v in
                self.ask("variables", variablesReference=scopes[scope]["variablesReference"])["variables"]}

    def value(self, text):
        return self.ask("evaluate", expression=text, frameId=1, context="watch")["result"]


def same(a, b):
    assert a == b, f"{a!r}, not {b!r}"


def begin(path, lines, filters=()):
    c = Client()
    assert c.ask("initialize", adapterID="heddle")["supportsStepBack"]
    c.event("initialized")
    c.ask("launch", program=path, args=["one", "two"])
    points = c.ask("setBreakpoints", source={"path": path}, breakpoints=lines)["breakpoints"]
    assert all(p["verified"] for p in points), points
    c.ask("setExceptionBreakpoints", filters=list(filters))
    c.ask("configurationDone")
    return c


def end(c, status):
    same(c.event("exited")["exitCode"], status)
    c.event("terminated")
    c.ask("disconnect")
    same(c.process.wait(PATIENCE), 0)


def walk(path):
    c = begin(path, [{"line": 17, "condition": "k == 2"}, {"line": 12}])
    c.stop("breakpoint")
    same(c.stack(), [("total", 17), ("main", 23)])
    variables = c.locals()
    same(variables["sum"]["value"], "3")
    same(variables["k"]["value"], "2")
    parts = c.ask("variables", variablesReference=variables["p"]["variablesReference"])["variables"]
    same([v["name"] for v in parts], ["[0]"])
    fields = c.ask("variables", variablesReference=parts[0]["variablesReference"])["variables"]
    same([(v["name"], v["value"]) for v in fields], [("x", "1"), ("y", "0.5")])
    same(c.value("p[k].y * 2"), "5.0")
    same(c.ask("setVariable", variablesReference=1, name="sum", value="10")["value"], "10")
    c.ask("continue", threadId=1)
    c.stop("breakpoint")
    same(c.stack()[0], ("scale", 12))
    same(c.locals(1)["tile"]["value"], "{0.0, 1.0, 2.0, 3.0}")
    threads = c.ask("threads")["threads"]
    same(threads, [{"id": 1, "name": "block (0,0,0), thread (3,0,0)"}])
    c.ask("stepIn", threadId=1)
    c.stop("step")
    same(c.stack()[0], ("square", 4))
    c.ask("next", threadId=1)
    c.stop("step")
    same(c.stack()[0], ("square", 5))
    same(c.value("r"), "9.0")
    offered = [t["label"] for t in c.ask("completions", text="ti", column=3)["targets"]]
    assert offered[0] == "tile", offered
    assert "until" in [t["label"] for t in c.ask("completions", text="un", column=3)["targets"]]
    assert "until" not in [t["label"] for t in c.ask("completions", text="1 + un", column=7)["targets"]]
    c.ask("stepBack", threadId=1)
    c.stop("step")
    same(c.stack()[0], ("square", 4))
    c.ask("stepOut", threadId=1)
    c.stop("step")
    same(c.stack()[0], ("scale", 12))
    assert "not declared" in c.ask("evaluate", good=False, expression="nothing + 1", frameId=1, context="watch")
    c.ask("setBreakpoints", source={"path": path}, breakpoints=[])
    c.ask("evaluate", expression="focus 1,0,0 2,0,0", frameId=1, context="repl")
    c.stop("step")
    same(c.value("threadIdx.x + 10 * blockIdx.x"), "12")
    same(c.stack()[0][0], "scale")
    assert "float r = v * v" in c.ask("source", source={"path": path}, sourceReference=0)["content"]
    c.ask("continue", threadId=1)
    end(c, 3)
    same(c.output, "total 13, 3 arguments\na[6] = 36\n")


def fault(folder):
    path = os.path.join(folder, "bad.cu")
    with open(path, "w") as file:
        file.write("__global__ void bad(int *p) {\n    int i = threadIdx.x;\n    p[i] = 1;\n}\n"
                   "int main() {\n    bad<<<1, 2>>>(nullptr);\n    return cudaDeviceSynchronize() != 0;\n}\n")
    c = begin(path, [], ["faults"])
    assert "null pointer" in c.stop("exception")["text"]
    same(c.stack()[0], ("bad", 3))
    same(c.value("i"), "0")
    c.ask("continue", threadId=1)
    end(c, 1)


def leave(path):
    c = begin(path, [{"line": 15}])
    c.stop("breakpoint")
    c.ask("disconnect")
    same(c.process.wait(PATIENCE), 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.cu")
        with open(path, "w") as file:
            file.write(PROGRAM)
        walk(path)
        fault(folder)
        leave(path)


if __name__ == "__main__":
    sys.exit(main())
