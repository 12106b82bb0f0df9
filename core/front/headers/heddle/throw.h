// How the library's headers say that a program broke a rule: they throw what libstdc++ throws, with its words.
#pragma once
#include <new>
#include <stdexcept>
#include <stdio.h>
#include <stdlib.h>

namespace std {

// By the name of the class. What is no class of <stdexcept> has a header of its own, which throws it itself.
[[noreturn]] __noinline__ inline void __fail(const char *kind, const char *what) {
    if (!strcmp(kind, "out_of_range")) throw out_of_range(what);
    if (!strcmp(kind, "length_error")) throw length_error(what);
    if (!strcmp(kind, "invalid_argument")) throw invalid_argument(what);
    if (!strcmp(kind, "bad_alloc")) throw bad_alloc();
    if (!strcmp(kind, "logic_error")) throw logic_error(what);
    if (!strcmp(kind, "domain_error")) throw domain_error(what);
    if (!strcmp(kind, "overflow_error")) throw overflow_error(what);
    throw runtime_error(what);
}
[[noreturn]] __noinline__ inline void __fail_range(const char *who, size_t at, size_t size) {
    char text[160];
    snprintf(text, sizeof text, "%s: __n (which is %lu) >= this->size() (which is %lu)", who, at, size);
    throw out_of_range(text);
}
__noinline__ inline void *__allocate(size_t n, size_t size) {
    void *p = n > ((size_t)-1 >> 1) / size ? nullptr : malloc(n * size);
    if (!p) throw bad_alloc();
    return p;
}

}
