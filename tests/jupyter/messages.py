#!/usr/bin/env python3
# NEEDS-SECONDS: 180
"""Every message of the protocol, and what jupyter_kernel_test leaves out."""

import re
import time

from support import Kernel, TIMEOUT, main, test, wait_until


@test
def kernel_info_on_both_channels(kernel):
    for channel in ("shell", "control"):
        info = kernel.reply(kernel.send("kernel_info_request", {}, channel), channel=channel)
        assert info["protocol_version"] == "5.5"
        language = info["language_info"]
        assert (language["file_extension"], language["pygments_lexer"]) == (".cu", "cuda")
        assert language["codemirror_mode"] == {"name": "CUDA", "mime": "text/x-c++src"}


@test
def busy_and_idle_around_every_request(kernel):
    requests = {
        "kernel_info_request": {}, "comm_info_request": {}, "history_request": {"hist_access_type": "tail", "n": 1},
        "complete_request": {"code": "pri", "cursor_pos": 3}, "inspect_request": {"code": "printf", "cursor_pos": 3},
        "is_complete_request": {"code": "1"}, "execute_request": {"code": "1"}, "no_such_request": {},
        "comm_msg": {"comm_id": "none", "data": {}}, "connect_request": {},
    }
    for kind, content in requests.items():
        id = kernel.send(kind, content)
        run = kernel.finish(id, reply=False)
        assert run.states[0] == "busy" and run.states[-1] == "idle", (kind, run.states)
        header = run.messages[0]["parent_header"]
        assert header["msg_type"] == kind and header["msg_id"] == id, header
    kernel.quiet()


@test
def header_comes_back_verbatim(kernel):
    message = kernel.client.session.msg("kernel_info_request", {})
    message["header"]["extra"] = {"größe": [1, 2.5, None]}
    kernel.client.shell_channel.send(message)
    while True:
        reply = kernel.client.get_shell_msg(timeout=TIMEOUT)
        if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
            break
    assert reply["parent_header"]["extra"] == {"größe": [1, 2.5, None]}


@test
def execute_reply_of_a_cell(kernel):
    run = kernel.run("int answer = 42; answer")
    assert run.result == "42"
    assert run.reply["status"] == "ok" and run.reply["payload"] == [] and run.reply["user_expressions"] == {}
    count = run.reply["execution_count"]
    assert run.all("execute_input") == [{"code": "int answer = 42; answer", "execution_count": count}]
    assert run.all("execute_result")[0]["execution_count"] == count
    assert kernel.run("answer").reply["execution_count"] == count + 1


@test
def execute_without_history(kernel):
    before = kernel.run("1").reply["execution_count"]
    run = kernel.run("2", store_history=False)
    assert run.result == "2" and run.reply["execution_count"] == before
    assert kernel.run("3").reply["execution_count"] == before + 1
    lines = [h[2] for h in kernel.ask("history", hist_access_type="tail", n=2)["history"]]
    assert lines == ["1", "3"], lines


@test
def silent_cell_publishes_nothing(kernel):
    before = kernel.run("7").reply["execution_count"]
    run = kernel.run('printf("not seen\\n"); fprintf(stderr, "neither\\n"); int quiet = 5; quiet', silent=True)
    assert [m["msg_type"] for m in run.messages] == ["status", "status"], run.messages
    assert run.reply["status"] == "ok" and run.reply["execution_count"] == before
    assert kernel.run("quiet").result == "5"
    run = kernel.run("nothing_like_it", silent=True)
    assert [m["msg_type"] for m in run.messages] == ["status", "status"], run.messages
    assert run.reply["status"] == "error" and run.reply["ename"] == "CompileError"
    history = kernel.ask("history", hist_access_type="tail", n=2)["history"]
    assert all("not seen" not in h[2] for h in history)
    # Also when a client asks for both: a silent cell is no input.
    before = kernel.run("8").reply["execution_count"]
    id = kernel.send("execute_request", {"code": "int unseen = 1;", "silent": True, "store_history": True})
    assert kernel.finish(id).reply["execution_count"] == before
    assert kernel.run("unseen").reply["execution_count"] == before + 1
    history = kernel.ask("history", hist_access_type="tail", n=3)["history"]
    assert all("unseen = 1" not in h[2] for h in history), history


