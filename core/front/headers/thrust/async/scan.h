// thrust::async::inclusive_scan and exclusive_scan: an event.
#pragma once
#include <thrust/future.h>
#include <thrust/scan.h>

namespace thrust {
namespace async {

template <typename I, typename O> inline device_event inclusive_scan(I first, I last, O out) {
    thrust::inclusive_scan(first, last, out);
    return device_event(0);
}
template <typename I, typename O, typename F> inline device_event inclusive_scan(I first, I last, O out, F f) {
    thrust::inclusive_scan(first, last, out, f);
    return device_event(0);
}
template <int W, typename I, typename O> inline device_event inclusive_scan(const __policy<W> &p, I first, I last, O out) {
    thrust::inclusive_scan(p, first, last, out);
    return device_event(p.__stream);
}
template <int W, typename I, typename O, typename F> inline device_event inclusive_scan(const __policy<W> &p, I first, I last, O out, F f) {
    thrust::inclusive_scan(p, first, last, out, f);
    return device_event(p.__stream);
}
template <typename I, typename O> inline device_event exclusive_scan(I first, I last, O out) {
    thrust::exclusive_scan(first, last, out);
    return device_event(0);
}
template <typename I, typename O, typename T> inline device_event exclusive_scan(I first, I last, O out, T init) {
    thrust::exclusive_scan(first, last, out, init);
    return device_event(0);
}
template <typename I, typename O, typename T, typename F> inline device_event exclusive_scan(I first, I last, O out, T init, F f) {
    thrust::exclusive_scan(first, last, out, init, f);
    return device_event(0);
}
template <int W, typename I, typename O> inline device_event exclusive_scan(const __policy<W> &p, I first, I last, O out) {
    thrust::exclusive_scan(p, first, last, out);
    return device_event(p.__stream);
}
template <int W, typename I, typename O, typename T> inline device_event exclusive_scan(const __policy<W> &p, I first, I last, O out, T init) {
    thrust::exclusive_scan(p, first, last, out, init);
    return device_event(p.__stream);
}
template <int W, typename I, typename O, typename T, typename F> inline device_event exclusive_scan(const __policy<W> &p, I first, I last, O out, T init, F f) {
    thrust::exclusive_scan(p, first, last, out, init, f);
    return device_event(p.__stream);
}

}
}
