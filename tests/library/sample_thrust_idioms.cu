// In the manner of Thrust's examples: fancy iterators that make ranges of ranges, reductions by key over computed keys, functors with state, execution policies.
// CHECK: repeated 10 10 20 20 30 30 40 40
// CHECK: strided 10 30 / 20 40, tiled 10 20 10 20
// CHECK: rows 3 12 21, columns 9 12 15
// CHECK: expand a b b c c c c
// CHECK: runs 3x1 1x2 2x3 1x1, mode 1 of 4
// CHECK: average 1.0 2.0 3.0 4.0 5.0
// CHECK: table 1 3 6 5 12 21 12 27 45
// CHECK: box -1 -2 5 4, weld 4 of 9
// CHECK: words 9
// CHECK: sparse 0:1 1:5 2:-3 3:4 4:9
// CHECK: cumulative 1 3 6 6, dense 1 2 3 0
// CHECK: stats min 1 max 9 mean 5 variance 7.5
// CHECK: norm 5.4772, dot 70, largest at 3
// CHECK: tuples (1 2 3) (1 2 4) (1 3 0) (2 0 0)
// CHECK: set union 0 1 2 3 4 5 6 7 8 intersection 0 4 difference 1 2 3
// CHECK: negated -1 -2 -3 -4 sum -10
// CHECK: zip function 12 28 52, tabulate 0 1 4 9
// CHECK: partition 2 4 6 8 1 3 5 7 at 4, unique by key 1 2 3
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <thrust/zip_function.h>

#include <cmath>
#include <iostream>
#include <iterator>
#include <string>

template <typename Iterator> class repeated_range {
  public:
    typedef typename thrust::iterator_difference<Iterator>::type difference_type;
    struct repeat_functor {
        difference_type repeats;
        repeat_functor(difference_type repeats) : repeats(repeats) {}
        __host__ __device__ difference_type operator()(const difference_type &i) const { return i / repeats; }
    };
    typedef typename thrust::counting_iterator<difference_type> CountingIterator;
    typedef typename thrust::transform_iterator<repeat_functor, CountingIterator> TransformIterator;
    typedef typename thrust::permutation_iterator<Iterator, TransformIterator> PermutationIterator;
    typedef PermutationIterator iterator;
    repeated_range(Iterator first, Iterator last, difference_type repeats) : first(first), last(last), repeats(repeats) {}
    iterator begin() const { return PermutationIterator(first, TransformIterator(CountingIterator(0), repeat_functor(repeats))); }
    iterator end() const { return begin() + repeats * (last - first); }

  protected:
    Iterator first, last;
    difference_type repeats;
};
template <typename Iterator, typename F> auto indexed(Iterator first, F f) { return thrust::make_permutation_iterator(first, thrust::make_transform_iterator(thrust::make_counting_iterator(0), f)); }

template <typename T> struct linear_index_to_row_index {
    T C;
    __host__ __device__ linear_index_to_row_index(T C) : C(C) {}
    __host__ __device__ T operator()(T i) { return i / C; }
};
struct transpose_index {
    size_t m, n;
    __host__ __device__ size_t operator()(size_t linear_index) const { return m * (linear_index % n) + linear_index / n; }
};
struct minus_and_divide {
    double w;
    minus_and_divide(double w) : w(w) {}
    __host__ __device__ double operator()(const double &a, const double &b) const { return (a - b) / w; }
};
struct bbox {
    float2 lower_left, upper_right;
    __host__ __device__ bbox() {}
    __host__ __device__ bbox(const float2 &p) : lower_left(p), upper_right(p) {}
    __host__ __device__ bbox(const float2 &ll, const float2 &ur) : lower_left(ll), upper_right(ur) {}
};
struct bbox_reduction {
    __host__ __device__ bbox operator()(bbox a, bbox b) const {
        return bbox(make_float2(thrust::min(a.lower_left.x, b.lower_left.x), thrust::min(a.lower_left.y, b.lower_left.y)),
                    make_float2(thrust::max(a.upper_right.x, b.upper_right.x), thrust::max(a.upper_right.y, b.upper_right.y)));
    }
};
struct to_bbox {
    __host__ __device__ bbox operator()(const float2 &p) const { return bbox(p); }
};
typedef thrust::tuple<float, float> vec2;
struct is_word_start {
    __host__ __device__ static bool letter(char c) { return c >= 'a' && c <= 'z'; }
    __host__ __device__ bool operator()(const char &left, const char &right) const { return letter(right) && !letter(left); }
};
template <typename T> struct summary_stats_data {
    T n, min, max, mean, M2;
    T variance() const { return M2 / (n - 1); }
};
template <typename T> struct summary_stats_unary_op {
    __host__ __device__ summary_stats_data<T> operator()(const T &x) const { return {1, x, x, x, 0}; }
};
template <typename T> struct summary_stats_binary_op {
    __host__ __device__ summary_stats_data<T> operator()(const summary_stats_data<T> &x, const summary_stats_data<T> &y) const {
        summary_stats_data<T> result;
        T n = x.n + y.n, delta = y.mean - x.mean;
        result.n = n;
        result.min = thrust::min(x.min, y.min);
        result.max = thrust::max(x.max, y.max);
        result.mean = x.mean + delta * y.n / n;
        result.M2 = x.M2 + y.M2 + delta * delta * x.n * y.n / n;
        return result;
    }
};
template <typename Vector> void print(const std::string &name, const Vector &v, const char *end = "\n") {
    typedef typename Vector::value_type T;
    std::cout << name << ' ';
    thrust::host_vector<T> h(v);
    for (size_t i = 0; i < h.size(); i++) std::cout << h[i] << (i + 1 < h.size() ? " " : "");
    std::cout << end;
}

