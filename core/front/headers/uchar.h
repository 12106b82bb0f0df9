/* <uchar.h>: char16_t and char32_t, which are words of the language in C++. */
#pragma once
#include <bits/types/mbstate_t.h>
#define __need_size_t
#include <stddef.h>
#ifndef __heddle_cpp
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#endif
size_t mbrtoc16(char16_t *__restrict__ to, const char *__restrict__ from, size_t n, mbstate_t *__restrict__ state);
size_t c16rtomb(char *__restrict__ to, char16_t c, mbstate_t *__restrict__ state);
size_t mbrtoc32(char32_t *__restrict__ to, const char *__restrict__ from, size_t n, mbstate_t *__restrict__ state);
size_t c32rtomb(char *__restrict__ to, char32_t c, mbstate_t *__restrict__ state);
