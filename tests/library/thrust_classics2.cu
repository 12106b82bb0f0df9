// More of them: zipped functors, dot products of tuples, statistics, sums of rows, an allocator, sparse vectors, sets, the mode, run lengths,
// errors, streams, complex numbers, async algorithms.
/* OUTPUT:
D1: 15 39 14 12 26
D2: 15 39 14 12 26
dot: 36 83 14 44 46
7
stats 4 4 16 10 30
-3 99
rows: 28 92 156 220 284
rows: 28 92 156 220 284
-999 1
-999 1
-999 1
ci: 1 2 3 5 8 11 13
cv: 1 11 10 11 11 1 1
union: 0 1 2 3 4 5 6 7 8 9
inter: 0 2 5 8
diff: 4 6 9
sym: 1 3 4 6 7 9
mode 7 5
(a,3)(b,5)(c,1)(d,2)(e,9)(f,2)
hello: cudaErrorInvalidValue: invalid argument 1
300
(4,8) 8.94427
4950
-99
*/
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/zip_function.h>
#include <thrust/sort.h>
#include <thrust/unique.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/for_each.h>
#include <thrust/random.h>
#include <thrust/count.h>
#include <thrust/remove.h>
#include <thrust/partition.h>
#include <thrust/scan.h>
#include <thrust/inner_product.h>
#include <thrust/extrema.h>
#include <thrust/transform_scan.h>
#include <thrust/tabulate.h>
#include <thrust/complex.h>
#include <thrust/system_error.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/memory.h>
#include <thrust/async/reduce.h>
#include <thrust/async/transform.h>
#include <thrust/async/sort.h>
#include <thrust/async/copy.h>
#include <iostream>
#include <algorithm>
#include <vector>
#include <map>

