// What dynamic_cast and typeid do with objects of classes with virtual functions (check/class/rtti.c).
#pragma once
#include <typeinfo>

// The address in the object `whole` of type `type` of its part of type `to`, asked by its part of type `from` that lies `at` bytes in; or null.
extern "C" void *__heddle_dynamic_cast(const void *type, const void *whole, long at, const void *from, const void *to);

// A part's table begins with the type of the whole object, and the distance to it.
inline void *__dynamic_pointer(const void *part, const void *from, const void *to) {
    if (!part) return nullptr;
    const void *const *table = *(const void *const *const *)part;
    long by = (long)table[1];
    return __heddle_dynamic_cast(table[0], (const char *)part + by, -by, from, to);
}
inline void *__dynamic_reference(const void *part, const void *from, const void *to) {
    void *found = __dynamic_pointer(part, from, to);
    if (!found) throw std::bad_cast();
    return found;
}
inline const void *__dynamic_type(const void *part) {
    if (!part) throw std::bad_typeid();
    return **(const void *const *const *)part;
}
