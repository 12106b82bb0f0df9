#!/usr/bin/env python3
# NEEDS-SECONDS: 180
"""Subshells: what runs beside a busy cell, what cannot, and that each shell keeps its order."""

import os
import signal
import time

from support import TIMEOUT, Empty, Kernel, Run, main, test

DEFINITIONS = """
__managed__ float values[256];
volatile int step, stop_it;
__device__ int on_device;
struct Pair { int a, b; };
int twice(int x) { return 2 * x; }
template <typename T> T add(T a, T b) { return a + b; }
void say(const char *what) { printf("said %s\\n", what); fprintf(stderr, "and %s\\n", what); }
int crash(int n) { int *p = nullptr; return n + *p; }
int deep(int n) { volatile char room[1000]; room[n % 1000] = 1; return n > 0 ? deep(n + 1) + room[7] : 0; }
void throws() { throw 7; }
void picture() { unsigned char grey[8][8] = {}; imshow(grey); }
Pair pair() { return {1, step > 0}; }
__global__ void fill(float *a, float v) { a[threadIdx.x] = v; }
float filled(float v) { fill<<<1, 256>>>(values, v); cudaDeviceSynchronize(); return values[255]; }
__global__ void stops() { breakpoint(); }
int stopped() { stops<<<1, 1>>>(); return cudaDeviceSynchronize(); }
void run() { stop_it = 0; for (step = 1; !stop_it; step++) { usleep(1000); if (step % 100 == 0) printf("step %d\\n", step); } }
void wait_for_ever() { for (;;) usleep(1000); }
"""


class Shells:
    """A kernel with definitions, a subshell, and a cell that runs until `stop_it` is set. Messages are kept by whose they are."""

    def __init__(self, busy=True):
        self.kernel = Kernel()
        self.runs = {}
        assert not self.kernel.run(DEFINITIONS).error
        self.id = self.create()
        self.busy = self.start() if busy else None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.kernel.end()

    def create(self):
        made = self.kernel.control("create_subshell_request")
        assert made["status"] == "ok", made
        return made["subshell_id"]

    def take(self):
        """What has come."""
        client = self.kernel.client
        for get, part in ((client.get_iopub_msg, "messages"), (client.get_shell_msg, "reply")):
            try:
                message = get(timeout=0.01)
            except Empty:
                continue
            run = self.runs.get(message["parent_header"].get("msg_id"))
            if run and part == "reply":
                run.reply = message["content"]
            elif run:
                run.messages.append(message)

    def until(self, holds):
        end = time.monotonic() + TIMEOUT
        while not holds():
            assert time.monotonic() < end, {id: (run.reply, run.messages) for id, run in self.runs.items() if not run.reply}
            self.take()

    def finish(self, id):
        run = self.runs[id]
        self.until(lambda: run.reply and "idle" in run.states)
        return run

    def start(self):
        id = self.send("run()", main=True)
        self.until(lambda: "step 100" in self.runs[id].out)
        return id

    def send(self, code, id=None, main=False, kind="execute_request", content=None, **options):
        session = self.kernel.client.session
        message = session.msg(kind, content or {"code": code, "silent": False, "store_history": True, "user_expressions": {},
                                                "allow_stdin": True, "stop_on_error": True, **options})
        if not main:
            message["header"]["subshell_id"] = id or self.id
        self.runs[message["header"]["msg_id"]] = Run(message["header"]["msg_id"])
        self.kernel.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    def run(self, code, id=None, **options):
        return self.finish(self.send(code, id, **options))

    def run_main(self, code):
        return self.finish(self.send(code, main=True))

    def end_cell(self):
        assert self.run("stop_it = 1").reply["status"] == "ok"
        run = self.finish(self.busy)
        assert run.reply["status"] == "ok", run.reply
        return run


@test
def subshells_are_made_listed_and_deleted(kernel):
    assert "kernel subshells" in kernel.ask("kernel_info")["supported_features"]
    first, second = (kernel.control("create_subshell_request")["subshell_id"] for _ in range(2))
    assert first != second
    assert sorted(kernel.control("list_subshell_request")["subshell_id"]) == sorted([first, second])
    assert kernel.control("delete_subshell_request", {"subshell_id": first}) == {"status": "ok"}
    assert kernel.control("list_subshell_request")["subshell_id"] == [second]
    for id in (first, "nonsense", None, 7):
        gone = kernel.control("delete_subshell_request", {"subshell_id": id})
        assert gone["status"] == "error" and gone["ename"] == "UnknownSubshell", gone
    message = kernel.client.session.msg("execute_request", {"code": "1"})
    message["header"]["subshell_id"] = first
    kernel.client.shell_channel.send(message)
    run = kernel.finish(message["header"]["msg_id"])
    assert run.reply["status"] == "error" and "no such subshell" in run.reply["evalue"], run.reply
    kernel.control("delete_subshell_request", {"subshell_id": second})


