#!/usr/bin/env python3
# NEEDS-SECONDS: 300
"""What must not end the kernel or mix up replies."""

import json
import os
import random
import resource
import time

import zmq

from support import ASAN, TIMEOUT, Kernel, main, signal, test, wait_until

CONTEXT = zmq.Context.instance()


def dealer(kernel, channel="shell", identity=None):
    socket = CONTEXT.socket(zmq.DEALER)
    socket.linger = 0
    if identity:
        socket.setsockopt(zmq.IDENTITY, identity)
    socket.connect(f"tcp://{kernel.info['ip']}:{kernel.info[channel + '_port']}")
    return socket


def frames_of(kernel, kind="kernel_info_request", content=None):
    session = kernel.client.session
    return session.serialize(session.msg(kind, content or {}))


def works(kernel):
    assert kernel.run("40 + 2").result == "42"


@test
def bad_messages_are_dropped(kernel):
    socket = dealer(kernel)
    good = frames_of(kernel)
    at = good.index(b"<IDS|MSG>")
    signature = good[at + 1]
    sign = kernel.client.session.sign

    def signed(*parts):
        return [b"<IDS|MSG>", sign(list(parts)), *parts]

    header = good[at + 2]
    bad = [
        [b""], [b"<IDS|MSG>"], [b"garbage", b"more"], [], good[:at + 4], good[at + 1:],
        [b"<IDS|MSG>", b"", *good[at + 2:]], [b"<IDS|MSG>", b"0" * 64, *good[at + 2:]],
        [b"<IDS|MSG>", signature[:-1], *good[at + 2:]], [b"<IDS|MSG>", signature + b"0", *good[at + 2:]],
        [b"<IDS|MSG>", signature.upper(), *good[at + 2:]], [b"<IDS|MSG>", signature, *good[at + 2:-1], b'{"x": 1}'],
        signed(header, b"{}", b"{}", b"{not json"), signed(b"[]", b"{}", b"{}", b"{}"), signed(b"", b"", b"", b""),
        signed(b'{"msg_type": "kernel_info_request"}', b"{}", b"{}", b"{}"),
        signed(b'{"msg_type": 7, "msg_id": {}}', b"{}", b"{}", b"{}"), signed(header, b"{}", b"{}", b"[1, 2]"),
        signed(header, b"{}", b"{}", b"[" * 100000), signed(header, b"{}", b"{}", b"\xff\xfe"),
    ]
    for frames in bad:
        if frames:
            socket.send_multipart(frames)
    assert not socket.poll(300), socket.recv_multipart()
    socket.send_multipart(good)
    assert socket.poll(TIMEOUT * 1000)
    socket.recv_multipart()
    socket.send_multipart(good)  # once more, as a recorder would
    assert not socket.poll(300), "a replay was answered"
    socket.close()
    works(kernel)


@test
def malformed_contents_get_errors(kernel):
    for content in [{}, {"code": 5}, {"code": None}, {"code": ["1"]}, {"code": "1", "silent": "yes", "user_expressions": [1]},
                    {"code": "1", "user_expressions": {"a": 5}}]:
        run = kernel.finish(kernel.send("execute_request", content))
        assert run.reply["status"] in ("ok", "error") and "execution_count" in run.reply, run.reply
    for kind in ["complete_request", "inspect_request", "is_complete_request", "history_request", "comm_info_request",
                 "comm_open", "comm_msg", "comm_close", "input_reply", "interrupt_request"]:
        for content in [{}, {"code": 1, "cursor_pos": "x"}, {"code": "abc", "cursor_pos": -5}, {"code": "abc", "cursor_pos": 10**15},
                        {"hist_access_type": "search", "pattern": 5, "n": "many"}, {"hist_access_type": "range", "session": -99},
                        {"comm_id": 5, "target_name": [], "data": 3}]:
            run = kernel.finish(kernel.send(kind, content), reply=False)
            assert run.states[-1] == "idle"
    works(kernel)


@test
def lone_surrogates_and_nul_are_no_reason_to_hang(kernel):
    session = kernel.client.session
    header = frames_of(kernel, "execute_request")
    header = header[header.index(b"<IDS|MSG>") + 2]
    parts = [header, b"{}", b"{}", b'{"code": "const char *odd = \\"\\ud83d and \\\\u0000\\"; 3"}']
    socket = dealer(kernel)
    socket.send_multipart([b"<IDS|MSG>", session.sign(parts), *parts])
    assert socket.poll(TIMEOUT * 1000)
    reply = json.loads(socket.recv_multipart()[-1])
    assert reply["status"] == "ok", reply
    socket.close()
    assert kernel.run('printf("a\\0b\\n"); "\\0"').reply["status"] == "ok"
    assert kernel.run("1\0 + 1").reply["status"] in ("ok", "error")
    works(kernel)


