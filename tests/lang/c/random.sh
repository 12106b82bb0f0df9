#!/usr/bin/env bash
# Random C against gcc: types and values of expressions, whole programs by csmith where it is installed.
fuzz=$(dirname "$0")/../../fuzz
status=0
"$fuzz/expressions.py" --cases 600 --lang c || status=1
"$fuzz/csmith.py" --count 2 || status=1
exit $status