int main() {
    {
        thrust::device_vector<int> data(4);
        thrust::sequence(data.begin(), data.end(), 10, 10);
        typedef thrust::device_vector<int>::iterator Iterator;
        repeated_range<Iterator> twos(data.begin(), data.end(), 2);
        std::cout << "repeated ";
        thrust::copy(twos.begin(), twos.end() - 1, std::ostream_iterator<int>(std::cout, " "));
        std::cout << twos.begin()[7] << "\nstrided ";
        auto evens = indexed(data.begin(), [] __host__ __device__(int i) { return 2 * i; });
        auto odds = indexed(data.begin(), [] __host__ __device__(int i) { return 2 * i + 1; });
        auto tiles = indexed(data.begin(), [] __host__ __device__(int i) { return i % 2; });
        std::cout << evens[0] << ' ' << evens[1] << " / " << odds[0] << ' ' << odds[1] << ", tiled";
        for (int i = 0; i < 4; i++) std::cout << ' ' << tiles[i];
        std::cout << '\n';
    }
    {
        const int R = 3, C = 3;
        thrust::device_vector<int> array(R * C), row_sums(R), row_indices(R), column_sums(C);
        thrust::sequence(array.begin(), array.end());
        thrust::reduce_by_key(thrust::make_transform_iterator(thrust::counting_iterator<int>(0), linear_index_to_row_index<int>(C)),
                              thrust::make_transform_iterator(thrust::counting_iterator<int>(0), linear_index_to_row_index<int>(C)) + (R * C), array.begin(), row_indices.begin(), row_sums.begin(),
                              thrust::equal_to<int>(), thrust::plus<int>());
        print("rows", row_sums, ", ");
        thrust::reduce_by_key(thrust::device, thrust::make_transform_iterator(thrust::counting_iterator<int>(0), linear_index_to_row_index<int>(R)),
                              thrust::make_transform_iterator(thrust::counting_iterator<int>(R * C), linear_index_to_row_index<int>(R)),
                              thrust::make_permutation_iterator(array.begin(), thrust::make_transform_iterator(thrust::counting_iterator<size_t>(0), transpose_index{3, 3})), thrust::make_discard_iterator(),
                              column_sums.begin());
        print("columns", column_sums);
    }
    {
        const int counts[] = {1, 2, 0, 4};
        const char values[] = {'a', 'b', 'x', 'c'};
        thrust::device_vector<int> d_counts(counts, counts + 4), offsets(4);
        thrust::device_vector<char> d_values(values, values + 4), output(thrust::reduce(d_counts.begin(), d_counts.end()));
        thrust::exclusive_scan(d_counts.begin(), d_counts.end(), offsets.begin());
        thrust::device_vector<int> indices(output.size(), 0);
        thrust::scatter_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(4), offsets.begin(), d_counts.begin(), indices.begin());
        thrust::inclusive_scan(indices.begin(), indices.end(), indices.begin(), thrust::maximum<int>());
        thrust::gather(indices.begin(), indices.end(), d_values.begin(), output.begin());
        print("expand", output);
    }
    {
        const int raw[] = {1, 1, 1, 2, 3, 3, 1};
        thrust::device_vector<int> in(raw, raw + 7), keys(7), lengths(7), sorted(in);
        size_t n = thrust::reduce_by_key(in.begin(), in.end(), thrust::constant_iterator<int>(1), keys.begin(), lengths.begin()).first - keys.begin();
        std::cout << "runs ";
        for (size_t i = 0; i < n; i++) std::cout << lengths[i] << 'x' << keys[i] << (i + 1 < n ? " " : "");
        thrust::sort(sorted.begin(), sorted.end());
        size_t distinct = thrust::inner_product(sorted.begin(), sorted.end() - 1, sorted.begin() + 1, 1, thrust::plus<int>(), thrust::not_equal_to<int>());
        thrust::device_vector<int> k(distinct), c(distinct);
        thrust::reduce_by_key(sorted.begin(), sorted.end(), thrust::constant_iterator<int>(1), k.begin(), c.begin());
        auto mode = thrust::max_element(c.begin(), c.end());
        std::cout << ", mode " << k[mode - c.begin()] << " of " << *mode << '\n';
    }
    {
        thrust::device_vector<double> data(7), sums(8), averages(5);
        thrust::sequence(data.begin(), data.end());
        thrust::exclusive_scan(data.begin(), data.end(), sums.begin());
        sums[7] = data.back() + sums[6];
        thrust::transform(sums.begin() + 3, sums.end(), sums.begin(), averages.begin(), minus_and_divide(3.0));
        printf("average %.1f %.1f %.1f %.1f %.1f\n", (double)averages[0], (double)averages[1], (double)averages[2], (double)averages[3], (double)averages[4]);
    }
    {
        const size_t n = 3;
        thrust::device_vector<int> data(n * n), temp(n * n), map(n * n);
        thrust::sequence(data.begin(), data.end(), 1);
        auto scan_rows = [&] {
            auto keys = thrust::make_transform_iterator(thrust::counting_iterator<size_t>(0), linear_index_to_row_index<size_t>(n));
            thrust::inclusive_scan_by_key(keys, keys + n * n, data.begin(), data.begin());
        };
        auto transpose = [&] {
            auto map = thrust::make_transform_iterator(thrust::counting_iterator<size_t>(0), transpose_index{n, n});
            thrust::gather(map, map + n * n, data.begin(), temp.begin());
            data.swap(temp);
        };
        scan_rows(), transpose(), scan_rows(), transpose();
        print("table", data);
    }
    {
        thrust::device_vector<float2> points(3);
        points[0] = make_float2(-1, 4), points[1] = make_float2(5, -2), points[2] = make_float2(0, 0);
        float2 first = points[0];
        bbox b = thrust::transform_reduce(points.begin(), points.end(), to_bbox(), bbox(first, first), bbox_reduction());
        std::cout << "box " << b.lower_left.x << ' ' << b.lower_left.y << ' ' << b.upper_right.x << ' ' << b.upper_right.y;
        thrust::device_vector<vec2> input(9);
        float xs[] = {0, 1, 0, 1, 1, 0, 1, 0, 0}, ys[] = {0, 0, 1, 0, 1, 1, 0, 0, 1};
        for (int i = 0; i < 9; i++) input[i] = vec2(xs[i], ys[i]);
        thrust::device_vector<vec2> vertices = input;
        thrust::device_vector<unsigned int> indices(input.size());
        thrust::sort(vertices.begin(), vertices.end());
        vertices.erase(thrust::unique(vertices.begin(), vertices.end()), vertices.end());
        thrust::lower_bound(vertices.begin(), vertices.end(), input.begin(), input.end(), indices.begin());
        bool right = true;
        for (int i = 0; i < 9; i++) right = right && vec2(vertices[indices[i]]) == vec2(input[i]);
        std::cout << ", weld " << (right ? vertices.size() : 0) << " of " << input.size() << '\n';
    }
    {
        const char text[] = "but the raven, sitting lonely on the placid bust!";
        thrust::device_vector<char> d(text, text + sizeof text - 1);
        int count = thrust::inner_product(d.begin(), d.end() - 1, d.begin() + 1, 0, thrust::plus<int>(), is_word_start());
        std::cout << "words " << count + is_word_start::letter(d.front()) << '\n';
    }
    {
        thrust::device_vector<int> ai{0, 1, 2, 4}, bi{1, 2, 3}, av{1, 2, 3, 9}, bv{3, -6, 4}, index(7), value(7);
        thrust::merge_by_key(ai.begin(), ai.end(), bi.begin(), bi.end(), av.begin(), bv.begin(), index.begin(), value.begin());
        auto ends = thrust::reduce_by_key(index.begin(), index.end(), value.begin(), index.begin(), value.begin());
        std::cout << "sparse";
        for (int i = 0; i < ends.first - index.begin(); i++) std::cout << ' ' << index[i] << ':' << value[i];
        std::cout << '\n';
    }
    {
        thrust::device_vector<int> data{0, 1, 1, 2, 2, 2}, cumulative(4), dense(4);
        thrust::upper_bound(data.begin(), data.end(), thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(4), cumulative.begin());
        thrust::adjacent_difference(cumulative.begin(), cumulative.end(), dense.begin());
        print("cumulative", cumulative, ", ");
        print("dense", dense);
    }
    {
        thrust::device_vector<double> v{1, 2, 3, 4, 5, 6, 7, 8, 9};
        auto r = thrust::transform_reduce(v.begin(), v.end(), summary_stats_unary_op<double>(), summary_stats_data<double>{0, 1e9, -1e9, 0, 0}, summary_stats_binary_op<double>());
        std::cout << "stats min " << r.min << " max " << r.max << " mean " << r.mean << " variance " << r.variance() << '\n';
    }
    {
        thrust::host_vector<float> h{1, 2, 3, 4};
        thrust::device_vector<float> d = h, w{5, 6, 7, 8};
        float norm = std::sqrt(thrust::transform_reduce(thrust::host, h.begin(), h.end(), [] __host__ __device__(float x) { return x * x; }, 0.0f, thrust::plus<float>()));
        float dot = thrust::inner_product(d.begin(), d.end(), w.begin(), 0.0f);
        auto first = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), thrust::counting_iterator<int>(0)));
        auto largest = thrust::reduce(first, first + 4, thrust::make_tuple(-1.0f, -1), thrust::maximum<thrust::tuple<float, int>>());
        printf("norm %.4f, dot %g, largest at %d\n", norm, dot, thrust::get<1>(largest));
    }
    {
        thrust::device_vector<int> x{2, 1, 1, 1}, y{0, 3, 2, 2}, z{0, 0, 4, 3};
        auto begin = thrust::make_zip_iterator(x.begin(), y.begin(), z.begin());
        thrust::sort(begin, begin + 4);
        std::cout << "tuples";
        for (int i = 0; i < 4; i++) std::cout << " (" << x[i] << ' ' << y[i] << ' ' << z[i] << ')';
        std::cout << '\n';
    }
    {
        thrust::device_vector<int> a{0, 1, 2, 3, 4}, b{0, 4, 5, 6, 7, 8}, u(11), i(5), d(5);
        u.resize(thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), u.begin()) - u.begin());
        i.resize(thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), i.begin()) - i.begin());
        d.resize(thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), d.begin()) - d.begin());
        print("set union", u, " "), print("intersection", i, " "), print("difference", d);
    }
    {
        thrust::device_vector<int> v{1, 2, 3, 4}, out(4);
        thrust::copy(v.begin(), v.end(), thrust::make_transform_output_iterator(out.begin(), thrust::negate<int>()));
        print("negated", out, " ");
        std::cout << "sum " << thrust::reduce(thrust::device, thrust::raw_pointer_cast(out.data()), thrust::raw_pointer_cast(out.data()) + 4) << '\n';
        thrust::device_vector<int> a{1, 2, 3}, b{3, 5, 7}, c{4, 6, 10}, r(3), squares(4);
        auto z = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin()));
        thrust::transform(z, z + 3, r.begin(), thrust::make_zip_function([] __host__ __device__(int x, int y, int z) { return x * z + y * 2 + (x == 1 ? 2 : x == 2 ? 6 : 8); }));
        print("zip function", r, ", ");
        thrust::tabulate(squares.begin(), squares.end(), [] __host__ __device__(int i) { return i * i; });
        print("tabulate", squares);
    }
    {
        thrust::device_vector<int> v{1, 2, 3, 4, 5, 6, 7, 8}, k{1, 1, 2, 3, 3}, w{9, 8, 7, 6, 5};
        auto middle = thrust::stable_partition(v.begin(), v.end(), [] __host__ __device__(int x) { return x % 2 == 0; });
        print("partition", v, " ");
        std::cout << "at " << middle - v.begin();
        k.resize(thrust::unique_by_key(k.begin(), k.end(), w.begin()).first - k.begin());
        print(", unique by key", k);
    }
}
