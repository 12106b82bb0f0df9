#!/usr/bin/env bash
# Some random names in nested namespaces against g++ (tests/fuzz/lookups.py); tools/fuzz draws others each time.
exec python3 "$(dirname "$0")/../fuzz/lookups.py" --count "${PROGRAMS:-6}"
