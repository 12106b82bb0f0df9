// A regex matcher, glob, LZ compressor, base64, run length, word count, string builder, printf of
// our own, big integers.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int here(const char *re, const char *t);
static int star(int c, const char *re, const char *t) {
    do
        if (here(re, t)) return 1;
    while (*t && (*t++ == c || c == '.'));
    return 0;
}
static int here(const char *re, const char *t) {
    if (!*re) return 1;
    if (re[1] == '*') return star(*re, re + 2, t);
    if (*re == '$' && !re[1]) return !*t;
    return *t && (*re == '.' || *re == *t) ? here(re + 1, t + 1) : 0;
}
static int match(const char *re, const char *t) {
    if (*re == '^') return here(re + 1, t);
    do
        if (here(re, t)) return 1;
    while (*t++);
    return 0;
}
static int glob_(const char *p, const char *s) {
    for (; *p; p++, s++) switch (*p) {
        case '*':
            while (*s)
                if (glob_(p + 1, s++)) return 1;
            return glob_(p + 1, s);
        case '?':
            if (!*s) return 0;
            break;
        default:
            if (*p != *s) return 0;
        }
    return !*s;
}
static size_t pack(const uint8_t *in, size_t n, uint8_t *out) {
    size_t o = 0, i = 0;
    while (i < n) {
        size_t best = 0, dist = 0;
        for (size_t d = 1; d <= i && d < 256; d++) {
            size_t l = 0;
            while (l < 255 && i + l < n && in[i + l - d] == in[i + l]) l++;
            if (l > best) best = l, dist = d;
        }
        if (best > 3) {
            out[o++] = 1;
            out[o++] = dist;
            out[o++] = best;
            i += best;
        } else {
            out[o++] = 0;
            out[o++] = in[i++];
        }
    }
    return o;
}
static size_t unpack(const uint8_t *in, size_t n, uint8_t *out) {
    size_t o = 0;
    for (size_t i = 0; i < n;)
        if (in[i++]) {
            size_t d = in[i++], l = in[i++];
            for (; l--; o++) out[o] = out[o - d];
        } else
            out[o++] = in[i++];
    return o;
}
static void base64(const char *s) {
    static const char a[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = strlen(s);
    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = (uint8_t)s[i] << 16 | (i + 1 < n ? (uint8_t)s[i + 1] << 8 : 0) |
                     (i + 2 < n ? (uint8_t)s[i + 2] : 0);
        putchar(a[v >> 18]);
        putchar(a[v >> 12 & 63]);
        putchar(i + 1 < n ? a[v >> 6 & 63] : '=');
        putchar(i + 2 < n ? a[v & 63] : '=');
    }
    puts("");
}
static void rle(const char *s) {
    while (*s) {
        int n = 1;
        while (s[n] == *s) n++;
        printf(n > 1 ? "%d%c" : "%.0d%c", n > 1 ? n : 0, *s);
        s += n;
    }
    puts("");
}
struct sb {
    char *p;
    size_t n, cap;
};
static void sb_add(struct sb *b, const char *fmt, ...) {
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int k = vsnprintf(NULL, 0, fmt, ap);
    if (b->n + k + 1 > b->cap) b->p = realloc(b->p, b->cap = (b->n + k + 1) * 2);
    b->n += vsnprintf(b->p + b->n, k + 1, fmt, again);
    va_end(again);
    va_end(ap);
}
static void mini(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    for (; *f; f++)
        if (*f != '%')
            putchar(*f);
        else
            switch (*++f) {
            case 'd': {
                int v = va_arg(ap, int), i = 0;
                char b[12];
                unsigned u = v < 0 ? -(unsigned)v : v;
                do b[i++] = '0' + u % 10;
                while (u /= 10);
                if (v < 0) putchar('-');
                while (i) putchar(b[--i]);
                break;
            }
            case 's':
                for (const char *s = va_arg(ap, const char *); *s; s++) putchar(*s);
                break;
            case 'x': {
                unsigned u = va_arg(ap, unsigned);
                for (int sh = 28, on = 0; sh >= 0; sh -= 4)
                    if ((on |= u >> sh & 15) || !sh) putchar("0123456789abcdef"[u >> sh & 15]);
                break;
            }
            case '%': putchar('%');
            }
    va_end(ap);
}
struct big {
    int n;
    uint32_t d[40];
};
static struct big mul(struct big a, struct big b) {
    struct big r = {a.n + b.n};
    for (int i = 0; i < a.n; i++) {
        uint64_t c = 0;
        for (int j = 0; j < b.n; j++) {
            c += (uint64_t)a.d[i] * b.d[j] + r.d[i + j];
            r.d[i + j] = (uint32_t)c;
            c >>= 32;
        }
        r.d[i + b.n] = (uint32_t)c;
    }
    while (r.n > 1 && !r.d[r.n - 1]) r.n--;
    return r;
}
static void show(struct big b) {
    char s[400];
    int k = 0;
    do {
        uint64_t c = 0;
        for (int i = b.n; i--;) {
            c = c << 32 | b.d[i];
            b.d[i] = c / 10;
            c %= 10;
        }
        s[k++] = '0' + c;
        while (b.n && !b.d[b.n - 1]) b.n--;
    } while (b.n);
    while (k) putchar(s[--k]);
    puts("");
}
int main(void) {
    const char *re[] = {"^ab*c$", "a.c", "x*", "^$", "b.*z", "h"},
               *tx[] = {"abbbc", "zabcz", "", "bbz"};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 4; j++) printf("%d", match(re[i], tx[j]));
    puts("");
    printf("%d%d%d%d\n", glob_("*.c", "main.c"), glob_("m?in.*", "main.c"), glob_("*.h", "main.c"),
           glob_("**", ""));
    char in[600] = "";
    for (int i = 0; i < 20; i++) strcat(in, i % 3 ? "abcabcabd " : "hello world ");
    uint8_t out[1300], back[700];
    size_t n = pack((uint8_t *)in, strlen(in), out), m = unpack(out, n, back);
    printf("%zu %zu %d\n", n, m, memcmp(in, back, m));
    base64("Many hands make light work.");
    base64("ab");
    rle("aaabccdddd");
    struct sb b = {0};
    for (int i = 0; i < 10; i++) sb_add(&b, "%d%s", i * i, i < 9 ? "," : "\n");
    fputs(b.p, stdout);
    free(b.p);
    mini("%d %s %x %% %d\n", -2147483647 - 1, "str", 0xbeef0, 0);
    struct big x = {1, {3}};
    for (int i = 0; i < 7; i++) x = mul(x, x);
    show(x);
    return 0;
}

/* OUTPUT:
100001001111001001010000
1101
39 214 0
TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsu
YWI=
3ab2c4d
0,1,4,9,16,25,36,49,64,81
-2147483648 str beef0 % 0
11790184577738583171520872861412518665678211592275841109096961
*/