@test
def a_reply_goes_to_who_asked(kernel):
    sockets = [dealer(kernel, identity=f"client-{i}".encode()) for i in range(20)]
    ids = {}
    for i, socket in enumerate(sockets):
        message = kernel.client.session.msg("execute_request", {"code": f"{i} * 1000", "user_expressions": {"v": f"{i} * 7"}})
        ids[i] = message["header"]["msg_id"]
        socket.send_multipart([b"routed", b"twice"] + kernel.client.session.serialize(message))
    for i, socket in enumerate(sockets):
        assert socket.poll(TIMEOUT * 1000)
        frames = socket.recv_multipart()
        assert frames[:3] == [b"routed", b"twice", b"<IDS|MSG>"], frames[:3]
        assert json.loads(frames[5])["msg_id"] == ids[i]
        assert json.loads(frames[7])["user_expressions"]["v"]["data"]["text/plain"] == str(i * 7)
        socket.close()


@test
def thousands_of_messages_at_once(kernel):
    socket = dealer(kernel)
    socket.sndhwm = socket.rcvhwm = 0
    session = kernel.client.session
    kinds = [("kernel_info_request", {}), ("execute_request", {"code": "1", "silent": True}), ("comm_info_request", {}),
             ("is_complete_request", {"code": "int f("}), ("complete_request", {"code": "cudaMall", "cursor_pos": 8}),
             ("history_request", {"hist_access_type": "tail", "n": 3}), ("unknown_request", {})]
    wanted = {}
    for i in range(1000 if ASAN else 5000):
        kind, content = kinds[i % len(kinds)]
        message = session.msg(kind, content)
        if kind != "unknown_request":
            wanted[message["header"]["msg_id"]] = kind.replace("request", "reply")
        socket.send_multipart(session.serialize(message))
    until = time.monotonic() + 4 * TIMEOUT
    while wanted and time.monotonic() < until:
        if socket.poll(1000):
            frames = socket.recv_multipart()
            parent = json.loads(frames[3])
            assert wanted.pop(parent["msg_id"]) == json.loads(frames[2])["msg_type"]
    assert not wanted, f"{len(wanted)} without a reply"
    socket.close()
    kernel.quiet()
    works(kernel)


@test
def a_cell_of_30_megabytes(kernel):
    run = kernel.run("~" * (30 << 20), timeout=8 * TIMEOUT)
    assert run.error["ename"] == "CompileError" and "nested too deeply" in run.error["evalue"], run.error
    assert len(str(run.error)) < 100000, "the error holds the cell"
    assert kernel.run("/*" + "x" * (2 << 20) + "*/ 7", timeout=8 * TIMEOUT).result == "7"
    works(kernel)


@test
def client_goes_away_in_mid_cell(kernel):
    kernel.run("int after = 0;")
    for _ in range(3):
        client = kernel.connect()
        client.execute('for (int i = 0; i < 30; i++) { printf("%d\\n", i); usleep(10000); } after++;')
        kernel.wait_for(client, stream="0")
        client.stop_channels()
    wait_until(lambda: kernel.run("after").result == "3")


@test
def client_comes_back_under_its_name(kernel):
    sockets = [] # left open, as by a browser whose network is gone
    for i in range(3):
        sockets.append(dealer(kernel, identity=b"the-same"))
        sockets[i].send_multipart(frames_of(kernel))
        assert sockets[i].poll(TIMEOUT * 1000), i
    for socket in sockets:
        socket.close()


@test
def engine_killed_during_a_cell(kernel):
    kernel.run("int precious[3] = {1, 2, 3}; int times(int x) { return x * precious[2]; }")
    for _ in range(2):
        id = kernel.client.execute('precious[0]++; printf("in\\n"); fflush(stdout); for (;;) ;')
        kernel.wait_for(stream="in")
        os.kill(kernel.engine(), signal.SIGKILL)
        run = kernel.finish(id)
        assert run.error["ename"] == "EngineEnded", run.error
        assert len(run.all("error")) == 1 and run.reply["status"] == "error"
    assert kernel.run("precious[0] * 100 + times(5)").result == "315"


@test
def engine_killed_between_cells(kernel):
    kernel.run("int between = 77;")
    old = kernel.engine()
    os.kill(old, signal.SIGKILL)
    wait_until(lambda: kernel.engine() not in (None, old))
    assert kernel.run("between").result == "77"


@test
def a_crash_ends_the_cell_only(kernel):
    kernel.run("int held = 5;")
    run = kernel.run('char *block = (char *)malloc(16); memset(block, 7, 4000); free(block); raise(SIGKILL);')
    assert run.reply["status"] == "error" and len(run.all("error")) == 1
    assert kernel.run("held").result == "5"


def memory_of(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) // 1024


@test
def a_message_over_the_limit_is_refused(kernel):
    before = memory_of(kernel.process.pid)
    for channel in ("shell", "control"):
        socket = dealer(kernel, channel)
        events = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        socket.send_multipart([b"<IDS|MSG>", b"0" * 64, b"{}", b"{}", b"{}", b" " * (300 << 20)])
        assert events.poll(TIMEOUT * 1000), "nobody hung up"  # before the message was there as a whole
        assert not socket.poll(100)
        socket.disable_monitor()
        socket.close()
    assert "a message of 300 MiB" not in kernel.said()
    several = dealer(kernel)  # each part is below the limit
    several.send_multipart([b"<IDS|MSG>", b"0" * 64] + [b" " * (150 << 20)] * 2)
    wait_until(lambda: "a message of 300 MiB is ignored; the limit is 64 MiB" in kernel.said())
    several.close()
    works(kernel)
    grown = memory_of(kernel.process.pid) - before
    assert grown < (900 if ASAN else 450), f"{grown} MiB were held"
    assert kernel.run('puts("' + "x" * (1 << 20) + '");').reply["status"] == "ok"  # a large cell is none


