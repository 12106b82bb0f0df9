#!/usr/bin/env python3
# NEEDS: g++
"""Thrust's algorithms give what the standard library's give, compiled by g++: on the device and on the host, for numbers that the back ends
know and for structs and functors that they do not, on inputs that are empty, one element, all equal, sorted, random and large.

    tests/library/thrust.py                   some inputs with another seed each time: what the tests run
    tests/library/thrust.py --only sort --seed N --keep DIR

A row is an algorithm, said twice. `v`, `w` are the inputs (T), `k` keys (int), `o` and `p` outputs, which `S(...)` writes to a file; `I(x)` writes a
number. Both programs read the same inputs. Prints `ok NAME` and `not ok NAME` lines."""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

HEDDLE = os.environ.get("HEDDLE", "heddle")

# name, Thrust's words, the standard library's. $ is the policy and its comma. B(x): x.begin(), x.end().
ROWS = [
    ("sort", "thrust::sort($B(v)); S(v);", "std::stable_sort(B(v)); S(v);"),
    ("sort_greater", "thrust::stable_sort($B(v), thrust::greater<T>()); S(v);", "std::stable_sort(B(v), std::greater<T>()); S(v);"),
    ("sort_functor", "thrust::stable_sort($B(v), last_digit()); S(v);", "std::stable_sort(B(v), last_digit()); S(v);"),
    ("sort_by_key", "thrust::sort_by_key($B(v), k.begin()); S(v); S(k);", "by_key(v, k, std::less<T>()); S(v); S(k);"),
    ("sort_by_key_functor", "thrust::stable_sort_by_key($B(v), k.begin(), last_digit()); S(v); S(k);", "by_key(v, k, last_digit()); S(v); S(k);"),
    ("sort_structs", "thrust::sort($B(v)); thrust::transform($B(v), k.begin(), st.begin(), make_rec()); thrust::sort($B(st)); S(st);",
     "std::sort(B(v)); std::transform(B(v), k.begin(), st.begin(), make_rec()); std::stable_sort(B(st)); S(st);"),
    ("reduce", "I(thrust::reduce($B(v))); I(thrust::reduce($B(v), (T)3, thrust::maximum<T>()));",
     "I(std::accumulate(B(v), T())); I(std::accumulate(B(v), (T)3, [](T a, T b) { return a < b ? b : a; }));"),
    ("reduce_functor", "I(thrust::reduce($B(k), 5, thrust::plus<long long>())); I(thrust::reduce($B(v), T(), second()));",
     "I(std::accumulate(B(k), 5)); I(n ? v[n - 1] : T());"),
    ("transform_reduce", "I(thrust::transform_reduce($B(k), twice(), 0LL, thrust::plus<long long>()));", "long long s = 0; for (int x : k) s += 2 * x; I(s);"),
    ("inner_product", "I(thrust::inner_product($B(k), k.begin(), 1LL));", "I(std::inner_product(B(k), k.begin(), 1LL));"),
    ("count", "I((long long)thrust::count($B(v), (T)3)); I((long long)thrust::count_if($B(v), odd()));", "I((long long)std::count(B(v), (T)3)); I((long long)std::count_if(B(v), odd()));"),
    ("min_element", "I((long long)(thrust::min_element($B(v)) - v.begin())); I((long long)(thrust::max_element($B(v)) - v.begin()));",
     "I((long long)(std::min_element(B(v)) - v.begin())); I((long long)(std::max_element(B(v)) - v.begin()));"),
    ("min_element_functor", "I((long long)(thrust::min_element($B(v), last_digit()) - v.begin())); I((long long)(thrust::max_element($B(v), last_digit()) - v.begin()));",
     "I((long long)(std::min_element(B(v), last_digit()) - v.begin())); I((long long)(std::max_element(B(v), last_digit()) - v.begin()));"),
    ("inclusive_scan", "thrust::inclusive_scan($B(v), o.begin()); S(o); thrust::inclusive_scan($B(v), v.begin(), thrust::maximum<T>()); S(v);",
     "std::partial_sum(B(v), o.begin()); S(o); std::partial_sum(B(v), v.begin(), [](T a, T b) { return a < b ? b : a; }); S(v);"),
    ("inclusive_scan_functor", "thrust::inclusive_scan($B(v), o.begin(), second()); S(o);", "S(v);"),
    ("exclusive_scan", "thrust::exclusive_scan($B(v), o.begin(), (T)2); S(o); thrust::exclusive_scan($B(k), k.begin(), 1, last()); S(k);",
     "std::exclusive_scan(B(v), o.begin(), (T)2); S(o); std::exclusive_scan(B(k), k.begin(), 1, last()); S(k);"),
    ("transform_scan", "thrust::transform_inclusive_scan($B(k), l.begin(), twice(), thrust::plus<long long>()); S(l); thrust::transform_exclusive_scan($B(k), l.begin(), twice(), 7LL, thrust::plus<long long>()); S(l);",
     "std::transform_inclusive_scan(B(k), l.begin(), std::plus<long long>(), twice()); S(l); std::transform_exclusive_scan(B(k), l.begin(), 7LL, std::plus<long long>(), twice()); S(l);"),
    ("scan_by_key", "thrust::inclusive_scan_by_key($B(g), v.begin(), o.begin()); S(o); thrust::exclusive_scan_by_key($B(g), v.begin(), o.begin(), (T)1); S(o);",
     "for (size_t i = 0; i < n; i++) o[i] = i && g[i] == g[i - 1] ? (T)(o[i - 1] + v[i]) : v[i]; S(o); for (size_t i = 0; i < n; i++) o[i] = i && g[i] == g[i - 1] ? (T)(o[i - 1] + v[i - 1]) : (T)1; S(o);"),
    ("reduce_by_key", "auto e = thrust::reduce_by_key($B(g), v.begin(), k.begin(), o.begin()); k.resize(e.first - k.begin()); o.resize(e.second - o.begin()); S(k); S(o);",
     "k.clear(); o.clear(); for (size_t i = 0; i < n; i++) if (i && g[i] == g[i - 1]) o.back() += v[i]; else { k.push_back(g[i]); o.push_back(v[i]); } S(k); S(o);"),
    ("copy_if", "o.resize(thrust::copy_if($B(v), o.begin(), odd()) - o.begin()); S(o);", "o.resize(std::copy_if(B(v), o.begin(), odd()) - o.begin()); S(o);"),
    ("copy_if_stencil", "o.resize(thrust::copy_if($B(v), k.begin(), o.begin(), odd()) - o.begin()); S(o);", "o.clear(); for (size_t i = 0; i < n; i++) if (odd()(k[i])) o.push_back(v[i]); S(o);"),
    ("remove_if", "v.erase(thrust::remove_if($B(v), odd()), v.end()); S(v);", "v.erase(std::remove_if(B(v), odd()), v.end()); S(v);"),
    ("remove", "v.erase(thrust::remove($B(v), (T)3), v.end()); S(v);", "v.erase(std::remove(B(v), (T)3), v.end()); S(v);"),
    ("remove_copy", "o.resize(thrust::remove_copy($B(v), o.begin(), (T)3) - o.begin()); S(o);", "o.resize(std::remove_copy(B(v), o.begin(), (T)3) - o.begin()); S(o);"),
    ("unique", "v.erase(thrust::unique($B(v)), v.end()); S(v);", "v.erase(std::unique(B(v)), v.end()); S(v);"),
    ("unique_copy", "o.resize(thrust::unique_copy($B(v), o.begin(), same_half()) - o.begin()); S(o);",
     "o.clear(); for (size_t i = 0; i < n; i++) if (!i || !same_half()(v[i - 1], v[i])) o.push_back(v[i]); S(o);"),
    ("unique_by_key", "auto e = thrust::unique_by_key($B(g), v.begin()); g.resize(e.first - g.begin()); v.resize(e.second - v.begin()); S(g); S(v);",
     "size_t m = 0; for (size_t i = 0; i < n; i++) if (!m || !(g[m - 1] == g[i])) { g[m] = g[i]; v[m] = v[i]; m++; } g.resize(m); v.resize(m); S(g); S(v);"),
    ("partition", "I((long long)(thrust::stable_partition($B(v), odd()) - v.begin())); S(v);", "I((long long)(std::stable_partition(B(v), odd()) - v.begin())); S(v);"),
    ("partition_copy", "auto e = thrust::partition_copy($B(v), o.begin(), p.begin(), odd()); o.resize(e.first - o.begin()); p.resize(e.second - p.begin()); S(o); S(p);",
     "auto e = std::partition_copy(B(v), o.begin(), p.begin(), odd()); o.resize(e.first - o.begin()); p.resize(e.second - p.begin()); S(o); S(p);"),
    ("find", "I((long long)(thrust::find($B(v), (T)3) - v.begin())); I((long long)(thrust::find_if($B(v), odd()) - v.begin())); I((long long)(thrust::find_if_not($B(v), odd()) - v.begin()));",
     "I((long long)(std::find(B(v), (T)3) - v.begin())); I((long long)(std::find_if(B(v), odd()) - v.begin())); I((long long)(std::find_if_not(B(v), odd()) - v.begin()));"),
    ("logical", "I((long long)thrust::all_of($B(v), odd())); I((long long)thrust::any_of($B(v), odd())); I((long long)thrust::none_of($B(v), odd()));",
     "I((long long)std::all_of(B(v), odd())); I((long long)std::any_of(B(v), odd())); I((long long)std::none_of(B(v), odd()));"),
    ("mismatch", "I((long long)(thrust::mismatch($B(v), w.begin()).first - v.begin())); I((long long)thrust::equal($B(v), v.begin())); I((long long)thrust::equal($B(v), w.begin()));",
     "I((long long)(std::mismatch(B(v), w.begin()).first - v.begin())); I(1LL); I((long long)std::equal(B(v), w.begin()));"),
    ("transform", "thrust::transform($B(v), o.begin(), thrust::negate<T>()); S(o); thrust::transform($B(v), w.begin(), o.begin(), thrust::plus<T>()); S(o); thrust::transform_if($B(v), k.begin(), o.begin(), thrust::negate<T>(), odd()); S(o);",
     "std::transform(B(v), o.begin(), std::negate<T>()); S(o); std::transform(B(v), w.begin(), o.begin(), std::plus<T>()); S(o); for (size_t i = 0; i < n; i++) if (odd()(k[i])) o[i] = -v[i]; S(o);"),
    ("gather", "thrust::sequence($B(k)); thrust::reverse($B(k)); thrust::gather($B(k), v.begin(), o.begin()); S(o); thrust::scatter($B(v), k.begin(), o.begin()); S(o);",
     "std::reverse_copy(B(v), o.begin()); S(o); S(o);"),
    ("replace", "thrust::replace($B(v), (T)3, (T)9); S(v); thrust::replace_if($B(v), odd(), (T)4); S(v); thrust::replace_copy_if($B(w), o.begin(), odd(), (T)6); S(o);",
     "std::replace(B(v), (T)3, (T)9); S(v); std::replace_if(B(v), odd(), (T)4); S(v); std::replace_copy_if(B(w), o.begin(), odd(), (T)6); S(o);"),
    ("reverse", "thrust::reverse($B(v)); S(v); thrust::swap_ranges($B(v), w.begin()); S(v); S(w);", "std::reverse(B(v)); S(v); std::swap_ranges(B(v), w.begin()); S(v); S(w);"),
    ("adjacent_difference", "thrust::adjacent_difference($B(v), o.begin()); S(o); thrust::adjacent_difference($B(v), v.begin(), thrust::plus<T>()); S(v);",
     "std::adjacent_difference(B(v), o.begin()); S(o); std::adjacent_difference(B(v), v.begin(), std::plus<T>()); S(v);"),
    ("sequence", "thrust::sequence($B(o), (T)2, (T)3); S(o); thrust::tabulate($B(k), twice()); S(k); thrust::fill($B(o), (T)5); S(o); thrust::generate($B(o), four()); S(o);",
     "for (size_t i = 0; i < n; i++) o[i] = (T)(2 + 3 * (T)i); S(o); for (size_t i = 0; i < n; i++) k[i] = 2 * i; S(k); std::fill(B(o), (T)5); S(o); std::fill(B(o), (T)4); S(o);"),
    ("binary_search", "thrust::sort($B(v)); thrust::lower_bound($B(v), B(w), l.begin()); S(l); thrust::upper_bound($B(v), B(w), l.begin()); S(l); I((long long)(thrust::lower_bound($B(v), (T)3) - v.begin())); I((long long)thrust::binary_search($B(v), (T)3));",
     "std::sort(B(v)); for (size_t i = 0; i < n; i++) l[i] = std::lower_bound(B(v), w[i]) - v.begin(); S(l); for (size_t i = 0; i < n; i++) l[i] = std::upper_bound(B(v), w[i]) - v.begin(); S(l); I((long long)(std::lower_bound(B(v), (T)3) - v.begin())); I((long long)std::binary_search(B(v), (T)3));"),
    ("merge", "thrust::sort($B(v)); thrust::sort($B(w)); o.resize(2 * n); thrust::merge($B(v), B(w), o.begin()); S(o);", "std::sort(B(v)); std::sort(B(w)); o.resize(2 * n); std::merge(B(v), B(w), o.begin()); S(o);"),
] + [(name, f"thrust::sort($B(v)); thrust::sort($B(w)); o.resize(2 * n); o.resize(thrust::{name}($B(v), B(w), o.begin()) - o.begin()); S(o);",
      f"std::sort(B(v)); std::sort(B(w)); o.resize(2 * n); o.resize(std::{name}(B(v), B(w), o.begin()) - o.begin()); S(o);")
     for name in ("set_intersection", "set_union", "set_difference", "set_symmetric_difference")] + [
    ("is_sorted", "I((long long)thrust::is_sorted($B(v))); I((long long)(thrust::is_sorted_until($B(v)) - v.begin()));", "I((long long)std::is_sorted(B(v))); I((long long)(std::is_sorted_until(B(v)) - v.begin()));"),
    ("fancy", "I(thrust::reduce($thrust::make_transform_iterator(k.begin(), twice()), thrust::make_transform_iterator(k.end(), twice()), 0LL)); thrust::copy_n($thrust::make_permutation_iterator(v.begin(), l.begin()), n, o.begin()); S(o);",
     "long long s = 0; for (int x : k) s += 2 * x; I(s); for (size_t i = 0; i < n; i++) o[i] = v[l[i]]; S(o);"),
    ("zip", "thrust::for_each($thrust::make_zip_iterator(thrust::make_tuple(v.begin(), w.begin(), o.begin())), thrust::make_zip_iterator(thrust::make_tuple(v.end(), w.end(), o.end())), add_up()); S(o); thrust::sort($thrust::make_zip_iterator(v.begin(), k.begin()), thrust::make_zip_iterator(v.end(), k.end())); S(v); S(k);",
     "for (size_t i = 0; i < n; i++) o[i] = v[i] + w[i]; S(o); std::vector<std::pair<T, int>> z; for (size_t i = 0; i < n; i++) z.push_back({v[i], k[i]}); std::sort(B(z)); for (size_t i = 0; i < n; i++) { v[i] = z[i].first; k[i] = z[i].second; } S(v); S(k);"),
]
HEADERS = """sort copy fill for_each transform generate tabulate sequence reduce transform_reduce inner_product count extrema scan transform_scan find
logical mismatch equal gather scatter replace reverse swap adjacent_difference remove unique partition binary_search merge set_operations""".split()

