// Ranges as loops over indices: nested proxies, detection, braces that pick an initializer_list over a reference to an array.
#include <iostream>
#include <iterator>
#include <type_traits>
namespace util { namespace lang {
namespace detail {
template <typename T> struct range_iter_base : std::iterator<std::input_iterator_tag, T> {
    __host__ __device__ range_iter_base(T current) : current(current) {}
    __host__ __device__ T operator*() const { return current; }
    __host__ __device__ T const *operator->() const { return &current; }
    __host__ __device__ range_iter_base &operator++() { ++current; return *this; }
    __host__ __device__ range_iter_base operator++(int) { auto copy = *this; ++*this; return copy; }
    __host__ __device__ bool operator==(range_iter_base const &other) const { return current == other.current; }
    __host__ __device__ bool operator!=(range_iter_base const &other) const { return not(*this == other); }
protected:
    T current;
};
}
template <typename T> struct range_proxy {
    struct iter : detail::range_iter_base<T> {
        __host__ __device__ iter(T current) : detail::range_iter_base<T>(current) {}
    };
    struct step_range_proxy {
        struct iter : detail::range_iter_base<T> {
            __host__ __device__ iter(T current, T step) : detail::range_iter_base<T>(current), step(step) {}
            using detail::range_iter_base<T>::current;
            __host__ __device__ iter &operator++() { current += step; return *this; }
            __host__ __device__ iter operator++(int) { auto copy = *this; ++*this; return copy; }
            __host__ __device__ bool operator==(iter const &other) const { return step > 0 ? current >= other.current : current < other.current; }
            __host__ __device__ bool operator!=(iter const &other) const { return not(*this == other); }
        private:
            T step;
        };
        __host__ __device__ step_range_proxy(T begin, T end, T step) : begin_(begin, step), end_(end, step) {}
        __host__ __device__ iter begin() const { return begin_; }
        __host__ __device__ iter end() const { return end_; }
    private:
        iter begin_; iter end_;
    };
    __host__ __device__ range_proxy(T begin, T end) : begin_(begin), end_(end) {}
    __host__ __device__ step_range_proxy step(T step) { return {*begin_, *end_, step}; }
    __host__ __device__ iter begin() const { return begin_; }
    __host__ __device__ iter end() const { return end_; }
private:
    iter begin_; iter end_;
};
template <typename T> struct infinite_range_proxy {
    struct iter : detail::range_iter_base<T> {
        __host__ __device__ iter(T current = T()) : detail::range_iter_base<T>(current) {}
        __host__ __device__ bool operator==(iter const &) const { return false; }
        __host__ __device__ bool operator!=(iter const &) const { return true; }
    };
    __host__ __device__ infinite_range_proxy(T begin) : begin_(begin) {}
    __host__ __device__ iter begin() const { return begin_; }
    __host__ __device__ iter end() const { return iter(); }
private:
    iter begin_;
};
template <typename T> __host__ __device__ range_proxy<T> range(T begin, T end) { return {begin, end}; }
template <typename T> __host__ __device__ infinite_range_proxy<T> range(T begin) { return {begin}; }
namespace traits {
template <typename C> struct has_size {
    template <typename T> static constexpr auto check(T *) -> typename std::is_integral<decltype(std::declval<T const>().size())>::type;
    template <typename> static constexpr auto check(...) -> std::false_type;
    using type = decltype(check<C>(0));
    static constexpr bool value = type::value;
};
}
template <typename C, typename = typename std::enable_if<traits::has_size<C>::value>>
__host__ __device__ auto indices(C const &cont) -> range_proxy<decltype(cont.size())> { return {0, cont.size()}; }
template <typename T, std::size_t N> __host__ __device__ range_proxy<std::size_t> indices(T (&)[N]) { return {0, N}; }
template <typename T> range_proxy<typename std::initializer_list<T>::size_type> indices(std::initializer_list<T> &&cont) { return {0, cont.size()}; }
}}
using namespace util::lang;
template <typename T> using step_range = typename range_proxy<T>::step_range_proxy;
template <typename T> __device__ step_range<T> grid_stride_range(T begin, T end) {
    begin += blockDim.x * blockIdx.x + threadIdx.x;
    return range(begin, end).step(gridDim.x * blockDim.x);
}
template <typename T, typename Predicate> __device__ void count_if(int *count, T *data, int n, Predicate p) {
    for (auto i : grid_stride_range(0, n)) { if (p(data[i])) atomicAdd(count, 1); }
}
__global__ void freq(int *count, char *text, int n) {
    const char letters[]{'x', 'y', 'z', 'w'};
    count_if(count, text, n, [&](char c) { for (const auto x : letters) if (c == x) return true; return false; });
}
#include <vector>
int main() {
    char h[1000]; for (int i = 0; i < 1000; i++) h[i] = 'a' + (i * 7) % 26;
    char *d; (cudaMalloc((void **)&d, 1000)); cudaMemcpy(d, h, 1000, cudaMemcpyHostToDevice);
    int count = 0, *dc; cudaMalloc(&dc, 4); cudaMemset(dc, 0, 4);
    freq<<<8, 256>>>(dc, d, 1000); cudaMemcpy(&count, dc, 4, cudaMemcpyDeviceToHost); std::cout << count << "\n";
    for (auto i : range(1, 5)) std::cout << i << "\n";
    for (auto u : range(1, 20).step(4)) std::cout << u << "\n";
    for (auto c : range('a', 'f')) std::cout << c << "\n";
    std::vector<int> x{1, 2, 3}; for (auto i : indices(x)) std::cout << i << '\n';
    for (auto i : indices({"foo", "bar"})) std::cout << i << '\n';
    for (auto i : range(1)) { if (i > 5) break; std::cout << i << ' '; }
    std::cout << traits::has_size<std::vector<int>>::value << traits::has_size<int>::value << "\n";
}
/* OUTPUT:
154
1
2
3
4
1
5
9
13
17
a
b
c
d
e
0
1
2
0
1
1 2 3 4 5 10
*/