@test
def user_expressions_fail_one_by_one(kernel):
    run = kernel.run("int width = 6; width * 7", user_expressions={
        "good": "width + 1", "undeclared": "height", "statement": "int z = 1;", "fault": "*(int *)0", "prints": 'printf("x")'})
    results = run.reply["user_expressions"]
    assert results["good"]["status"] == "ok" and results["good"]["data"]["text/plain"] == "7"
    assert results["undeclared"]["status"] == "error" and "height" in results["undeclared"]["evalue"]
    assert results["statement"]["status"] == "error"
    assert results["fault"]["status"] == "error" and results["fault"]["ename"] == "NullPointer"
    assert run.error is None and run.reply["status"] == "ok" and run.result == "42"
    assert run.out == ""
    assert kernel.run("width").reply["execution_count"] == run.reply["execution_count"] + 1
    assert kernel.run("int bad = ;", user_expressions={"a": "1"}).reply["user_expressions"] == {}


@test
def error_of_compilation(kernel):
    run = kernel.run("int first = 1;\nint second = frist;")
    error = run.error
    assert error["ename"] == "CompileError" and "frist" in error["evalue"] and "\n" not in error["evalue"]
    trace = "\n".join(error["traceback"])
    count = run.reply["execution_count"]
    assert f"In[{count}]:2:14" in trace and "int second = frist;" in trace and "^" in trace and "\x1b[" in trace
    assert run.out == "" and run.err == ""
    reply = run.reply
    assert (reply["status"], reply["ename"], reply["evalue"]) == ("error", error["ename"], error["evalue"])
    assert reply["traceback"] == error["traceback"]


@test
def errors_of_each_kind(kernel):
    for code, name in [("*(int *)0 = 1;", "NullPointer"), ("int z0 = 0; 1 / z0", "DivisionByZero"), ("exit(4);", "Exit"),
                       ("%nothing", "MagicError"), ("assert(1 == 2);", "AssertionFailed"), ("abort();", "Abort")]:
        run = kernel.run(code)
        assert run.error and run.error["ename"] == name, (code, run.error)
        assert run.error["traceback"] and "\n" not in run.error["evalue"], run.error
        assert len(run.all("error")) == 1
    assert kernel.run("6 * 7").result == "42"


@test
def findings_fold(kernel):
    code = ("__global__ void turn(int *p, int n) { // <b> & $x$\n    __shared__ int s[64];\n    s[threadIdx.x] = p[threadIdx.x];\n"
            "    p[threadIdx.x] = s[n - 1 - threadIdx.x];\n    p[0] = 1; // race\n}\nint turned[64];")
    count = kernel.run(code).reply["execution_count"]
    run = kernel.run("%check turn<<<1, 64>>>(turned, 64)")
    shown = [c["data"] for c in run.all("display_data")]
    assert len(shown) >= 2 and run.error["ename"] == "CheckError" and run.err == "", (shown, run.error)
    race = next(d for d in shown if "race on <code>s[" in d["text/html"])
    html, plain = race["text/html"], race["text/plain"]
    assert html.startswith("<details") and html.endswith("</details>") and html.count("<details") == 1
    assert [d["text/html"].startswith("<details open>") for d in shown] == [True] + [False] * (len(shown) - 1)
    assert re.search(r"    3&gt; <span[^>]*>.*<span[^>]*>s\[threadIdx.x\]</span>", html), html
    assert re.search(r"    4&gt; <span[^>]*>.*<span[^>]*>s\[n - 1 - threadIdx.x\]</span>", html), html
    assert "<em>help:</em>" in html and f"In[{count}]:4: " in html or f"In[{count}]:3: " in html
    assert "^~~~" in plain and "\x1b" not in plain
    trace = run.error["traceback"]
    assert len(trace) == len(shown) and all("error:" in line for line in trace), trace
    run = kernel.run("__global__ void first(int *p) { p[0] = 1; } // <b> & $x$\n%check first<<<1, 64>>>(turned)")
    [data] = [c["data"] for c in run.all("display_data")]
    assert run.error is None and "<strong>warning:</strong>" in data["text/html"] and "&lt;b&gt; &amp; &#36;x&#36;" in data["text/html"]
    wrong = kernel.run("%%judge\nturn<<<1, 64>>>(turned, 64);").error
    assert wrong["ename"] == "CheckError" and kernel.run("turned[0]").result


