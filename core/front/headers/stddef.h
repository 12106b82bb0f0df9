/* <stddef.h>. glibc's headers ask for single names with __need_size_t and its kin. */
#if !defined(__need_size_t) && !defined(__need_wchar_t) && !defined(__need_ptrdiff_t) && !defined(__need_NULL) && \
    !defined(__need_wint_t)
#define __need_size_t
#define __need_wchar_t
#define __need_ptrdiff_t
#define __need_NULL
#define __heddle_need_rest
#endif

#if defined(__need_size_t) && !defined(__heddle_size_t)
#define __heddle_size_t
typedef __SIZE_TYPE__ size_t;
#endif
#undef __need_size_t

#if defined(__need_ptrdiff_t) && !defined(__heddle_ptrdiff_t)
#define __heddle_ptrdiff_t
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#undef __need_ptrdiff_t

#if defined(__need_wchar_t) && !defined(__heddle_wchar_t) && !defined(__heddle_cpp)
#define __heddle_wchar_t
typedef __WCHAR_TYPE__ wchar_t;
#endif
#undef __need_wchar_t

#if defined(__need_wint_t) && !defined(__heddle_wint_t)
#define __heddle_wint_t
typedef __WINT_TYPE__ wint_t;
#endif
#undef __need_wint_t

#ifdef __need_NULL
#undef NULL
#ifdef __heddle_cpp
#define NULL 0L
#else
#define NULL ((void *)0)
#endif
#endif
#undef __need_NULL

#ifdef __heddle_need_rest
#undef __heddle_need_rest
#undef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#ifndef __heddle_max_align_t
#define __heddle_max_align_t
typedef struct {
    long long __ll __attribute__((__aligned__(__alignof__(long long))));
    long double __ld __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;
#endif
#endif
