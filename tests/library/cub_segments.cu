// Sorts of segments: every type of key, both directions, some bits only, in place, segments of all lengths, gaps between them; against std::stable_sort.
// EXIT: 0
// CHECK: 240 sorts, 0 wrong
// CHECK: outside 1
// ERROR: sort: segment 1 is from 5 to 99, and there are 10 elements
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

unsigned state = 7;
unsigned next() { return state = state * 1664525u + 1013904223u; }
template <typename K> K key() {
    unsigned x = next() >> 8;
    if constexpr (std::is_floating_point_v<K>) return x % 5 == 0 ? (K)-0.0 : x % 5 == 1 ? (K)0 : (K)(int)(x % 2001) - 1000;
    else return (K)((unsigned long long)x * x * (x % 3 ? 1 : 977));
}
int sorts, wrong;
template <typename K> void one(bool descending, bool pairs, bool in_place, int begin, int end) {
    std::vector<int> lengths = {0, 1, 2, 3, 15, 16, 17, 100, 257, 0, 2047, 2049, 5000}, from, to;
    int n = 5;
    for (int l : lengths) { from.push_back(n); to.push_back(n + l); n += l + (int)(next() >> 20) % 3; }
    K *k, *o; int *v, *w, *b, *e, m = (int)lengths.size();
    cudaMallocManaged(&k, n * sizeof(K)); cudaMallocManaged(&o, n * sizeof(K)); cudaMallocManaged(&v, n * 4); cudaMallocManaged(&w, n * 4); cudaMallocManaged(&b, m * 4); cudaMallocManaged(&e, m * 4);
    for (int i = 0; i < n; i++) { k[i] = key<K>(); v[i] = i; o[i] = 77; w[i] = -1; }
    for (int i = 0; i < m; i++) { b[i] = from[i]; e[i] = to[i]; }
    std::vector<K> before(k, k + n), want(in_place ? before : std::vector<K>(n, (K)77));
    std::vector<int> place(n), want_v(n, -1);
    if (in_place) for (int i = 0; i < n; i++) want_v[i] = i;
    bool all = end - begin == (int)sizeof(K) * 8;
    auto bits = [&](K x) { unsigned long long u = 0; memcpy(&u, &x, sizeof x); if (std::is_signed_v<K>) u ^= 1ull << (sizeof(K) * 8 - 1); return end - begin == 64 ? u : (u >> begin) & ((1ull << (end - begin)) - 1); };
    for (int s = 0; s < m; s++) {
        for (int i = from[s]; i < to[s]; i++) place[i] = i;
        std::stable_sort(place.begin() + from[s], place.begin() + to[s], [&](int x, int y) {
            if (descending) std::swap(x, y);
            return all ? before[x] < before[y] : bits(before[x]) < bits(before[y]);
        });
        for (int i = from[s]; i < to[s]; i++) { want[i] = before[place[i]]; want_v[i] = place[i]; }
    }
    void *t = nullptr; size_t room = 0;
    for (int round = 0; round < 2; round++) {
        cub::DoubleBuffer<K> kb(k, o); cub::DoubleBuffer<int> vb(v, w);
        if (round) cudaMalloc(&t, room);
        if (in_place && pairs && descending) cub::DeviceSegmentedRadixSort::SortPairsDescending(t, room, kb, vb, n, m, b, e, begin, end);
        else if (in_place && pairs) cub::DeviceSegmentedRadixSort::SortPairs(t, room, kb, vb, n, m, b, e, begin, end);
        else if (in_place && descending) cub::DeviceSegmentedRadixSort::SortKeysDescending(t, room, kb, n, m, b, e, begin, end);
        else if (in_place) cub::DeviceSegmentedRadixSort::SortKeys(t, room, kb, n, m, b, e, begin, end);
        else if (pairs && descending) cub::DeviceSegmentedRadixSort::SortPairsDescending(t, room, k, o, v, w, n, m, b, e, begin, end);
        else if (pairs) cub::DeviceSegmentedRadixSort::SortPairs(t, room, k, o, v, w, n, m, b, e, begin, end);
        else if (descending) cub::DeviceSegmentedRadixSort::SortKeysDescending(t, room, k, o, n, m, b, e, begin, end);
        else cub::DeviceSegmentedRadixSort::SortKeys(t, room, k, o, n, m, b, e, begin, end);
        if (round && in_place) { std::copy(kb.Current(), kb.Current() + n, o); std::copy(vb.Current(), vb.Current() + n, w); }
    }
    sorts++;
    bool right = memcmp(o, want.data(), n * sizeof(K)) == 0 && (!pairs || memcmp(w, want_v.data(), n * 4) == 0);
    if (!right) { wrong++; printf("%zu bytes, descending %d, pairs %d, in place %d, bits %d to %d\n", sizeof(K), descending, pairs, in_place, begin, end); }
    cudaFree(k); cudaFree(o); cudaFree(v); cudaFree(w); cudaFree(b); cudaFree(e); cudaFree(t);
}
template <typename K> void type() {
    for (int c = 0; c < 8; c++) {
        one<K>(c & 1, c & 2, c & 4, 0, sizeof(K) * 8);
        if constexpr (!std::is_floating_point_v<K>) { one<K>(c & 1, c & 2, c & 4, 2, 7); one<K>(c & 1, c & 2, c & 4, 0, sizeof(K) * 8 - 1); one<K>(c & 1, c & 2, c & 4, 3, sizeof(K) * 8); }
    }
}
int main() {
    type<int>(); type<unsigned>(); type<short>(); type<unsigned char>(); type<long long>(); type<unsigned long long>(); type<signed char>(); type<float>(); type<double>();
    printf("%d sorts, %d wrong\n", sorts, wrong);
    int *k, *o, *off; void *t = nullptr; size_t room = 0;
    cudaMallocManaged(&k, 40); cudaMallocManaged(&o, 40); cudaMallocManaged(&off, 12);
    off[0] = 0; off[1] = 5; off[2] = 99;
    cub::DeviceSegmentedSort::SortKeys(t, room, k, o, 10, 2, off, off + 1); cudaMalloc(&t, room);
    printf("outside %d\n", (int)cub::DeviceSegmentedSort::SortKeys(t, room, k, o, 10, 2, off, off + 1));
}
