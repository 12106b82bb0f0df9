// Errors that Thrust's algorithms end with.
#pragma once
#include <string>
#include <thrust/detail/core.h>

namespace thrust {
namespace system {

struct error_category {
    const char *name() const { return "cuda"; }
    std::string message(int code) const { return std::string(cudaGetErrorName((cudaError_t)code)) + ": " + cudaGetErrorString((cudaError_t)code); }
};
struct error_code {
    int __value;
    error_code(int value = 0) : __value(value) {}
    error_code(int value, const error_category &) : __value(value) {}
    int value() const { return __value; }
    std::string message() const { return error_category().message(__value); }
    error_category category() const { return error_category(); }
    explicit operator bool() const { return __value != 0; }
};
inline error_category cuda_category() { return error_category(); }
struct system_error {
    error_code __code;
    std::string __what;
    system_error(int value, const error_category &, const char *what = "") : __code(value) { __say(what); }
    system_error(error_code code, const char *what = "") : __code(code) { __say(what); }
    void __say(const char *what) { __what = std::string(what) + (*what ? ": " : "") + __code.message(); }
    const error_code &code() const { return __code; }
    const char *what() const { return __what.c_str(); }
};

}
using system::error_category;
using system::error_code;
using system::system_error;
inline error_category cuda_category() { return error_category(); }

}