COMMON = r"""
#include <cstdio>
#include <cstdlib>
#define B(x) x.begin(), x.end()
struct last_digit { HD bool operator()(T a, T b) const { return (int)a % 10 < (int)b % 10; } };
struct odd { HD bool operator()(T x) const { return (int)x % 2 != 0; } };
struct same_half { HD bool operator()(T a, T b) const { return (int)a / 2 == (int)b / 2; } };
struct twice { HD long long operator()(int x) const { return 2 * (long long)x; } };
struct second { HD T operator()(T a, T b) const { return b; } };   // associative, and not commutative
struct last { HD int operator()(int a, int b) const { return b ? b : a; } };
struct four { HD T operator()() const { return (T)4; } };
struct rec { long long a, b; HD bool operator<(const rec &o) const { return b != o.b ? b < o.b : a < o.a; } };
struct make_rec { HD rec operator()(T a, int b) const { rec r; r.a = (long long)a; r.b = b; return r; } };
FILE *in, *out;
template <typename E> void put(const E *p, size_t n) { fwrite(&n, sizeof n, 1, out); if (n) fwrite((const void *)p, sizeof(E), n, out); }
"""
THRUST = "#include <thrust/device_vector.h>\n#include <thrust/host_vector.h>\n#include <thrust/execution_policy.h>\n" + "".join(
    f"#include <thrust/{h}.h>\n" for h in HEADERS) + """#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <cstring>
#define HD __host__ __device__
""" + COMMON + r"""
struct add_up { template <typename Z> HD void operator()(Z z) const { thrust::get<2>(z) = thrust::get<0>(z) + thrust::get<1>(z); } };
template <typename V> void S(const V &v) { put(thrust::raw_pointer_cast(v.data()), v.size()); }
template <typename X> void I(X x) { put(&x, 1); }
template <typename E> std::vector<E> load(size_t n) { std::vector<E> v(n); if (n) fread((void *)v.data(), sizeof(E), n, in); return v; }
"""
STD = r"""
#include <vector>
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <cstring>
#define HD
""" + COMMON + r"""
template <typename E> void S(const std::vector<E> &v) { put(v.data(), v.size()); }
template <typename X> void I(X x) { put(&x, 1); }
template <typename E> std::vector<E> load(size_t n) { std::vector<E> v(n); if (n && fread((void *)v.data(), sizeof(E), n, in) != n) abort(); return v; }
template <typename C> void by_key(std::vector<T> &v, std::vector<int> &k, C c) {
    std::vector<std::pair<T, int>> z;
    for (size_t i = 0; i < v.size(); i++) z.push_back({v[i], k[i]});
    std::stable_sort(z.begin(), z.end(), [&](const std::pair<T, int> &a, const std::pair<T, int> &b) { return c(a.first, b.first); });
    for (size_t i = 0; i < v.size(); i++) { v[i] = z[i].first; k[i] = z[i].second; }
}
"""
TYPES = {"int": np.int32, "float": np.float32, "double": np.float64, "long long": np.int64, "unsigned char": np.uint8, "short": np.int16, "unsigned": np.uint32}


