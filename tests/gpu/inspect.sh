#!/usr/bin/env bash
# %ptx, %nvvm, %sass and %resources: their options and their errors, with and without a toolkit; the cache on disk.
# shellcheck disable=SC2016
# shellcheck disable=SC2016
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export XDG_CACHE_HOME=$dir/cache
engine=$(dirname "$HEDDLE")/heddle-engine
kernel='__global__ void scale(float *a, float f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= f; }'

# check NAME PATTERN CELL...: the output of the cells, both streams, fits the pattern of `case`.
check() {
    local name=$1 pattern=$2 out cell
    shift 2
    out=$(for cell; do printf '%s\n// %%%%\n' "$cell"; done | "$HEDDLE" - 2>&1)
    # shellcheck disable=SC2254
    case $out in $pattern) echo "ok $name" ;; *) printf '%s\n' "$out" | sed 's/^/# /' | head -20; echo "not ok $name" ;; esac
}

check "ptx by LLVM's back end" '*.target sm_86*.entry scale(*mul.*f32*' "$kernel" '%ptx scale --arch sm_86 --backend llvm'
check "ptx with a limit of registers" '*.maxnreg 20*' "$kernel" '%ptx --maxreg 20 --backend llvm scale'
check "settings" "*div.approx*" "%config fastmath 1" "${kernel/\*=//=}" "%ptx --backend llvm scale"
check "nvvm" '*define void @scale(i8\* *, float *, i32 *nvvm.annotations*' "$kernel" '%nvvm scale'
check "diff" '*-*mul.*f32*+*add.*f32*' "$kernel" "${kernel/\*=/+=}" '%ptx --diff --backend llvm scale'
check "diff of the same" '*is the same as before*' "$kernel" "$kernel" '%ptx --diff --backend llvm scale'
check "diff without a definition before" '*defined once only*' "$kernel" '%ptx --diff scale'
check "an unknown option" '*no option `--arhc`, did you mean `--arch`*' "$kernel" '%ptx --arhc sm_90 scale'
check "no architecture" '*`sm_x` is no architecture*' "$kernel" '%ptx --arch sm_x scale'
check "an option without a value" '*`--arch` needs a value*' "$kernel" '%ptx scale --arch'
check "no kernel" '*`f` is not a kernel*' 'int f(int x) { return x; }' '%ptx f'
check "no name" '*needs the name of a kernel*' '%nvvm'
check "a misspelt name" '*`scald` is not a function with a body*`scale`*' "$kernel" '%ptx scald'
check "no block size" '*`2000` is no block size*' "$kernel" '%resources scale 2000'
check "a function that the GPU lacks" '*`__reduce_add_sync` needs compute capability 8.0*' \
    '__global__ void k(int *a) { a[0] = __reduce_add_sync(~0u, a[0]); }' '%ptx k --arch sm_75'
check "what LLVM's back end cannot do ends nothing" "*LLVM's back end does not compile this kernel*Out*: 3*" \
    '__global__ void k(unsigned __int128 *p, double d) { *p = (unsigned __int128)d; }' '%ptx --backend llvm k' '1 + 2'
check "a host function" '*`strtod`*' '__global__ void k(double *a) { a[0] = strtod("1", 0); }'

export HEDDLE_CUDA=$dir/none
check "without a toolkit: ptx" '*LLVM NVPTX Back-End*' "$kernel" '%ptx scale'
check "without a toolkit: resources" '*needs ptxas, which was not found*' "$kernel" '%resources scale'
check "without a toolkit: sass" '*nvdisasm or cuobjdump, and neither was found*' "$kernel" '%sass scale'
check "without a toolkit: libnvvm" '*libNVVM was not found*' "$kernel" '%ptx --backend libnvvm scale'