@test
def there_is_an_end_to_subshells(kernel):
    made = [kernel.control("create_subshell_request") for _ in range(101)]
    assert [m["status"] for m in made] == ["ok"] * 100 + ["error"], made[-1]
    for m in made[:100]:
        kernel.control("delete_subshell_request", {"subshell_id": m["subshell_id"]})
    assert kernel.control("list_subshell_request")["subshell_id"] == []


@test
def in_an_idle_kernel_a_subshell_is_a_shell():
    with Shells(busy=False) as s:
        run = s.run("int x = 5; x + 1")
        assert run.result == "6" and run.reply["execution_count"] == 2, run.reply
        assert s.run_main("x + 2").result == "7"
        ids = [s.send(f"x = x * {n}; x") for n in (2, 3, 5)]  # in their order
        assert [s.finish(id).result for id in ids] == ["10", "30", "150"]


@test
def functions_run_beside_a_busy_cell():
    with Shells() as s:
        for code, wanted in [("twice(21)", "42"), ("int t = twice(4); t + 1", "9"), ("add(1.5, 2.25)", "3.75"),
                             ("pair()", "{.a = 1, .b = 1}"), ("filled(7)", "7.0"), ("values[3]", "7.0"),
                             ("int sum = 0; for (int i = 0; i < 100000; i++) sum += i % 7; sum", "299995"),
                             ("std::string(\"ab\") + \"c\"", None), ("", None), ("stop_it = 0;", None)]:
            run = s.run(code)
            assert run.reply["status"] == "ok", (code, run.reply)
            assert wanted is None or run.result.replace(" ", "") == wanted.replace(" ", ""), (code, run.result)
            assert run.states[0] == "busy" and run.states[-1] == "idle", run.states
            assert run.reply["execution_count"] > 0  # or JupyterLab shows [*] for ever
        before, after = s.run("step").result, s.run("step").result
        assert 3 < int(before) <= int(after)
        run = s.run("step = 100000; twice(step)", user_expressions={"four": "twice(2)", "bad": "twce(2)"})
        assert int(run.result) >= 200000
        assert run.reply["user_expressions"]["four"]["data"]["text/plain"] == "4", run.reply
        assert run.reply["user_expressions"]["bad"]["status"] == "error", run.reply
        assert "step 100" in s.end_cell().out
        assert int(s.run_main("step").result) > 100000


@test
def a_breakpoint_beside_a_cell_stops_nothing():
    with Shells() as s:
        assert s.run("stopped()").result == "0"
        s.end_cell()


@test
def output_belongs_to_the_shell_that_made_it():
    with Shells() as s:
        run = s.run('say("hello"); picture(); printf("no newline")')
        assert run.out == "said hello\nno newline" and run.err == "and hello\n", run.messages
        assert "image/png" in run.all("display_data")[0]["data"], run.messages
        assert not s.run("say(\"silence\")", silent=True).all("stream")
        cell = s.end_cell()
        assert "hello" not in cell.out and "newline" not in cell.out and not cell.all("display_data"), cell.out
        # What is printed without an end is left out with a word.
        s.busy = s.start()
        run = s.run('for (int i = 0; i < 100000; i++) printf("a line that is rather long: %d\\n", i);')
        assert len(run.out) <= 1 << 20 and "more than 1 MB" in run.err, (len(run.out), run.err)
        s.end_cell()


@test
def what_cannot_run_beside_a_cell_is_said():
    with Shells() as s:
        for code, wanted in [("int twice(int x) { return 3 * x; }", "`twice` cannot be defined while a cell runs"),
                             ("struct New { int a; };", "would be gone at once"), ("int y = 5;", "`y` would be gone at once"),
                             ("#include <math.h>\nint z() { return 1; }", "while a cell runs"), ("%who", "wait for the cell"),
                             ("!ls", "wait for the cell"), ("twice?", "wait for the cell"), ("twce(1)", "twce"),
                             ("getchar()", "standard input"), ("crash(1)", "null"), ("deep(1)", "endless recursion"),
                             ("throws()", "7"), ("exit(3)", "exit(3)"), ("abort()", "abort")]:
            run = s.run(code)
            assert run.reply["status"] == "error" and run.error, (code, run.reply)
            text = "\n".join([run.reply["evalue"], *run.reply["traceback"]])
            assert wanted in text, (code, text)
        assert s.run("twice(2)").result == "4"
        s.end_cell()
        assert s.run("int twice(int x) { return 3 * x; }").reply["status"] == "ok"
        assert s.run("twice(2)").result == "6"