def program(rows, ctype, sizes, thrust, policy=""):
    vec = ("thrust::host_vector" if policy == "thrust::host, " else "thrust::device_vector") if thrust else "std::vector"
    text = f"typedef {ctype} T;\n" + (THRUST if thrust else STD)
    for name, ours, theirs in rows:
        body = ours.replace("$", policy) if thrust else theirs
        text += f"""void row_{name}(size_t n, const std::vector<T> &v_, const std::vector<T> &w_, const std::vector<int> &k_, const std::vector<int> &g_, const std::vector<long long> &l_) {{
    {vec}<T> v = v_, w = w_, o(n), p(n); {vec}<int> k = k_, g = g_; {vec}<long long> l = l_; {vec}<rec> st(n);
    {body}
}}
"""
    text += "int main(int argc, char **argv) {\n    in = fopen(argv[1], \"rb\"); out = fopen(argv[2], \"wb\");\n"
    text += f"    size_t sizes[] = {{{', '.join(map(str, sizes))}}};\n    for (size_t n : sizes) {{\n"
    text += "        auto v = load<T>(n); auto w = load<T>(n); auto k = load<int>(n); auto g = load<int>(n); auto l = load<long long>(n);\n"
    for name, _, _ in rows:
        text += f"        row_{name}(n, v, w, k, g, l); {{ size_t mark = (size_t)-1; fwrite(&mark, 8, 1, out); }}\n"
    return text + "    }\n    fclose(out);\n}\n"


