#!/usr/bin/env python3
# NEEDS-SECONDS: 180
"""How a kernel ends, and that it leaves nothing behind; connection files; the history."""

import glob
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import tempfile

from support import ASAN, Kernel, PROGRAM, TIMEOUT, is_alive, main, signal, test, wait_until


def works(kernel):
    assert kernel.run("40 + 2").result == "42"


# ---- the end -----------------------------------------------------------------------------------------------------------


def ends(kernel, act, timeout=8, status=0):
    """The kernel and all that it has started end, and nothing of theirs stays."""
    before = kernel.children()
    act()
    assert kernel.wait_end(timeout * (3 if ASAN else 1)) == status, kernel.process.returncode
    wait_until(lambda: not any(is_alive(pid) for pid in before), 5)
    left = [path for path in glob.glob(kernel.folder + "/*") if os.path.basename(path) not in ("connection.json", "log", "state")]
    assert not left, left
    assert "Sanitizer" not in kernel.said(), kernel.said()
    kernel.end()


@test
def shutdown_is_answered_on_both_channels():
    for channel in ("control", "shell"):
        for restart in (False, True):
            kernel = Kernel()
            kernel.run("1")

            def act():
                id = kernel.send("shutdown_request", {"restart": restart}, channel)
                assert kernel.reply(id, channel=channel) == {"status": "ok", "restart": restart}
                assert kernel.wait_for(shutdown_reply=str(restart).lower())
            ends(kernel, act)


@test
def shutdown_while_a_cell_runs():
    for code in ["for (;;) ;", "sleep(1000);", 'system("sleep 1000");', 'for (;;) printf("x\\n");']:
        kernel = Kernel()
        id = kernel.client.execute('printf("go\\n"); fflush(stdout); ' + code)
        kernel.wait_for(stream="go")
        ends(kernel, lambda: kernel.control("shutdown_request", {"restart": False}))


@test
def signals_end_or_interrupt_it():
    kernel = Kernel()
    id = kernel.client.execute('printf("go\\n"); fflush(stdout); for (;;) ;')
    kernel.wait_for(stream="go")
    kernel.process.send_signal(signal.SIGINT)
    assert kernel.finish(id).error["ename"] == "Interrupted"
    ends(kernel, lambda: kernel.process.send_signal(signal.SIGTERM))


@test
def killed_it_takes_the_engine_along():
    kernel = Kernel()
    kernel.client.execute('printf("go\\n"); fflush(stdout); for (;;) ;')
    kernel.wait_for(stream="go")
    ends(kernel, lambda: kernel.process.kill(), status=-signal.SIGKILL)


@test
def what_a_killed_kernel_ran_is_offered_to_the_next():
    with tempfile.TemporaryDirectory() as state:
        env = {"XDG_STATE_HOME": state, "JPY_SESSION_NAME": "/work/a.ipynb"}

        def files():
            return [path for path in glob.glob(state + "/heddle/kernels/*") if os.path.getsize(path)]

        kernel = Kernel(env=env)
        kernel.run("int twice(int x) { return 2 * x; }")
        kernel.run("int lost = 1;\nlost = twice(21);")
        kernel.run("nothing_of_that_name")
        kernel.run("%who")
        other = Kernel(env=env)  # of the same notebook, at the same time: the file stays the first one's
        assert not other.run("1").err
        other.control("shutdown_request", {"restart": False})
        other.wait_end()
        other.end()
        assert len(files()) == 1 and stat.S_IMODE(os.stat(files()[0]).st_mode) == 0o600
        kernel.process.kill()
        kernel.wait_end()
        kernel.end()
        elsewhere = Kernel(env={**env, "JPY_SESSION_NAME": "/work/b.ipynb"})
        assert not elsewhere.run("1").err
        elsewhere.end()
        kernel = Kernel(env=env)
        assert not kernel.run("1", silent=True).err
        said = kernel.run("twice(1)").err
        assert "was killed" in said and "2 inputs" in said, said
        assert not kernel.run("1").err  # once
        run = kernel.run(said.split("run again:\n")[1].split("\n")[0])
        assert run.reply["status"] == "ok", run.reply
        assert kernel.run("lost").result == "42"
        kernel.control("shutdown_request", {"restart": True})
        kernel.wait_end()
        kernel.end()
        kernel = Kernel(env=env)
        assert not kernel.run("1").err  # it was told to restart
        kernel.end()


