#!/usr/bin/env bash
# Some random function types with and without noexcept against g++ (tests/fuzz/promises.py); tools/fuzz draws others each time.
exec python3 "$(dirname "$0")/../fuzz/promises.py" --count "${PROGRAMS:-4}"