@test
def a_failure_ends_what_waits_in_its_own_subshell_only():
    with Shells() as s:
        other = s.create()
        ids = [s.send("usleep(200000); crash(1)"), s.send("twice(1)"), s.send("twice(2)")]
        beside = s.send("twice(3)", other)
        assert s.finish(beside).reply["status"] == "ok"
        replies = [s.finish(id).reply for id in ids]
        assert [r["status"] for r in replies] == ["error", "aborted", "aborted"], replies
        assert s.run("twice(5)").result == "10"
        s.end_cell()


@test
def requests_beside_a_cell_run_at_the_same_time():
    with Shells() as s:
        shells = [s.create() for _ in range(4)]
        begin = time.monotonic()
        ids = [s.send(f"usleep(1000000); twice({n})", shell) for n, shell in enumerate(shells)]
        assert [s.finish(id).result for id in ids] == ["0", "2", "4", "6"]
        assert time.monotonic() - begin < 3.5
        s.end_cell()


@test
def an_interrupt_ends_both():
    with Shells() as s:
        id = s.send("wait_for_ever()")
        time.sleep(0.3)
        s.kernel.control("interrupt_request")
        replies = {i: s.finish(i).reply for i in (id, s.busy)}
        assert replies[id]["ename"] == replies[s.busy]["ename"] == "Interrupted", replies
        # A request that outlives the cell is interrupted by itself; the cell behind it is not.
        s.busy = s.start()
        id = s.send("wait_for_ever()")
        time.sleep(0.3)
        other = s.create()
        assert s.run("stop_it = 1", other).reply["status"] == "ok"
        assert s.finish(s.busy).reply["status"] == "ok"
        s.kernel.control("interrupt_request")
        assert s.finish(id).reply["ename"] == "Interrupted"
        assert s.run_main("twice(8)").result == "16"


@test
def an_engine_that_ends_is_told_to_both():
    with Shells() as s:
        id = s.send("wait_for_ever()")
        time.sleep(0.3)
        os.kill(s.kernel.engine(), signal.SIGKILL)
        replies = {i: s.finish(i).reply for i in (id, s.busy)}
        assert replies[id]["ename"] == "EngineEnded" and replies[s.busy]["status"] == "error", replies
        assert s.run_main("twice(8)").result == "16"
        assert s.run("twice(9)").result == "18"


@test
def questions_of_a_subshell_are_answered_beside_a_cell():
    with Shells() as s:
        for kind, content, check in [
                ("complete_request", {"code": "twi", "cursor_pos": 3}, lambda r: "twice" in r["matches"]),
                ("inspect_request", {"code": "twice", "cursor_pos": 3, "detail_level": 0}, lambda r: r["found"]),
                ("is_complete_request", {"code": "f("}, lambda r: r["status"] == "incomplete"),
                ("kernel_info_request", {}, lambda r: r["implementation"] == "heddle"),
                ("comm_info_request", {}, lambda r: r["comms"] == {}),
                ("history_request", {"hist_access_type": "tail", "n": 3, "output": False, "raw": True}, lambda r: "history" in r)]:
            reply = s.finish(s.send("", kind=kind, content=content)).reply
            assert check(reply), (kind, reply)
        s.end_cell()


@test
def cells_come_and_go_while_another_shell_works():
    with Shells(busy=False) as s:
        s.run_main("template <typename T> __global__ void put(T *a, T v) { a[threadIdx.x] = v; }\n"
                   "template <typename T> T through(T v) { static T a[4]; put<T><<<1, 4>>>(a, v); cudaDeviceSynchronize(); return a[3]; }\n"
                   "__global__ void slow(volatile float *a) { for (int i = 0; i < 300000; i++) a[threadIdx.x] += 1; }")
        shells = [s.id, s.create(), s.create()]
        for n in range(12):
            cell = s.send(f"int made{n}(int x) {{ return x + {n}; }}\nslow<<<1, 64>>>(values); usleep(20000); made{n}({n})", main=True)
            types = ["int", "float", "double", "long", "short", "char"]
            ids = [s.send(f"through<{types[n % 6]}>({n}) + 0", shell) for shell in shells for _ in range(2)]
            ids.append(s.send("for (int i = 0; i < 200; i++) { char *p = (char *)malloc(100); p[0] = 1; free(p); } 7", shells[0]))
            assert s.finish(cell).result == str(2 * n), s.finish(cell).messages
            runs = [s.finish(id) for id in ids]
            assert [float(run.result) for run in runs] == [n] * 6 + [7], [(r.result, r.reply) for r in runs]


@test
def shutdown_does_not_wait_for_a_subshell():
    with Shells() as s:
        s.send("wait_for_ever()")
        time.sleep(0.2)
        s.kernel.control("shutdown_request", {"restart": False})
        s.kernel.process.wait(timeout=TIMEOUT)


main()
