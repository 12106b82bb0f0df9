#!/usr/bin/env bash
# Some sessions of random redefinitions of a struct that much refers to, from another seed each time (tests/fuzz/redefined.py).
exec python3 "$(dirname "$0")/../fuzz/redefined.py" --sessions "${SESSIONS:-6}"
