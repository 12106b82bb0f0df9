#!/usr/bin/env python3
"""What %timeit, %time and %%timeit measure is true to its order of magnitude: sleeps, which take at least what they say, and
the ratio of two amounts of work. A busy machine makes some times much longer, but not each time that it is tried; a wrong unit
or count is wrong each time."""

import os
import re
import subprocess
import sys

HEDDLE = os.environ.get("HEDDLE", "heddle")
SLOW = 4 if "asan" in os.environ.get("HEDDLE_BUILD", "") else 1
ATTEMPTS = 6
UNITS = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
NUMBER = r"([\d.e+-]+) (s|ms|µs|ns)"
LINE = re.compile(rf"^{NUMBER} ± {NUMBER} per loop \(mean ± std. dev. of (\d+) runs?, ([\d,]+) loops? each\)", re.M)
TIME = re.compile(rf"{NUMBER}")
BEFORE = """#include <unistd.h>
volatile long sink; void work(long n) { for (long i = 0; i < n; i++) sink += i; }
long calls; void count(void) { calls++; }
"""


def session(*cells):
    """What each cell printed."""
    marks = "".join(f"{cell}\nputs(\"mark\"); fflush(stdout);\n" for cell in cells)
    p = subprocess.run([HEDDLE, "-"], input=BEFORE + marks, capture_output=True, text=True, timeout=100)
    assert p.returncode == 0, p.stdout + p.stderr
    return (p.stdout + p.stderr).split("mark\n")[:-1]


def timed(text):
    """(seconds, deviation, runs, loops)"""
    match = LINE.search(text)
    assert match, f"no times in: {text}"
    mean, unit, deviation, deviation_unit, runs, loops = match.groups()
    return float(mean) * UNITS[unit], float(deviation) * UNITS[deviation_unit], int(runs), int(loops.replace(",", ""))


def between(low, value, high, what):
    assert low <= value <= high, f"{what}: {value} is not between {low} and {high}"


def sleeps():
    sizes = (200, 2000, 20000)
    texts = session(*(f"%timeit -n 4 -r 3 usleep({size})" for size in sizes))
    for size, text in zip(sizes, texts):
        seconds, deviation, runs, loops = timed(text)
        between(0.98e-6 * size, seconds, 20e-6 * size + 0.02, f"usleep({size})")
        between(0, deviation, 10 * seconds, "its deviation")
        assert (runs, loops) == (3, 4), text


def ratio():
    texts = session("%timeit -n 20 -r 5 work(20000)", "%timeit -n 20 -r 5 work(2000000)")
    (less, *_), (more, *_) = map(timed, texts)
    between(20, more / less, 500, "100 times the work takes as often as long")


def loops_are_chosen():
    seconds, _, runs, loops = timed(session("%timeit usleep(1000)")[0])
    assert runs == 7 and str(loops).strip("0") == "1", (runs, loops)
    between(0.1, seconds * loops, 6, "a run's seconds")


def statements_run_as_often_as_told():
    text = session("%timeit -n 30 -r 2 count();", 'printf("%ld\\n", calls);')[1]
    between(60, int(text.split()[0]), 61, "calls")  # and at most once before


def one_run():
    seconds = [float(value) * UNITS[unit] for value, unit in TIME.findall(session("%time usleep(30000);")[0])]
    assert any(0.0295 <= s <= 0.5 * SLOW for s in seconds), seconds


def main():
    failed = 0
    for test in (sleeps, ratio, loops_are_chosen, statements_run_as_often_as_told, one_run):
        for attempt in range(ATTEMPTS, 0, -1):
            try:
                test()
                print("ok", test.__name__)
                break
            except AssertionError as error:
                print(error)
                if attempt == 1:
                    failed += 1
                    print("not ok", test.__name__)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
