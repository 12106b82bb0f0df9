/* <assert.h>: may be included again with NDEBUG changed. It works in kernels as well: __assert_fail is known to the
   compiler there and reports block and thread. */
#undef assert
#ifndef __heddle_assert_fail
#define __heddle_assert_fail
#ifdef __heddle_cpp
__host__ __device__
#endif
extern void __assert_fail(const char *__assertion, const char *__file, unsigned int __line, const char *__function)
    __attribute__((__noreturn__));
#endif
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __func__))
#endif
#if !defined(__heddle_cpp) && !defined(static_assert)
#define static_assert _Static_assert
#endif
