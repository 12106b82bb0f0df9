#!/bin/bash
# A limit on address space keeps the engine from starting: one line says so, and how to lift it, whenever it is noticed.
# NOT-UNDER-SANITIZERS
for when in whole slowly; do
    out=$( (ulimit -v 20000000; { printf '1 + 1\n'; [[ $when == whole ]] || sleep 0.3; printf '2 + 2\n'; } 2>/dev/null | "$HEDDLE" -) 2>&1)
    lines=$(grep -c 'cannot map the variable store' <<<"$out")
    each=$(grep 'cannot be started' <<<"$out" | grep -c 'ulimit -v unlimited')
    if [[ $each == 1 && $lines == 1 ]]; then echo "ok address_space_$when"; else echo "$out"; echo "not ok address_space_$when"; fi
done

# The same of an engine that ends before anything can be asked: one report, however soon its end is noticed.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
echo "no program" >"$dir/engine"
chmod +x "$dir/engine"
failed=
for _ in {1..20}; do
    out=$(printf '1 + 1\n2 + 2\n' | "$HEDDLE" --engine "$dir/engine" - 2>&1)
    [[ $(grep -c 'cannot be started' <<<"$out") == 1 ]] || failed=$out
done
if [[ -z $failed ]]; then echo "ok ends_at_once"; else echo "$failed"; echo "not ok ends_at_once"; fi
