"""heddle-kernel against ipykernel, in one run: from an execute_request for `1+1` to its idle, and from the start of the
process to the first answer.

Both are driven by the same client over the same sockets, taking turns, so that a noisy machine hits both. The medians
are compared as ratios.

    tools/bench jupyter [CELLS]     # 500 by default; needs ipykernel (tests/requirements.txt)
"""
import os, shutil, socket, statistics, subprocess, sys, tempfile, time
from queue import Empty

try:
    import ipykernel  # noqa: F401 (started below)
    from jupyter_client.blocking.client import BlockingKernelClient
    from jupyter_client.connect import write_connection_file
except ImportError as problem:
    sys.exit(f"{problem}: run tools/test once, which installs tests/requirements.txt, or set HEDDLE_PYTHON")

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CELLS = int(sys.argv[1]) if len(sys.argv) > 1 else 500
STARTS = 7


class Kernel:
    def __init__(self, command, folder):
        self.file = tempfile.mktemp(suffix=".json", dir=folder)
        write_connection_file(self.file, ip="127.0.0.1")
        env = dict(os.environ, JPY_PARENT_PID=str(os.getpid()), XDG_STATE_HOME=folder, IPYTHONDIR=folder, PYDEVD_DISABLE_FILE_VALIDATION="1")
        start = time.perf_counter()
        self.process = subprocess.Popen(command + ["-f", self.file], env=env, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True)
        self.client = BlockingKernelClient(connection_file=self.file)
        self.client.load_connection_file()
        self.wait_for_ports() # ZeroMQ tries again only every 100 ms
        self.client.start_channels()
        self.client.kernel_info()
        self.client.get_shell_msg(timeout=60)
        self.answered = time.perf_counter() - start
        self.wait_for_iopub()
        self.run("1+1")
        self.ran = time.perf_counter() - start

    def wait_for_ports(self):
        for port in (self.client.shell_port, self.client.iopub_port):
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.001)

    def wait_for_iopub(self):
        """What is published before a subscription arrives is lost."""
        while True:
            try:
                self.client.get_iopub_msg(timeout=0.01)
                return
            except Empty:
                self.client.kernel_info()
                self.client.get_shell_msg(timeout=60)

    def run(self, code):
        start = time.perf_counter()
        id = self.client.execute(code)
        while True:
            message = self.client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") == id and message["content"].get("execution_state") == "idle":
                break
        seconds = time.perf_counter() - start
        self.client.get_shell_msg(timeout=60)
        return seconds

    def end(self):
        self.client.stop_channels()
        self.process.kill()
        self.process.wait()


def report(name, ours, theirs, limit):
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    ratio = ours / theirs
    print(f"{name:<34} {ours * 1000:9.2f} {theirs * 1000:9.2f} ms   {ratio:.2f}  (at most {limit:.2f})")
    return ratio <= limit


def main():
    folder = tempfile.mkdtemp(prefix="heddle-bench-")
    commands = [[os.path.join(ROOT, "build", "heddle-kernel")], [sys.executable, "-m", "ipykernel_launcher"]]
    try:
        answered, ran = ([], []), ([], [])
        for _ in range(STARTS):
            for i, command in enumerate(commands):
                kernel = Kernel(command, folder)
                answered[i].append(kernel.answered)
                ran[i].append(kernel.ran)
                kernel.end()
        kernels = [Kernel(command, folder) for command in commands]
        for _ in range(20):
            for kernel in kernels:
                kernel.run("1+1")
        times = ([], [])
        for _ in range(CELLS):
            for i, kernel in enumerate(kernels):
                times[i].append(kernel.run("1+1"))
        for kernel in kernels:
            kernel.end()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{'':<34} {'heddle':>9} {'ipykernel':>9}      ratio")
    ok = report("execute_request to idle, `1+1`", *times, 1 / 2)
    ok &= report("start to kernel_info_reply", *answered, 1 / 3)
    ok &= report("start to the first cell's idle", *ran, 1 / 3)
    sys.exit(not ok)


main()
