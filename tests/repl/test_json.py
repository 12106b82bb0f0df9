#!/usr/bin/env python3
"""heddle --json: requests and events, as doc/json.md says. Prints `ok NAME` or `not ok NAME` per check."""

import json
import os
import subprocess
import sys

HEDDLE = os.environ.get("HEDDLE", "build/heddle")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENV = {**os.environ, "HEDDLE_DEVICE": "cpu"}


class Session:
    def __init__(self):
        self.process = subprocess.Popen([HEDDLE, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENV)
        self.next = 0
        assert self.event()["event"] == "ready"

    def event(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"event": "end"}

    def send(self, op, **members):
        self.next += 1
        self.process.stdin.write(json.dumps({"id": self.next, "op": op, **members}) + "\n")
        self.process.stdin.flush()
        return self.next

    def until(self, wanted):
        """The events up to the first that `wanted` says yes to."""
        events = []
        while not events or not (wanted(events[-1]) or events[-1]["event"] == "end"):
            events.append(self.event())
        return events

    def run(self, code, **members):
        number = self.send("execute", code=code, **members)
        return self.until(lambda e: e["event"] == "done" and e["id"] == number)

    def ask(self, op, **members):
        number = self.send(op, **members)
        return self.until(lambda e: e["event"] == "reply" and e["id"] == number)[-1]

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)


def value(events):
    return next((e.get("value", "none") for e in events if e["event"] == "result"), "no result")


def text(events, stream="stdout"):
    return "".join(e["text"] for e in events if e["event"] == "output" and e["stream"] == stream)


def values(s):
    assert value(s.run("1 + 1")) == 2
    assert value(s.run("float v[3] = {1, 2.5f}; v")) == [1, 2.5, 0]
    assert value(s.run("struct P { int n; struct { bool b; } in; char s[4]; unsigned u : 3; } p = {7, {true}, \"ab\", 5}; p")) == \
        {"n": 7, "in": {"b": True}, "s": "ab", "u": 5}
    assert value(s.run("-1.0 / 0")) == "-inf"
    assert value(s.run("18446744073709551615ul")) == "18446744073709551615"
    assert value(s.run("(short)-3")) == -3
    assert value(s.run("(int *)0")) is None
    assert value(s.run("enum color { RED, GREEN } c = GREEN; c")) == "GREEN"
    assert value(s.run("float big[1000000]; big")) == "none"  # too large: only the text
    assert value(s.run("3", values=False)) == "none"


def output(s):
    events = s.run('printf("h\\303"); fflush(stdout); printf("\\251\\n"); fprintf(stderr, "err\\n");')
    assert text(events) == "hé\n" and text(events, "stderr") == "err\n", events
    done = events[-1]
    assert done["status"] == "ok" and done["us"] > 0 and done["compile_us"] > 0, done


def diagnostics(s):
    events = s.run("int x = zzz;")
    d = next(e for e in events if e["event"] == "diagnostic")
    assert (d["severity"], d["message"], d["line"], d["column"]) == ("error", "`zzz` is not declared", 1, 9), d
    assert events[-1]["status"] == "error"
    events = s.run("__global__ void k(int *a) { a[threadIdx.x] = 1; }\nint *d; cudaMalloc(&d, 256);\nk<<<1, 65>>>(d); cudaDeviceSynchronize();")
    error = next(e for e in events if e["event"] == "error")
    assert error["block"] == [0, 0, 0] and error["thread"] == [64, 0, 0] and error["line"] == 1, error


def check(s):
    reply = s.ask("check", code="int one = 1;\n%who\nint f(int a) { return b; }")
    assert reply["status"] == "error" and [d["line"] for d in reply["diagnostics"]] == [3], reply
    reply = s.ask("check", code="int fresh = 3; float g(float a) { return a; }")
    assert reply["status"] == "ok" and reply["defines"] == ["fresh", "g"], reply
    assert s.run("fresh")[-1]["status"] == "error"  # nothing was defined


def questions(s):
    s.run("int counter_of_things = 1;")
    reply = s.ask("complete", code="counter_o", cursor=9)
    assert reply["matches"][0]["text"] == "counter_of_things", reply
    assert "int" in s.ask("inspect", code="counter_of_things", cursor=3)["text"]
    assert s.ask("is_complete", code="if (1) {")["status"] == "incomplete"
    assert s.ask("status")["busy"] is False