@test
def ends_with_the_process_that_started_it():
    for code in [None, "for (;;) ;"]:
        parent = subprocess.Popen(["sleep", "1000"])
        kernel = Kernel(env={"JPY_PARENT_PID": str(parent.pid)})
        if code:
            kernel.client.execute('printf("go\\n"); fflush(stdout); ' + code)
            kernel.wait_for(stream="go")

        def act():
            parent.kill()
            parent.wait()
        ends(kernel, act)


@test
def children_of_cells_end_with_it():
    kernel = Kernel()
    pid = int(kernel.run('int child = fork(); if (!child) { for (;;) sleep(1); } child').result)
    assert is_alive(pid)
    ends(kernel, lambda: kernel.control("shutdown_request", {"restart": False}))
    wait_until(lambda: not is_alive(pid), 5)


# ---- the connection file ---------------------------------------------------------------------------------------------------


@test
def ports_of_0_are_chosen_and_written_back():
    kernel = Kernel({"transport": "tcp", "ip": "127.0.0.1", "key": "k", "signature_scheme": "hmac-sha256", "kernel_name": "x",
                     **{name + "_port": 0 for name in ("shell", "iopub", "stdin", "control", "hb")}})
    works(kernel)
    assert stat.S_IMODE(os.stat(kernel.file).st_mode) == 0o600
    ports = [kernel.info[name + "_port"] for name in ("shell", "iopub", "stdin", "control", "hb")]
    assert len(set(ports)) == 5 and kernel.info["key"] == "k" and kernel.info["kernel_name"] == "x"
    listening = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True).stdout.split("\n")
    for port in ports:
        places = {line.split()[1] for line in listening[1:] if line and line.split()[3] == "0A" and line.split()[1].endswith(f":{port:04X}")}
        assert places == {f"0100007F:{port:04X}"}, places
    kernel.end()


@test
def a_file_that_is_missing_is_made():
    kernel = Kernel()
    assert len(kernel.info["key"]) >= 32 and stat.S_IMODE(os.stat(kernel.file).st_mode) == 0o600
    works(kernel)
    kernel.end()


@test
def sockets_in_the_file_system_go_again():
    folder = tempfile.mkdtemp(prefix="heddle-ipc-")
    kernel = Kernel({"transport": "ipc", "ip": folder + "/kernel", "key": "secret",
                     "shell_port": 1, "iopub_port": 2, "stdin_port": 3, "control_port": 4, "hb_port": 0})
    works(kernel)
    sockets = glob.glob(folder + "/*")
    assert len(sockets) == 5 and all(stat.S_IMODE(os.stat(s).st_mode) & 0o077 == 0 for s in sockets), sockets
    ends(kernel, lambda: kernel.control("shutdown_request", {"restart": False}))
    assert not glob.glob(folder + "/*")
    os.rmdir(folder)


@test
def without_a_key_nothing_is_signed():
    kernel = Kernel({"transport": "tcp", "ip": "127.0.0.1", "key": ""})
    works(kernel)
    kernel.end()