def numbers(rng, dtype, n, style):
    if style == "equal":
        v = np.full(n, 3)
    elif style == "sorted":
        v = np.sort(rng.integers(0, 120, n))
    elif style == "few":
        v = rng.integers(0, 5, n)
    else:  # sums of float stay exact
        v = rng.integers(0, 100, n) if np.issubdtype(dtype, np.floating) or dtype == np.uint8 else rng.integers(0, 30000, n)
        if style == "negative" and not np.issubdtype(dtype, np.unsignedinteger):
            v = v - 50
    return v.astype(dtype)


def sections(data, rows, sizes):
    """The bytes of each row and size: sections end in a length of -1."""
    out, at = {}, 0
    for n in sizes:
        for name, _, _ in rows:
            start, where = at, data.find(b"\xff" * 8, at)
            if where < 0:
                return out
            out[name, n] = data[start:where]
            at = where + 8
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--only")
    parser.add_argument("--types", type=int, default=2, help="how many of the types")
    parser.add_argument("--keep")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    rows = [r for r in ROWS if not args.only or args.only in r[0]]
    bad = {}
    names = list(TYPES)
    chosen = [names[i] for i in rng.permutation(len(names))[:args.types]]
    for ctype in chosen:
        dtype = TYPES[ctype]
        mine = [r for r in rows if dtype not in (np.uint8, np.int16) or r[0] not in ("sequence", "reduce")]
        sizes, blob = [], b""
        for n in [0, 1, 2, 3, int(rng.integers(4, 70)), int(rng.integers(200, 3000)), int(rng.integers(5000, 20000)), 70000]:
            style = rng.choice(["random", "negative", "equal", "sorted", "few"])
            keys = rng.integers(-100, 100, n).astype(np.int32)
            groups = np.repeat(rng.integers(0, 9, n + 1), rng.integers(1, 9, n + 1))[:n].astype(np.int32)
            sizes.append(n)
            blob += b"".join(a.tobytes() for a in (numbers(rng, dtype, n, style), numbers(rng, dtype, n, style), keys, groups, rng.permutation(n).astype(np.int64)))
        path = lambda f: os.path.join(folder, f)
        open(path("in.bin"), "wb").write(blob)
        open(path("std.cpp"), "w").write(program(mine, ctype, sizes, False))
        subprocess.run(["g++", "-O1", "-std=c++17", "-w", path("std.cpp"), "-o", path("std")], check=True)
        subprocess.run([path("std"), path("in.bin"), path("std.bin")], check=True)
        want = sections(open(path("std.bin"), "rb").read(), mine, sizes)
        for policy in ("", "thrust::host, "):
            kind = "host" if policy else "device"
            open(path(kind + ".cu"), "w").write(program(mine, ctype, sizes, True, policy))
            run = subprocess.run([HEDDLE, path(kind + ".cu"), path("in.bin"), path(kind + ".bin")], capture_output=True, text=True)
            if run.returncode or run.stderr:
                print(f"not ok {kind} program for {ctype}: status {run.returncode}\n{run.stderr[:3000]}")
                bad[kind] = ctype
                continue
            got = sections(open(path(kind + ".bin"), "rb").read(), mine, sizes)
            for key, bytes_ in want.items():
                if got.get(key) != bytes_ and key[0] not in bad:
                    bad[key[0]] = f"{kind}, {ctype}, n = {key[1]}, --seed {args.seed}"
    for name, _, _ in rows:
        print(f"not ok {name}: {bad[name]}" if name in bad else f"ok {name}")
    return bool(bad)


sys.exit(main())
