// What selections keep, in which order: as the standard library's, of all lengths and patterns, in place where that may be.
/* OUTPUT:
int: 260 cases, 0 wrong
float: 260 cases, 0 wrong
trio: 260 cases, 0 wrong
*/
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>
#include <algorithm>
#include <cstdio>
#include <vector>

struct trio {
    int number;
    float half;
    short low, high;
    __host__ __device__ trio(int n = 0) : number(n), half(n / 2.0f), low((short)n), high((short)(n >> 16)) {}
    __host__ __device__ bool operator==(const trio &o) const { return number == o.number && half == o.half && low == o.low && high == o.high; }
};
__host__ __device__ int number_of(int x) { return x; }
__host__ __device__ int number_of(float x) { return (int)x; }
__host__ __device__ int number_of(const trio &x) { return x.number; }
__host__ __device__ trio operator+(const trio &a, const trio &b) { return trio((a.number + b.number) & 0xffff); }

template <typename T> struct is_odd { __host__ __device__ bool operator()(const T &x) const { return number_of(x) & 1; } };
struct is_set { __host__ __device__ bool operator()(char c) const { return c != 0; } };
template <typename T> struct added { __host__ __device__ T operator()(const T &a, const T &b) const { return T((number_of(a) + number_of(b)) & 0xffff); } };

unsigned seed = 12345;
unsigned any() { return (seed = seed * 1664525u + 1013904223u) >> 12; }

