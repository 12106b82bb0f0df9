#!/usr/bin/env python3
"""`heddle --dap` as an editor uses it: breakpoints, stops, stacks, variables, steps both ways, threads, faults, the program's output."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
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


def conditions(path):
    """What does not hold is said: at once where the function is known, when the program has been read otherwise."""
    c = begin(path, [{"line": 17, "condition": "k == 2"}, {"line": 12, "condition": "k == 2"}, {"line": 5, "condition": "r >"}])
    told = {}
    while len(told) < 2:
        point = c.event("breakpoint")["breakpoint"]
        told[point["id"]] = (point["verified"], point["message"])
    assert all(not verified for verified, _ in told.values()), told
    texts = " ".join(text for _, text in told.values())
    assert "`scale`: `k` is not declared" in texts and "line 5 of `square`: expected" in texts, texts
    c.stop("breakpoint")
    same(c.stack()[0], ("total", 17))
    points = c.ask("setBreakpoints", source={"path": path}, breakpoints=[
        {"line": 12, "condition": "sum == 2"}, {"line": 12, "condition": "i == 6 && tile[0] == 4"}])["breakpoints"]
    same([p["verified"] for p in points], [False, True])
    assert "`sum`" in points[0]["message"], points
    points = c.ask("setFunctionBreakpoints", breakpoints=[{"name": "square", "condition": "v == n"}])["breakpoints"]
    same(points[0]["verified"], False)
    hit = c.ask("setBreakpoints", source={"path": path}, breakpoints=[
        {"line": 12, "condition": "sum == 2"}, {"line": 12, "condition": "i == 6 && tile[0] == 4"}])["breakpoints"][1]["id"]
    c.ask("continue", threadId=1)
    same(c.stop("breakpoint")["hitBreakpointIds"], [hit])
    same((c.stack()[0], c.value("i")), (("scale", 12), "6"))
    c.ask("continue", threadId=1)
    end(c, 3)


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
    same(threads, [{"id": 1, "name": "block (0,0,0), thread (3,0,0)"},
                   {"id": 2, "name": "block (0,0,0), thread (0,0,0), ready to go on (of 3)"}])
    frames = c.ask("stackTrace", threadId=2)["stackFrames"]
    same([(f["name"].split()[0], f["line"]) for f in frames], [("scale", 11), ("main", 27)])
    same(c.ask("evaluate", expression="i + 20", frameId=frames[0]["id"], context="watch")["result"], "20")
    same(c.value("i"), "3")
    # `why` is a question like others: nothing has moved, as far as the editor knows.
    why = c.ask("evaluate", expression="why tile[3]", frameId=1, context="repl")["result"]
    assert why.startswith("tile[3]: ") and "-> 3.0 at" in why and "by block (0,0,0), thread (3,0,0)" in why, why
    assert c.events.empty()
    same(c.stack()[0], ("scale", 12))
    same(c.locals(1)["tile"]["value"], "{0.0, 1.0, 2.0, 3.0}")
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
    c.ask("next", threadId=2) # steps that thread, which is at the breakpoint then
    c.stop("breakpoint")
    same((c.stack()[0], c.value("threadIdx.x")), (("scale", 12), "0"))
    c.ask("evaluate", expression="focus 1,0,0 2,0,0", frameId=1, context="repl") # nobody stops at the breakpoint on the way
    c.stop("step")
    same(c.value("threadIdx.x + 10 * blockIdx.x"), "12")
    same(c.stack()[0][0], "scale")
    c.ask("setBreakpoints", source={"path": path}, breakpoints=[])
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


def beyond(path):
    """A breakpoint behind the end of the file is told to be none."""
    c = Client()
    c.ask("initialize", adapterID="heddle")
    points = c.ask("setBreakpoints", source={"path": path}, breakpoints=[{"line": 12}, {"line": 400}])["breakpoints"]
    same([p["verified"] for p in points], [True, False])
    same(points[1]["message"], "the file has no such line")
    c.ask("disconnect")
    same(c.process.wait(PATIENCE), 0)


def leave(path):
    c = begin(path, [{"line": 15}])
    c.stop("breakpoint")
    c.ask("disconnect")
    same(c.process.wait(PATIENCE), 0)


VALUES = """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>
#include <unistd.h>
struct point { int x; float y; };
struct shape { point corners[2]; const char *name; unsigned small : 3; };
int shown(std::vector<int> &v, shape *s) {
    std::map<int, std::string> names;
    names[1] = "one";
    names[2] = "two";
    int last = 0;
    for (int k = 0; k < 6; k++) {
        last = v[k] + s->corners[1].x;
        memset(&v[0], last, 4);
    }
    return last;
}
int main(int argc, char **argv) {
    char folder[256];
    std::vector<int> v(1000);
    for (int k = 0; k < 1000; k++) v[k] = k;
    shape s = {{{1, 0.5f}, {2, 1.5f}}, "two", 5};
    printf("%s %s\\n", strrchr(getcwd(folder, 256), '/'), getenv("HUE"));
    int n = shown(v, &s);
    printf("last %d, y %g\\n", n, s.corners[1].y);
    if (argc > 1) for (volatile int busy = 1; busy; busy++) usleep(1000), busy == 9 && puts("busy");
    return n;
}
"""


def values(folder):
    """What has parts: by pages, at every depth; changes of parts; values of expressions; watched memory; messages instead of stops."""
    path, inner = os.path.join(folder, "values.cu"), os.path.join(folder, "inner")
    with open(path, "w") as file:
        file.write(VALUES)
    os.mkdir(inner)
    c = Client()
    c.ask("initialize", adapterID="heddle", clientID="vscode", linesStartAt1=True, columnsStartAt1=True)
    assert "can be read" in c.ask("launch", good=False, program="/nowhere.cu")
    c.ask("launch", program=path, cwd=inner, env={"HUE": "blue"}, stopOnEntry=True)
    c.ask("setBreakpoints", source={"path": path},
          breakpoints=[{"line": 16, "hitCondition": "% 3"}, {"line": 17, "logMessage": "turn {k}: {v[k] * 2}"}])
    points = c.ask("setFunctionBreakpoints", breakpoints=[{"name": "shown", "hitCondition": "== 7"}, {"name": "nobody"}])["breakpoints"]
    same([p["verified"] for p in points], [False, False]) # the program has not been read
    assert "no function has this name" in points[1]["message"], points
    c.ask("configurationDone")
    same(c.event("breakpoint")["breakpoint"], {"id": points[0]["id"], "verified": True})
    c.stop("entry")
    points = c.ask("setFunctionBreakpoints", breakpoints=[{"name": "shown", "hitCondition": "== 7"}, {"name": "nobody"}])["breakpoints"]
    same([p["verified"] for p in points], [True, False])
    same(c.stack()[0][0], "main")
    c.ask("continue", threadId=1)
    c.stop("breakpoint")
    variables = c.locals()
    same(variables["k"]["value"], "2")
    part = lambda v, name, **page: {p["name"]: p for p in c.ask(
        "variables", variablesReference=v["variablesReference"], **page)["variables"]}[name]
    same(variables["v"]["indexedVariables"], 1000)
    row = part(variables["v"], "[731]", start=700, count=100)
    same((row["value"], row["evaluateName"]), ("731", "v[731]"))
    same(c.ask("setVariable", variablesReference=variables["v"]["variablesReference"], name="[731]", value="-1")["value"], "-1")
    same(c.value("v[731]"), "-1")
    s = part(variables["s"], "[0]")
    corner = part(part(s, "corners"), "[1]")
    same(corner["evaluateName"], "s[0].corners[1]")
    same(c.ask("setVariable", variablesReference=corner["variablesReference"], name="y", value="2.5 + k")["value"], "4.5")
    same(part(s, "small")["value"], "5")
    same(part(part(variables["names"], "[1]"), "second")["value"], '"two"')
    result = c.ask("evaluate", expression="s->corners[1]", frameId=1, context="hover")
    same(part(result, "x")["value"], "2")
    assert result["type"] == "point", result
    same(c.ask("setExpression", expression="last", value="k * 50", frameId=1)["value"], "100")
    same(c.ask("evaluate", expression="k + 1", frameId=1, context="repl")["result"], "3")
    data = c.ask("dataBreakpointInfo", variablesReference=variables["v"]["variablesReference"], name="[0]")
    same(c.ask("setDataBreakpoints", breakpoints=[{"dataId": data["dataId"], "accessType": "write"}])["breakpoints"],
         [{"verified": True}])
    c.ask("continue", threadId=1)
    c.stop("data breakpoint")
    assert not c.ask("exceptionInfo", good=False, threadId=1).startswith("this request")
    c.ask("setDataBreakpoints", breakpoints=[])
    c.ask("setBreakpoints", source={"path": path}, breakpoints=[])
    c.ask("continue", threadId=1)
    same(c.event("exited")["exitCode"], 7)
    c.event("terminated")
    same(c.output, "/inner blue\nturn 0: 0\nturn 1: 2\nturn 2: 4\nlast 7, y 4.5\n")
    c.ask("disconnect")
    same(c.process.wait(PATIENCE), 0)


def hits(folder):
    """Conditions on how often a line was reached: where the program stops with each, by the number of the turn."""
    path = os.path.join(folder, "hits.cu")
    with open(path, "w") as file:
        file.write("int main() {\n    int sum = 0;\n    for (int k = 1; k <= 6; k++)\n        sum += k;\n    return sum;\n}\n")
    for condition, turns in [("> 2", [3, 4, 5, 6]), (">= 5", [5, 6]), ("< 3", [1, 2]), ("<= 1", [1]), ("== 4", [4]), ("= 2", [2]),
                             ("% 3", [3, 6]), ("5", [5, 6]), (" >5 ", [6]), ("> 6", [])]:
        c = Client()
        c.ask("initialize", adapterID="heddle", clientID="vscode", linesStartAt1=True, columnsStartAt1=True)
        c.ask("launch", program=path)
        c.ask("setBreakpoints", source={"path": path}, breakpoints=[{"line": 4, "hitCondition": condition}])
        c.ask("configurationDone")
        for turn in turns:
            c.stop("breakpoint")
            same((condition, c.locals()["k"]["value"]), (condition, str(turn)))
            c.ask("continue", threadId=1)
        same(c.event("exited")["exitCode"], 21)
        c.ask("disconnect")
        same(c.process.wait(PATIENCE), 0)


def ending(folder):
    """pause, terminate and restart of a program that runs for ever, stopped or not."""
    path = os.path.join(folder, "values.cu")
    c = Client()
    c.ask("initialize", adapterID="heddle")
    c.ask("launch", program=path, args=["busy"])
    c.ask("configurationDone")
    running = lambda: "busy" in c.output
    wait_until(running)
    c.ask("pause", threadId=1)
    c.stop("pause")
    same(c.stack(), [("main", 29)])
    assert int(c.value("busy")) > 8
    c.output = ""
    c.ask("restart")
    wait_until(running)
    c.ask("pause", threadId=1)
    c.stop("pause")
    c.ask("continue", threadId=1)
    c.output = ""
    c.ask("restart", arguments={"program": path, "args": []})
    same(c.event("exited")["exitCode"], 7)
    c.event("terminated")
    c.output = ""
    c.ask("restart", arguments={"program": path, "args": ["busy"], "noDebug": True})
    wait_until(running)
    c.ask("terminate")
    c.event("exited")
    c.event("terminated")
    c.ask("disconnect")
    same(c.process.wait(PATIENCE), 0)


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, condition
        time.sleep(0.01)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.cu")
        with open(path, "w") as file:
            file.write(PROGRAM)
        walk(path)
        conditions(path)
        fault(folder)
        leave(path)
        beyond(path)
        values(folder)
        hits(folder)
        ending(folder)


if __name__ == "__main__":
    sys.exit(main())
