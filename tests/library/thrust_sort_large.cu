// Sorting arrays that are split into buckets first gives std::stable_sort's order, with keys that few buckets
// hold (floats), that differ in their low bits alone, and that are almost all equal.
// CHECK: 0 wrong
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <vector>

unsigned long long state = 88172645463325252ull;
unsigned long long next() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
template <typename T> T of_bits(unsigned long long x) {
    T t;
    memcpy(&t, &x, sizeof t);
    return t == t ? t : T(0);
}
template <typename T> T make(int kind, int i) {
    const int bits = sizeof(T) * 8;
    switch (kind) {
    case 0: return (T)(long long)next();
    case 1: return (T)((double)next() / 1.8446744073709552e19);
    case 2: return (T)(next() % 7);
    case 3: return (T)((double)(long long)next() * 1e-19 * ((double)next() * 1e-19) * ((double)next() * 1e-19));
    case 4: return (T)i;
    case 5: return (T)((next() & 15) ? 1000000007 : next() % 100000);
    case 6: return of_bits<T>((next() & 0x3ff) | (next() & 7) << (bits - 6));
    default: return of_bits<T>(0x3ffull << (bits - 12) | (1000000 - i));
    }
}
template <typename T> int wrong(int kind, int n) {
    std::vector<T> keys(n), plain(n), by_key(n);
    std::vector<int> order(n), places(n);
    for (int i = 0; i < n; i++) keys[i] = make<T>(kind, i), order[i] = i;
    thrust::device_vector<T> v(keys.begin(), keys.end()), w(keys.begin(), keys.end());
    thrust::device_vector<int> at(order.begin(), order.end());
    thrust::sort(v.begin(), v.end());
    thrust::stable_sort_by_key(w.begin(), w.end(), at.begin());
    thrust::copy(v.begin(), v.end(), plain.begin());
    thrust::copy(w.begin(), w.end(), by_key.begin());
    thrust::copy(at.begin(), at.end(), places.begin());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    int bad = 0;
    for (int i = 0; i < n; i++) bad += plain[i] != keys[order[i]] || by_key[i] != plain[i] || places[i] != order[i];
    return bad;
}
int main() {
    int bad = 0;
    for (int kind = 0; kind < 8; kind++)
        bad += wrong<int>(kind, 70000) + wrong<float>(kind, 150001) + wrong<double>(kind, 70001) + wrong<unsigned long long>(kind, 100000) + wrong<short>(kind, 66000);
    for (int kind = 0; kind < 8; kind += 3) // by several at once from the first parting on
        bad += wrong<int>(kind, 300001) + wrong<unsigned long long>(kind, 270001);
    printf("%d wrong\n", bad);
}
