// Thrust's classic samples: saxpy, norm, bounding box, summed area table, pi, words, histograms, lexicographical order, strided and tiled ranges.
/* OUTPUT:
                 saxpy  3 4 5 6 
norm is 5.47723
bounding box (0.000022,0.037300) (0.967956,0.995085)
                summed  1 2 3 4 2 4 6 8 3 6 9 12 
pi is approximately 3.141
words 25
          initial data  3 4 3 5 8 5 6 6 4 4 5 3 2 5 6 3 1 3 2 3 6 5 3 3 3 2 4 2 3 3 2 5 5 5 8 2 5 6 6 3 
                  hist  0 1 6 12 4 9 6 0 2 
                values  1 2 3 4 5 6 8 
                counts  1 6 12 4 9 6 2 
                     a  0 0 0 0 1 1 1 2 2 2 
                     b  0 1 2 3 0 1 3 0 1 2 
10 30 
7 20 7 40 7 20 7 40 
*/
#include <thrust/host_vector.h>
#include <thrust/device_vector.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/functional.h>
#include <thrust/sequence.h>
#include <thrust/fill.h>
#include <thrust/sort.h>
#include <thrust/scan.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/binary_search.h>
#include <thrust/adjacent_difference.h>
#include <thrust/inner_product.h>
#include <thrust/random.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>
#include <thrust/pair.h>
#include <thrust/extrema.h>
#include <thrust/reduce.h>
#include <thrust/gather.h>
#include <thrust/scatter.h>
#include <thrust/unique.h>
#include <thrust/set_operations.h>
#include <thrust/merge.h>
#include <thrust/execution_policy.h>
#include <iostream>
#include <iomanip>
#include <iterator>
#include <cmath>
#include <cassert>

struct saxpy_functor : public thrust::binary_function<float, float, float> {
  const float a;
  saxpy_functor(float _a) : a(_a) {}
  __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};
void saxpy_fast(float A, thrust::device_vector<float> &X, thrust::device_vector<float> &Y) {
  thrust::transform(X.begin(), X.end(), Y.begin(), Y.begin(), saxpy_functor(A));
}
void saxpy_slow(float A, thrust::device_vector<float> &X, thrust::device_vector<float> &Y) {
  thrust::device_vector<float> temp(X.size());
  thrust::fill(temp.begin(), temp.end(), A);
  thrust::transform(X.begin(), X.end(), temp.begin(), temp.begin(), thrust::multiplies<float>());
  thrust::transform(temp.begin(), temp.end(), Y.begin(), Y.begin(), thrust::plus<float>());
}
template <typename T> struct square { __host__ __device__ T operator()(const T &x) const { return x * x; } };

// bounding box
struct point2d { float x, y; __host__ __device__ point2d() : x(0), y(0) {} __host__ __device__ point2d(float _x, float _y) : x(_x), y(_y) {} };
struct bbox {
  point2d lower_left, upper_right;
  __host__ __device__ bbox() {}
  __host__ __device__ bbox(const point2d &point) : lower_left(point), upper_right(point) {}
  __host__ __device__ bbox(const point2d &ll, const point2d &ur) : lower_left(ll), upper_right(ur) {}
};
struct bbox_reduction : public thrust::binary_function<bbox, bbox, bbox> {
  __host__ __device__ bbox operator()(bbox a, bbox b) {
    point2d ll(thrust::min(a.lower_left.x, b.lower_left.x), thrust::min(a.lower_left.y, b.lower_left.y));
    point2d ur(thrust::max(a.upper_right.x, b.upper_right.x), thrust::max(a.upper_right.y, b.upper_right.y));
    return bbox(ll, ur);
  }
};
struct bbox_transformation : public thrust::unary_function<point2d, bbox> {
  __host__ __device__ bbox operator()(point2d p) { return bbox(p); }
};

