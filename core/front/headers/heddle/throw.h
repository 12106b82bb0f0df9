// How the library's headers say that a program broke a rule. An exception that nobody catches is told as g++'s programs tell it.
#pragma once
#include <stdio.h>
#include <stdlib.h>

namespace std {

__noinline__ inline void __fail(const char *kind, const char *what) {
    fflush(stdout);
    fprintf(stderr, "terminate called after throwing an instance of 'std::%s'\n  what():  %s\n", kind, what);
    abort();
}
__noinline__ inline void __fail_range(const char *who, size_t at, size_t size) {
    char text[160];
    snprintf(text, sizeof text, "%s: __n (which is %lu) >= this->size() (which is %lu)", who, at, size);
    __fail("out_of_range", text);
}
__noinline__ inline void *__allocate(size_t n, size_t size) {
    void *p = n > ((size_t)-1 >> 1) / size ? nullptr : malloc(n * size);
    if (!p) __fail("bad_alloc", "std::bad_alloc");
    return p;
}

}
