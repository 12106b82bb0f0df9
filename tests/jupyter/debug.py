#!/usr/bin/env python3
"""The Jupyter debug protocol: what JupyterLab asks, in its order; stops, variables, steps, and that all is answered while a cell is stopped."""

import json
import os
import signal

from support import Kernel, main, test, wait_until

CELL = """__global__ void scale(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float t = a[i];
        a[i] = t * 2;
    }
}
"""
LAUNCH = "scale<<<2, 4>>>(a, 8)"


def ask(kernel, command, good=True, **arguments):
    reply = kernel.control("debug_request", {"type": "request", "seq": 7, "command": command, "arguments": arguments})
    assert reply["type"] == "response" and reply["command"] == command and reply["request_seq"] == 7, reply
    assert reply["success"] == good, reply
    return reply.get("body", {}) if good else reply["message"]


def murmur2(text, seed):
    """As JupyterLab does it."""
    units = text.encode("utf-16-le")[::2]
    m, n = 0x5BD1E995, len(units)
    h = seed ^ n
    for i in range(0, n - n % 4, 4):
        k = int.from_bytes(units[i:i + 4], "little") * m & 0xFFFFFFFF
        k = (k ^ k >> 24) * m & 0xFFFFFFFF
        h = (h * m & 0xFFFFFFFF) ^ k
    rest = units[n - n % 4:]
    if rest:
        h = (h ^ int.from_bytes(rest, "little")) * m & 0xFFFFFFFF
    h = (h ^ h >> 13) * m & 0xFFFFFFFF
    return h ^ h >> 15


def attach(kernel):
    info = ask(kernel, "debugInfo")
    assert not info["isStarted"] and info["hashMethod"] == "Murmur2" and info["breakpoints"] == [], info
    ask(kernel, "initialize", clientID="jupyterlab", adapterID="heddle", linesStartAt1=True)
    ask(kernel, "attach")
    kernel.wait_for(debug_event="initialized")
    return info


def stopped(kernel):
    return kernel.wait_for(debug_event='"stopped"')["content"]["body"]


def file_of(kernel, info, code):
    path = ask(kernel, "dumpCell", code=code)["sourcePath"]
    assert path == f"{info['tmpFilePrefix']}{murmur2(code, info['hashSeed'])}{info['tmpFileSuffix']}"
    return path


@test
def a_cell_is_stopped_in_and_goes_on():
    kernel = Kernel()
    try:
        assert kernel.ask("kernel_info")["debugger"] is True
        kernel.run("__managed__ float a[8] = {0, 1, 2, 3, 4, 5, 6, 7};")
        kernel.run("uchar4 picture[4][6]; unsigned char bytes[3][5][3]; float grid[3][5];")
        info = attach(kernel)
        path = file_of(kernel, info, CELL)
        points = ask(kernel, "setBreakpoints", source={"path": path}, sourceModified=False,
                     breakpoints=[{"line": 5, "condition": "i == 6"}])["breakpoints"]
        assert points[0]["verified"] and points[0]["line"] == 5
        ask(kernel, "configurationDone")
        assert not kernel.run(CELL).error
        id = kernel.client.execute(LAUNCH)
        assert stopped(kernel)["reason"] == "breakpoint"
        assert ask(kernel, "debugInfo")["stoppedThreads"] == [1]
        frames = ask(kernel, "stackTrace", threadId=1)["stackFrames"]
        assert frames[0]["line"] == 5 and frames[0]["source"]["path"] == path, frames
        assert "block (1,0,0), thread (2,0,0)" in frames[0]["name"]
        assert frames[1]["source"]["path"] == file_of(kernel, info, LAUNCH), frames
        scopes = ask(kernel, "scopes", frameId=frames[0]["id"])["scopes"]
        values = {v["name"]: v for v in
                  ask(kernel, "variables", variablesReference=scopes[0]["variablesReference"])["variables"]}
        assert values["i"]["value"] == "6" and values["t"]["value"] == "6.0", values
        page = ask(kernel, "variables", variablesReference=values["a"]["variablesReference"], start=6, count=1)
        assert [(v["name"], v["value"]) for v in page["variables"]] == [("[6]", "6.0")], page
        assert "6.0" in json.dumps(ask(kernel, "richInspectVariables", variableName="t", frameId=frames[0]["id"]))
        body = ask(kernel, "richInspectVariables", variableName="a", frameId=frames[0]["id"]) # a pointer: what it points to
        assert "<td>" in body["data"]["text/html"] and "6.0" in body["data"]["text/plain"], body
        for name, mime in (("picture", "image/png"), ("bytes", "image/png"), ("grid", "text/html")):
            body = ask(kernel, "richInspectVariables", variableName=name)
            assert body["data"][mime] and body["data"]["text/plain"], body
        assert "picture, 4 x 6" in ask(kernel, "richInspectVariables", variableName="picture")["data"]["text/plain"]
        ask(kernel, "copyToGlobals", srcVariableName="t", dstVariableName="seen", srcFrameId=frames[0]["id"])
        # Completion and the like are answered too.
        assert kernel.ask("complete", "blockI", 6)["matches"] == ["blockIdx"]
        ask(kernel, "stepBack", threadId=1)
        stopped(kernel)
        assert ask(kernel, "stackTrace", threadId=1)["stackFrames"][0]["line"] == 4
        ask(kernel, "next", threadId=1)
        stopped(kernel)
        ask(kernel, "setBreakpoints", source={"path": path}, breakpoints=[])
        ask(kernel, "continue", threadId=1)
        kernel.wait_for(debug_event='"continued"')
        run = kernel.finish(id)
        assert run.reply["status"] == "ok", run.reply
        run = kernel.run("seen + a[6]")
        assert run.result == "18.0", (run.result, run.error)
        names = [v["name"] for v in ask(kernel, "inspectVariables")["variables"]]
        assert "a" in names and "seen" in names, names
        assert not ask(kernel, "nonsense", good=False) == ""
        ask(kernel, "disconnect", restart=False, terminateDebuggee=True)
        assert not ask(kernel, "debugInfo")["isStarted"]
    finally:
        kernel.end()


