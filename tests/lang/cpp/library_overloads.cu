// Functions of the program's own beside the C library's of their names: overloads, as g++ has them.
#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <cmath>
#include <ctime>
#include <vector>
#include <string>
static int memset(float *a, float v, int n) { for (int i = 0; i < n; i++) a[i] = v; return n; }
static float index(int i, int j) { return i * 100.0f + j; }
static int strlen(int n) { int k = 0; while (n) n /= 10, k++; return k; }
struct V { int x; };
static V abs(V v) { return V{v.x < 0 ? -v.x : v.x}; }
static long time(int a, int b) { return a * 60 + b; }
static int malloc(const char *s, int n) { return (int)s[n]; }
static void free(int *n) { *n = 0; }
template <class T> static T div(T a, T b, T c) { return a / b / c; }
int main() {
    float a[4];
    char b[4];
    printf("%d\n", memset(a, 1.5f, 4));
    memset(b, 'x', 3);
    b[3] = 0;
    printf("%s %g %g\n", b, a[3], index(3, 4));
    printf("%d %d\n", (int)strlen("hello"), strlen(12345));
    printf("%d %d %g\n", abs(V{-3}).x, abs(-4), std::abs(-4.5));
    printf("%ld %d\n", time(2, 3), time(nullptr) > 0);
    printf("%d\n", malloc("abc", 1));
    void *p = malloc(16);
    free(p);
    int n = 3;
    free(&n);
    printf("%d %d %g\n", n, div(7, 2).rem, div(8.0, 2.0, 2.0));
    int *q = new int[5]();
    printf("%d\n", q[4]);
    delete[] q;
    std::vector<std::string> v(3, "ab");
    v.push_back("cde");
    printf("%s %zu\n", v[3].c_str(), v.size());
    std::memset(b, 'y', 2);
    printf("%s %zu\n", b, std::strlen(b));
}
