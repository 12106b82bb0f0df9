#!/bin/bash
# A limit on address space keeps the engine from starting: one line says so, and how to lift it. NOT-UNDER-SANITIZERS
out=$( (ulimit -v 20000000; printf '1 + 1\n2 + 2\n' | "$HEDDLE" -) 2>&1)
lines=$(grep -c 'cannot map the variable store' <<<"$out")
each=$(grep 'cannot be started' <<<"$out" | grep -c 'ulimit -v unlimited')
if [[ $each -ge 1 && $lines -le 2 ]]; then echo "ok address_space"; else echo "not ok address_space"; echo "$out"; fi
