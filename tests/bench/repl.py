"""The prompt's speed, through a terminal: `tools/bench repl`.

    first prompt          from starting heddle to the first byte of its prompt (the goal: 15 ms at most), beside /bin/true's start
    keystroke             from a key in the middle of a 200-line cell to the last byte that it draws (the goal: 5 ms), beside a
                          program that does nothing but send it back
    a million lines       printed by a cell, against cat of the same to the same terminal (the goal: at most twice as long)

Rows alternate, so that a noisy machine hits all of them; the median is shown, and the 95th of a hundred for keys.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ.setdefault("HEDDLE", os.path.join(ROOT, "build", "heddle"))
sys.path.insert(0, os.path.join(ROOT, "tests", "repl"))
from terminal import BACKSPACE, ENTER, HEDDLE, LEFT, UP, Terminal  # noqa: E402


def ms(values):
    return statistics.median(values) * 1e3


def until_prompt():
    t = Terminal()
    t.emulate = False
    start = t.started
    while b"]" not in t.raw or b": " not in t.raw[t.raw.find(b"]"):]:
        t.pump(1)
    took = time.monotonic() - start
    t.close()
    return took


def until_nothing():
    """What starting any program in a terminal costs."""
    t = Terminal(command=["/bin/echo", "x"])
    t.emulate = False
    while b"x" not in t.raw:
        t.pump(1)
    took = time.monotonic() - t.started
    t.close()
    return took


def processor_seconds(pid):
    """What the process's main thread has used: the machine's load does not count."""
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) * 1e-9


def key_times(n):
    """Seconds from each key to the end of what it drew (when nothing more comes for 30 ms); processor time a key."""
    times = []
    with Terminal(80, 50) as t:
        t.prompt(1)
        t.paste("\n".join(f"int value_{i}(int x) {{ return x * {i} + helper_{i % 7}(x); }}" for i in range(200)))
        t.settle(1)
        t.send(UP * 100, LEFT * 20)
        t.settle(1)
        t.emulate = False
        used = processor_seconds(t.pid)
        for k in range(n):
            key = "x" if k % 2 == 0 else BACKSPACE
            start = last = time.perf_counter()
            t.send(key)
            while t.pump(0.03):
                now = time.perf_counter()
                if now - start < 0.025:  # later: the engine's colours, which come when they come
                    last = now
            times.append(last - start)
        used = processor_seconds(t.pid) - used
        t.emulate = True
    return sorted(times), used / n


def echo_times(n):
    """The same for cat: what the terminal and the machine need."""
    times = []
    with Terminal(command=["/bin/sh", "-c", "stty raw -echo; echo ready; exec cat"]) as t:
        t.emulate = False
        t.wait_raw(b"ready")
        while t.pump(0.03):
            pass
        for _ in range(n):
            start = time.perf_counter()
            t.send("x")
            t.pump(1)
            times.append(time.perf_counter() - start)
            time.sleep(0.03)
    return sorted(times)


def flood_by_cell(lines):
    with Terminal() as t:
        t.prompt(1)
        t.emulate = False
        code = f"for (int i = 0; i < {lines}; i++) printf(\"%d\\n\", i);"
        t.send(code, ENTER)
        t.wait_raw(b"0\r\n1\r\n2\r\n")
        start = time.perf_counter()
        t.wait_raw(b"\r\n%d\r\n" % (lines - 1), timeout=120)
        return time.perf_counter() - start


def flood_by_cat(lines):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{i}\n" for i in range(lines))
        file.flush()
        with Terminal(command=["/bin/cat", file.name]) as t:
            t.emulate = False
            t.wait_raw(b"0\r\n1\r\n2\r\n")
            start = time.perf_counter()
            t.wait_raw(b"\r\n%d\r\n" % (lines - 1), timeout=120)
            return time.perf_counter() - start


def main():
    starts = [(until_prompt(), until_nothing()) for _ in range(21)]
    print(f"first prompt              {ms([a for a, _ in starts]):8.2f} ms   (a program that does nothing: {ms([b for _, b in starts]):.2f} ms)")
    keys, used = key_times(100)
    echo = echo_times(100)
    print(f"key in a 200-line cell    {ms(keys):8.2f} ms   (95 of 100 within {keys[94] * 1e3:.2f} ms; {used * 1e3:.2f} ms of the processor each; "
          f"cat: {ms(echo):.2f} ms, 95 within {echo[94] * 1e3:.2f} ms)")
    floods = [(flood_by_cell(1000000), flood_by_cat(1000000)) for _ in range(3)]
    cell, cat = ms([a for a, _ in floods]), ms([b for _, b in floods])
    print(f"a million lines           {cell:8.0f} ms   (cat: {cat:.0f} ms, ratio {cell / cat:.2f})")


main()