@test
def warnings_go_to_stderr(kernel):
    run = kernel.run("int maybe(int x) { if (x) return 1; }")
    assert run.reply["status"] == "ok" and "warning" in run.err and run.error is None


@test
def stop_on_error_aborts_what_is_queued(kernel):
    kernel.run("int ran = 0;")
    ids = [kernel.client.execute(code) for code in ['ran++; while (access("arrived", F_OK)) usleep(10000); *(int *)0 = 1;', "ran = 100;",
                                                    "ran = 200;"]]
    kernel.arrived()
    info = kernel.client.kernel_info()
    complete = kernel.client.complete("ran")
    kernel.touch("arrived")
    replies = {}
    while not all(id in replies for id in ids + [info, complete]):
        message = kernel.client.get_shell_msg(timeout=TIMEOUT)
        replies[message["parent_header"]["msg_id"]] = message["content"]
    assert replies[ids[0]]["ename"] == "NullPointer"
    for id in ids[1:]:
        reply = replies[id]
        assert reply == {"status": "aborted"}, reply  # JupyterLab would show a count
    assert replies[info]["status"] == replies[complete]["status"] == "ok"
    last = kernel.finish(ids[2], reply=False)
    assert last.states == ["busy", "idle"] and last.error is None
    run = kernel.run("ran")
    assert run.result == "1"
    assert run.reply["execution_count"] == replies[ids[0]]["execution_count"] + 1


@test
def run_all_ends_at_the_failure(kernel):
    """JupyterLab's cells arrive one by one, and the failing one takes less than until the next is there."""
    def sent(code):
        message = kernel.client.session.msg("execute_request", {"code": code}, metadata={"cellId": code})
        kernel.client.shell_channel.send(message)
        time.sleep(0.02)
        return message["header"]["msg_id"]

    for attempt in range(8):  # on a busy machine 20 ms may be more than what is waited for
        ids = [sent(code) for code in ("missing_name", "1", "2", "3")]
        if [kernel.finish(id).reply["status"] for id in ids] == ["error"] + 3 * ["aborted"]:
            break
    else:
        assert False, "cells behind the failing one ran"
    assert kernel.run("5").result == "5"


@test
def a_cell_sent_after_the_failure_runs(kernel):
    for _ in range(20):
        kernel.run("missing_name")
        assert kernel.run("5").result == "5"


@test
def stop_on_error_can_be_off(kernel):
    ids = [kernel.client.execute("usleep(100000); *(int *)0 = 1;", stop_on_error=False), kernel.client.execute("11")]
    kernel.finish(ids[0])
    assert kernel.finish(ids[1]).result == "11"


@test
def interrupt_keeps_state_and_later_cells(kernel):
    kernel.run("int kept = 31; volatile int spins = 0;")
    loop = kernel.client.execute('printf("spinning\\n"); fflush(stdout); for (;;) spins++;')
    after = kernel.client.execute("kept + 1")
    kernel.wait_for(stream="spinning")
    assert kernel.control("interrupt_request") == {"status": "ok"}
    run = kernel.finish(loop)
    assert run.error["ename"] == "Interrupted" and run.reply["status"] == "error"
    assert kernel.finish(after).result == "32"
    assert kernel.run("spins > 0").result in ("1", "true")


