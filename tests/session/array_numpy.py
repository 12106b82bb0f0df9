#!/usr/bin/env python3
"""A few random array expressions against NumPy: tests/fuzz/arrays.py."""
import os
import subprocess
import sys

FUZZ = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fuzz", "arrays.py")
sys.exit(subprocess.run([sys.executable, FUZZ, "--count", "40"]).returncode)
