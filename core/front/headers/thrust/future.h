// Events and futures of thrust::async: here the work is done when they are made.
#pragma once
#include <memory>
#include <thrust/execution_policy.h>
#include <utility>

namespace thrust {

// Work that was begun, on a stream.
struct device_event {
    cudaStream_t __stream;
    bool __valid;
    device_event() : __stream(0), __valid(false) {}
    device_event(cudaStream_t stream) : __stream(stream), __valid(true) {}
    void wait() { cudaStreamSynchronize(__stream); }
    bool ready() const { return cudaStreamQuery(__stream) == cudaSuccess; }
    bool valid_stream() const { return __valid; }
    cudaStream_t __native() const { return __stream; }
};
// The same with a value: get() waits and keeps it, extract() gives it away.
template <typename T> struct device_future : device_event {
    T __value;
    device_future() : device_event() {}
    device_future(cudaStream_t stream, const T &value) : device_event(stream), __value(value) {}
    bool valid_content() const { return __valid; }
    T get() { wait(); return __value; }
    T extract() { wait(); __valid = false; return std::move(__value); }
};
typedef device_event unique_eager_event;
template <typename T> using unique_eager_future = device_future<T>;
template <typename... E> inline device_event when_all(E &&...events) {
    (events.wait(), ...);
    return device_event(0);
}

}