@test
def interrupt_of_a_sleep_and_of_a_kernel(kernel):
    kernel.run("__global__ void forever(volatile int *p) { while (!*p) ; }\nint *flag; cudaMalloc(&flag, 4); cudaMemset(flag, 0, 4);")
    for code in ["sleep(1000);", "forever<<<1, 1>>>(flag); cudaDeviceSynchronize();"]:
        id = kernel.client.execute('printf("go\\n"); fflush(stdout);\n' + code)
        kernel.wait_for(stream="go")
        time.sleep(0.1)  # it does not matter where in the code it is
        kernel.control("interrupt_request")
        run = kernel.finish(id)
        assert run.error["ename"] == "Interrupted", run.error


@test
def interrupt_before_the_cell_has_begun(kernel):
    """It may come while the cell waits for its turn in the kernel, is compiled, or runs: the cell ends, the engine stays."""
    kernel.run("int steady = 4; int *block = (int *)malloc(4); *block = 44;")
    for i in range(30):
        id = kernel.client.execute(f"volatile int spin{i} = 0; for (;;) spin{i}++;")
        kernel.arrived()
        time.sleep(0.001 * (i % 20))
        kernel.control("interrupt_request")
        states = kernel.finish(id)
        assert states.error["ename"] == "Interrupted", (i, states.error)
    assert kernel.run("*block + steady").result == "48"


@test
def pictures_are_paced(kernel):
    run = kernel.run("static unsigned char image[64][64]; for (int i = 0; i < 230; i++) display(i);")
    shown = [int(c["data"]["text/plain"]) for c in run.all("display_data")]
    assert shown == list(range(230)), len(shown)


@test
def interrupt_of_nothing(kernel):
    kernel.control("interrupt_request")
    assert kernel.run("3").result == "3"


@test
def completion_and_inspection_while_a_cell_runs(kernel):
    kernel.run("double temperature = 36.6;")
    id = kernel.client.execute('printf("busy\\n"); fflush(stdout); for (;;) ;')
    kernel.wait_for(stream="busy")
    matches = kernel.ask("complete", "tempera", 7)
    assert matches["matches"] == ["temperature"], matches
    assert kernel.ask("inspect", "temperature", 3)["found"]
    assert kernel.ask("is_complete", "int f() {")["status"] == "incomplete"
    assert kernel.ask("history", hist_access_type="tail", n=1)["status"] == "ok"
    assert kernel.ask("comm_info")["comms"] == {}
    assert kernel.control("kernel_info_request")["status"] == "ok"
    kernel.control("interrupt_request")
    run = kernel.finish(id)
    # Who looks at the last state only sees that the kernel is busy until the cell is done.
    assert run.error["ename"] == "Interrupted"


@test
def state_stays_busy_while_a_cell_runs(kernel):
    kernel.quiet()
    id = kernel.client.execute('printf("busy\\n"); fflush(stdout); for (;;) ;')
    kernel.wait_for(stream="busy")
    kernel.ask("complete", "pri", 3)
    states = [m["content"]["execution_state"] for m in kernel.quiet() if m["msg_type"] == "status"]
    assert states[-1] == "busy" and "idle" in states, states
    kernel.control("interrupt_request")
    kernel.finish(id)


@test
def completion_counts_code_points(kernel):
    kernel.run("int höhe = 3; struct point { int xpos, ypos; } p0;")
    code = '"äöü𝄞"; p0.xp'
    reply = kernel.ask("complete", code, len(code))
    assert reply["matches"] == ["xpos"], reply
    assert (reply["cursor_start"], reply["cursor_end"]) == (len(code) - 2, len(code)), reply
    types = reply["metadata"]["_jupyter_types_experimental"]
    assert types[0]["text"] == "xpos" and types[0]["start"] == len(code) - 2 and types[0]["type"] == "member", types
    assert kernel.ask("complete", "prin more text", 4)["matches"] == ["printf"]
    functions = kernel.ask("complete", "cudaMemcpyAs", 12)
    assert "cudaMemcpyAsync" in functions["matches"]
    assert kernel.ask("complete", "", 0)["status"] == "ok"
    assert kernel.ask("complete", "zzzznothing", 500)["matches"] == []