# Programs of the toolkit that say how they are called; then the real ones, where they are.
mkdir -p "$dir/kit/bin"
printf '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ncp "$3" "$2"\n' >"$dir/kit/bin/ptxas"
printf '#!/bin/sh\necho "called with $1 $2"; grep -c entry "$3"\n' >"$dir/kit/bin/nvdisasm"
chmod +x "$dir"/kit/bin/*
HEDDLE_CUDA=$dir/kit check "sass: nvdisasm gets what ptxas made" '*called with -c -g*1*' "$kernel" '%sass scale'
mv "$dir/kit/bin/nvdisasm" "$dir/kit/bin/cuobjdump"
HEDDLE_CUDA=$dir/kit check "sass: cuobjdump" '*called with -sass /tmp/heddle-*.cubin*' "$kernel" '%sass scale'
printf '#!/bin/sh\necho "error: it is broken" >&2; exit 3\n' >"$dir/kit/bin/cuobjdump"
HEDDLE_CUDA=$dir/kit check "sass: a program that fails" '*cuobjdump failed: error: it is broken*' "$kernel" '%sass scale'
unset HEDDLE_CUDA
venv=$(dirname "$(dirname "${HEDDLE_PYTHON:-/usr/bin/python3}")")
if compgen -G "$venv/lib/python3*/site-packages/nvidia/cu*/bin/nvdisasm" >/dev/null && [[ -x /usr/local/cuda/bin/ptxas ]]; then
    for arch in 75 90; do
        VIRTUAL_ENV=$venv check "sass for sm_$arch by nvdisasm" "*sm_$arch*.text.scale*//## File \"In\[1\]\", line 1*FMUL*STG.E*EXIT*" \
            "$kernel" "%sass scale --arch sm_$arch"
    done
else
    echo "# skipped: no nvdisasm or no ptxas here, so nothing was disassembled"
fi
export XDG_CACHE_HOME=$dir/cache/own

printf '%s\nint main() { return 0; }\n' "$kernel" >"$dir/k.cu"
mkdir -p "$XDG_CACHE_HOME"
if "$engine" --ptx "$dir/k.cu" --emit=verify 2>&1 | grep -q 'not found\|cannot be loaded'; then
    echo "# skipped: no libNVVM on this machine, so nothing is cached"
    exit 0
fi
printf '__device__ int twice(int x) {\n    return 2 * x + 1;\n}\n__global__ void k(int *p) {\n    p[0] = twice(p[1]);\n}\n' >"$dir/i.cu"
"$engine" --ptx "$dir/i.cu" 2>/dev/null >"$dir/lines"
grep -q 'loc.*2 .*function_name.*inlined_at 1 5' "$dir/lines" && grep -q '116,119,105,99,101,0' "$dir/lines" &&
    echo "ok lines of an inlined function name it" || echo "not ok lines of an inlined function name it"
rm -r "$XDG_CACHE_HOME"
mkdir -p "$XDG_CACHE_HOME"
"$engine" --ptx "$dir/k.cu" >"$dir/first" 2>/dev/null
file=$(find "$dir/cache/own/heddle/ptx" -type f | head -1)
[[ -n $file ]] && echo "ok the cache has an entry" || echo "not ok the cache has an entry"
sed -i 's/mul.f32/add.f32/' "$file" # damaged: the hash says so
"$engine" --ptx "$dir/k.cu" >"$dir/second" 2>/dev/null
cmp -s "$dir/first" "$dir/second" && echo "ok a damaged entry is not used" || echo "not ok a damaged entry is not used"
touch -d '2 days ago' "$file"
"$engine" --ptx "$dir/k.cu" >"$dir/third" 2>/dev/null
[[ -n $(find "$file" -newermt '1 hour ago') ]] && cmp -s "$dir/first" "$dir/third" && echo "ok a hit renews the entry" || echo "not ok a hit renews the entry"
for _ in 1 2 3 4; do "$engine" --ptx "$dir/k.cu" --arch sm_75,sm_80,sm_90 >"$dir/par.$_" 2>/dev/null & done
wait
cmp -s "$dir/par.1" "$dir/par.4" && [[ -z $(find "$dir/cache/own" -name '*.*.*') ]] && echo "ok many processes at once" || echo "not ok many processes at once"
chmod 000 "$dir/cache/own/heddle/ptx"
"$engine" --ptx "$dir/k.cu" >"$dir/fourth" 2>/dev/null && cmp -s "$dir/first" "$dir/fourth" && echo "ok without a cache" || echo "not ok without a cache"
chmod 700 "$dir/cache/own/heddle/ptx"
