// Sums of what a function makes of the elements, up to each one.
#pragma once
#include <thrust/scan.h>
#include <thrust/iterator/transform_iterator.h>

namespace thrust {

template <int W, typename I, typename O, typename F, typename G> __host__ __device__ inline O transform_inclusive_scan(const __policy<W> &p, I first, I last, O out, F f, G op) { return thrust::inclusive_scan(p, make_transform_iterator(first, f), make_transform_iterator(last, f), out, op); }
template <typename I, typename O, typename F, typename G> __host__ __device__ inline O transform_inclusive_scan(I first, I last, O out, F f, G op) { return thrust::transform_inclusive_scan(__of<I, O>(), first, last, out, f, op); }
template <int W, typename I, typename O, typename F, typename T, typename G> __host__ __device__ inline O transform_inclusive_scan(const __policy<W> &p, I first, I last, O out, F f, T init, G op) { return thrust::__scan_from(p, make_transform_iterator(first, f), make_transform_iterator(last, f), out, init, op); }
template <typename I, typename O, typename F, typename T, typename G> __host__ __device__ inline O transform_inclusive_scan(I first, I last, O out, F f, T init, G op) { return thrust::transform_inclusive_scan(__of<I, O>(), first, last, out, f, init, op); }
template <int W, typename I, typename O, typename F, typename T, typename G> __host__ __device__ inline O transform_exclusive_scan(const __policy<W> &p, I first, I last, O out, F f, T init, G op) { return thrust::exclusive_scan(p, make_transform_iterator(first, f), make_transform_iterator(last, f), out, init, op); }
template <typename I, typename O, typename F, typename T, typename G> __host__ __device__ inline O transform_exclusive_scan(I first, I last, O out, F f, T init, G op) { return thrust::transform_exclusive_scan(__of<I, O>(), first, last, out, f, init, op); }

}
