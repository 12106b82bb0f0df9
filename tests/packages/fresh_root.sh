#!/usr/bin/env bash
# NEEDS-SECONDS: 2400
# NOT-UNDER-SANITIZERS: packages are of what is released
# The Debian packages and the wheel: built, installed in a fresh root, and tried there. CI's long half: HEDDLE_LONG=1 .ci/run packages.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ -z ${HEDDLE_LONG:-} ]] || ((EUID != 0)); then
    echo "ok only_in_the_long_half_and_as_root"
    exit 0
fi
nice "$root/tools/package" --test
status=$?
((status != 77)) || { echo "ok no_fresh_root_could_be_made" && status=0; }
exit "$status"