@test
def completion_says_what_names_are(kernel):
    kernel.run("__global__ void zap_kernel(int *p) { *p = 1; }\nint zap_function(int x) { return x; }\ndouble zap_variable;\n"
               "struct zap_type { int a; };\nint _zap_hidden;\n#define zap_macro 1\n__device__ int zap_device(int x) { return x; }")
    reply = kernel.ask("complete", "zap_", 4)
    types = {t["text"]: t["type"] for t in reply["metadata"]["_jupyter_types_experimental"]}
    assert types == {"zap_kernel": "kernel", "zap_function": "function", "zap_variable": "variable", "zap_type": "type",
                     "zap_macro": "macro", "zap_device": "function"}, types
    assert sorted(types) == sorted(reply["matches"]), reply
    # An underscore at the start is offered when one was typed.
    everything = kernel.ask("complete", "", 0)["matches"]
    assert "zap_kernel" in everything and not [name for name in everything if name.startswith("_")], everything
    assert kernel.ask("complete", "_zap", 4)["matches"] == ["_zap_hidden"]
    names = kernel.ask("complete", "thread", 6)["matches"]
    assert "threadIdx" in names and "zap_kernel" not in names, names


@test
def inspection_at_both_levels(kernel):
    kernel.run("// doubles a number\nint twice(int n) { return 2 * n; }")
    short, full = (kernel.ask("inspect", "twice(3)", 2, detail_level=level) for level in (0, 1))
    assert short["found"] and "int twice(int n)" in short["data"]["text/plain"], short
    assert "return 2 * n" in full["data"]["text/plain"] and "return 2 * n" not in short["data"]["text/plain"]
    assert kernel.ask("inspect", "no_such_name", 3) == {"status": "ok", "found": False, "data": {}, "metadata": {}}


@test
def inspection_shows_comments(kernel):
    kernel.run("/// Twice as much.\n/// @param x of this\nint doubled(int x) { return 2 * x; }\n\n// not of the next\n\n"
               "int alone(int x) { return x; }")
    said = kernel.ask("inspect", "doubled(3)", 3)["data"]["text/plain"]
    assert "Help:      Twice as much.\n           x: of this\n" in said, said
    assert "Help:" not in kernel.ask("inspect", "alone", 2)["data"]["text/plain"]
    said = kernel.ask("inspect", "cudaMemcpy(", 11)["data"]["text/plain"]
    assert "void *dst, const void *src, size_t count" in said and "Help:      Copies" in said, said
    assert "Help:" in kernel.ask("inspect", "__shared__ float s[4];", 4)["data"]["text/plain"]


@test
def is_complete_with_indent(kernel):
    for code, status in [("int x = 1;", "complete"), ("for (int i = 0; i < 3; i++) {", "incomplete"), ("f(1,", "incomplete"),
                         ("int )", "invalid"), ("", "complete"), ("/* open", "incomplete")]:
        reply = kernel.ask("is_complete", code)
        assert reply["status"] == status, (code, reply)
    assert kernel.ask("is_complete", "if (1) {\n    while (2) {")["indent"] == "        "


@test
def pager_and_next_input(kernel):
    payload = kernel.run("?printf").reply["payload"]
    assert [p["source"] for p in payload] == ["page"] and "printf" in payload[0]["data"]["text/plain"]
    kernel.run("!printf 'int loaded;\\n' > loaded.cu")
    payload = kernel.run("%load loaded.cu").reply["payload"]
    assert payload == [{"source": "set_next_input", "text": "int loaded;\n", "replace": False}], payload
    payload = kernel.run("%quit").reply["payload"]
    assert [p["source"] for p in payload] == ["ask_exit"]
    assert kernel.run("1").result == "1"