// summed area table
struct transpose_index : public thrust::unary_function<size_t, size_t> {
  size_t m, n;
  __host__ __device__ transpose_index(size_t _m, size_t _n) : m(_m), n(_n) {}
  __host__ __device__ size_t operator()(size_t linear_index) {
    size_t i = linear_index / n, j = linear_index % n;
    return m * j + i;
  }
};
struct row_index : public thrust::unary_function<size_t, size_t> {
  size_t n;
  __host__ __device__ row_index(size_t _n) : n(_n) {}
  __host__ __device__ size_t operator()(size_t i) { return i / n; }
};
template <typename T> void transpose(size_t m, size_t n, thrust::device_vector<T> &src, thrust::device_vector<T> &dst) {
  thrust::counting_iterator<size_t> indices(0);
  thrust::gather(thrust::make_transform_iterator(indices, transpose_index(n, m)),
                 thrust::make_transform_iterator(indices, transpose_index(n, m)) + dst.size(), src.begin(), dst.begin());
}
template <typename T> void scan_horizontally(size_t n, thrust::device_vector<T> &d_data) {
  thrust::counting_iterator<size_t> indices(0);
  thrust::inclusive_scan_by_key(thrust::make_transform_iterator(indices, row_index(n)),
                                thrust::make_transform_iterator(indices, row_index(n)) + d_data.size(), d_data.begin(), d_data.begin());
}
// monte carlo
__host__ __device__ unsigned int hash(unsigned int a) {
  a = (a + 0x7ed55d16) + (a << 12); a = (a ^ 0xc761c23c) ^ (a >> 19); a = (a + 0x165667b1) + (a << 5);
  a = (a + 0xd3a2646c) ^ (a << 9); a = (a + 0xfd7046c5) + (a << 3); a = (a ^ 0xb55a4f09) ^ (a >> 16);
  return a;
}
struct estimate_pi : public thrust::unary_function<unsigned int, float> {
  __host__ __device__ float operator()(unsigned int thread_id) {
    float sum = 0; unsigned int N = 1000; unsigned int seed = hash(thread_id);
    thrust::default_random_engine rng(seed);
    thrust::uniform_real_distribution<float> u01(0, 1);
    for (unsigned int i = 0; i < N; ++i) { float x = u01(rng), y = u01(rng); float dist = sqrtf(x * x + y * y); if (dist <= 1.0f) sum += 1.0f; }
    sum *= 4.0f;
    return sum / N;
  }
};
// word count
struct is_alpha : public thrust::unary_function<char, bool> {
  __host__ __device__ bool operator()(char c) const { return (c >= 'A' && c <= 'z'); }
};
struct is_word_start : public thrust::binary_function<char, char, bool> {
  __host__ __device__ bool operator()(const char &left, const char &right) const { return is_alpha()(right) && !is_alpha()(left); }
};
int word_count(const thrust::device_vector<char> &input) {
  if (input.empty()) return 0;
  int wc = thrust::inner_product(input.begin(), input.end() - 1, input.begin() + 1, 0, thrust::plus<int>(), is_word_start());
  if (is_alpha()(input.front())) wc++;
  return wc;
}
template <typename Vector> void print_vector(const std::string &name, const Vector &v) {
  typedef typename Vector::value_type T;
  std::cout << "  " << std::setw(20) << name << "  ";
  thrust::copy(v.begin(), v.end(), std::ostream_iterator<T>(std::cout, " "));
  std::cout << std::endl;
}
template <typename Vector1, typename Vector2> void dense_histogram(const Vector1 &input, Vector2 &histogram) {
  typedef typename Vector1::value_type ValueType;
  typedef typename Vector2::value_type IndexType;
  thrust::device_vector<ValueType> data(input);
  thrust::sort(data.begin(), data.end());
  IndexType num_bins = data.back() + 1;
  histogram.resize(num_bins);
  thrust::counting_iterator<IndexType> search_begin(0);
  thrust::upper_bound(data.begin(), data.end(), search_begin, search_begin + num_bins, histogram.begin());
  thrust::adjacent_difference(histogram.begin(), histogram.end(), histogram.begin());
}
template <typename Vector1, typename Vector2, typename Vector3> void sparse_histogram(const Vector1 &input, Vector2 &values, Vector3 &counts) {
  typedef typename Vector1::value_type ValueType;
  typedef typename Vector3::value_type IndexType;
  thrust::device_vector<ValueType> data(input);
  thrust::sort(data.begin(), data.end());
  IndexType num_bins = thrust::inner_product(data.begin(), data.end() - 1, data.begin() + 1, IndexType(1), thrust::plus<IndexType>(), thrust::not_equal_to<ValueType>());
  values.resize(num_bins); counts.resize(num_bins);
  thrust::reduce_by_key(data.begin(), data.end(), thrust::constant_iterator<IndexType>(1), values.begin(), counts.begin());
}
// lexicographical sort
template <typename KeyVector, typename PermutationVector> void update_permutation(KeyVector &keys, PermutationVector &permutation) {
  KeyVector temp(keys.size());
  thrust::gather(permutation.begin(), permutation.end(), keys.begin(), temp.begin());
  thrust::stable_sort_by_key(temp.begin(), temp.end(), permutation.begin());
}
template <typename KeyVector, typename PermutationVector> void apply_permutation(KeyVector &keys, PermutationVector &permutation) {
  KeyVector temp(keys.begin(), keys.end());
  thrust::gather(permutation.begin(), permutation.end(), temp.begin(), keys.begin());
}
// strided / tiled / repeated ranges
template <typename Iterator> class strided_range {
public:
  typedef typename thrust::iterator_difference<Iterator>::type difference_type;
  struct stride_functor : public thrust::unary_function<difference_type, difference_type> {
    difference_type stride;
    stride_functor(difference_type stride) : stride(stride) {}
    __host__ __device__ difference_type operator()(const difference_type &i) const { return stride * i; }
  };
  typedef typename thrust::counting_iterator<difference_type> CountingIterator;
  typedef typename thrust::transform_iterator<stride_functor, CountingIterator> TransformIterator;
  typedef typename thrust::permutation_iterator<Iterator, TransformIterator> PermutationIterator;
  typedef PermutationIterator iterator;
  strided_range(Iterator first, Iterator last, difference_type stride) : first(first), last(last), stride(stride) {}
  iterator begin(void) const { return PermutationIterator(first, TransformIterator(CountingIterator(0), stride_functor(stride))); }
  iterator end(void) const { return begin() + ((last - first) + (stride - 1)) / stride; }
protected:
  Iterator first; Iterator last; difference_type stride;
};
template <typename Iterator> class tiled_range {
public:
  typedef typename thrust::iterator_difference<Iterator>::type difference_type;
  struct tile_functor : public thrust::unary_function<difference_type, difference_type> {
    difference_type tile_size;
    tile_functor(difference_type tile_size) : tile_size(tile_size) {}
    __host__ __device__ difference_type operator()(const difference_type &i) const { return i % tile_size; }
  };
  typedef typename thrust::counting_iterator<difference_type> CountingIterator;
  typedef typename thrust::transform_iterator<tile_functor, CountingIterator> TransformIterator;
  typedef typename thrust::permutation_iterator<Iterator, TransformIterator> PermutationIterator;
  typedef PermutationIterator iterator;
  tiled_range(Iterator first, Iterator last, difference_type tiles) : first(first), last(last), tiles(tiles) {}
  iterator begin(void) const { return PermutationIterator(first, TransformIterator(CountingIterator(0), tile_functor(last - first))); }
  iterator end(void) const { return begin() + tiles * (last - first); }
protected:
  Iterator first, last; difference_type tiles;
};

