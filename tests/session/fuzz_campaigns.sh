#!/usr/bin/env bash
# tools/fuzz says of a campaign that nothing was compared where its oracle is not installed, and does not call that passed.
set -u
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$(command -v python3)" "$folder/python3"

check() { # name, status, pattern of a line; then the command
    local name=$1 status=$2 pattern=$3 said
    shift 3
    said=$("$@" 2>&1)
    if [[ $? == "$status" ]] && grep -qE "$pattern" <<<"$said"; then
        echo "ok $name"
    else
        printf 'not ok %s\n%s\n' "$name" "$said"
    fi
}

fuzz=("$root/tools/fuzz" --build "$HEDDLE_BUILD" --share 0.0001)
check without_oracle 1 '^skipped csmith: there is no csmith and no gcc$' env PATH="$folder" python3 "${fuzz[@]}" csmith
check counted 1 '^0 passed, 0 failed, 1 skipped$' env PATH="$folder" python3 "${fuzz[@]}" csmith
check needs_none 0 '^1 passed, 0 failed, 0 skipped$' "${fuzz[@]}" redefined
