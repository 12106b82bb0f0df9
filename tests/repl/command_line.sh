#!/usr/bin/env bash
# The command line: options, ways to run, streams and exit statuses. Prints `ok NAME` or `not ok NAME` per check.
# shellcheck disable=SC2016
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# check NAME STATUS OUT ERR COMMAND...: OUT and ERR are patterns of `case`.
check() {
    local name=$1 want=$2 want_out=$3 want_err=$4 status=0 out err
    shift 4
    "$@" >out 2>err </dev/null || status=$?
    out=$(<out) err=$(<err)
    # shellcheck disable=SC2254
    case $status/$out in $want/$want_out) ;; *) want=wrong ;; esac
    # shellcheck disable=SC2254
    case $err in $want_err) ;; *) want=wrong ;; esac
    if [[ $want == wrong ]]; then
        printf '# status %s\n# out: %s\n# err: %s\nnot ok %s\n' "$status" "$out" "$err" "$name"
    else
        echo "ok $name"
    fi
}
feed() { printf '%b' "$1" | "$HEDDLE" -; }

printf '#include <stdio.h>\nint main(int argc, char **argv) { printf("%%d %%s\\n", argc, argv[1]); return 7; }\n' >main.cu
printf 'int n = 20;\n// %%%%\nn + 1\n// %%%%\nint f( { }\n// %%%%\nn + 2\n' >cells.cu
printf 'int main(void) { int x; char c = getchar(); x = c; printf("%%d\\n", x); return 0; }\n' >old.c

check version 0 'heddle [0-9]*' '' "$HEDDLE" --version
check help 0 'usage: heddle *--dump=*' '' "$HEDDLE" --help
check help_is_80_columns 0 '' '' awk 'length > 80' <("$HEDDLE" --help)
check help_knows_the_stages 0 '*Out[[]1]: 2' '*' "$HEDDLE" --dump="$("$HEDDLE" --help | grep -o 'tokens,.*')" -c '1 + 1'
check unknown_option 2 '' '*unknown option `--hlep`; did you mean `--help`?*' "$HEDDLE" --hlep
check unknown_stage 2 '' '*unknown stage `token`; did you mean `tokens`?*' "$HEDDLE" --dump=token -c 1
check missing_code 2 '' '*missing code after `-c`*' "$HEDDLE" -c
check export_needs_two_files 2 '' '*missing file after `n.ipynb`*' "$HEDDLE" --export n.ipynb
check export_takes_two_files 2 '' '*unexpected argument `c`*' "$HEDDLE" --export a.ipynb b.cu c
check export_missing 1 '' '*not a notebook*No such file*' "$HEDDLE" --export none.ipynb b.cu
check export_name 1 '' '*`b.txt`*should end in .cu*' "$HEDDLE" --export none.ipynb b.txt
check makefile_alone 2 '' '*only with --export*' "$HEDDLE" --makefile a.cu
check missing_file 2 '' '*cannot read `none.cu`: No such file or directory' "$HEDDLE" none.cu
check folder 2 '' '*cannot read `.`: Is a directory' "$HEDDLE" .
check missing_engine 1 '' '*cannot start the engine `/none`: No such file or directory' "$HEDDLE" --engine /none -c 1
check expression 0 'Out[[]1]: 2' '' "$HEDDLE" -c '1 + 1'
check failed_code 1 '' '*`nothing` is not declared*' "$HEDDLE" -c 'nothing;'
check program 7 '2 hello' '' "$HEDDLE" main.cu hello
check cells_stop_at_a_failure 1 'Out[[]2]: 21' '*cells.cu:5:*error:*' "$HEDDLE" cells.cu
check standard_input 1 $'6\nOut[[]4]: 3' '*error:*' feed 'int n = 3;\nbad bad;\nprintf("%d\\n",\n2 * n);\nn\n'
check standard_input_may_end_early 1 '' '*error:*' feed 'int f(int a) {\n'
check dump 0 '*' '*' "$HEDDLE" --dump=ir -c 'int g(int a) { return a; }'
for stage in tokens ast types ir opt asm; do
    check "dump_$stage" 0 '*' "*--- $stage*" "$HEDDLE" --dump=$stage -c 'for (int i = 0; i < 9; i++) printf("%d", i);'
done
check c_file 0 '-1' '*implicit*' "$HEDDLE" old.c
check full_disk 1 '' '*cannot write: No space left on device*' bash -c "'$HEDDLE' -c 'for (int i = 0; i < 100000; i++) printf(\"%d\\n\", i);' >/dev/full"
check closed_pipe 0 'y' '' bash -c "'$HEDDLE' -c 'for (;;) printf(\"y\\n\");' | head -1"

# ---- how kernels compute ----------------------------------------------------------------------------------------------
cat >fused.cu <<'END'
#include <stdio.h>
__global__ void k(float *o, float a, float b) { o[0] = a * b - a * a; o[1] = expf(a); o[2] = __expf(a); }
int main() { float *o; cudaMallocManaged(&o, 12); k<<<1, 1>>>(o, 1.1f, 1.1f); cudaDeviceSynchronize(); printf("%d %d\n", o[0] != 0, o[1] == o[2]); k<<<1, 1>>>(o, 9.7f, 1.1f); cudaDeviceSynchronize(); printf("%d\n", o[1] == o[2]); }
END
check fused 0 $'1 ?\n0' "" "$HEDDLE" fused.cu
check fmad_false 0 $'0 ?\n0' "" "$HEDDLE" -fmad=false fused.cu
check fmad_true 0 $'1 ?\n0' "" "$HEDDLE" --fmad=true fused.cu
check use_fast_math 0 $'1 1\n1' "" "$HEDDLE" -use_fast_math fused.cu
check fmad_wrong 2 "" "*-fmad is true or false, not*maybe*" "$HEDDLE" -fmad=maybe fused.cu
check fmad_behind 0 $'0 ?\n0' "" "$HEDDLE" fused.cu -fmad=false
check fast_math_behind 0 $'1 1\n1' "" "$HEDDLE" fused.cu --use_fast_math
cat >arch.cu <<'END'
#include <stdio.h>
#ifdef __CUDA_ARCH__
#define ARCH __CUDA_ARCH__
#else
#define ARCH 0
#endif
__global__ void k(int *p) { *p = ARCH; }
int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); printf("%d\n", *p); }
END
check arch_default 0 900 "" "$HEDDLE" arch.cu
check arch 0 750 "" "$HEDDLE" -arch=sm_75 arch.cu
check arch_behind 0 860 "" "$HEDDLE" arch.cu --gpu-architecture compute_86
check arch_newest 0 1000 "" "$HEDDLE" -gencode arch=compute_70,code=sm_70 -gencode arch=compute_100a,code=sm_100a arch.cu
check arch_native 0 900 "" "$HEDDLE" -arch=native arch.cu
check arch_of_a_run 0 $'750\n900' "" feed '%run arch.cu -arch=sm_75\n__managed__ int r; __global__ void own() { r = ARCH; }\nown<<<1, 1>>>(); cudaDeviceSynchronize(); printf("%d\\n", r);\n'
check arch_wrong 1 "" "*-arch=banana*architectures are named sm_80*" "$HEDDLE" -arch=banana arch.cu
printf '[{"directory": "%s", "command": "nvcc -arch=sm_80 -fmad=false arch.cu -o arch", "file": "arch.cu"}]\n' "$PWD" >compile_commands.json
check arch_of_a_build 0 800 "" "$HEDDLE" --from compile_commands.json
