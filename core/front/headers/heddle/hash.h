// std::hash as libstdc++ computes it, for the order of unordered containers is what programs print: integers and pointers are their
// own hashes, bytes are mixed 8 at a time.
#pragma once
#include <stddef.h>
#include <string.h>
#include <type_traits>

namespace std {

inline size_t __hash_bytes(const void *at, size_t n) {
    const size_t mix = 0xc6a4a7935bd1e995ul;
    const unsigned char *p = (const unsigned char *)at, *whole = p + (n & ~(size_t)7);
    size_t hash = 0xc70f6907ul ^ (n * mix), word;
    for (; p != whole; p += 8) {
        memcpy(&word, p, 8);
        word *= mix;
        hash ^= (word ^ word >> 47) * mix;
        hash *= mix;
    }
    if (n & 7) {
        word = 0;
        for (size_t i = n & 7; i-- > 0;) word = word << 8 | p[i];
        hash ^= word;
        hash *= mix;
    }
    hash = (hash ^ hash >> 47) * mix;
    return hash ^ hash >> 47;
}

template <typename T, typename = void> struct __hash_of {
    __hash_of() = delete;
};
template <typename T> struct __hash_of<T, enable_if_t<__is_integral(T) || __is_enum(T) || __is_pointer(T)>> {
    size_t operator()(T value) const noexcept { return (size_t)value; }
};
template <typename T> struct hash : __hash_of<T> {
    typedef T argument_type;
    typedef size_t result_type;
};
// Whether libstdc++ looks through few elements without hashing: where hashing is slow.
template <typename H> struct __hash_is_slow : false_type {};
template <> struct hash<float> { size_t operator()(float v) const noexcept { return v != 0 ? __hash_bytes(&v, sizeof v) : 0; } };
template <> struct hash<double> { size_t operator()(double v) const noexcept { return v != 0 ? __hash_bytes(&v, sizeof v) : 0; } };
template <> struct hash<nullptr_t> { size_t operator()(nullptr_t) const noexcept { return 0; } };

}
