#!/usr/bin/env bash
# Random programs against g++ and, where it is installed, clang++: objects' lives, exceptions, which overload is meant, who may use a member,
# which pointers convert, types and values of expressions and of <cmath>. The long form of each is a command of its own (tests/fuzz).
fuzz=$(dirname "$0")/../../fuzz
status=0
"$fuzz/lifetimes.py" --count 3 || status=1
"$fuzz/exceptions.py" --count 2 || status=1
"$fuzz/overloads.py" --count 1 || status=1
"$fuzz/dynamic_casts.py" --count 1 || status=1
"$fuzz/access.py" --count 4 --seed "$RANDOM" || status=1
"$fuzz/conversions.py" --count 100 || status=1
"$fuzz/expressions.py" --cases 600 --lang cu || status=1
"$fuzz/cmath.py" || status=1
exit $status