@test
def comms_open_ask_and_close(kernel):
    kernel.run("int communicated = 9;")
    kernel.quiet()
    kernel.send("comm_open", {"comm_id": "one", "target_name": "nobody.knows", "data": {}})
    closed = kernel.wait_for(comm_close="one")
    assert closed["content"]["comm_id"] == "one"
    kernel.send("comm_open", {"comm_id": "two", "target_name": "heddle.session", "data": {}})
    assert kernel.ask("comm_info")["comms"] == {"two": {"target_name": "heddle.session"}}
    assert kernel.ask("comm_info", "other")["comms"] == {}
    kernel.send("comm_msg", {"comm_id": "two", "data": {"op": "complete", "code": "communi", "cursor": 7}})
    answer = kernel.wait_for(comm_msg="two")["content"]
    assert [m["text"] for m in answer["data"]["matches"]] == ["communicated"]
    kernel.send("comm_msg", {"comm_id": "two", "data": {"op": "execute", "code": "1"}})
    assert "error" in kernel.wait_for(comm_msg="two")["content"]["data"]
    kernel.send("comm_close", {"comm_id": "two", "data": {}})
    assert kernel.ask("comm_info")["comms"] == {}
    kernel.send("comm_msg", {"comm_id": "two", "data": {}})
    assert kernel.wait_for(comm_close="two")


@test
def variables_are_told_as_data(kernel):
    kernel.run("int told_n = 7; float told_m[3][4] = {{1, 2}}; const char *told_s = \"hello\"; __device__ double told_d[5];\n"
               "__managed__ int told_g; std::vector<short> told_v(9, 4); struct { int a, b; } told_p = {1, 2};\n"
               "ndarray<float, 2> told_a = zeros(6, 2); float *told_q = nullptr;")
    kernel.quiet()
    kernel.send("comm_open", {"comm_id": "vars", "target_name": "heddle.session", "data": {}})

    def ask():
        kernel.send("comm_msg", {"comm_id": "vars", "data": {"op": "variables"}})
        answer = kernel.wait_for(comm_msg="vars")["content"]["data"]
        return {v["name"]: v for v in answer["variables"] if v["name"].startswith("told_")}

    told = ask()
    assert set(told) == {"told_" + c for c in "nmsdgvpaq"}, set(told)
    assert told["told_n"] == {"name": "told_n", "type": "int", "shape": [], "bytes": 4, "place": "host", "value": "7"}, told["told_n"]
    assert told["told_m"]["shape"] == [3, 4] and told["told_m"]["bytes"] == 48 and told["told_m"]["value"].startswith("{{1.0"), told
    assert told["told_v"]["shape"] == [9] and told["told_v"]["bytes"] > 18, told["told_v"]
    assert told["told_a"]["shape"] == [6, 2] and told["told_a"]["bytes"] == 48, told["told_a"]
    assert told["told_d"]["place"] == "device" and told["told_g"]["place"] == "managed", told
    assert "hello" in told["told_s"]["value"] and told["told_p"]["value"] == "{.a = 1, .b = 2}", told
    # Also while a cell runs, and then as the values are.
    id = kernel.client.execute("for (int i = 0; i < 300; i++) { told_n = 100 + i; usleep(10000); }")
    wait_until(lambda: int(ask()["told_n"]["value"]) > 105)
    kernel.control("interrupt_request")
    kernel.reply(id)
    kernel.quiet()
    kernel.send("comm_close", {"comm_id": "vars", "data": {}})


@test
def a_program_that_is_pasted_says_how_to_run_it(kernel):
    kernel.ask("is_complete", "int main(void) {")  # somebody types
    run = kernel.run("#include <stdio.h>\n\nint main(void) {\n    printf(\"ran\\n\");\n    return 3;\n}\n")
    assert run.err == "main is defined; `main()` runs it\n" and not run.out, (run.err, run.out)
    run = kernel.run("main()")
    assert run.out == "ran\n" and run.result == "3" and not run.err, run.err
    assert not kernel.run("int main(int argc, char **argv) { return argc; }\nmain(0, 0)").err


