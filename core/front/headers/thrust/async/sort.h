// thrust::async::sort and stable_sort: an event.
#pragma once
#include <thrust/future.h>
#include <thrust/sort.h>

namespace thrust {
namespace async {

template <int W, typename I, typename C> inline device_event stable_sort(const __policy<W> &p, I first, I last, C before) {
    thrust::stable_sort(p, first, last, before);
    return device_event(p.__stream);
}
template <int W, typename I> inline device_event stable_sort(const __policy<W> &p, I first, I last) {
    thrust::stable_sort(p, first, last);
    return device_event(p.__stream);
}
template <typename I> inline device_event stable_sort(I first, I last) { return async::stable_sort(thrust::device, first, last); }
template <typename I, typename C> inline device_event stable_sort(I first, I last, C before) { return async::stable_sort(thrust::device, first, last, before); }
template <int W, typename I, typename C> inline device_event sort(const __policy<W> &p, I first, I last, C before) { return async::stable_sort(p, first, last, before); }
template <int W, typename I> inline device_event sort(const __policy<W> &p, I first, I last) { return async::stable_sort(p, first, last); }
template <typename I> inline device_event sort(I first, I last) { return async::stable_sort(thrust::device, first, last); }
template <typename I, typename C> inline device_event sort(I first, I last, C before) { return async::stable_sort(thrust::device, first, last, before); }

}
}
