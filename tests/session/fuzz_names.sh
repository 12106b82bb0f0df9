#!/usr/bin/env bash
# Some sessions of random redefinitions of nested names, from another seed each time (tests/fuzz/names.py).
exec python3 "$(dirname "$0")/../fuzz/names.py" --sessions "${SESSIONS:-6}" --kills 0
