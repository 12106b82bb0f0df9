// thrust::async::reduce: a future. reduce_into: an event, and the sum goes to an iterator.
#pragma once
#include <thrust/future.h>
#include <thrust/reduce.h>

namespace thrust {
namespace async {

template <int W, typename I, typename T, typename F> inline device_future<T> reduce(const __policy<W> &p, I first, I last, T init, F f) {
    return device_future<T>(p.__stream, thrust::reduce(p, first, last, init, f));
}
template <int W, typename I, typename T> inline device_future<T> reduce(const __policy<W> &p, I first, I last, T init) {
    return device_future<T>(p.__stream, thrust::reduce(p, first, last, init));
}
template <int W, typename I> inline device_future<iterator_value_t<I>> reduce(const __policy<W> &p, I first, I last) {
    return device_future<iterator_value_t<I>>(p.__stream, thrust::reduce(p, first, last));
}
template <typename I> inline device_future<iterator_value_t<I>> reduce(I first, I last) { return async::reduce(thrust::device, first, last); }
template <typename I, typename T> inline device_future<T> reduce(I first, I last, T init) { return async::reduce(thrust::device, first, last, init); }
template <typename I, typename T, typename F> inline device_future<T> reduce(I first, I last, T init, F f) { return async::reduce(thrust::device, first, last, init, f); }
template <typename I, typename O> inline device_event reduce_into(I first, I last, O out) {
    *out = thrust::reduce(first, last);
    return device_event(0);
}
template <typename I, typename O, typename T> inline device_event reduce_into(I first, I last, O out, T init) {
    *out = thrust::reduce(first, last, init);
    return device_event(0);
}
template <typename I, typename O, typename T, typename F> inline device_event reduce_into(I first, I last, O out, T init, F f) {
    *out = thrust::reduce(first, last, init, f);
    return device_event(0);
}

}
}
