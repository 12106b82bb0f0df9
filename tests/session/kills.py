#!/usr/bin/env python3
# NEEDS-SECONDS: 240
"""Kills and interrupts at random moments of a program that allocates: what it has in `malloc`, `cudaMalloc` and
`cudaMallocManaged` memory is there afterwards, and whole.

usage: kills.py [--kills N] [--interrupts N] [--idle N] [--seed N]
--kills 1000 --interrupts 1000 --idle 1000: the long form. A kill is a SIGKILL of the engine; `idle` ones come as a cell is
on its way to an engine that does nothing: the next engine has to run it.

The program keeps blocks in slots. A slot names a block only while its contents are complete, so after a kill at any
instruction each slot is empty or names a block whose every byte is known."""

import argparse
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
import threading
import time

HEDDLE = os.environ.get("HEDDLE", "heddle")
PROGRAM = r"""
struct block { long size; int slot; unsigned char bytes[1]; };
block *volatile slots[300]; unsigned char *volatile device[20], *volatile managed[20]; int device_size[20]; long turns = 0;
unsigned state = 1; unsigned next_random() { state = state * 1664525u + 1013904223u; return state >> 8; }
block *filled(block *b, int slot, long size) { b->size = size; b->slot = slot; for (long i = 0; i < size; i++) b->bytes[i] = slot * 7 + i; return b; }
long random_size() { unsigned kind = next_random() % 20; return next_random() % (kind == 0 ? 300000 : kind < 4 ? 5000 : 200); }
void turn_host(int s) { block *b = slots[s]; slots[s] = NULL; long n = random_size(); if (!b) slots[s] = filled((block *)malloc(sizeof(block) + n), s, n); else if (next_random() % 3 == 0) slots[s] = filled((block *)realloc(b, sizeof(block) + n), s, n); else free(b); }
void turn_device(int s) { unsigned char *d = device[s], *m = managed[s]; device[s] = NULL; managed[s] = NULL; cudaFree(d); cudaFree(m); int n = next_random() % 20000 + 1; device_size[s] = n; cudaMalloc(&d, n); cudaMemset(d, s + 1, n); device[s] = d; cudaMallocManaged(&m, n); memset(m, s + 2, n); managed[s] = m; }
void work() { for (;; turns++) { turn_host(next_random() % 300); if (turns % 50 == 0) turn_device(next_random() % 20); } }
int check() { int bad = 0; for (int s = 0; s < 300; s++) { block *b = slots[s]; if (!b) continue; bad += b->slot != s; for (long i = 0; b->slot == s && i < b->size; i++) bad += b->bytes[i] != (unsigned char)(s * 7 + i); } unsigned char copy[20001]; for (int s = 0; s < 20; s++) { int n = device_size[s]; if (device[s]) { if (cudaMemcpy(copy, device[s], n, cudaMemcpyDeviceToHost)) bad++; for (int i = 0; i < n; i++) bad += copy[i] != (unsigned char)(s + 1); } if (managed[s]) for (int i = 0; i < n; i++) bad += managed[s][i] != (unsigned char)(s + 2); } return bad; }
int live() { int n = 0; for (int s = 0; s < 300; s++) n += slots[s] != NULL; return n; }
int cells = 0;
"""


def engine_of(pid):
    """The process id of the engine that a front-end has started; None: there is none now."""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/comm") as comm:
                    fields = stat.read().rsplit(")", 1)[1].split()
                    if int(fields[1]) == pid and fields[0] != "Z" and comm.read().startswith("heddle-engine"):
                        return int(entry)
            except OSError:
                continue
    return None