@test
def who_sends_or_asks_for_too_much_is_told(kernel):
    # Requests.
    large = "/*" + "x" * (70 << 20) + "*/ 7"
    run = kernel.run(large, timeout=8 * TIMEOUT)
    assert run.reply["status"] == "error" and "a message of 70 MiB is not taken: 64 MiB is the most" in run.reply["evalue"], run.reply
    assert run.reply["execution_count"] is not None and run.states == ["busy", "idle"], run.states
    reply = kernel.ask("complete", large, 5)
    assert reply["status"] == "error" and reply["ename"] == "MessageTooLarge", reply
    kernel.send("comm_msg", {"comm_id": "none", "data": large})  # nobody waits for an answer
    # Outputs.
    run = kernel.run("char *long_text = (char *)malloc(90000001); memset(long_text, 'x', 90000000); long_text[90000000] = 0;"
                     "\ndisplay_html(long_text); printf(\"after\\n\");", timeout=8 * TIMEOUT)
    assert run.reply["status"] == "ok" and run.out == "after\n", run.reply
    shown = run.all("display_data")
    assert len(shown) == 1 and list(shown[0]["data"]) == ["text/plain"], [list(s["data"]) for s in shown]
    assert "are not shown: a message may have 67 MB" in shown[0]["data"]["text/plain"], shown
    works(kernel)


@test
def history_goes_on_in_memory_on_a_full_disk():
    kernel = Kernel()
    try:
        kernel.run("1 + 1")
        wait_until(lambda: kernel.ask("history", hist_access_type="tail", n=5)["history"])
        path = os.path.join(kernel.folder, "state", "heddle", "history.sqlite")
        size = os.path.getsize(path)
        resource.prlimit(kernel.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        kernel.run("char *large = \"" + "x" * 100000 + "\";")
        kernel.run("2 + 2")
        lines = [line for _, _, line in kernel.ask("history", hist_access_type="tail", n=5)["history"]]
        assert [line[:5] for line in lines] == ["1 + 1", "char ", "2 + 2"], lines
        assert kernel.said().count("the history is kept in memory only from here on") == 1, kernel.said()
    finally:
        kernel.end()


# ---- fuzzing ---------------------------------------------------------------------------------------------------------------------


@test
def random_frames_on_every_socket(kernel):
    seed = int(os.environ.get("FUZZ_SEED", "1"))
    rng = random.Random(seed)
    session = kernel.client.session
    sockets = [dealer(kernel, channel) for channel in ("shell", "control", "stdin", "hb")]
    samples = [("execute_request", {"code": "1", "silent": True}), ("complete_request", {"code": "pri", "cursor_pos": 3}),
               ("history_request", {"hist_access_type": "tail", "n": 2}), ("comm_open", {"comm_id": "f", "target_name": "t"}),
               ("inspect_request", {"code": "printf", "cursor_pos": 2, "detail_level": 1}), ("input_reply", {"value": "x"})]
    until = time.monotonic() + float(os.environ.get("FUZZ_SECONDS", "2"))
    count = 0
    while time.monotonic() < until:
        kind, content = rng.choice(samples)
        frames = session.serialize(session.msg(kind, content))
        at = frames.index(b"<IDS|MSG>")
        for _ in range(rng.randrange(4)):
            mutate(rng, frames)
        if rng.random() < 0.7 and len(frames) >= at + 6:
            frames[at + 1] = session.sign(frames[at + 2:at + 6])
        rng.choice(sockets).send_multipart(frames or [b""])
        count += 1
        if count % 200 == 0:
            for socket in sockets:
                while socket.poll(0):
                    socket.recv_multipart()
            kernel.quiet(seconds=0.01)
    for socket in sockets:
        socket.close()
    kernel.quiet()
    works(kernel)


def mutate(rng, frames):
    if not frames:
        return
    i = rng.randrange(len(frames))
    choice = rng.randrange(7)
    frame = bytearray(frames[i])
    if choice == 0:
        del frames[i]
        return
    if choice == 1:
        frames.insert(i, rng.randbytes(rng.randrange(30)))
        return
    if choice == 2:
        frames[i] = b""
        return
    if choice == 3:
        frames[i] = frames[i] * rng.randrange(1, 50)
        return
    for _ in range(rng.randrange(1, 6)):
        if frame and choice < 6:
            frame[rng.randrange(len(frame))] = rng.choice(b'{}[]",:\\u0df0129 \xff\x00')
        elif frame:
            del frame[rng.randrange(len(frame)):]
    frames[i] = bytes(frame)


main()
