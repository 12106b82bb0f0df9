// memcpy, memmove, memset, memcmp and their builtins on all sizes and alignments; struct copies
// through char; alloca; realloc.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct odd {
    char a[7];
    short b;
    double c;
    char d[3];
};
static unsigned sum(const void *p, size_t n) {
    const unsigned char *b = p;
    unsigned s = 0;
    while (n--) s = s * 31 + *b++;
    return s;
}
static void swap(void *a, void *b, size_t n) {
    char t[n];
    memcpy(t, a, n);
    memcpy(a, b, n);
    memcpy(b, t, n);
}
static char *dup(const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(malloc(n), s, n);
}
int main(void) {
    unsigned char buf[128], out[128];
    for (int i = 0; i < 128; i++) buf[i] = i * 7;
    unsigned s = 0;
    for (size_t n = 0; n < 70; n++)
        for (size_t off = 0; off < 4; off++) {
            memset(out, 0, sizeof out);
            memcpy(out + off, buf + 3, n);
            s += sum(out, sizeof out);
        }
    printf("%x\n", s);
    memmove(buf + 5, buf, 40);
    printf("%x\n", sum(buf, 60));
    memmove(buf, buf + 9, 40);
    printf("%x\n", sum(buf, 60));
    struct odd a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0xff, sizeof b);
    strcpy(a.a, "struct");
    a.b = 5;
    a.c = 2.5;
    for (size_t i = 0; i < sizeof a; i++) ((char *)&b)[i] = ((char *)&a)[i];
    printf("%s %d %g %d %zu\n", b.a, b.b, b.c, memcmp(&a, &b, sizeof a), sizeof a);
    b.b = 6;
    swap(&a, &b, sizeof a);
    printf("%d %d\n", a.b, b.b);
    int x = 1, y = 2;
    swap(&x, &y, sizeof x);
    printf("%d %d\n", x, y);
    char *h = dup("heap"), *st = alloca(10);
    strcpy(st, h);
    h = realloc(h, 100);
    strcat(h, "ed");
    printf("%s %s\n", h, st);
    free(h);
    printf("%d %d\n", memcmp("abc", "abd", 3) < 0, memcmp("b", "a", 1) > 0);
    int arr[10];
    memset(arr, -1, sizeof arr);
    printf("%d\n", arr[9]);
    char *e = memchr(memset(out, 'x', 20), 'y', 20);
    printf("%d\n", e == NULL);
    void *al = aligned_alloc(64, 128);
    printf("%d\n", (int)((size_t)al % 64));
    free(al);
    return 0;
}

/* OUTPUT:
1f2defc0
825fec52
6548a455
struct 5 2.5 0 32
6 5
2 1
heaped heap
1 1
-1
1
0
*/
