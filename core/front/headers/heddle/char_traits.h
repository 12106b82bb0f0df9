// What C++'s strings ask of their characters: the template for all kinds, and that of char by the C library.
#pragma once
#include <stddef.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

namespace std {

template <typename C> struct char_traits {
    typedef C char_type;
    typedef unsigned int_type;
    typedef long off_type, pos_type;
    static constexpr int_type eof() noexcept { return (int_type)-1; }
    static constexpr int_type not_eof(int_type c) noexcept { return c == eof() ? 0 : c; }
    static constexpr int_type to_int_type(C c) noexcept { return (int_type)c; }
    static constexpr C to_char_type(int_type c) noexcept { return (C)c; }
    static constexpr bool eq_int_type(int_type a, int_type b) noexcept { return a == b; }
    static constexpr bool eq(C a, C b) noexcept { return a == b; }
    static constexpr bool lt(C a, C b) noexcept { return a < b; }
    static constexpr void assign(C &to, const C &c) noexcept { to = c; }
    static C *assign(C *to, size_t n, C c) { for (size_t i = 0; i < n; i++) to[i] = c; return to; }
    static constexpr size_t length(const C *s) { size_t n = 0; while (!(s[n] == C())) n++; return n; }
    static constexpr int compare(const C *a, const C *b, size_t n) {
        for (size_t i = 0; i < n; i++) if (!(a[i] == b[i])) return a[i] < b[i] ? -1 : 1;
        return 0;
    }
    static constexpr const C *find(const C *s, size_t n, const C &c) { for (size_t i = 0; i < n; i++) if (s[i] == c) return s + i; return nullptr; }
    static C *copy(C *to, const C *from, size_t n) { return (C *)memcpy(to, from, n * sizeof(C)); }
    static C *move(C *to, const C *from, size_t n) { return (C *)memmove(to, from, n * sizeof(C)); }
};

template <> struct char_traits<char> {
    typedef char char_type;
    typedef int int_type;
    typedef long off_type, pos_type;
    static constexpr int eof() noexcept { return -1; }
    static constexpr int not_eof(int c) noexcept { return c == -1 ? 0 : c; }
    static constexpr int to_int_type(char c) noexcept { return (unsigned char)c; }
    static constexpr char to_char_type(int c) noexcept { return (char)c; }
    static constexpr bool eq_int_type(int a, int b) noexcept { return a == b; }
    static constexpr bool eq(char a, char b) noexcept { return a == b; }
    static constexpr bool lt(char a, char b) noexcept { return (unsigned char)a < (unsigned char)b; }
    static constexpr void assign(char &to, const char &c) noexcept { to = c; }
    static char *assign(char *to, size_t n, char c) { return (char *)memset(to, c, n); }
    static size_t length(const char *s) { return strlen(s); }
    static int compare(const char *a, const char *b, size_t n) { return memcmp(a, b, n); }
    static const char *find(const char *s, size_t n, const char &c) { return (const char *)memchr(s, c, n); }
    static char *copy(char *to, const char *from, size_t n) { return (char *)memcpy(to, from, n); }
    static char *move(char *to, const char *from, size_t n) { return (char *)memmove(to, from, n); }
};

}