// Which are odd: all, none, every other one, half of them, few, most, runs.
bool odd_at(int pattern, size_t i) {
    switch (pattern) {
    case 0: return true;
    case 1: return false;
    case 2: return i & 1;
    case 3: return any() & 1;
    case 4: return any() % 50 == 0;
    case 5: return any() % 50 != 0;
    default: return i / 130 & 1;
    }
}
template <typename T> bool same(const thrust::device_vector<T> &got, size_t n, const std::vector<T> &wanted) {
    if (n != wanted.size()) return false;
    thrust::host_vector<T> h(got.begin(), got.begin() + n);
    return std::equal(wanted.begin(), wanted.end(), h.begin());
}
template <typename T> int wrong(const std::vector<T> &a, const std::vector<char> &marks) {
    size_t n = a.size();
    int bad = 0;
    is_odd<T> odd;
    std::vector<T> yes, no, marked, unmarked, heads, sums, firsts;
    std::vector<int> places;
    std::copy_if(a.begin(), a.end(), std::back_inserter(yes), odd);
    std::remove_copy_if(a.begin(), a.end(), std::back_inserter(no), odd);
    for (size_t i = 0; i < n; i++) (marks[i] ? marked : unmarked).push_back(a[i]);
    std::unique_copy(a.begin(), a.end(), std::back_inserter(heads));
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !(a[i - 1] == a[i])) sums.push_back(a[i]), firsts.push_back(a[n - 1 - i]), places.push_back((int)i);
        else sums.back() = added<T>()(sums.back(), a[i]);
    }
    const thrust::device_vector<T> d(a.begin(), a.end());
    const thrust::device_vector<char> m(marks.begin(), marks.end());
    const thrust::device_vector<T> backwards(a.rbegin(), a.rend());
    thrust::device_vector<T> x(n), y(n), v;
    auto length = [](auto from, auto to) { return (size_t)(to - from); };

    bad += !same(x, length(x.begin(), thrust::copy_if(d.begin(), d.end(), x.begin(), odd)), yes);
    bad += !same(x, length(x.begin(), thrust::copy_if(d.begin(), d.end(), m.begin(), x.begin(), is_set())), marked);
    bad += !same(x, length(x.begin(), thrust::remove_copy_if(d.begin(), d.end(), x.begin(), odd)), no);
    bad += !same(x, length(x.begin(), thrust::unique_copy(d.begin(), d.end(), x.begin())), heads);
    auto both = thrust::partition_copy(d.begin(), d.end(), x.begin(), y.begin(), odd);
    bad += !same(x, length(x.begin(), both.first), yes) || !same(y, length(y.begin(), both.second), no);
    v = d;
    bad += !same(v, length(v.begin(), thrust::remove_if(v.begin(), v.end(), odd)), no);
    v = d;
    bad += !same(v, length(v.begin(), thrust::remove_if(v.begin(), v.end(), m.begin(), is_set())), unmarked);
    v = d;
    bad += !same(v, length(v.begin(), thrust::unique(v.begin(), v.end())), heads);
    v = d;
    std::vector<T> parted(yes);
    parted.insert(parted.end(), no.begin(), no.end());
    bad += length(v.begin(), thrust::stable_partition(v.begin(), v.end(), odd)) != yes.size() || !same(v, n, parted);
    v = d, x = backwards;
    auto keyed = thrust::unique_by_key(v.begin(), v.end(), x.begin());
    bad += !same(v, length(v.begin(), keyed.first), heads) || !same(x, length(x.begin(), keyed.second), firsts);
    auto reduced = thrust::reduce_by_key(d.begin(), d.end(), d.begin(), x.begin(), y.begin(), thrust::equal_to<T>(), added<T>());
    bad += !same(x, length(x.begin(), reduced.first), heads) || !same(y, length(y.begin(), reduced.second), sums);
    if (n <= 4096) { // one thread goes through these in order
        v = d, x = d;
        reduced = thrust::reduce_by_key(v.begin(), v.end(), x.begin(), v.begin(), x.begin(), thrust::equal_to<T>(), added<T>());
        bad += !same(v, length(v.begin(), reduced.first), heads) || !same(x, length(x.begin(), reduced.second), sums);
        v = d;
        bad += !same(v, length(v.begin(), thrust::copy_if(v.begin(), v.end(), v.begin(), odd)), yes);
    }

    thrust::device_vector<int> count(1), offsets(n), lengths(n);
    size_t bytes = 0;
    auto raw = [](auto &vector) { return thrust::raw_pointer_cast(vector.data()); };
    cub::DeviceSelect::If(nullptr, bytes, raw(d), raw(x), raw(count), (int)n, odd);
    thrust::device_vector<char> room(bytes + 1);
    cub::DeviceSelect::If(raw(room), bytes, raw(d), raw(x), raw(count), (int)n, odd);
    bad += !same(x, count[0], yes);
    cub::DeviceSelect::Flagged(raw(room), bytes, raw(d), raw(m), raw(x), raw(count), (int)n);
    bad += !same(x, count[0], marked);
    cub::DeviceSelect::Unique(raw(room), bytes, raw(d), raw(x), raw(count), (int)n);
    bad += !same(x, count[0], heads);
    v = d;
    cub::DeviceSelect::If(raw(room), bytes, raw(v), raw(count), (int)n, odd);
    bad += !same(v, count[0], yes);
    v = d;
    cub::DeviceSelect::Flagged(raw(room), bytes, raw(v), raw(m), raw(count), (int)n);
    bad += !same(v, count[0], marked);
    std::reverse(no.begin(), no.end());
    parted = yes;
    parted.insert(parted.end(), no.begin(), no.end());
    cub::DevicePartition::If(raw(room), bytes, raw(d), raw(x), raw(count), (int)n, odd);
    bad += count[0] != (int)yes.size() || !same(x, n, parted);
    cub::DeviceRunLengthEncode::Encode(raw(room), bytes, raw(d), raw(x), raw(lengths), raw(count), (int)n);
    bad += !same(x, count[0], heads);
    for (size_t k = 0; k < places.size(); k++) places[k] = (k + 1 < places.size() ? places[k + 1] : (int)n) - places[k];
    bad += !same(lengths, places.size(), places);
    return bad;
}
template <typename T> void check(const char *name) {
    static const size_t edges[] = {0, 1, 2, 127, 128, 129, 255, 256, 257, 4095, 4096, 4097};
    int cases = 0, bad = 0;
    for (int k = 0; k < 260; k++, cases++) {
        int pattern = k % 7;
        size_t n = k < 84 ? edges[k / 7] : any() % (k % 5 ? 300 : 5001);
        std::vector<T> a(n);
        std::vector<char> marks(n);
        for (size_t i = 0; i < n; i++) { // values of few kinds: runs of equal ones too
            a[i] = T((int)(any() % (k % 3 ? 3 : 500)) * 2 + odd_at(pattern, i));
            marks[i] = odd_at(pattern, i + k % 2);
        }
        bad += wrong(a, marks) != 0;
    }
    printf("%s: %d cases, %d wrong\n", name, cases, bad);
}
int main() {
    check<int>("int");
    check<float>("float");
    check<trio>("trio");
}
