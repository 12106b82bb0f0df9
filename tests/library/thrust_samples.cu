// Programs as in textbooks and samples of Thrust: saxpy, norm, sorting by key, histograms, run lengths, bounding box, pi by chance,
// sums of rows, expansion, strided ranges, lexicographical sorting, the mode, a sparse vector, words, a running maximum.
/* OUTPUT:
saxpy 12 23 34 45
norm 5.47723
by key 1a 2c 3b 4d
dense histogram 3 0 4 2 1
sparse histogram 0x3 2x4 3x2 4x1
run lengths a3 b1 c2
decoded aaabcc
bounding box (-3,-1) (7,9)
pi within 0.01: 1
rows 10 26 42
expand aabbbd
strided 10 30 50
lexicographical (1,2) (1,9) (2,0) (2,7)
mode 7 (4 times)
sparse 1:10 3:14 4:2 7:5
words 6
running maximum 3 3 4 4 5 9 9
sum of squares 285, of evens 20
stream 9 8 7, max 9
iota 45, first above 6 at 7
*/
#include <cmath>
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/adjacent_difference.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

using namespace thrust::placeholders;

struct saxpy_functor {
    const float a;
    saxpy_functor(float a) : a(a) {}
    __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};
template <typename T> struct square_of { __host__ __device__ T operator()(const T &x) const { return x * x; } };

struct bbox {
    float2 low, high;
    __host__ __device__ bbox() {}
    __host__ __device__ bbox(const float2 &p) : low(p), high(p) {}
};
struct bbox_union {
    __host__ __device__ bbox operator()(bbox a, bbox b) const {
        a.low = make_float2(fminf(a.low.x, b.low.x), fminf(a.low.y, b.low.y));
        a.high = make_float2(fmaxf(a.high.x, b.high.x), fmaxf(a.high.y, b.high.y));
        return a;
    }
};
struct bbox_of_point { __host__ __device__ bbox operator()(const float2 &p) const { return bbox(p); } };
struct estimate_pi {
    __host__ __device__ float operator()(unsigned seed) {
        thrust::default_random_engine rng(seed * 7919 + 1);
        rng.discard(100);
        thrust::uniform_real_distribution<float> u01(0, 1);
        float inside = 0;
        for (int i = 0; i < 1000; i++) {
            float x = u01(rng), y = u01(rng);
            if (sqrtf(x * x + y * y) <= 1) inside += 1;
        }
        return 4 * inside / 1000;
    }
};
struct row_of {
    int columns;
    row_of(int columns) : columns(columns) {}
    __host__ __device__ int operator()(int i) { return i / columns; }
};
template <typename Iterator> class strided_range {
  public:
    typedef typename thrust::iterator_difference<Iterator>::type difference_type;
    struct stride_functor {
        difference_type stride;
        stride_functor(difference_type stride) : stride(stride) {}
        __host__ __device__ difference_type operator()(const difference_type &i) const { return stride * i; }
    };
    typedef typename thrust::counting_iterator<difference_type> CountingIterator;
    typedef typename thrust::transform_iterator<stride_functor, CountingIterator> TransformIterator;
    typedef typename thrust::permutation_iterator<Iterator, TransformIterator> PermutationIterator;
    typedef PermutationIterator iterator;
    strided_range(Iterator first, Iterator last, difference_type stride) : first(first), last(last), stride(stride) {}
    iterator begin() const { return PermutationIterator(first, TransformIterator(CountingIterator(0), stride_functor(stride))); }
    iterator end() const { return begin() + ((last - first) + (stride - 1)) / stride; }

  protected:
    Iterator first, last;
    difference_type stride;
};
struct is_even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct word_start { __host__ __device__ bool operator()(char left, char right) const { return right != ' ' && left == ' '; } };
struct add_pairs {
    __host__ __device__ thrust::tuple<int, int> operator()(const thrust::tuple<int, int> &a, const thrust::tuple<int, int> &b) const {
        return thrust::make_tuple(thrust::get<0>(a) + thrust::get<0>(b), thrust::get<1>(a) + thrust::get<1>(b));
    }
};
struct square_and_even { __host__ __device__ thrust::tuple<int, int> operator()(int x) const { return thrust::make_tuple(x * x, x % 2 ? 0 : x); } };

template <typename K, typename V> void expand(const K &counts, V &values, V &output) {
    thrust::device_vector<int> offsets(counts.size()), indices(output.size());
    thrust::exclusive_scan(counts.begin(), counts.end(), offsets.begin());
    thrust::scatter_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>((int)counts.size()), offsets.begin(), counts.begin(), indices.begin());
    thrust::inclusive_scan(indices.begin(), indices.end(), indices.begin(), thrust::maximum<int>());
    thrust::gather(indices.begin(), indices.end(), values.begin(), output.begin());
}