@test
def clear_output_and_updates_pass(kernel):
    run = kernel.run("clear_output(true);")
    assert run.reply["status"] == "ok" and run.all("clear_output") == [{"wait": True}], run.messages


@test
def progress_is_one_output_brought_up_to_date(kernel):
    run = kernel.run("for (int i = 0; i <= 4; i++) { progress(i, 4); usleep(60000); }")
    first, updates = run.all("display_data"), run.all("update_display_data")
    assert len(first) == 1 and updates, run.messages
    ids = {c["transient"]["display_id"] for c in first + updates}
    assert len(ids) == 1
    assert "100%" in updates[-1]["data"]["text/plain"] and "100%" in updates[-1]["data"]["text/html"]
    cleared = kernel.run("progress(1, 2); clear_output(); progress(2, 2);")
    assert len(cleared.all("display_data")) == 2, cleared.messages
    other = kernel.run("progress(1, 2);").all("display_data")
    assert other and other[0]["transient"]["display_id"] not in ids


@test
def two_clients_see_their_own_replies(kernel):
    second = kernel.connect()
    ids = [(client, client.execute(f"{n}")) for n in range(10) for client in (kernel.client, second)]
    for n, (client, id) in enumerate(ids):
        run = kernel.finish(id, client)
        assert run.result == str(n // 2), (n, run.messages)
    second.stop_channels()


@test
def usage_is_told(kernel):
    kernel.control("usage_request")
    kernel.run("for (volatile long i = 0; i < 200000000; i++) ;")
    usage = kernel.control("usage_request")
    assert usage["pid"] == kernel.process.pid and usage["hostname"] and usage["cpu_count"] >= 1, usage
    assert usage["kernel_cpu"] > 1 and 0 <= usage["host_cpu_percent"] <= 100, usage # the engine's is the kernel's
    assert 5e6 < usage["kernel_memory"] < usage["host_virtual_memory"]["total"], usage


@test
def welcome_comes_first():
    kernel = Kernel(connect=False)
    try:
        client = kernel.connect(wait=False)
        client.kernel_info()
        first = client.get_iopub_msg(timeout=TIMEOUT)
        assert first["msg_type"] == "iopub_welcome" and first["content"] == {"subscription": ""}, first
        assert first["parent_header"] == {}
    finally:
        kernel.end()


@test
def instances_of_struct_templates(kernel):
    kernel.run("template <typename T, int N> struct Vec { T v[N]; T sum() const { return v[0]; } static int zero() { return 0; } };")
    assert kernel.run("Vec<float, 3> vec = {{1, 2, 3}}; vec.sum()").result == "1.0"
    for code, wanted in [("vec.", ["sum", "v", "zero"]), ("Vec<float, 3>::", ["zero"]), ("Vec<int, 2> q; q.", ["sum", "v", "zero"])]:
        assert kernel.ask("complete", code, len(code))["matches"] == wanted, code
    assert "Vec<float, 3>" in kernel.ask("complete", "Vec", 3)["matches"]
    assert "Made:      Vec<float, 3>" in kernel.ask("inspect", "Vec", 2)["data"]["text/plain"]
    for code, status in [("template <typename T>", "incomplete"), ("template <typename T> struct X {", "incomplete"),
                         ("template <typename T> struct X { T a; };\nX<X<int>> x; x.a", "complete"), ("Vec<Vec<int, 2>, 3> m;", "complete")]:
        assert kernel.ask("is_complete", code)["status"] == status, code


@test
def heartbeat_echoes(kernel):
    import zmq
    socket = zmq.Context.instance().socket(zmq.REQ)
    socket.connect(f"tcp://{kernel.info['ip']}:{kernel.info['hb_port']}")
    for word in (b"ping", b"", b"x" * 5000):
        socket.send(word)
        assert socket.poll(5000) and socket.recv() == word
    socket.close(0)


main()