def lacks(theirs, ours, where):
    """What is in a recorded answer and not in ours."""
    if isinstance(theirs, dict):
        for key, part in theirs.items():
            if key not in ours:
                yield f"{where}.{key}"
            else:
                yield from lacks(part, ours[key], f"{where}.{key}")
    elif isinstance(theirs, list) and theirs:
        yield from lacks(theirs[0], ours[0], where + "[]") if ours else [where + " is empty"]


@test
def a_dialogue_with_ipykernel_goes_the_same_way():
    """debug_ipykernel.json: what ipykernel 7.4 answered, without values and what JupyterLab does not look at."""
    code = "int f(int a) {\n    int b = a * 2;\n    int c = b + 1;\n    return c;\n}\n"
    kernel, got = Kernel(), {}
    try:
        for name, recorded in json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "debug_ipykernel.json"))):
            if name.startswith("event"):
                answer = kernel.wait_for(debug_event=f'"{name.split()[1]}"')["content"].get("body", {})
            else:
                source = {"path": got.get("dumpCell", {}).get("sourcePath")}
                frame = got["stackTrace"]["stackFrames"][0]["id"] if "stackTrace" in got else 0
                answer = ask(kernel, name, **{
                    "dumpCell": {"code": code}, "setBreakpoints": {"breakpoints": [{"line": 3}], "source": source}, "source": {"source": source},
                    "stackTrace": {"threadId": 1}, "scopes": {"frameId": frame}, "next": {"threadId": 1}, "continue": {"threadId": 1},
                    "variables": {"variablesReference": got["scopes"]["scopes"][0]["variablesReference"] if "scopes" in got else 0},
                    "evaluate": {"expression": "b", "frameId": frame, "context": "repl"},
                    "richInspectVariables": {"variableName": "seen"} if "inspectVariables" in got else {"variableName": "b", "frameId": frame},
                    "copyToGlobals": {"srcVariableName": "b", "dstVariableName": "seen", "srcFrameId": frame}}.get(name, {}))
            got[name] = answer
            assert not list(lacks(recorded, answer, name)), (list(lacks(recorded, answer, name)), answer)
            if name == "attach":
                ask(kernel, "initialize", clientID="jupyterlab")
            if name == "configurationDone":
                assert not kernel.run(code).error
                id = kernel.client.execute("f(4)")
            if name == "continue":
                assert kernel.finish(id).result == "9"
    finally:
        kernel.end()


@test
def variables_are_inspected_without_a_stop():
    kernel = Kernel()
    try:
        kernel.run("int n = 7; float m[3][4]; ndarray<float, 2> a = zeros(6, 2); std::vector<short> v(9, 4); float *q = (float *)malloc(40);\n"
                   "struct item { int id; } one = {5};")
        attach(kernel)

        def types():
            return {v["name"]: v for v in ask(kernel, "inspectVariables")["variables"]}

        told = types()
        assert told["n"]["type"] == "int" and told["n"]["value"] == "7" and told["m"]["type"] == "float [3][4]", told
        assert told["a"]["type"] == "ndarray<float, 2> [6 x 2]" and told["v"]["type"].endswith("[9]"), told
        assert told["q"]["type"] == "float * [10]", told["q"]
        rows = ask(kernel, "variables", variablesReference=told["a"]["variablesReference"])["variables"]
        assert len(rows) == 6 and rows[0]["name"] == "[0]", rows
        assert "<table" in ask(kernel, "richInspectVariables", variableName="m")["data"]["text/html"]
        # While a cell runs, too.
        id = kernel.client.execute("for (int i = 0; i < 300; i++) { n = 100 + i; usleep(10000); }")
        wait_until(lambda: int(types()["n"]["value"]) > 105)
        kernel.control("interrupt_request")
        kernel.reply(id)
    finally:
        kernel.end()


