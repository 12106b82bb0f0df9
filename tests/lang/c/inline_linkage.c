// inline, extern, static and their mixtures; functions and variables declared in blocks; main's
// implicit return.
#include <stdio.h>
inline int plain(int x) {
    return x + 1;
}
extern inline int plain(int x);
static inline int stat(int x) {
    return x + 2;
}
extern int ext(int);
int ext(int x) {
    return x + 3;
}
inline extern int both(int x) {
    return x + 4;
}
static int fwd(int);
static int use(int x) {
    return fwd(x);
}
static int fwd(int x) {
    static int calls;
    return x + ++calls;
}
extern int counter;
int counter = 5;
extern const char text[];
const char text[] = "text";
static int hidden;
static int hidden = 6;
_Noreturn void stop(void);
int (*addr)(int) = plain;
void outer(void) {
    extern int counter;
    int inner(int);
    extern int late_var;
    printf("%d %d %d\n", counter, inner(1), late_var);
}
int inner(int x) {
    return x * 50;
}
int late_var = 77;
typedef int fn(int);
fn declared_by_typedef;
int declared_by_typedef(int x) {
    return -x;
}
static fn *table[] = {plain, stat, ext, both, fwd, declared_by_typedef};
static inline int rec(int n) {
    return n < 2 ? n : rec(n - 1) + rec(n - 2);
}
static int even(int n), odd(int n);
static int even(int n) {
    return n ? odd(n - 1) : 1;
}
static int odd(int n) {
    return n ? even(n - 1) : 0;
}
int const *const *volatile cp;
int main() {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) printf("%d ", table[i](10));
    puts("");
    printf("%d %d %s %d %d\n", use(1), addr(1), text, hidden, counter);
    outer();
    printf("%d %d %d\n", rec(20), even(1001), odd(7));
}

/* OUTPUT:
11 12 13 14 11 -10 
3 2 text 6 5
5 50 77
6765 0 1
*/
