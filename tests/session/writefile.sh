#!/usr/bin/env bash
# %%writefile and %cd with files of their own, and that code sees the folder. Prints `ok NAME` or `not ok NAME` per check.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/a folder"
out=$(printf '%s\n' "%cd \"$dir/a folder\"" '%%writefile x.h' '#define X 42' '' '' '#include "x.h"' 'X' '%%writefile -a x.h' '#define Y 43' '' '' \
    '%%writefile x.txt' 'one' '' '' '%%writefile x.txt' 'two' '' '' '%%writefile no/where' 'three' '' '' \
    'FILE *f = fopen("x.txt", "r"); fgetc(f)' | "$HEDDLE" - 2>&1)
check() { if [[ $2 == *"$3"* ]]; then echo "ok $1"; else printf '# %s\nnot ok %s\n' "$2" "$1"; fi; }
check wrote "$out" 'Wrote `x.h`.'
check included "$out" ': 42'
check added "$out" 'Added to `x.h`.'
check overwrote "$out" 'Overwrote `x.txt`.'
check refused "$out" 'cannot write `no/where`: No such file or directory'
check read "$out" ': 116'
check both "$(cat "$dir/a folder/x.h")" $'#define X 42\n#define Y 43'