int main() {
    {
        float x[] = {1, 2, 3, 4}, y[] = {10, 19, 28, 37};
        thrust::device_vector<float> X(x, x + 4), Y(y, y + 4);
        thrust::transform(X.begin(), X.end(), Y.begin(), Y.begin(), saxpy_functor(1.0f));
        thrust::transform(X.begin(), X.end(), Y.begin(), Y.begin(), 1.0f * _1 + _2);
        printf("saxpy %g %g %g %g\n", (float)Y[0], (float)Y[1], (float)Y[2], (float)Y[3]);
        printf("norm %g\n", std::sqrt(thrust::transform_reduce(X.begin(), X.end(), square_of<float>(), 0.0f, thrust::plus<float>())));
    }
    {
        int keys[] = {3, 1, 4, 2};
        char values[] = {'b', 'a', 'd', 'c'};
        thrust::sort_by_key(thrust::host, keys, keys + 4, values);
        printf("by key");
        for (int i = 0; i < 4; i++) printf(" %d%c", keys[i], values[i]);
        puts("");
    }
    {
        int data[] = {2, 0, 3, 2, 4, 0, 2, 3, 0, 2};
        thrust::device_vector<int> d(data, data + 10);
        thrust::sort(d.begin(), d.end());
        int bins = d.back() + 1;
        thrust::device_vector<int> histogram(bins);
        thrust::counting_iterator<int> search_begin(0);
        thrust::upper_bound(d.begin(), d.end(), search_begin, search_begin + bins, histogram.begin());
        thrust::adjacent_difference(histogram.begin(), histogram.end(), histogram.begin());
        printf("dense histogram");
        for (int i = 0; i < bins; i++) printf(" %d", (int)histogram[i]);
        bins = thrust::inner_product(d.begin(), d.end() - 1, d.begin() + 1, 1, thrust::plus<int>(), thrust::not_equal_to<int>());
        thrust::device_vector<int> values(bins), counts(bins);
        thrust::reduce_by_key(d.begin(), d.end(), thrust::constant_iterator<int>(1), values.begin(), counts.begin());
        printf("\nsparse histogram");
        for (int i = 0; i < bins; i++) printf(" %dx%d", (int)values[i], (int)counts[i]);
        puts("");
    }
    {
        const char data[] = "aaabcc";
        thrust::device_vector<char> input(data, data + 6), output(6);
        thrust::device_vector<int> lengths(6);
        size_t n = thrust::reduce_by_key(input.begin(), input.end(), thrust::constant_iterator<int>(1), output.begin(), lengths.begin()).first - output.begin();
        printf("run lengths");
        for (size_t i = 0; i < n; i++) printf(" %c%d", (char)output[i], (int)lengths[i]);
        thrust::inclusive_scan(lengths.begin(), lengths.begin() + n, lengths.begin());
        int size = lengths[n - 1];
        thrust::device_vector<int> indices(size);
        thrust::lower_bound(lengths.begin(), lengths.begin() + n, thrust::counting_iterator<int>(1), thrust::counting_iterator<int>(size + 1), indices.begin());
        thrust::device_vector<char> decoded(size);
        thrust::gather(indices.begin(), indices.end(), output.begin(), decoded.begin());
        printf("\ndecoded ");
        for (int i = 0; i < size; i++) printf("%c", (char)decoded[i]);
        puts("");
    }
    {
        thrust::host_vector<float2> h;
        h.push_back(make_float2(2, 3));
        h.push_back(make_float2(-3, 9));
        h.push_back(make_float2(7, -1));
        thrust::device_vector<float2> points = h;
        bbox init = bbox(points[0]);
        bbox all = thrust::transform_reduce(points.begin(), points.end(), bbox_of_point(), init, bbox_union());
        printf("bounding box (%g,%g) (%g,%g)\n", all.low.x, all.low.y, all.high.x, all.high.y);
    }
    {
        int M = 300;
        float estimate = thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(M), estimate_pi(), 0.0f, thrust::plus<float>()) / M;
        printf("pi within 0.01: %d\n", std::fabs(estimate - 3.14159f) < 0.01f);
    }
    {
        int R = 3, C = 4;
        thrust::device_vector<int> array(R * C), sums(R), rows(R);
        thrust::sequence(array.begin(), array.end(), 1);
        thrust::reduce_by_key(thrust::make_transform_iterator(thrust::counting_iterator<int>(0), row_of(C)), thrust::make_transform_iterator(thrust::counting_iterator<int>(0), row_of(C)) + (R * C), array.begin(), rows.begin(), sums.begin(),
                              thrust::equal_to<int>(), thrust::plus<int>());
        printf("rows %d %d %d\n", (int)sums[0], (int)sums[1], (int)sums[2]);
    }
    {
        int counts[] = {2, 3, 0, 1};
        char values[] = {'a', 'b', 'c', 'd'};
        thrust::device_vector<int> c(counts, counts + 4);
        thrust::device_vector<char> v(values, values + 4), out(6);
        expand(c, v, out);
        printf("expand ");
        for (int i = 0; i < 6; i++) printf("%c", (char)out[i]);
        puts("");
    }
    {
        thrust::device_vector<int> data(6);
        thrust::sequence(data.begin(), data.end(), 10, 10);
        typedef thrust::device_vector<int>::iterator Iterator;
        strided_range<Iterator> evens(data.begin(), data.end(), 2);
        thrust::device_vector<int> out(3);
        thrust::copy(evens.begin(), evens.end(), out.begin());
        printf("strided %d %d %d\n", (int)out[0], (int)out[1], (int)out[2]);
    }
    {
        int a[] = {2, 1, 2, 1}, b[] = {7, 9, 0, 2};
        thrust::device_vector<int> upper(a, a + 4), lower(b, b + 4), permutation(4), temp(4);
        thrust::sequence(permutation.begin(), permutation.end());
        temp = lower;
        thrust::stable_sort_by_key(temp.begin(), temp.end(), permutation.begin());
        thrust::gather(permutation.begin(), permutation.end(), upper.begin(), temp.begin());
        thrust::stable_sort_by_key(temp.begin(), temp.end(), permutation.begin());
        printf("lexicographical");
        for (int i = 0; i < 4; i++) {
            int k = permutation[i];
            printf(" (%d,%d)", (int)upper[k], (int)lower[k]);
        }
        puts("");
    }
    {
        int data[] = {7, 2, 7, 1, 7, 2, 7};
        thrust::device_vector<int> d(data, data + 7);
        thrust::sort(d.begin(), d.end());
        size_t unique = thrust::inner_product(d.begin(), d.end() - 1, d.begin() + 1, 0, thrust::plus<int>(), thrust::not_equal_to<int>()) + 1;
        thrust::device_vector<int> keys(unique), counts(unique);
        thrust::reduce_by_key(d.begin(), d.end(), thrust::constant_iterator<int>(1), keys.begin(), counts.begin());
        thrust::device_vector<int>::iterator mode = thrust::max_element(counts.begin(), counts.end());
        printf("mode %d (%d times)\n", (int)keys[mode - counts.begin()], (int)*mode);
    }
    {
        int ai[] = {1, 3, 7}, av[] = {10, 6, 5}, bi[] = {3, 4}, bv[] = {8, 2};
        thrust::device_vector<int> AI(ai, ai + 3), AV(av, av + 3), BI(bi, bi + 2), BV(bv, bv + 2), ti(5), tv(5), ci(5), cv(5);
        thrust::merge_by_key(AI.begin(), AI.end(), BI.begin(), BI.end(), AV.begin(), BV.begin(), ti.begin(), tv.begin());
        size_t n = thrust::reduce_by_key(ti.begin(), ti.end(), tv.begin(), ci.begin(), cv.begin(), thrust::equal_to<int>(), thrust::plus<int>()).first - ci.begin();
        printf("sparse");
        for (size_t i = 0; i < n; i++) printf(" %d:%d", (int)ci[i], (int)cv[i]);
        puts("");
    }
    {
        const char text[] = "the quick  brown fox is here";
        thrust::device_vector<char> t(text, text + sizeof text - 1);
        int words = thrust::inner_product(t.begin(), t.end() - 1, t.begin() + 1, 0, thrust::plus<int>(), word_start());
        printf("words %d\n", words + (t[0] != ' '));
    }
    {
        int data[] = {3, 1, 4, 1, 5, 9, 2};
        thrust::device_vector<int> d(data, data + 7);
        thrust::inclusive_scan(thrust::device, d.begin(), d.end(), d.begin(), thrust::maximum<int>());
        printf("running maximum");
        for (int i = 0; i < 7; i++) printf(" %d", (int)d[i]);
        puts("");
    }
    {
        thrust::tuple<int, int> sums = thrust::transform_reduce(thrust::make_counting_iterator(0), thrust::make_counting_iterator(10), square_and_even(), thrust::make_tuple(0, 0), add_pairs());
        printf("sum of squares %d, of evens %d\n", thrust::get<0>(sums), thrust::get<1>(sums));
    }
    {
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        int *raw;
        cudaMallocManaged(&raw, 10 * sizeof(int));
        thrust::device_ptr<int> d(raw);
        thrust::sequence(thrust::cuda::par.on(stream), d, d + 10);
        thrust::sort(thrust::cuda::par_nosync.on(stream), raw, raw + 10, thrust::greater<int>());
        cudaStreamSynchronize(stream);
        printf("stream %d %d %d, max %d\n", raw[0], raw[1], raw[2], *thrust::max_element(thrust::device, raw, raw + 10));
        cudaStreamDestroy(stream);
        cudaFree(raw);
    }
    {
        thrust::device_vector<int> v(10);
        thrust::sequence(v.begin(), v.end());
        int limit = 6;
        auto it = thrust::find_if(v.begin(), v.end(), [limit] __host__ __device__(int x) { return x > limit; });
        printf("iota %d, first above %d at %d\n", thrust::reduce(v.begin(), v.end(), 0, thrust::plus<int>()), limit, (int)(it - v.begin()));
    }
}
