#!/usr/bin/env bash
# C++ files for the host by themselves: what the C library has as macros are functions there.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/main.cpp" <<'END'
#include <cmath>
#include <cstdio>
int main() {
    double x = NAN, y = INFINITY;
    std::printf("%d %d %d %d %d\n", std::isnan(x), std::isinf(y), std::isfinite(1.0f), std::signbit(-2.0), isnan(y));
    return std::isless(1.0, 2.0) ? 0 : 1;
}
END
out=$("$HEDDLE" "$dir/main.cpp" 2>&1)
[[ $? == 0 && $out == "1 1 1 1 0" ]] && echo "ok classification" || { echo "# $out"; echo "not ok classification"; }