class Piped:
    """`heddle -`, one input at a time."""

    def __init__(self):
        self.process = subprocess.Popen([HEDDLE, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.errors = ""
        threading.Thread(target=self.read_errors, daemon=True).start()
        self.send(PROGRAM)

    def read_errors(self):
        for line in self.process.stderr:
            self.errors += line.decode("utf-8", "replace")

    def send(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def line(self):
        return self.process.stdout.readline().decode().strip()

    def kill_engine(self):
        pid = engine_of(self.process.pid)
        if pid:
            os.kill(pid, signal.SIGKILL)


class Terminal:
    """`heddle` on a terminal, where Ctrl-C interrupts a cell."""

    def __init__(self):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "dumb"
            os.execv(HEDDLE, [HEDDLE])
        attributes = termios.tcgetattr(self.fd)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(self.fd, termios.TCSANOW, attributes)
        self.text = ""

    def send(self, text):
        os.write(self.fd, text.encode())

    def wait(self, pattern, limit=60):
        until = time.monotonic() + limit
        while not (found := re.search(pattern, self.text)):
            ready, _, _ = select.select([self.fd], [], [], max(0, until - time.monotonic()))
            if not ready:
                raise SystemExit(f"not ok: waited for {pattern!r}, got {self.text[-2000:]!r}")
            self.text += os.read(self.fd, 65536).decode("utf-8", "replace")
        self.text = self.text[found.end():]
        return found


def kills(count, chance):
    session = Piped()
    fewest, turns, last = 300, 0, 0
    for i in range(count):
        session.send(f'state = {chance.randrange(1 << 30)}; puts("go"); fflush(stdout); work();')
        if session.line() != "go":
            return f"kill {i}: no start; {session.errors[-2000:]}"
        time.sleep(chance.random() ** 2 * 0.05)
        session.kill_engine()
        session.send('printf("%d %d %ld\\n", check(), live(), turns); fflush(stdout);')
        bad, live, turns = (int(n) for n in session.line().split() or [-1, 0, 0])
        if bad or turns < last or "note: lost" in session.errors:
            return f"kill {i}: {bad} bytes are wrong, {turns} turns after {last}; {session.errors[-2000:]}"
        fewest, last = min(fewest, live), turns
    session.process.stdin.close()
    return None if turns > count and session.errors.count("a new engine has") >= count else session.errors[-2000:]


def interrupts(count, chance):
    terminal = Terminal()
    for line in PROGRAM.strip().splitlines():
        terminal.send(line + "\n")
    terminal.send('puts("pro" "gram");\n')
    terminal.wait("program")
    for i in range(count):
        terminal.send(f'state = {chance.randrange(1 << 30)}; puts("g" "o"); fflush(stdout); work();\n')
        terminal.wait(r"go\r\n")
        time.sleep(chance.random() ** 2 * 0.05)
        terminal.send("\x03")
        terminal.wait("interrupted")
        terminal.send('printf("<%d %d %ld>\\n", check(), live(), turns);\n')
        bad = int(terminal.wait(r"<(-?\d+) (\d+) (\d+)>").group(1))
        if bad or "engine" in terminal.text:
            return f"interrupt {i}: {bad} bytes are wrong; {terminal.text[-2000:]}"
    terminal.send("\x04")
    return None


def idle(count, chance):
    """A cell that is on its way when the idle engine dies is run by the next one, once."""
    session = Piped()
    for i in range(count):
        session.send(f'printf("ready {i}\\n"); fflush(stdout);')
        while (line := session.line()) != f"ready {i}":
            if not line:
                return f"idle kill {i}: {session.errors[-2000:]}"
        time.sleep(chance.random() * 0.004)  # the cell may be at its end still, or over
        session.kill_engine()
        time.sleep(chance.random() * 0.002)
        session.send(f'printf("ran %d\\n", ++cells); fflush(stdout);')
        if session.line() != f"ran {i + 1}":
            return f"idle kill {i}: the cell was not run once; {session.errors[-2000:]}"
    session.process.stdin.close()
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--interrupts", type=int, default=12)
    parser.add_argument("--idle", type=int, default=12)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    print(f"# seed {options.seed}")
    failed = False
    for work, count in ((kills, options.kills), (interrupts, options.interrupts), (idle, options.idle)):
        problem = work(count, random.Random(options.seed)) if count else None
        print(f"# {work.__name__}: {count}")
        print(f"{'not ok' if problem else 'ok'} {work.__name__}" + (f"\n# {problem}" if problem else ""), flush=True)
        failed = failed or problem is not None
    sys.exit(failed)


main()
