#!/bin/sh
# CUB's parts for blocks and warps give the same, however many threads a vector holds.
cd "$(dirname "$0")" || exit 1
for lanes in 1 4 8 16 32; do
    if HEDDLE_LANES=$lanes "$HEDDLE" cub_block.cu 2>&1 | grep -qv ' 0 wrong$'; then
        echo "not ok $lanes lanes"
    else
        echo "ok $lanes lanes"
    fi
done
