#!/usr/bin/env bash
# Runs each fuzz target for a few seconds over the corpus and mutations of it and of the tests' programs, and some random
# kernels (kernels.py). Prints a line `ok NAME` or `not ok NAME` per target; what failed stays in NAME.find in the build folder.
# The programs of the tests alone take half a minute. NEEDS-SECONDS: 240
#
#   FUZZ_SECONDS=600 FUZZ_SEED=7 HEDDLE_BUILD=build tests/fuzz/run.sh [TARGET]...
set -u
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
tests=$(dirname "$here")
build=$(cd "${HEDDLE_BUILD:-$tests/../build}" && pwd)/tests/fuzz
seconds=${FUZZ_SECONDS:-4} seed=${FUZZ_SEED:-1}
# Random kernels do not need a sanitizer: what they compute is compared.
(($#)) || set -- fuzz_pp fuzz_parse fuzz_front fuzz_gen fuzz_wire $([[ -n ${ASAN_OPTIONS:-} ]] || echo kernels)

status=0
for name in "$@"; do
    if [[ $name == kernels ]]; then
        # another seed each time, which is printed
        HEDDLE=${HEDDLE:-$build/../../heddle} python3 "$here/kernels.py" --find "$build/kernels.find" \
            ${FUZZ_SEED:+--seed "$FUZZ_SEED"} || status=1
        continue
    fi
    options=()
    [[ $name == fuzz_gen ]] && options=(--gentle)
    corpus=("$here/corpus" "$tests/lang" "$tests/simt" "$tests/programs" "$tests/session")
    [[ $name == fuzz_wire ]] && corpus=("$here/wire")
    # With a sanitizer the programs of the other folders take two minutes, and their own tests run them all.
    [[ $name == fuzz_gen && -n ${ASAN_OPTIONS:-} && -z ${FUZZ_SECONDS:-} ]] && corpus=("$here/corpus" "$tests/simt")
    log=$("$build/$name" --find "$build/$name.find" --seconds "$seconds" --seed "$seed" ${options[@]+"${options[@]}"} \
        "${corpus[@]}" 2>&1)
    code=$?
    if ((code == 0)) && ! grep -q "runtime error: " <<<"$log"; then
        printf '# %s\nok %s\n' "$(tail -n 1 <<<"$log")" "$name"
    else
        tail -n 40 <<<"$log" | sed 's/^/# /'
        printf '# status %d; the input is in %s\nnot ok %s\n' "$code" "$build/$name.find" "$name"
        status=1
    fi
done
exit $status
