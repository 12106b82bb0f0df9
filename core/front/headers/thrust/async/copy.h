// thrust::async::copy: an event. Two policies: of where it comes from, and goes.
#pragma once
#include <thrust/copy.h>
#include <thrust/future.h>

namespace thrust {
namespace async {

template <int V, int W, typename I, typename O> inline device_event copy(const __policy<V> &from, const __policy<W> &to, I first, I last, O out) {
    thrust::copy(first, last, out);
    return device_event(W == __on_host ? from.__stream : to.__stream);
}
template <int W, typename I, typename O> inline device_event copy(const __policy<W> &p, I first, I last, O out) {
    thrust::copy(p, first, last, out);
    return device_event(p.__stream);
}
template <typename I, typename O> inline device_event copy(I first, I last, O out) {
    thrust::copy(first, last, out);
    return device_event(0);
}

}
}
