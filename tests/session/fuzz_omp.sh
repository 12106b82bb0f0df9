#!/usr/bin/env bash
# Some random OpenMP programs, others each time, against gcc -fopenmp (tests/fuzz/omp.py).
exec python3 "$(dirname "$0")/../fuzz/omp.py" --count "${PROGRAMS:-6}"