int main() {
  { float x[4] = {1.0, 1.0, 1.0, 1.0}, y[4] = {1.0, 2.0, 3.0, 4.0};
    { thrust::device_vector<float> X(x, x + 4), Y(y, y + 4); saxpy_slow(2.0, X, Y); assert(Y[3] == 6); }
    { thrust::device_vector<float> X(x, x + 4), Y(y, y + 4); saxpy_fast(2.0, X, Y); print_vector("saxpy", Y); } }
  { float x[4] = {1, 2, 3, 4}; thrust::device_vector<float> d_x(x, x + 4); square<float> unary_op; thrust::plus<float> binary_op;
    float norm = std::sqrt(thrust::transform_reduce(d_x.begin(), d_x.end(), unary_op, 0.0f, binary_op)); std::cout << "norm is " << norm << std::endl; }
  { const size_t N = 40; thrust::default_random_engine rng; thrust::uniform_real_distribution<float> u01(0.0f, 1.0f);
    thrust::device_vector<point2d> points(N);
    for (size_t i = 0; i < N; i++) { float x = u01(rng), y = u01(rng); points[i] = point2d(x, y); }
    bbox init = bbox(points[0], points[0]);
    bbox result = thrust::transform_reduce(points.begin(), points.end(), bbox_transformation(), init, bbox_reduction());
    std::cout << "bounding box " << std::fixed << "(" << result.lower_left.x << "," << result.lower_left.y << ") (" << result.upper_right.x << "," << result.upper_right.y << ")\n"; }
  { size_t m = 3, n = 4; thrust::device_vector<int> data(m * n, 1), temp(m * n);
    scan_horizontally(n, data); transpose(m, n, data, temp); scan_horizontally(m, temp); transpose(n, m, temp, data);
    print_vector("summed", data); }
  { float estimate = thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(3000), estimate_pi(), 0.0f, thrust::plus<float>()); estimate /= 3000;
    std::cout << std::setprecision(3) << "pi is approximately " << estimate << std::endl; }
  { const char raw_input[] = "  But the raven, sitting lonely on the placid bust, spoke only,\n  That one word, as if his soul in that one word he did outpour.\n";
    thrust::device_vector<char> input(raw_input, raw_input + sizeof(raw_input)); std::cout << "words " << word_count(input) << std::endl; }
  { const int N = 40, S = 4; thrust::default_random_engine rng; thrust::uniform_int_distribution<int> dist(0, 9); thrust::host_vector<int> input(N);
    for (int i = 0; i < N; i++) { int sum = 0; for (int j = 0; j < S; j++) sum += dist(rng); input[i] = sum / S; }
    print_vector("initial data", input); thrust::device_vector<int> histogram; dense_histogram(input, histogram); print_vector("hist", histogram);
    thrust::device_vector<int> v, c; sparse_histogram(input, v, c); print_vector("values", v); print_vector("counts", c); }
  { thrust::device_vector<int> a(10), b(10), perm(10); for (int i = 0; i < 10; i++) { a[i] = i * 7 % 3; b[i] = i * 5 % 4; } thrust::sequence(perm.begin(), perm.end());
    update_permutation(b, perm); update_permutation(a, perm); apply_permutation(a, perm); apply_permutation(b, perm); print_vector("a", a); print_vector("b", b); }
  { thrust::device_vector<int> data(4); data[0] = 10; data[1] = 20; data[2] = 30; data[3] = 40; typedef thrust::device_vector<int>::iterator Iterator;
    strided_range<Iterator> pos(data.begin(), data.end(), 2); thrust::copy(pos.begin(), pos.end(), std::ostream_iterator<int>(std::cout, " ")); std::cout << std::endl;
    thrust::fill(pos.begin(), pos.end(), 7);
    tiled_range<Iterator> two(data.begin(), data.end(), 2); thrust::copy(two.begin(), two.end(), std::ostream_iterator<int>(std::cout, " ")); std::cout << std::endl; }
  return 0;
}