struct arbitrary_functor1 {
  template <typename Tuple> __host__ __device__ void operator()(Tuple t) { thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t); }
};
struct arbitrary_functor2 {
  __host__ __device__ void operator()(const float &a, const float &b, const float &c, float &d) { d = a + b * c; }
};
typedef thrust::tuple<float, float, float> Float3;
struct DotProduct : public thrust::binary_function<Float3, Float3, float> {
  __host__ __device__ float operator()(const Float3 &a, const Float3 &b) const {
    return thrust::get<0>(a) * thrust::get<0>(b) + thrust::get<1>(a) * thrust::get<1>(b) + thrust::get<2>(a) * thrust::get<2>(b);
  }
};
// summary statistics
template <typename T> struct summary_stats_data {
  T n, min, max, mean, M2, M3, M4;
  void initialize() { n = mean = M2 = M3 = M4 = 0; min = 1e30; max = -1e30; }
  T variance() { return M2 / (n - 1); }
};
template <typename T> struct summary_stats_unary_op {
  __host__ __device__ summary_stats_data<T> operator()(const T &x) const {
    summary_stats_data<T> result; result.n = 1; result.min = x; result.max = x; result.mean = x; result.M2 = result.M3 = result.M4 = 0; return result;
  }
};
template <typename T> struct summary_stats_binary_op : public thrust::binary_function<const summary_stats_data<T> &, const summary_stats_data<T> &, summary_stats_data<T>> {
  __host__ __device__ summary_stats_data<T> operator()(const summary_stats_data<T> &x, const summary_stats_data<T> &y) const {
    summary_stats_data<T> result; T n = x.n + y.n; T delta = y.mean - x.mean;
    result.n = n; result.min = thrust::min(x.min, y.min); result.max = thrust::max(x.max, y.max);
    result.mean = x.mean + delta * y.n / n; result.M2 = x.M2 + y.M2 + delta * delta * x.n * y.n / n; result.M3 = result.M4 = 0;
    return result;
  }
};
// minmax
template <typename T> struct minmax_pair { T min_val, max_val; };
template <typename T> struct minmax_unary_op : public thrust::unary_function<T, minmax_pair<T>> {
  __host__ __device__ minmax_pair<T> operator()(const T &x) const { minmax_pair<T> r; r.min_val = x; r.max_val = x; return r; }
};
template <typename T> struct minmax_binary_op : public thrust::binary_function<minmax_pair<T>, minmax_pair<T>, minmax_pair<T>> {
  __host__ __device__ minmax_pair<T> operator()(const minmax_pair<T> &x, const minmax_pair<T> &y) const {
    minmax_pair<T> result; result.min_val = thrust::min(x.min_val, y.min_val); result.max_val = thrust::max(x.max_val, y.max_val); return result;
  }
};
// sum rows, max abs diff, padded grid
template <typename T> struct linear_index_to_row_index : public thrust::unary_function<T, T> {
  T C; __host__ __device__ linear_index_to_row_index(T C) : C(C) {} __host__ __device__ T operator()(T i) { return i / C; }
};
// cached allocator
struct cached_allocator {
  typedef char value_type;
  cached_allocator() {}
  ~cached_allocator() { free_all(); }
  char *allocate(std::ptrdiff_t num_bytes) {
    char *result = 0;
    auto free_block = free_blocks.find(num_bytes);
    if (free_block != free_blocks.end()) { result = free_block->second; free_blocks.erase(free_block); }
    else result = thrust::cuda::malloc<char>(num_bytes).get();
    allocated_blocks.insert(std::make_pair(result, num_bytes));
    return result;
  }
  void deallocate(char *ptr, size_t) {
    auto iter = allocated_blocks.find(ptr);
    std::ptrdiff_t num_bytes = iter->second; allocated_blocks.erase(iter);
    free_blocks.insert(std::make_pair(num_bytes, ptr));
  }
private:
  std::multimap<std::ptrdiff_t, char *> free_blocks;
  std::map<char *, std::ptrdiff_t> allocated_blocks;
  void free_all() {
    for (auto i = free_blocks.begin(); i != free_blocks.end(); ++i) thrust::cuda::free(thrust::cuda::pointer<char>(i->second));
    for (auto i = allocated_blocks.begin(); i != allocated_blocks.end(); ++i) thrust::cuda::free(thrust::cuda::pointer<char>(i->first));
  }
};
// sparse vector
template <typename I1, typename V1, typename I2, typename V2, typename I3, typename V3>
void sum_sparse_vectors(const I1 &A_index, const V1 &A_value, const I2 &B_index, const V2 &B_value, I3 &C_index, V3 &C_value) {
  typedef typename I3::value_type IndexType; typedef typename V3::value_type ValueType;
  size_t temp_size = A_index.size() + B_index.size();
  thrust::device_vector<IndexType> temp_index(temp_size); thrust::device_vector<ValueType> temp_value(temp_size);
  thrust::merge_by_key(A_index.begin(), A_index.end(), B_index.begin(), B_index.end(), A_value.begin(), B_value.begin(), temp_index.begin(), temp_value.begin());
  size_t C_size = thrust::inner_product(temp_index.begin(), temp_index.end() - 1, temp_index.begin() + 1, size_t(0), thrust::plus<size_t>(), thrust::not_equal_to<IndexType>()) + 1;
  C_index.resize(C_size); C_value.resize(C_size);
  thrust::reduce_by_key(temp_index.begin(), temp_index.end(), temp_value.begin(), C_index.begin(), C_value.begin(), thrust::equal_to<IndexType>(), thrust::plus<ValueType>());
}
template <class V> void show(const char *n, const V &v) { std::cout << n << ":"; for (size_t i = 0; i < v.size(); i++) std::cout << " " << v[i]; std::cout << "\n"; }
struct simple_negate { __host__ __device__ int operator()(int x) const { return -x; } };
int main() {
  thrust::device_vector<float> A(5), B(5), C(5), D1(5), D2(5);
  A[0] = 3; B[0] = 6; C[0] = 2; A[1] = 4; B[1] = 7; C[1] = 5; A[2] = 0; B[2] = 2; C[2] = 7; A[3] = 8; B[3] = 1; C[3] = 4; A[4] = 2; B[4] = 8; C[4] = 3;
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(A.begin(), B.begin(), C.begin(), D1.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(A.end(), B.end(), C.end(), D1.end())), arbitrary_functor1());
  thrust::for_each(thrust::make_zip_iterator(A.begin(), B.begin(), C.begin(), D2.begin()), thrust::make_zip_iterator(A.end(), B.end(), C.end(), D2.end()), thrust::make_zip_function(arbitrary_functor2()));
  show("D1", D1); show("D2", D2);
  { thrust::device_vector<float> r(5); typedef thrust::device_vector<float>::iterator FI; typedef thrust::tuple<FI, FI, FI> FT; typedef thrust::zip_iterator<FT> F3;
    F3 f(thrust::make_tuple(A.begin(), B.begin(), C.begin())), l(thrust::make_tuple(A.end(), B.end(), C.end())), s(thrust::make_tuple(B.begin(), C.begin(), A.begin()));
    thrust::transform(f, l, s, r.begin(), DotProduct()); show("dot", r); Float3 e = f[2]; std::cout << thrust::get<2>(e) << "\n"; }
  { double h[] = {4, 7, 13, 16}; thrust::device_vector<double> d(h, h + 4); summary_stats_data<double> init; init.initialize();
    auto r = thrust::transform_reduce(d.begin(), d.end(), summary_stats_unary_op<double>(), init, summary_stats_binary_op<double>());
    std::cout << "stats " << r.n << " " << r.min << " " << r.max << " " << r.mean << " " << r.variance() << "\n"; }
  { int h[] = {5, -3, 99, 12}; thrust::device_vector<int> d(h, h + 4); minmax_unary_op<int> u; minmax_binary_op<int> b; minmax_pair<int> init = u(d[0]);
    auto r = thrust::transform_reduce(d.begin(), d.end(), u, init, b); std::cout << r.min_val << " " << r.max_val << "\n"; }
  { int R = 5, Cc = 8; thrust::device_vector<int> arr(R * Cc), row_sums(R), row_idx(R); thrust::sequence(arr.begin(), arr.end());
    thrust::reduce_by_key(thrust::make_transform_iterator(thrust::counting_iterator<int>(0), linear_index_to_row_index<int>(Cc)),
      thrust::make_transform_iterator(thrust::counting_iterator<int>(0), linear_index_to_row_index<int>(Cc)) + (R * Cc), arr.begin(), row_idx.begin(), row_sums.begin(), thrust::equal_to<int>(), thrust::plus<int>());
    show("rows", row_sums);
    thrust::reduce_by_key(thrust::make_transform_iterator(thrust::make_counting_iterator(0), linear_index_to_row_index<int>(Cc)),
      thrust::make_transform_iterator(thrust::make_counting_iterator(R * Cc), linear_index_to_row_index<int>(Cc)), arr.begin(), thrust::make_discard_iterator(), row_sums.begin()); show("rows", row_sums); }
  { cached_allocator alloc; for (int i = 0; i < 3; i++) { thrust::device_vector<int> r(1000); thrust::tabulate(r.begin(), r.end(), simple_negate()); thrust::sort(thrust::cuda::par(alloc), r.begin(), r.end()); std::cout << r[0] << " " << thrust::is_sorted(r.begin(), r.end()) << "\n"; } }
  { thrust::device_vector<int> ai(4), av(4, 10), bi(6), bv(6, 1), ci, cv; int x[] = {2, 3, 5, 8}, y[] = {1, 2, 5, 8, 11, 13}; ai.assign(x, x + 4); bi.assign(y, y + 6);
    sum_sparse_vectors(ai, av, bi, bv, ci, cv); show("ci", ci); show("cv", cv); }
  { int a[] = {0, 2, 4, 5, 6, 8, 9}, b[] = {0, 1, 2, 3, 5, 7, 8}; thrust::device_vector<int> A(a, a + 7), B(b, b + 7), C(14); auto e = thrust::set_union(A.begin(), A.end(), B.begin(), B.end(), C.begin()); C.resize(e - C.begin()); show("union", C);
    C.resize(14); C.erase(thrust::set_intersection(A.begin(), A.end(), B.begin(), B.end(), C.begin()), C.end()); show("inter", C);
    C.resize(14); C.erase(thrust::set_difference(A.begin(), A.end(), B.begin(), B.end(), C.begin()), C.end()); show("diff", C);
    C.resize(14); C.erase(thrust::set_symmetric_difference(thrust::device, A.begin(), A.end(), B.begin(), B.end(), C.begin()), C.end()); show("sym", C); }
  { thrust::device_vector<int> d(30); thrust::default_random_engine rng(3); thrust::uniform_int_distribution<int> dist(0, 9); for (auto &&x : d) x = dist(rng); thrust::sort(d.begin(), d.end());
    size_t n = thrust::inner_product(d.begin(), d.end() - 1, d.begin() + 1, 0, thrust::plus<int>(), thrust::not_equal_to<int>()) + 1; thrust::device_vector<int> k(n), c(n);
    thrust::reduce_by_key(d.begin(), d.end(), thrust::constant_iterator<int>(1), k.begin(), c.begin()); auto it = thrust::max_element(c.begin(), c.end()); std::cout << "mode " << k[it - c.begin()] << " " << *it << "\n"; }
  { char s[] = "aaabbbbbcddeeeeeeeeeff"; size_t N = sizeof(s) - 1; thrust::device_vector<char> in(s, s + N), out(N); thrust::device_vector<int> len(N);
    size_t n = thrust::reduce_by_key(in.begin(), in.end(), thrust::constant_iterator<int>(1), out.begin(), len.begin()).first - out.begin(); for (size_t i = 0; i < n; i++) std::cout << "(" << out[i] << "," << len[i] << ")"; std::cout << "\n"; }
  try { thrust::device_vector<int> v(4); thrust::system_error e(cudaErrorInvalidValue, thrust::cuda_category(), "hello"); throw e; } catch (thrust::system_error &e) { std::cout << e.what() << " " << e.code().value() << "\n"; }
  { cudaStream_t s; cudaStreamCreate(&s); thrust::device_vector<int> v(100, 3); int r = thrust::reduce(thrust::cuda::par.on(s), v.begin(), v.end()); thrust::sort(thrust::cuda::par_nosync.on(s), v.begin(), v.end(), thrust::greater<int>()); cudaStreamSynchronize(s); std::cout << r << "\n"; }
  { thrust::device_vector<thrust::complex<float>> z(4, thrust::complex<float>(1, 2)); auto s = thrust::reduce(z.begin(), z.end(), thrust::complex<float>(0, 0)); std::cout << s << " " << thrust::abs(s) << "\n"; }
  { thrust::device_vector<int> v(100); thrust::sequence(v.begin(), v.end()); auto f = thrust::async::reduce(v.begin(), v.end(), 0, thrust::plus<int>()); std::cout << f.get() << "\n";
    thrust::device_vector<int> w(100); auto e = thrust::async::transform(v.begin(), v.end(), w.begin(), simple_negate()); auto g = thrust::async::sort(thrust::device.after(e), w.begin(), w.end()); g.wait(); std::cout << w[0] << "\n"; }
  return 0;
}
