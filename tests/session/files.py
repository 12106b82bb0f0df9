#!/usr/bin/env python3
"""What Heddle writes is written whole or not at all: on a full disk (here a limit on the size of files, or /dev/full)
the file from before is still there, and the failure is told. And what else a cell may leave behind: timers, threads."""

import glob
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time

HEDDLE = os.environ.get("HEDDLE", "heddle")
BUILD = os.path.dirname(os.path.abspath(HEDDLE))
TIMEOUT = 60


class Session:
    """`heddle -` with its input held open, so that a test can act between two cells."""

    def __init__(self, folder, **env):
        self.p = subprocess.Popen([HEDDLE, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  cwd=folder, env={**os.environ, **env})
        self.text, self.more = "", threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while data := os.read(self.p.stdout.fileno(), 65536):
            with self.more:
                self.text += data.decode(errors="replace")
                self.more.notify_all()

    def wait(self, part, start=0):
        with self.more:
            found = self.more.wait_for(lambda: part in self.text[start:], TIMEOUT)
        assert found, f"no `{part}` in: {self.text[start:]}"

    def run(self, *cells):
        """What the cells printed."""
        start = len(self.text)
        for cell in cells:
            self.p.stdin.write(cell.encode() + b"\n")
        mark = f"mark{time.monotonic_ns()}"
        self.p.stdin.write(f'puts("{mark}"); fflush(stdout);\n'.encode())
        self.p.stdin.flush()
        self.wait(mark, start)
        return self.text[start:].replace(mark, "").strip()

    def limit_files(self, size):
        """For heddle and its engine: writing beyond fails as on a full disk, with EFBIG."""
        children = open(f"/proc/{self.p.pid}/task/{self.p.pid}/children").read().split()
        for pid in [self.p.pid, *map(int, children)]:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def end(self):
        self.p.stdin.close()
        self.p.wait(TIMEOUT)


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def same(got, want):
    assert got == want, f"{got!r} instead of {want!r}"


def holds(text, part):
    assert part in text, f"no `{part}` in: {text}"


def leftovers(folder):
    return glob.glob(os.path.join(folder, "**", ".heddle-*"), recursive=True, include_hidden=True)


# ---- %save ---------------------------------------------------------------------------------------


def save_on_a_full_disk(folder):
    session = Session(folder)
    session.run("int a = 1;", "int b = 2;")
    session.run("%save cells.cu", "%save rest.cu 2-")  # no magics are saved
    holds(read(folder + "/cells.cu"), "// %% In[1]\nint a = 1;\n// %% In[2]\nint b = 2;\n")
    assert "int a" not in read(folder + "/rest.cu") and "%save" not in read(folder + "/cells.cu") + read(folder + "/rest.cu")
    write(folder + "/kept.cu", "the old text\n")
    session.limit_files(8)
    holds(session.run("%save kept.cu 1-2"), "error: cannot write `kept.cu`: File too large")
    same(read(folder + "/kept.cu"), "the old text\n")
    holds(session.run("%save new.cu 1-2"), "error: cannot write `new.cu`: File too large")
    assert not os.path.exists(folder + "/new.cu")
    same(leftovers(folder), [])
    session.limit_files(resource.RLIM_INFINITY)
    holds(session.run("%save kept.cu 1-2"), "Wrote `kept.cu`.")
    same(read(folder + "/kept.cu"), "// %% In[1]\nint a = 1;\n// %% In[2]\nint b = 2;\n")
    session.end()


def save_to_a_full_device(folder):
    session = Session(folder)
    holds(session.run("int a = 1;", "%save /dev/full 1"), "error: cannot write `/dev/full`: No space left on device")
    assert "Wrote" not in session.run("%save /dev/full 1")
    assert os.path.exists("/dev/full")
    session.end()


def save_where_nothing_can_be(folder):
    os.mkdir(folder + "/dir")
    session = Session(folder)
    session.run("int a = 1;")
    holds(session.run("%save dir 1"), "error: cannot write `dir`: Is a directory")
    holds(session.run("%save no/such 1"), "error: cannot write `no/such`: No such file or directory")
    session.end()


def save_keeps_mode_and_links(folder):
    write(folder + "/real.cu", "old\n")
    os.chmod(folder + "/real.cu", 0o640)
    os.symlink("real.cu", folder + "/link.cu")
    os.symlink("later.cu", folder + "/dangling.cu")
    session = Session(folder)
    session.run("int a = 1;", "%save link.cu 1", "%save dangling.cu 1")
    session.end()
    assert os.path.islink(folder + "/link.cu") and os.path.islink(folder + "/dangling.cu")
    same(read(folder + "/real.cu"), "// %% In[1]\nint a = 1;\n")
    same(read(folder + "/later.cu"), "// %% In[1]\nint a = 1;\n")
    same(os.stat(folder + "/real.cu").st_mode & 0o7777, 0o640)


def save_of_nothing(folder):
    write(folder + "/kept.cu", "old\n")
    session = Session(folder)
    session.run("int a = 1;")
    holds(session.run("%save kept.cu 77"), "error: there is no such input to save")
    holds(session.run("%save kept.cu x"), "error: `x` is not a range of inputs")
    session.end()
    same(read(folder + "/kept.cu"), "old\n")


# ---- what is kept without being asked for ----------------------------------------------------------


def cache_on_a_full_disk(folder):
    session = Session(folder, XDG_CACHE_HOME=folder + "/cache")
    session.run("__global__ void k(int *p) { p[threadIdx.x] = 1; }")
    session.limit_files(100)
    holds(session.run("%ptx k"), ".entry")
    files = [f for f in glob.glob(folder + "/cache/heddle/ptx/*", include_hidden=True) if os.path.isfile(f)]
    same(files, [])
    session.limit_files(resource.RLIM_INFINITY)
    session.run("__global__ void l(int *p) { p[threadIdx.x] = 2; }", "%ptx l")
    session.end()
    same(len(os.listdir(folder + "/cache/heddle/ptx")), 1)


def output_to_a_full_device(folder):
    with open("/dev/full", "w") as full:
        p = subprocess.run([HEDDLE, "-c", 'printf("text\\n");'], stdout=full, stderr=subprocess.PIPE, timeout=TIMEOUT)
    holds(p.stderr.decode(), "heddle: cannot write: No space left on device")
    assert p.returncode != 0


def install_on_a_full_disk(folder):
    def install(limit):
        return subprocess.run([os.path.join(BUILD, "heddle-kernel"), "--install", "--prefix", folder], capture_output=True,
                              timeout=TIMEOUT, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    same(install(1 << 20).returncode, 0)
    spec = folder + "/share/jupyter/kernels/heddle/kernel.json"
    before = read(spec)
    p = install(50)
    same(p.returncode, 1)
    holds(p.stderr.decode(), "File too large")
    same(read(spec), before)
    same(os.listdir(folder + "/share/jupyter/kernels"), ["heddle"])
    same(install(1 << 20).returncode, 0)
    same(os.listdir(folder + "/share/jupyter/kernels"), ["heddle"])


def connection_file_that_cannot_be(folder):
    for path, why in (("no/such.json", "No such file or directory"), ("/dev/full", "cannot read the connection file")):
        p = subprocess.run([os.path.join(BUILD, "heddle-kernel"), "-f", path], capture_output=True, cwd=folder,
                           stdin=subprocess.DEVNULL, timeout=TIMEOUT)
        assert p.returncode != 0
        holds(p.stderr.decode(), why)
    same(os.listdir(folder), [])


# ---- what a cell leaves behind ---------------------------------------------------------------------


def timers_end_with_their_cell(folder):
    session = Session(folder)
    session.run("#include <unistd.h>\n", "#include <sys/time.h>\n", "#include <signal.h>\n", "#include <time.h>\n")
    for arm in ("alarm(1);", "{ struct itimerval t = {{0, 0}, {0, 300000}}; setitimer(ITIMER_REAL, &t, NULL); }",
                "{ timer_t t; struct itimerspec s = {{0, 0}, {0, 300000000}}; timer_create(CLOCK_MONOTONIC, NULL, &t); "
                "timer_settime(t, 0, &s, NULL); }"):
        holds(session.run(arm), "a timer (alarm, setitimer, timer_create) was still armed when the cell ended")
        same(session.run('{ int left = usleep(1100000); printf("%d", left); }'), "0")
    same(session.run("alarm(1); alarm(0);"), "")
    holds(session.run("alarm(1); pause();"), "the program was ended by SIGALRM")
    session.end()


def limits_end_with_their_cell(folder):
    session = Session(folder)
    session.run("#include <sys/resource.h>\n", "struct rlimit small = {100, 200}, now;")
    for limit in ("RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE"):
        same(session.run(f'small.rlim_cur = 100; setrlimit({limit}, &small); getrlimit({limit}, &now); printf("%d", (int)now.rlim_cur);'),
             "100")
        assert session.run(f'getrlimit({limit}, &now); printf("%d", (int)now.rlim_cur);') != "100", limit
    session.end()


def exit_in_a_thread(folder):
    session = Session(folder)
    session.run("#include <pthread.h>\n", "#include <unistd.h>\n", "#include <stdlib.h>\n", "volatile int go;",
                "void *leave(void *p) { while (!go) ; exit(3); return p; }", "pthread_t t;")
    holds(session.run("pthread_create(&t, NULL, leave, NULL); go = 1; sleep(60);"),
          "error: a thread of the program called exit(3); the session goes on")
    start = len(session.text)
    session.run("go = 0;", "void *later(void *p) { usleep(400000); exit(4); return p; }", "pthread_create(&t, NULL, later, NULL);")
    until = time.monotonic() + TIMEOUT  # what is printed between cells comes with the next one
    while "exit(4)" not in session.text[start:] and time.monotonic() < until:
        time.sleep(0.3)
        session.run("0;")
    holds(session.text[start:], "a thread called exit(4): it has ended, and the session goes on")
    same(session.run('printf("%d", go);'), "0")
    session.end()


def main():
    names = sys.argv[1:]
    tests = [save_on_a_full_disk, save_to_a_full_device, save_where_nothing_can_be, save_keeps_mode_and_links, save_of_nothing,
             cache_on_a_full_disk, output_to_a_full_device, install_on_a_full_disk, connection_file_that_cannot_be,
             timers_end_with_their_cell, limits_end_with_their_cell, exit_in_a_thread]
    failed = 0
    for test in tests:
        if names and test.__name__ not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                print("ok", test.__name__)
            except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"{error}\nnot ok {test.__name__}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
