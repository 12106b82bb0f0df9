// thrust::async::transform: an event.
#pragma once
#include <thrust/future.h>
#include <thrust/transform.h>

namespace thrust {
namespace async {

template <int W, typename I, typename O, typename F> inline device_event transform(const __policy<W> &p, I first, I last, O out, F f) {
    thrust::transform(p, first, last, out, f);
    return device_event(p.__stream);
}
template <typename I, typename O, typename F> inline device_event transform(I first, I last, O out, F f) { return async::transform(thrust::device, first, last, out, f); }

}
}