def completion(s):
    """What is typed is a beginning; else case does not matter, or letters may be scattered. What has the parameter's type comes first."""
    def offered(code):
        reply = s.ask("complete", code=code, cursor=len(code))
        return [m["text"] for m in reply["matches"]], reply["loose"]

    s.run("float *d_a, *d_b; float h[10]; int zeta, alpha; enum class Mode { Fast, Slow }; int run_it(Mode m, int times) { return times; }")
    s.run("struct Point { int first, second; } spot; void take(float *p, int n) { }")
    assert offered("cudaMemcp")[1] is False and offered("cudaMemcp")[0][0] == "cudaMemcpy"
    assert offered("CUDAMEMCP")[0][0] == "cudaMemcpy" and offered("CUDAMEMCP")[1] is True
    assert offered("cmcpy")[0][0] == "cudaMemcpy" and offered("cmcpy")[1] is True
    assert offered("tidx")[0] == ["threadIdx"], offered("tidx")
    assert offered("zzzz") == ([], False)
    directions = {"cudaMemcpyDefault", "cudaMemcpyDeviceToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyHostToDevice", "cudaMemcpyHostToHost"}
    assert set(offered("cudaMemcpy(d_a, h, 40, ")[0][:5]) == directions
    assert set(offered("cudaMemcpy(d_a, h, 40, cuda")[0][:5]) == directions
    assert offered("run_it(")[0][:2] == ["Mode::Fast", "Mode::Slow"]
    assert offered("run_it(Mode::Fast, ")[0][:3] == ["alpha", "zeta", "run_it"]
    assert offered("take(")[0][:3] == ["d_a", "d_b", "h"], offered("take(")  # an array is passed as a pointer
    s.run("#include <iostream>\n#define FIXED 3\n__global__ void taker(float *p) { }")
    s.run("std::string taken;")
    names = offered("run_it(Mode::Fast, ")[0]  # no macros of headers, no names of the inside
    assert "FIXED" in names and not [n for n in names if n.startswith(("#", "_")) or "__made" in n], names
    assert offered("%ptx t")[0] == ["taker"] and offered("%edit t")[0][:2] == ["take", "taken"], offered("%edit t")
    local = "void f(int n) { float one, *list[2], row[4], grid[2][3]; Point ps[4]; "
    assert offered(local + "take(")[0][:4] == ["d_a", "d_b", "h", "row"], offered(local + "take(")
    assert offered(local + "sqrtf(")[0][0] == "one", offered(local + "sqrtf(")
    assert offered(local + "ps[0].")[0] == ["first", "second"]
    shown = {m["text"]: m["signature"] for m in s.ask("complete", code=local, cursor=len(local))["matches"]}
    assert [shown[n] for n in ("one", "list", "row", "grid", "f", "n")] == ["float one", "float *list[2]", "float row[4]", "float grid[2][3]", "void f(int n)",
                                                                            "int n"], shown
    assert offered("spot.SEC")[0] == ["second"]
    assert offered("%TIME")[0] == ["time", "timeit"]
    assert "stdio.h" in offered("#include <STDIO")[0]


def mistakes(s):
    s.process.stdin.write("nonsense\n[1]\n\n")
    s.process.stdin.flush()
    assert s.event()["status"] == "error" and s.event()["status"] == "error"
    assert "there is no op `foo`" in s.ask("foo")["message"]
    s.process.stdin.write('{"id": "x"}\n')
    s.process.stdin.flush()
    reply = s.event()
    assert reply["id"] == "x" and '"op"' in reply["message"]


def interrupt(s):
    number = s.send("execute", code='printf("on\\n"); fflush(stdout); for (;;) { }')
    s.until(lambda e: e["event"] == "output")
    assert s.ask("complete", code="prin", cursor=4)["matches"]  # while it runs
    s.send("interrupt")
    events = s.until(lambda e: e["event"] == "done")
    assert events[-1]["id"] == number and events[-1]["status"] == "interrupted", events
    assert value(s.run("4")) == 4


def standard_input(s):
    s.send("input", text="41\n")  # before it is asked for
    assert value(s.run('int got; scanf("%d", &got); got + 1')) == 42


def restart(s):
    s.run("int kept = 5;")
    number = s.send("restart")
    s.until(lambda e: e["event"] == "done" and e["id"] == number)
    assert value(s.run("kept")) == 5
    number = s.send("restart", restore=False)
    s.until(lambda e: e["event"] == "done" and e["id"] == number)
    assert s.run("kept")[-1]["status"] == "error"


def quit_ends(s):
    s.send("quit")
    assert s.until(lambda e: False)[-1]["event"] == "end"
    assert s.process.wait(20) == 0


def pipe(_):
    """Without anybody who waits: what is queued runs, and the end of the input is the end."""
    lines = [json.dumps({"id": i, "op": "execute", "code": c}) for i, c in enumerate(["int a = 2;", "a * 3", "%quit 3", "9"])]
    done = subprocess.run([HEDDLE, "--json"], input="\n".join(lines), capture_output=True, text=True, timeout=60, env=ENV)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert value(events) == 6 and done.returncode == 3, done
    assert [e["id"] for e in events if e["event"] == "done"] == [0, 1, 2]


def grader(_):
    """The example of the manual."""
    path = os.path.join(ROOT, "doc", "grader.py")
    answers = {"right": "__global__ void saxpy(int n, float a, const float *x, float *y) {\n"
                        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) y[i] += a * x[i];\n}",
               "wrong": "__global__ void saxpy(int n, float a, const float *x, float *y) { y[threadIdx.x] = 0; }",
               "broken": "__global__ void saxpy(int n { }", "endless": "__global__ void saxpy(int n, float a, const float *x, float *y) { for (;;) ; }"}
    for name, wanted in (("right", "3 of 3"), ("wrong", "0 of 3"), ("broken", "does not compile"), ("endless", "took longer")):
        done = subprocess.run([sys.executable, path, "-"], input=answers[name], capture_output=True, text=True, timeout=100,
                              env={**ENV, "HEDDLE": HEDDLE, "GRADER_SECONDS": "3"})
        assert wanted in done.stdout, (name, done)


def main():
    failed = 0
    for test in (values, output, diagnostics, check, questions, completion, mistakes, interrupt, standard_input, restart, quit_ends, pipe, grader):
        session = Session()
        try:
            test(session)
            print("ok", test.__name__, flush=True)
        except Exception as error:  # whatever it is, the test has failed
            failed += 1
            print("#", repr(error)[:2000].replace("\n", "\n# "))
            print("not ok", test.__name__, flush=True)
        session.process.stdin.close() if not session.process.stdin.closed else None
        session.process.kill()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
