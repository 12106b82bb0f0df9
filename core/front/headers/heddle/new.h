// What `new` needs where it is more than memory (check/class/new.c).
#pragma once
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

[[noreturn]] __noinline__ inline void __new_failed() { throw std::bad_alloc(); }
inline void *__new_checked(void *p) {
    if (!p) __new_failed();
    return p;
}

// Of types that ask for more than malloc gives ([expr.new]/14); free takes it back.
inline void *__new_aligned(size_t bytes, size_t align) {
    return bytes > (size_t)-1 / 2 ? 0 : aligned_alloc(align, (bytes + align - 1) / align * align);
}

inline __host__ __device__ void *__new_zeroed(size_t n, size_t size) {
    void *p = malloc(n * size);
    if (p) memset(p, 0, n * size);
    return p;
}

// The first `given` bytes are those at `from`.
inline __host__ __device__ void *__new_listed(size_t n, size_t size, const void *from,
                                              size_t given) {
    if (given > n * size) return 0;
    char *p = (char *)__new_zeroed(n, size);
    if (p) memcpy(p, from, given);
    return p;
}

inline void *__new_listed_checked(size_t n, size_t size, const void *from, size_t given) {
    if (given > n * size) throw std::bad_array_new_length();
    return __new_checked(__new_listed(n, size, from, given));
}

// `T a[n] = {...}` with an n that is not a constant (check/decl/vla.c).
inline void __array_room(size_t bytes, size_t element, size_t given) {
    if (given * element <= bytes) return;
    fprintf(stderr, "an array of %lu element%s is initialised with %lu\n", bytes / element,
            bytes == element ? "" : "s", given);
    abort();
}
inline void __array_text(void *array, size_t bytes, const void *text, size_t given) {
    if (given > bytes) __array_room(bytes, 1, given);
    memcpy(array, text, given);
}

// What is left of an object of the session whose life has ended.
inline void __cleared(void *object, size_t size) { memset(object, 0, size); }

// A program's objects with static storage end their lives when it ends, the last one first.
extern "C" int __cxa_atexit(void (*end)(void *), void *object, void *library);

template <typename T> inline void __end_object(void *object) { ((T *)object)->~T(); }

// What an implicit virtual destructor does.
template <typename T> inline __host__ __device__ void __end_whole(T *object) { object->T::~T(); }

template <typename T> inline int __at_end(T *object) {
    return __cxa_atexit(__end_object<T>, (void *)object, 0);
}

// A thread's own objects end when it does, those of the thread that ends the program with that.
inline void __end_thread(void *thread) { __heddle_thread_ends(thread); }

template <typename T> inline int __at_thread_end(T *object) {
    void *thread = __heddle_thread_end((void *)__end_object<T>, (void *)object);
    return thread ? __cxa_atexit(__end_thread, thread, 0) : 0;
}

template <typename T> inline __host__ __device__ T *__new_object(T value) {
    T *p = (T *)malloc(sizeof(T));
    if (p) *p = value;
    return p;
}

template <typename T> inline __host__ __device__ T *__new_array(size_t n, T value) {
    T *p = (T *)malloc(n * sizeof(T));
    for (size_t i = 0; p && i < n; i++) p[i] = value;
    return p;
}
