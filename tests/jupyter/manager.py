#!/usr/bin/env python3
# NEEDS-SECONDS: 180
"""Installing, and kernels that Jupyter's own manager starts: restart, interrupt, shutdown, notebooks run by nbclient."""

import glob
import json
import os
import shutil
import struct
import subprocess
import tempfile
import time

from support import PROGRAM, TIMEOUT, descendants, is_alive, main, test, wait_until

import nbclient
import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager

FOLDER = tempfile.mkdtemp(prefix="heddle-manager-")
os.environ.update(JUPYTER_PATH=os.path.join(FOLDER, "share/jupyter"), XDG_STATE_HOME=os.path.join(FOLDER, "state"),
                  JUPYTER_RUNTIME_DIR=os.path.join(FOLDER, "runtime"))


def call(*args, **env):
    clean = {k: v for k, v in os.environ.items()
             if k not in ("VIRTUAL_ENV", "CONDA_PREFIX", "JUPYTER_DATA_DIR", "XDG_DATA_HOME")}
    return subprocess.run([PROGRAM, *args], capture_output=True, text=True, env={**clean, **env}, timeout=TIMEOUT)


def spec_in(folder, name="heddle"):
    with open(os.path.join(folder, "kernels", name, "kernel.json")) as file:
        return json.load(file)


@test
def install_says_where_and_uninstall_undoes_it():
    home = tempfile.mkdtemp(dir=FOLDER)
    for args, env, folder in [
            ([], {}, home + "/.local/share/jupyter"), (["--user"], {"XDG_DATA_HOME": home + "/xdg"}, home + "/xdg/jupyter"),
            (["--user"], {"JUPYTER_DATA_DIR": home + "/own"}, home + "/own"),
            (["--sys-prefix"], {"VIRTUAL_ENV": home + "/venv"}, home + "/venv/share/jupyter"),
            (["--sys-prefix"], {"CONDA_PREFIX": home + "/conda"}, home + "/conda/share/jupyter"),
            (["--prefix", home + "/usr"], {}, home + "/usr/share/jupyter"), (["--prefix=" + home + "/p"], {}, home + "/p/share/jupyter")]:
        env["HOME"] = home
        done = call("--install", *args, **env)
        assert done.returncode == 0 and folder in done.stdout, done
        spec = spec_in(folder)
        assert spec["argv"] == [os.path.realpath(PROGRAM), "-f", "{connection_file}"], spec
        assert spec["interrupt_mode"] == "message" and spec["language"] == "cuda" and spec["display_name"] == "CUDA C (Heddle)"
        with open(folder + "/labextensions/heddle-lab/package.json") as file:  # colours in JupyterLab
            entry = json.load(file)["jupyterlab"]["_build"]["load"]
        assert os.path.getsize(f"{folder}/labextensions/heddle-lab/{entry}") > 1000
        assert call("--install", *args, **env).returncode == 0, "a second time"
        assert call("--install", *args, "--name", "other", **env).returncode == 0
        assert call("--uninstall", *args, "--name", "other", **env).returncode == 0
        assert os.listdir(folder + "/labextensions") == ["heddle-lab"], "the other kernel's still"
        done = call("--uninstall", *args, **env)
        assert done.returncode == 0 and not os.listdir(folder + "/kernels"), done
        assert not os.listdir(folder + "/labextensions")
        assert call("--uninstall", *args, **env).returncode == 1


@test
def install_with_names_and_logos():
    done = call("--install", "--prefix", FOLDER, "--name", "my.kernel-2", "--display-name", "Übung (CUDA)")
    assert done.returncode == 0, done
    folder = FOLDER + "/share/jupyter"
    assert spec_in(folder, "my.kernel-2")["display_name"] == "Übung (CUDA)"
    for size in (32, 64):
        with open(f"{folder}/kernels/my.kernel-2/logo-{size}x{size}.png", "rb") as file:
            data = file.read()
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (size, size)
    with open(f"{folder}/kernels/my.kernel-2/logo-svg.svg") as file:
        assert file.read().startswith("<svg")
    found = KernelSpecManager().get_kernel_spec("my.kernel-2")
    assert found.interrupt_mode == "message"
    assert call("--uninstall", "--prefix", FOLDER, "--name", "my.kernel-2").returncode == 0


