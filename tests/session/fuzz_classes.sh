#!/usr/bin/env bash
# Some random classes against g++ (tests/fuzz/classes.py); tools/fuzz draws others each time.
exec python3 "$(dirname "$0")/../fuzz/classes.py" --count "${PROGRAMS:-4}"
