// A reference to what a pointer's type converts to by qualifiers alone refers to the pointer itself (C++ CWG 2352), not to a copy of it.
#include <cstdio>

void through(const int *const &r, int **p) { ++*p; printf("%d\n", *r); }
void deeper(const int *const *const &r, int ***p) { ++*p; printf("%d\n", **r); }
struct holder { const int *const &r; };

int by_const(const int *const &) { return 1; }
int by_const(const void *const &) { return 2; }
int plain(const int *const &) { return 1; }
int plain(int *const &) { return 2; }
int value(const int *const &) { return 1; }
int value(int *) { return 2; }
int expiring(const int *&&) { return 1; }
int expiring(const int *const &) { return 2; }

int main() {
    int a[3] = {1, 2, 3}, *p = a;
    const int *const &r = p;
    p++;
    printf("%d %d\n", *r, (const void *)&r == (const void *)&p); // OUTPUT: 2 1
    p = a;
    through(p, &p); // OUTPUT: 2
    int *q[2] = {a, a + 1}, **qq = q;
    deeper(qq, &qq); // OUTPUT: 2
    const int *const(&row)[2] = q;
    q[0] = a + 2;
    printf("%d\n", *row[0]); // OUTPUT: 3
    p = a;
    holder s{p};
    p++;
    printf("%d\n", *s.r); // OUTPUT: 2
    auto lambda = [](const int *const &x, int *&y) { y++; return *x; };
    p = a;
    printf("%d\n", lambda(p, p)); // OUTPUT: 2
    volatile int *const &w = p;
    p = a + 2;
    printf("%d\n", *w); // OUTPUT: 3
    const int *const &t = static_cast<const int *const &>(p);
    p = a;
    printf("%d\n", *t); // OUTPUT: 1
    printf("%d %d %d %d %d\n", by_const(p), plain(p), value(p), expiring(p), expiring(a + 1)); // OUTPUT: 1 2 2 2 1

    // Casts at several levels.
    int **pp = &p;
    const int *const *deep = static_cast<const int *const *>(pp);
    int **back = const_cast<int **>(deep);
    printf("%d %d\n", back == pp, **deep); // OUTPUT: 1 1
    int *(*rows)[2] = &q;
    const int *const(*seen)[2] = rows;
    printf("%d\n", *(*seen)[1]); // OUTPUT: 2
}
