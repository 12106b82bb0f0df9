// What is done with objects that were thrown (check/class/exception.c, cpu/guard/exception.c).
#pragma once
#include <exception>

template <typename T> inline auto __thrown_text(const T *object, int) -> decltype(object->c_str()) { return object->c_str(); }
inline const char *__thrown_text(const void *, long) { return nullptr; }

// what: 0 destroy it; 1 what it says of itself; 2 its text, if it is one
template <typename T>
inline const char *__thrown_object(T *object, int what) {
    if (what == 0) {
        object->~T();
        return nullptr;
    }
    if (what == 2) return __thrown_text(object, 0);
    if constexpr (__is_base_of(std::exception, T)) return object->what();
    else return nullptr;
}