@test
def bad_connection_files_are_told():
    folder = tempfile.mkdtemp(prefix="heddle-test-")
    for text, words in [("{", "not a JSON object"), ("[]", "not a JSON object"), ('{"transport": "carrier pigeon"}', "transport"),
                        ('{"key": "x", "signature_scheme": "rot13"}', "signature scheme"), ('{"shell_port": 99999}', "port"),
                        ('{"ip": "203.0.113.77"}', "listen")]:
        with open(folder + "/c.json", "w") as file:
            file.write(text)
        done = subprocess.run([PROGRAM, "-f", folder + "/c.json"], capture_output=True, text=True, timeout=TIMEOUT)
        assert done.returncode == 1 and words in done.stderr, (text, done)
    done = subprocess.run([PROGRAM, "-f", folder + "/no/such/c.json"], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 1 and "connection file" in done.stderr, done
    shutil.rmtree(folder)


# ---- history ----------------------------------------------------------------------------------------------------------------


def lines_of(kernel, **query):
    return kernel.ask("history", **query)["history"]


@test
def history_survives_sessions():
    folder = tempfile.mkdtemp(prefix="heddle-state-")
    env = {"XDG_STATE_HOME": folder}
    first = Kernel(env=env)
    for code in ["int x = 1;", "x + 1", "x + 2", "x + 1"]:
        first.run(code)
    first.end()
    second = Kernel(env=env)
    assert [h[2] for h in lines_of(second, hist_access_type="tail", n=2)] == ["x + 2", "x + 1"]
    second.run("11")
    second.run("bad =")
    tail = lines_of(second, hist_access_type="tail", n=4)
    assert [h[1:] for h in tail] == [[3, "x + 2"], [4, "x + 1"], [1, "11"], [2, "bad ="]], tail
    assert tail[0][0] + 1 == tail[3][0]
    assert [h[2] for h in lines_of(second, hist_access_type="range", session=0, start=1, stop=2)] == ["11"]
    assert [h[2] for h in lines_of(second, hist_access_type="range", session=-1, start=2, stop=4)] == ["x + 1", "x + 2"]
    assert [h[2] for h in lines_of(second, hist_access_type="search", pattern="x + *")] == ["x + 1", "x + 2", "x + 1"]
    assert [h[2] for h in lines_of(second, hist_access_type="search", pattern="x + *", unique=True)] == ["x + 2", "x + 1"]
    assert [h[2] for h in lines_of(second, hist_access_type="search", pattern="x + ?", n=1)] == ["x + 1"]
    assert lines_of(second, hist_access_type="search", pattern="x + *", output=True)[0][2] == ["x + 1", "2"]
    assert lines_of(second, hist_access_type="search", pattern="no such *") == []
    assert stat.S_IMODE(os.stat(folder + "/heddle/history.sqlite").st_mode) == 0o600
    second.end()
    shutil.rmtree(folder)


@test
def many_kernels_share_one_history():
    folder = tempfile.mkdtemp(prefix="heddle-state-")
    kernels = [Kernel(env={"XDG_STATE_HOME": folder}) for _ in range(4)]
    ids = [(kernel, kernel.client.execute(f"{k} * 100 + {i}")) for i in range(25) for k, kernel in enumerate(kernels)]
    for kernel, id in ids:
        kernel.finish(id)
    for kernel in kernels:
        assert len(lines_of(kernel, hist_access_type="range", start=1, stop=100)) == 25
    found = lines_of(kernels[0], hist_access_type="tail", n=1000)
    assert len(found) == 100 and len({h[0] for h in found}) == 4, len(found)
    for kernel in kernels:
        kernel.end()
    shutil.rmtree(folder)


@test
def a_damaged_or_impossible_history_does_not_matter():
    folder = tempfile.mkdtemp(prefix="heddle-state-")
    os.makedirs(folder + "/heddle")
    with open(folder + "/heddle/history.sqlite", "wb") as file:
        file.write(b"SQLite format 3\0" + random.Random(1).randbytes(5000))
    for state in (folder, "/dev/null/nowhere"):
        kernel = Kernel(env={"XDG_STATE_HOME": state})
        kernel.run("1 + 2")
        assert [h[2] for h in lines_of(kernel, hist_access_type="tail", n=5)] == ["1 + 2"]
        kernel.end()
    rows = sqlite3.connect(folder + "/heddle/history.sqlite").execute("SELECT code FROM lines").fetchall()
    assert rows == [("1 + 2",)], rows
    shutil.rmtree(folder)


main()
