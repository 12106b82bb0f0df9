#!/usr/bin/env python3
"""Going back with snapshots of a block every few statements: the transcripts of the debugger are the same."""
import os, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EVERY = {"debug_snapshots": (997, 41117), "debug_back": (1, 7), "debug_barrier": (1, 7), "debug_watch": (3,), "debug_kernel": (2,)}

for name, counts in EVERY.items():
    for count in counts:
        run = subprocess.run([os.path.join(ROOT, "tests", "run"), *sys.argv[1:], f"session/{name}.txt"],
                             env=dict(os.environ, HEDDLE_DEBUG_SNAPSHOTS=str(count)), capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(f"{name}, a snapshot every {count} statements:\n{run.stdout[-4000:]}{run.stderr}")
