#!/usr/bin/env bash
# Builds the fuzz targets with clang's libFuzzer and the sanitizers, and runs one: coverage leads the way to new inputs.
#
#   tests/fuzz/libfuzzer.sh BUILD-FOLDER                      only build
#   tests/fuzz/libfuzzer.sh BUILD-FOLDER fuzz_front [OPTION]... run; inputs are kept in BUILD-FOLDER/fuzz_front.corpus
#
# OPTION: libFuzzer's, such as -max_total_time=600. Needs clang-19 with libclang-rt-19-dev and a configured meson build in
# BUILD-FOLDER/meson (made if it is not there), of which it takes the generated sources.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
(($# >= 1)) || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[[ -d $out/meson ]] || meson setup "$out/meson" "$root" >/dev/null
ninja -C "$out/meson" core/front/headers_gen.c >/dev/null 2>&1 || ninja -C "$out/meson" headers_gen.c >/dev/null
generated=$(find "$out/meson" -name headers_gen.c -print -quit)

flags=(-std=gnu11 -g -O1 -fno-omit-frame-pointer -fno-strict-aliasing -D_GNU_SOURCE -DPP_MAX_PRODUCED=300000 -DFUZZ_LIBFUZZER
    -I"$root/core" -I"$root/tests/fuzz" -isystem "$(llvm-config-19 --includedir 2>/dev/null || /usr/lib/llvm-19/bin/llvm-config --includedir)"
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-sanitize=function)
make_rules() {
    local source object name more
    printf 'all: fuzz_pp fuzz_parse fuzz_front fuzz_gen fuzz_wire\n'
    local objects=()
    for source in "$root"/core/{base,front,gen,cpu,run}/*.c "$generated" "$root"/tests/fuzz/{mutate,warm,fuzz_pp,fuzz_parse,fuzz_front,fuzz_gen,fuzz_wire}.c "$root"/jupyter-kernel/wire.c; do
        [[ $source == */run/main.c ]] && continue
        object=$(basename "$(dirname "$source")")_$(basename "$source" .c).o
        printf '%s: %s\n\t%s clang-19 %s -MMD -c %s -o %s\n' "$object" "$source" "$(command -v ccache || true)" "${flags[*]}" "$source" "$object"
        [[ $source == */tests/fuzz/* ]] || objects+=("$object")
    done
    printf 'all.a: %s\n\trm -f all.a; ar rcs all.a %s\n' "${objects[*]}" "${objects[*]}"
    for name in pp parse front gen; do
        more=
        [[ $name == front || $name == gen ]] && more=fuzz_warm.o
        printf 'fuzz_%s: fuzz_fuzz_%s.o fuzz_mutate.o %s all.a\n\tclang-19 -rdynamic -fsanitize=fuzzer,address,undefined -o $@ $< fuzz_mutate.o %s all.a -L/usr/lib/llvm-19/lib -lLLVM-19 -ljansson -lm -ldl -lpthread\n' "$name" "$name" "$more" "$more"
    done
    printf 'fuzz_wire: fuzz_fuzz_wire.o fuzz_mutate.o all.a\n\tclang-19 -fsanitize=fuzzer,address,undefined -o $@ $^ -ljansson -lcrypto -lm -lpthread\n'
    printf -- '-include *.d\n'
}
cd "$out"
make_rules >Makefile
make -s -j"$(nproc)" all
(($# == 0)) && exit 0

name=$1
shift
mkdir -p "$name.corpus"
add() { [[ -e $2 ]] && { printf '%s' "$1"; cat "$2"; } >"$name.corpus/seed-$(basename "$2")" || true; }
if [[ $name == fuzz_wire ]]; then
    cp "$root"/tests/fuzz/wire/* "$name.corpus/"
    exec "./$name" -max_len=20000 -timeout=20 -print_final_stats=1 "$@" "$name.corpus"
fi
for file in "$root"/tests/fuzz/corpus/*; do cp "$file" "$name.corpus/"; done
for file in "$root"/tests/{lang/*,simt,programs}/*.cu; do add B "$file"; done
for file in "$root"/tests/lang/*/*.c; do add C "$file"; done
export ASAN_OPTIONS=detect_leaks=0:handle_segv=1:allow_user_segv_handler=0:detect_stack_use_after_return=0:quarantine_size_mb=64
exec "./$name" -max_len=20000 -timeout=20 -rss_limit_mb=3000 -len_control=0 -print_final_stats=1 "$@" "$name.corpus"