@test
def wrong_command_lines_are_told():
    for args, status, words in [
            (["--help"], 0, "--install"), (["--version"], 0, "heddle-kernel "), ([], 2, "usage"), (["--instal"], 2, "unknown option"),
            (["-f"], 2, "missing value"), (["--install", "--name"], 2, "missing value"), (["--install", "--name", "a/b"], 1, "no name"),
            (["--install", "--name", ".."], 1, "no name"), (["--install", "--sys-prefix"], 1, "virtual environment"),
            (["--install", "--uninstall"], 2, "other options"), (["--install", "--prefix", "/proc/nowhere"], 1, "cannot make"),
            (["-f", FOLDER + "/c.json", "--engine", "/no/such/engine"], 1, "/no/such/engine")]:
        done = call(*args, HOME=FOLDER)
        assert done.returncode == status and words in done.stdout + done.stderr, (args, done)


def start():
    assert call("--install", "--prefix", FOLDER).returncode == 0
    manager = KernelManager(kernel_name="heddle")
    manager.start_kernel(cwd=FOLDER)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=TIMEOUT)
    return manager, client


def value(client, code):
    reply = client.execute_interactive("0", user_expressions={"v": code}, timeout=TIMEOUT, output_hook=lambda message: None)
    return reply["content"]["user_expressions"]["v"].get("data", {}).get("text/plain")


@test
def restart_gives_a_new_session_on_the_same_ports():
    manager, client = start()
    for now in (False, True):
        client.execute_interactive("int kept = 5;", timeout=TIMEOUT)
        assert value(client, "kept") == "5"
        pid = manager.provisioner.process.pid
        old = [pid, *descendants(pid)]
        manager.restart_kernel(now=now)
        client.wait_for_ready(timeout=TIMEOUT)
        assert value(client, "kept") is None
        wait_until(lambda: not any(is_alive(pid) for pid in old))
    client.stop_channels()
    manager.shutdown_kernel()


@test
def interrupt_by_the_manager():
    manager, client = start()
    client.execute_interactive("int kept = 6;", timeout=TIMEOUT)
    id = client.execute('printf("go\\n"); fflush(stdout); for (;;) ;')
    while client.get_iopub_msg(timeout=TIMEOUT)["msg_type"] != "stream":
        pass
    manager.interrupt_kernel()
    while True:
        reply = client.get_shell_msg(timeout=TIMEOUT)
        if reply["parent_header"]["msg_id"] == id:
            break
    assert reply["content"]["ename"] == "Interrupted"
    assert value(client, "kept") == "6"
    client.stop_channels()
    manager.shutdown_kernel()


@test
def shutdown_by_the_manager_leaves_nothing():
    manager, client = start()
    client.execute("for (;;) ;")
    time.sleep(0.3)
    pid = manager.provisioner.process.pid
    all = [pid, *descendants(pid)]
    client.stop_channels()
    manager.shutdown_kernel()
    assert not any(is_alive(pid) for pid in all)
    assert not glob.glob(FOLDER + "/runtime/*"), glob.glob(FOLDER + "/runtime/*")


@test
def a_notebook_runs_and_stops_at_an_error():
    assert call("--install", "--prefix", FOLDER).returncode == 0
    cells = ["__global__ void twice(int *x) { x[threadIdx.x] *= 2; }",
             "int *m;\ncudaMallocManaged(&m, 4 * sizeof(int));\nfor (int i = 0; i < 4; i++) m[i] = i;\n"
             "twice<<<1, 4>>>(m);\ncudaDeviceSynchronize();\nm[3]", 'printf("%d\\n", m[2]);', "oops", "m[1]"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells])
    try:
        nbclient.NotebookClient(book, kernel_name="heddle", timeout=4 * TIMEOUT).execute()
        raise AssertionError("the error was not noticed")
    except nbclient.exceptions.CellExecutionError as error:
        assert error.ename == "CompileError"
    assert book.cells[1].outputs[0].data["text/plain"] == "6" and book.cells[2].outputs[0].text == "4\n"
    assert book.cells[3].outputs[0].output_type == "error" and not book.cells[4].outputs
    assert book.metadata["language_info"]["pygments_lexer"] == "cuda"


try:
    main()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
