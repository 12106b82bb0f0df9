"""What the tests of heddle-kernel share: starting a kernel as Jupyter does, talking to it, and the list of tests.

    from support import Kernel, main, test

    @test
    def adds(kernel):            # a parameter `kernel` is one that the tests of a file share
        assert kernel.run("1 + 1").result == "2"

    main()
"""

import inspect
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from queue import Empty

from jupyter_client.blocking.client import BlockingKernelClient

BUILD = os.environ.get("HEDDLE_BUILD") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build")
PROGRAM = os.path.abspath(os.path.join(BUILD, "heddle-kernel"))
ASAN = "asan" in os.path.basename(os.path.abspath(BUILD))
TIMEOUT = 60 if ASAN else 20


class Run:
    """One cell: its reply and what came on iopub, in order."""

    def __init__(self, id):
        self.id = id
        self.reply = None
        self.messages = []

    def all(self, kind):
        return [m["content"] for m in self.messages if m["msg_type"] == kind]

    def text(self, name):
        return "".join(c["text"] for c in self.all("stream") if c["name"] == name)

    @property
    def out(self):
        return self.text("stdout")

    @property
    def err(self):
        return self.text("stderr")

    @property
    def result(self):
        results = self.all("execute_result")
        assert len(results) <= 1, results
        return results[0]["data"]["text/plain"] if results else None

    @property
    def error(self):
        errors = self.all("error")
        assert len(errors) <= 1, errors
        return errors[0] if errors else None

    @property
    def states(self):
        return [c["execution_state"] for c in self.all("status")]


