// Pointer arithmetic, comparisons, pointers to pointers and arrays, const, casts, negative indices,
// void *.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int *find(int *from, int *to, int v) {
    while (from < to && *from != v) from++;
    return from == to ? NULL : from;
}
static void set(int **pp, int *v) {
    *pp = v;
}
static int (*row(int i))[4] {
    return &grid[i];
}
static const char *skip(const char *s) {
    while (*s == ' ') ++s;
    return s;
}
static char *reverse(char *s) {
    char *a = s, *b = s + strlen(s);
    while (a < --b) {
        char t = *a;
        *a++ = *b;
        *b = t;
    }
    return s;
}
static void *offset(void *p, size_t n) {
    return p + n;
}
int main(void) {
    int a[5] = {10, 20, 30, 40, 50}, *p = a, *e = a + 5, **pp = &p;
    printf("%d %d %d %d\n", *p, p[2], *(p + 3), 2 [p]);
    printf("%td %td\n", e - p, &a[3] - &a[1]);
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d ", (*p)++);
    printf("%d ", ++*p);
    printf("%d\n", *p--);
    p += 2;
    printf("%d %d\n", p[-1], *(p - 2));
    p -= 1;
    printf("%td\n", p - a);
    printf("%d %d %d %d\n", p < e, p == &a[2], p != NULL, !p);
    set(pp, &a[4]);
    printf("%d %d\n", *p, **pp);
    printf("%td %d\n", find(a, e, 40) - a, find(a, e, 99) == NULL);
    int(*r)[4] = grid;
    printf("%d %d %d %d\n", (*r)[1], r[1][2], *(*(r + 2) + 3), **r);
    r++;
    printf("%d %td\n", **r, r - grid);
    printf("%d\n", (*row(2))[1]);
    printf("%d %d\n", grid[0][5], *(&grid[0][0] + 11));
    char s[] = "reverse me";
    puts(reverse(s));
    printf("%s|\n", skip("   x"));
    const char *names[] = {"a", "bb", "ccc", NULL};
    for (const char **n = names; *n; n++) printf("%s%zu ", *n, strlen(*n));
    puts("");
    double d = 1.0;
    uint64_t bits;
    memcpy(&bits, &d, 8);
    printf("%llx %02x\n", (unsigned long long)bits, ((unsigned char *)&d)[7]);
    void *v = a;
    printf("%d %d\n", ((int *)v)[1], *(int *)((char *)v + 8));
    printf("%d\n", *(int *)offset(a, 4));
    v++;
    printf("%d\n", (int)((char *)v - (char *)a));
    int x = 5, *const cp = &x;
    const int *pc = &x;
    *cp = 6;
    x++;
    printf("%d\n", *pc);
    uintptr_t u = (uintptr_t)&a[1];
    printf("%d %d\n", (int)(u - (uintptr_t)a), *(int *)(u + 4));
    int *null = 0;
    printf("%d %d\n", null == 0, (void *)null == NULL);
    struct node {
        int v;
        struct node *l, *r;
    } n3 = {3}, n1 = {1}, n2 = {2, &n1, &n3};
    printf("%d %d\n", n2.l->v, (*n2.r).v);
    struct node **link = &n2.l;
    *link = &n3;
    printf("%d\n", n2.l->v);
    struct node *list = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        n->v = i;
        n->l = list;
        list = n;
    }
    while (list) {
        printf("%d ", list->v);
        struct node *t = list->l;
        free(list);
        list = t;
    }
    puts("");
    int ***ppp = &(int **){&p};
    ***ppp = 77;
    printf("%d\n", a[4]);
    char *m = malloc(3 * 10);
    char(*tab)[10] = (char(*)[10])m;
    strcpy(tab[0], "first");
    strcpy(tab[2], "third");
    printf("%s %s\n", m, m + 20);
    free(tab);
    printf("%d\n", (int)(long)(char *)100 + 1);
    short *sp = (short *)a;
    printf("%d %d\n", sp[0], sp[1]);
    _Bool b = p;
    printf("%d %d\n", b, p && 0);
    printf("%s\n", p ? "set" : "null");
    for (int *q = e; q-- > a;) printf("%d ", *q);
    puts("");
    return 0;
}

/* OUTPUT:
10 30 40 30
5 2
10 30 30 32 32
32 20
2
1 1 1 0
50 50
3 1
2 7 12 1
5 1
10
6 12
em esrever
x|
a1 bb2 ccc3 
3ff0000000000000 3f
20 32
20
1
7
4 32
1 1
1 3
3
3 2 1 0 
77
first third
101
10 0
1 0
set
77 40 32 20 10 
*/
