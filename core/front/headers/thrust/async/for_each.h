// thrust::async::for_each: an event.
#pragma once
#include <thrust/for_each.h>
#include <thrust/future.h>

namespace thrust {
namespace async {

template <int W, typename I, typename F> inline device_event for_each(const __policy<W> &p, I first, I last, F f) {
    thrust::for_each(p, first, last, f);
    return device_event(p.__stream);
}
template <typename I, typename F> inline device_event for_each(I first, I last, F f) { return async::for_each(thrust::device, first, last, f); }

}
}