@test
def an_interrupt_ends_a_stopped_cell_and_a_new_engine_has_the_breakpoints():
    kernel = Kernel()
    try:
        kernel.run("__managed__ float a[8];")
        info = attach(kernel)
        path = file_of(kernel, info, CELL)
        ask(kernel, "setBreakpoints", source={"path": path}, breakpoints=[{"line": 4}])
        kernel.run(CELL)
        id = kernel.client.execute(LAUNCH)
        stopped(kernel)
        kernel.control("interrupt_request")
        assert kernel.finish(id).reply["status"] == "error"
        assert kernel.run("1 + 1").result == "2"
        old = kernel.engine()
        os.kill(old, signal.SIGKILL)
        wait_until(lambda: kernel.engine() not in (None, old))
        id = kernel.client.execute(LAUNCH)
        stopped(kernel)
        # The engine dies while it is stopped: the session goes on.
        os.kill(kernel.engine(), signal.SIGKILL)
        assert kernel.finish(id).reply["status"] == "error"
        ask(kernel, "disconnect")
        assert kernel.run("a[7]").result == "0.0"
    finally:
        kernel.end()


@test
def faults_and_findings_are_stopped_at_on_the_host_too():
    kernel = Kernel()
    try:
        kernel.run("__managed__ int a[8];\nint deep(int n) {\n    int *p = nullptr;\n    if (n == 2) *p = 1;\n    return deep(n + 1);\n}")
        kernel.run("__global__ void shift(int *a) {\n    int i = threadIdx.x;\n    a[i] = a[(i + 1) % 8];\n}")
        attach(kernel)
        filters = ask(kernel, "initialize", clientID="jupyterlab")["exceptionBreakpointFilters"]
        ask(kernel, "setExceptionBreakpoints", filters=[f["filter"] for f in filters])
        id = kernel.client.execute("deep(0)")
        stop = stopped(kernel)
        assert stop["reason"] == "exception" and "null pointer" in stop["text"], stop
        frames = ask(kernel, "stackTrace", threadId=1)["stackFrames"]
        assert [f["line"] for f in frames] == [4, 5, 5, 1], frames
        ask(kernel, "stepBack", threadId=1)
        stopped(kernel)
        assert ask(kernel, "stackTrace", threadId=1)["stackFrames"][0]["line"] == 3
        ask(kernel, "continue", threadId=1)
        assert stopped(kernel)["reason"] == "exception"
        ask(kernel, "continue", threadId=1)
        assert kernel.finish(id).reply["status"] == "error"
        id = kernel.client.execute("%check shift<<<1, 8>>>(a)")
        stop = stopped(kernel)
        assert stop["reason"] == "exception" and "race" in stop["text"], stop
        frames = ask(kernel, "stackTrace", threadId=1)["stackFrames"]
        assert frames[0]["line"] == 3, frames
        # Other threads of the block are below, with their variables.
        others = [f for f in frames if "thread (0,0,0)" in f["name"] and f["id"] >= 1000]
        ask(kernel, "continue", threadId=1)
        kernel.finish(id)
        ask(kernel, "setExceptionBreakpoints", filters=[])
        assert "null pointer" in kernel.run("deep(0)").error["evalue"]
    finally:
        kernel.end()


@test
def without_a_debugger_nothing_stops(kernel):
    assert kernel.run("breakpoint(); 3", allow_stdin=False).result == "3"
    run = kernel.run("%debug 1 + 1", allow_stdin=False)
    assert "cannot be asked" in run.err + json.dumps(run.error or "")


@test
def commands_stand_in_the_cell(kernel):
    kernel.run(CELL + "float a[8] = {1, 2};")
    run = kernel.run("%%debug " + LAUNCH + "\nthread 0,0,0 1,0,0\nnext\n// the value\nnext\nnext\nt = 50\nnext\na[1]\n",
                     allow_stdin=False)
    assert "(debug) t = 50\n50.0\n" in run.out and "the value" not in run.out, run.out
    assert kernel.run("a[0] + a[1]").result == "102.0"


@test
def commands_come_from_the_input_box(kernel):
    kernel.run(CELL + "float a[8] = {1, 2};")
    id = kernel.client.execute("%debug " + LAUNCH, allow_stdin=True)
    for line in ("next", "next", "i + 40", "next", "t = 7", "continue"):
        request = kernel.client.get_stdin_msg(timeout=60)
        assert request["content"]["prompt"] == "(debug) ", request
        kernel.client.input(line)
    run = kernel.finish(id)
    assert "40\n" in run.out, run.out
    assert kernel.run("a[0]").result == "14.0"


if __name__ == "__main__":
    main()
