#!/usr/bin/env python3
"""tools/gpu-check on the stand-in driver: all of its steps run to their end, and the report has every section. NOT-UNDER-SANITIZERS"""

import os
import subprocess
import sys
import tempfile

from harness import BUILD, check, finish

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(folder, *options):
    report = os.path.join(folder, "report.md")
    command = [sys.executable, os.path.join(ROOT, "tools", "gpu-check"), "run", "--build", BUILD, "--standin", "--out", report, *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=400)
    text = open(report).read() if os.path.exists(report) else ""
    return done.stdout, text, done.returncode


with tempfile.TemporaryDirectory() as folder:
    out, text, status = run(folder)
    NEEDS_LIBDEVICE = [] if "no libNVVM was found" in out else ["| mandelbrot |"]
    check("runs_to_its_end", out + text + f"\nstatus {status}\n", "* gpu:0  Stand-in GPU", "launch, above cuLaunchKernel",
          "new kernel to first result", "redefined kernel to first result", "## Tests", "- 10 of 10 faults are told as they should be",
          "- 3 of 3 kernel tests and programs give on the GPU what they give on the CPU", "1 passed, 0 failed", "## Kernels, by events",
          "| saxpy |", *NEEDS_LIBDEVICE, "## Machine code", "- %resources: ", "## From text to the first result", "| Heddle, at its prompt |",
          "| NVRTC |", "| Numba-CUDA |", "| CuPy RawKernel |", "## Host time of a launch", "| cuLaunchKernel, C loop compiled by Heddle |",
          "## %doctor", "status 0", unwanted=["no end after", "Error: "])
    out, text, status = run(folder, "--limit", "0", "--only", "text,peers")
    check("no_time_left", out + text + f"\nstatus {status}\n", "- text: 0.0 s; no time was left", "- peers: 0.0 s; no time was left", "status 1")
finish()
