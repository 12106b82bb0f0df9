#!/usr/bin/env python3
"""Going back with snapshots of a block every few statements, and whatever can at full speed: the transcripts of the debugger are the same."""
import os, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EVERY = {"debug_snapshots": (997, 41117), "debug_back": (1, 7), "debug_barrier": (1, 7), "debug_watch": (3,), "debug_kernel": (2,)}

EAGER = ("debug_shown", "debug_skip", "debug_back", "debug_host_back", "debug_watch", "debug_kernel", "debug_again")


def same(name, **settings):
    run = subprocess.run([os.path.join(ROOT, "tests", "run"), *sys.argv[1:], f"session/{name}.txt"],
                         env=dict(os.environ, **settings), capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{name}, {settings}:\n{run.stdout[-4000:]}{run.stderr}")


for name, counts in EVERY.items():
    for count in counts:
        same(name, HEDDLE_DEBUG_SNAPSHOTS=str(count))
for name in EAGER:
    same(name, HEDDLE_DEBUG_SKIP="eager")
same("debug_shown", HEDDLE_DEBUG_SKIP="eager", HEDDLE_DEBUG_SNAPSHOTS="3")
