#!/usr/bin/env python3
# NOT-UNDER-SANITIZERS: it measures memory and time
"""A session that goes on for long: thousands of redefinitions, definitions, statements and a lot of output must
leave the engine's memory and the time per cell as they were.

usage: stress.py [--scale N] [--only PART] [--kind KIND]
--scale 10: ten thousand redefinitions of each kind, 2,000 definitions, 100 MB of output
"""

import argparse
import os
import select
import subprocess
import sys
import threading
import time

HEDDLE = os.environ.get("HEDDLE", "heddle")
SLOW = "asan" in os.environ.get("HEDDLE_BUILD", "")


class Session:
    """`heddle -`, one input at a time; each is known to be done when a line that it prints arrives."""

    def __init__(self):
        self.process = subprocess.Popen([HEDDLE, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.errors = b""
        threading.Thread(target=self.read_errors, daemon=True).start()
        self.held = b""
        self.mark = 0
        self.run("1")

    def read_errors(self):
        while True:
            data = os.read(self.process.stderr.fileno(), 65536)
            if not data:
                return
            self.errors += data

    def run(self, code, limit=60):
        """Runs code; returns what it printed."""
        self.mark += 1
        end = b"<end %d>\n" % self.mark
        text = code.encode() + b"\nputs(\"<end %d>\");\n" % self.mark
        writer = threading.Thread(target=self.process.stdin.write, args=(text,))
        writer.start()
        until = time.monotonic() + limit
        seen = 0
        while self.held.find(end, max(0, seen - len(end))) < 0:
            seen = len(self.held)
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not data:
                raise SystemExit(f"no answer to {code[:200]!r}; errors: {self.errors[-2000:].decode()}")
            if len(self.held) > 1 << 20:  # of much output the end is enough
                self.held, seen = self.held[-64:], 0
            self.held += data
        writer.join()
        out, self.held = self.held.split(end, 1)
        return out.decode()

    def memory(self):
        """Resident KiB of the engine, without the variable store's file."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        with open(f"/proc/{children[0]}/status") as f:
            for line in f:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1])
        return 0

    def processor_time(self):
        """Seconds of the engine's so far: unlike the clock's, they do not depend on what else the machine does."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        with open(f"/proc/{children[0]}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def check(name, ok, detail):
    print(f"{'ok' if ok else 'not ok'} {name.replace(' ', '_')} ({detail})", flush=True)
    return ok


def repeat(name, make, n, setup=""):
    """make(i) gives input i; time per input and memory in the second half must be those of the first."""
    session = Session()
    if setup:
        session.run(setup)
    marks, memory = {}, []
    for i in range(n):
        if i in (n // 10, n // 2, n - n // 4):
            marks[i] = session.processor_time()
        session.run(make(i))
        if i % (n // 10) == n // 10 - 1:
            memory.append(session.memory())
    first = (marks[n // 2] - marks[n // 10]) / (n // 2 - n // 10)
    last = (session.processor_time() - marks[n - n // 4]) / (n // 4)
    growth = memory[-1] - memory[3]
    if os.environ.get("STRESS_VERBOSE"):
        print("   ", memory)
    allowed = (3000 if not SLOW else 60000) + n // 4  # what was entered is kept: that is what In[] is
    detail = f"{first * 1e3:.2f} -> {last * 1e3:.2f} ms, {memory[3]} -> {memory[-1]} KiB"
    ok = check(name, growth < allowed and last < first * 1.5 + 0.001, detail)
    if session.errors:
        ok = check(name + ": errors", False, session.errors[:500].decode())
    session.close()
    return ok


def redefinitions(n, only):
    setup = ("int base(int x) { return x; }\n"
             "struct point { int x, y; };\n"
             "__device__ int helper(int x) { return x; }\n"
             "__global__ void fill(int *out, int v) { out[threadIdx.x] = helper(v); }\n"
             "int target[32]; struct point origin;\n"
             "#define STEP 1\n"
             "int stepped(int x) { return x + STEP; }\n"
             "template <typename T> T twice(T x) { return x + x; }\n")
    kinds = {
        "function": lambda i: f"int f(int x) {{ return x + {i}; }} int r = f(1);",
        "helper": lambda i: f"int base(int x) {{ return x + {i}; }}\nint user(int x) {{ return base(x); }} user({i});",
        "caller": lambda i: f"int base(int x) {{ return x * {i}; }}\nstepped(base({i}));",
        "kernel": lambda i: f"__global__ void k(int *p) {{ p[threadIdx.x] = {i}; }} k<<<1, 32>>>(target);",
        "device helper": lambda i: f"__device__ int helper(int x) {{ return x + {i}; }}\nfill<<<1, 32>>>(target, 1);",
        "struct": lambda i: f"struct s {{ int a[{i % 50 + 1}]; }}; struct s v; v.a[0] = {i};",
        "variable": lambda i: f"{['int', 'double', 'float', 'long'][i % 4]} changing = {i};",
        "macro": lambda i: f"#define STEP {i}\nstepped(1);",
        "template": lambda i: f"template <typename T> T twice(T x) {{ return x + {i}; }}\ntwice(1.5);",
        "result": lambda i: f"{i} + 1",
        "error": lambda i: f"if (0) *(volatile int *)0 = {i};",
    }
    ok = True
    for name, make in kinds.items():
        if only not in name:
            continue
        ok = repeat(f"redefined {name} {n} times", make, n, setup) and ok
    makes = list(kinds.values())
    if only not in "everything":
        return ok
    ok = repeat(f"everything redefined {n} times", lambda i: makes[i % len(makes)](i), n, setup) and ok
    return ok


def definitions(n):
    session = Session()
    marks = []
    for i in range(n):
        if i % (n // 4) == 0:
            marks.append(session.processor_time())
        session.run(f"int g{i}(int x) {{ return x + {i}; }}" if i % 4 else f"struct t{i} {{ int a; }}; int v{i} = {i};")
    marks.append(session.processor_time())
    first, last = (marks[1] - marks[0]) / (n // 4), (marks[4] - marks[3]) / (n // 4)
    ok = check(f"{n} definitions", last < first * 1.5 + 0.0005, f"{first * 1e3:.2f} -> {last * 1e3:.2f} ms")
    start = time.monotonic()
    session.run("#include <sys/syscall.h>\n#include <unistd.h>\nsyscall(SYS_kill, getpid(), 9);")
    took = time.monotonic() - start
    ok = check(f"restart after {n} definitions", took < (1.0 if not SLOW else 10), f"{took * 1e3:.0f} ms") and ok
    answer = session.run(f"printf(\"%d %d\\n\", g{n - 1}(1), v{(n - 1) // 4 * 4});")
    want = f"{n} {(n - 1) // 4 * 4}"
    ok = check("definitions and variables after it", want in answer, answer.strip()) and ok
    session.close()
    return ok


def large(scale):
    session = Session()
    n = 5000 * scale
    start = time.monotonic()
    body = "".join(f"total += {i};\n" for i in range(n))
    answer = session.run("long total = 0;\nif (1) {\n" + body + "}\nprintf(\"%ld\\n\", total);", 120)
    took = time.monotonic() - start
    ok = check(f"a cell of {n} statements", str(sum(range(n))) in answer, f"{took:.2f} s")
    megabytes = 20 * scale
    start = time.monotonic()
    session.run(f"for (int i = 0; i < {megabytes * 10000}; i++) "
                "puts(\"" + "x" * 99 + "\");", 120)
    took = time.monotonic() - start
    ok = check(f"{megabytes} MB of output", took < 20 * scale, f"{took:.2f} s") and ok
    session.close()
    return ok


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--only", default="", help="redefinitions, definitions or large")
    parser.add_argument("--kind", default="", help="of redefinitions, or everything")
    arguments = parser.parse_args()
    scale = arguments.scale
    ok = True
    if arguments.only in ("", "redefinitions"):
        ok = redefinitions(200 if scale == 1 else 1000 * scale, arguments.kind) and ok
    if arguments.only in ("", "definitions"):
        ok = definitions(500 if scale == 1 else 2000) and ok
    if arguments.only in ("", "large"):
        ok = large(scale if scale == 1 else 5) and ok
    sys.exit(not ok)


main()