class Kernel:
    """A heddle-kernel process with a client. Its files are in a folder of its own, which goes with it."""

    def __init__(self, connection=None, env=None, connect=True, args=()):
        self.folder = tempfile.mkdtemp(prefix="heddle-test-")
        self.file = os.path.join(self.folder, "connection.json")
        if connection is not None:
            with open(self.file, "w") as file:
                json.dump(connection, file)
        self.env = {**os.environ, "XDG_STATE_HOME": os.path.join(self.folder, "state"), **(env or {})}
        self.log = open(os.path.join(self.folder, "log"), "w+b")
        self.process = subprocess.Popen([PROGRAM, "-f", self.file, *args], stdin=subprocess.DEVNULL, stdout=self.log,
                                        stderr=self.log, env=self.env, start_new_session=True, cwd=self.folder)
        self.clients = []
        self.client = None
        try:
            self.info = self.read_connection()
            if connect:
                self.client = self.connect()
        except BaseException:
            self.end()
            raise

    def read_connection(self):
        until = time.monotonic() + TIMEOUT
        names = ["shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"]
        while time.monotonic() < until:
            try:
                with open(self.file) as file:
                    info = json.load(file)
                if all(info.get(name) for name in names):
                    return info
            except (OSError, ValueError):
                pass
            if self.process.poll() is not None:
                raise RuntimeError(f"the kernel ended with {self.process.returncode}: {self.said()}")
            time.sleep(0.01)
        raise TimeoutError("no connection file")

    def connect(self, wait=True):
        client = BlockingKernelClient()
        client.load_connection_info(self.info)
        client.start_channels()
        self.clients.append(client)
        if wait:
            client.wait_for_ready(timeout=TIMEOUT)
        return client

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def run(self, code, client=None, timeout=TIMEOUT, **options):
        client = client or self.client
        return self.finish(client.execute(code, **options), client, timeout)

    def finish(self, id, client=None, timeout=TIMEOUT, reply=True):
        """Collects what belongs to a request, up to its idle and its reply."""
        client = client or self.client
        run = Run(id)
        until = time.monotonic() + timeout
        while "idle" not in run.states:
            message = client.get_iopub_msg(timeout=max(0.01, until - time.monotonic()))
            if message["parent_header"].get("msg_id") == id:
                run.messages.append(message)
        while reply and run.reply is None:
            message = client.get_shell_msg(timeout=max(0.01, until - time.monotonic()))
            if message["parent_header"].get("msg_id") == id:
                run.reply = message["content"]
        return run

    def ask(self, method, *args, client=None, **options):
        """The content of the reply to complete(), inspect(), history() ..."""
        client = client or self.client
        return self.reply(getattr(client, method)(*args, **options), client)

    def reply(self, id, client=None, channel="shell", timeout=TIMEOUT):
        client = client or self.client
        until = time.monotonic() + timeout
        while True:
            message = getattr(client, f"get_{channel}_msg")(timeout=max(0.01, until - time.monotonic()))
            if message["parent_header"].get("msg_id") == id:
                return message["content"]

    def send(self, kind, content, channel="shell", client=None):
        client = client or self.client
        message = client.session.msg(kind, content)
        getattr(client, f"{channel}_channel").send(message)
        return message["header"]["msg_id"]

    def control(self, kind, content=None):
        return self.reply(self.send(kind, content or {}, "control"), channel="control")

    def wait_for(self, client=None, timeout=TIMEOUT, **wanted):
        """The next iopub message whose type is one of the names and whose text holds the value."""
        client = client or self.client
        until = time.monotonic() + timeout
        while True:
            message = client.get_iopub_msg(timeout=max(0.01, until - time.monotonic()))
            text = wanted.get(message["msg_type"])
            if text is not None and text in json.dumps(message["content"]):
                return message

    def quiet(self, client=None, seconds=0.2):
        """What else comes on iopub."""
        messages = []
        while True:
            try:
                messages.append((client or self.client).get_iopub_msg(timeout=seconds))
            except Empty:
                return messages
            except ValueError:  # a parent header whose date was spoilt on purpose: the client cannot read it
                continue

    def touch(self, name):
        """Makes a file in the folder that cells run in: for code that waits for the test."""
        with open(os.path.join(self.folder, name), "w"):
            pass

    def arrived(self):
        """Waits until the kernel has what was sent on the shell channel so far, whatever it is doing."""
        self.reply(self.client.kernel_info())

    def children(self):
        return descendants(self.process.pid)

    def engine(self):
        for pid in self.children():
            if command(pid).startswith("heddle-engine"):
                return pid
        return None

    def wait_end(self, timeout=10):
        return self.process.wait(timeout)

    def end(self):
        for client in self.clients:
            client.stop_channels()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        said = self.said()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        for word in ("AddressSanitizer", "runtime error: ", "Assertion"):
            assert word not in said, said
        return said


def command(pid):
    try:
        with open(f"/proc/{pid}/comm") as file:
            return file.read().strip()
    except OSError:
        return ""


def descendants(pid):
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        if parent == pid:
            found += [int(entry)] + descendants(int(entry))
    return found


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, timeout=TIMEOUT):
    until = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)


tests = []


def test(function):
    tests.append(function)
    return function


def main():
    """Runs the tests whose names contain an argument (or all); each is a line `ok NAME` or `not ok NAME`."""
    shared, failed = None, False
    for function in tests:
        if len(sys.argv) > 1 and not any(word in function.__name__ for word in sys.argv[1:]):
            continue
        name = function.__name__
        try:
            if inspect.signature(function).parameters:
                if shared is None or shared.process.poll() is not None:
                    shared = Kernel()
                function(shared)
            else:
                function()
            print(f"ok {name}", flush=True)
        except BaseException as problem:
            if isinstance(problem, KeyboardInterrupt):
                raise
            failed = True
            print("".join("# " + line + "\n" for line in traceback.format_exc().splitlines()), end="")
            if shared:
                print("".join("# kernel: " + line + "\n" for line in shared.said().splitlines()[-20:]), end="")
                shared.end()
                shared = None
            print(f"not ok {name}", flush=True)
    if shared:
        shared.end()
    sys.exit(failed)


__all__ = ["ASAN", "BUILD", "Empty", "Kernel", "PROGRAM", "Run", "TIMEOUT", "command", "descendants", "is_alive", "main",
           "signal", "test", "wait_until"]
