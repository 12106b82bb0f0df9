// What target regions share and copy, and what loops leave in their variables; the values are those of gcc -fopenmp.
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
int g = 1; static double gd = 2; const int N = 4;
#pragma omp declare target
int dev = 3; static int tab[4] = {1, 2, 3, 4}; int devb, *devp = &devb;
int f(int local) { int g2 = local; return dev + g2; }
#pragma omp end declare target
int listed = 5, enlisted = 6;
#pragma omp declare target to(listed)
#pragma omp declare target (enlisted)
const int thr = 9;
struct s { int a, b; };
enum e { A, B, C };
static void swap(int *p, int n) {
#pragma omp target map(tofrom: p[0:n])
    { for (int i = 0; i < n / 2; i++) { int t = p[i]; p[i] = p[n - 1 - i]; p[n - 1 - i] = t; } p++; n = 0; }
    printf("%d %d\n", n, p[0]);
}
static void loops(void) {
 int n = 0, i = 77, j = 66; 
 #pragma omp parallel for simd
 for (i = 0; i < 3; i++) n = 1;
 printf("%d\n", i);
 i = 77;
 #pragma omp for simd
 for (i = 0; i < 3; i++) n = 1;
 printf("%d\n", i);
 i = 77;
 #pragma omp target simd
 for (i = 0; i < 3; i++) n = 1;
 printf("%d\n", i);
 i = 77;
 #pragma omp target teams distribute parallel for simd
 for (i = 0; i < 3; i++) n = 1;
 printf("%d\n", i);
 i = 77;
 #pragma omp target teams distribute simd
 for (i = 0; i < 3; i++) n = 1;
 printf("%d\n", i);
 i = 77;
 #pragma omp target teams loop
 for (i = 0; i < 3; i++) n = 1;
 printf("%d\n", i);
 i = 77;
 #pragma omp parallel for simd collapse(2)
 for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) n = 1;
 printf("%d %d\n", i, j);
 i = 77; j = 66;
 #pragma omp simd collapse(2)
 for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) n = 1;
 printf("%d %d\n", i, j);
 i = 77; j = 66;
 #pragma omp distribute parallel for collapse(2)
 for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) n = 1;
 printf("%d %d\n", i, j);
 i = 77; j = 66;
 #pragma omp teams distribute collapse(2)
 for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) n = 1;
 printf("%d %d\n", i, j);
 #pragma omp loop collapse(2) bind(thread)
 for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) n = 1;
 printf("%d %d\n", i, j);
 i = 77; j = 66;
 #pragma omp taskloop simd
 for (i = 0; i < 3; i++) n = 1;
 printf("%d %d\n", i, j);
 i = 77; j = 66;
 #pragma omp taskloop
 for (i = 0; i < 3; i++) n = 1;
 printf("%d %d\n", i, j);
 int k = 3;
 #pragma omp parallel for simd linear(k : 2)
 for (i = 0; i < 5; i++) { if (i == 2) n = k; k += 2; }
 printf("%d %d\n", k, n);
 k = 3;
 #pragma omp for simd linear(k : 2)
 for (i = 0; i < 5; i++) { if (i == 2) n = k; k += 2; }
 printf("%d %d\n", k, n);
}
int main(void) {
    int x = 1, y = 5, a[3] = {1, 2, 3}; double s = 0; static int st = 4;
    struct s v = {1, 2}; enum e en = A; float _Complex z = 1; char c = 'a'; int *p = a; long n = 3; int vla[n]; for (int i = 0; i < n; i++) vla[i] = i;
    #pragma omp target
    { x = 2; g = 7; gd = 8; a[0] = 9; v.a = 5; en = C; z = 4; c = 'z'; p++; st = 77; vla[1] = 33; dev = 30; tab[1] = 20; listed = 50; enlisted = 60; devb = 5; devp = a; }
    printf("%d %d %g %d %d %d %g %c %d %d %d\n", x, g, gd, a[0], v.a, en, __real__ z, c, (int)(p - a), st, vla[1]);
    printf("%d %d %d %d %d %d %d\n", dev, tab[1], listed, enlisted, thr, devb, devp == a);
    #pragma omp target map(tofrom: y, g) map(to: st)
    { y++; x += 3; g += 10; st++; }
    printf("%d %d %d %d\n", x, y, g, st);
    #pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom: s)
    for (int i = 0; i < 10; i++) s += i;
    printf("%g\n", s);
    #pragma omp target teams distribute parallel for reduction(+ : s) firstprivate(y)
    for (int i = 0; i < 10; i++) s += i + y;
    printf("%g\n", s);
    #pragma omp target defaultmap(tofrom: scalar)
    { x = 40; g = 41; p = NULL; }
    printf("%d %d %d\n", x, g, p == NULL);
    #pragma omp target data map(tofrom: x)
    {
    #pragma omp target
    x = 50;
    x++;
    }
    printf("%d\n", x);
    #pragma omp target firstprivate(a, v) private(y)
    { a[1] = 77; v.b = 88; y = 3; x = a[1]; }
    printf("%d %d %d %d\n", a[1], v.b, y, x);
    int last = 0, i = 100;
    #pragma omp target teams distribute parallel for lastprivate(last)
    for (i = 0; i < 20; i++) last = i * 2;
    printf("%d %d\n", last, i);
    int k = 0;
    #pragma omp target simd linear(k : 2)
    for (int i = 0; i < 5; i++) { a[i % 3] = k; k += 2; }
    printf("%d\n", k);
    int q = 0;
    #pragma omp target parallel for shared(q) num_threads(3)
    for (int i = 0; i < 9; i++)
    #pragma omp atomic
        q += i;
    printf("%d\n", q);
    #pragma omp target parallel for map(q) num_threads(3) if(target: 0)
    for (int i = 0; i < 9; i++)
    #pragma omp atomic
        q += i;
    printf("%d\n", q);
    int arr[6] = {1, 2, 3, 4, 5, 6};
    swap(arr, 6);
    int *host = malloc(40);
    for (int i = 0; i < 10; i++) host[i] = i;
    #pragma omp target data map(tofrom: host[0:10]) use_device_ptr(host)
    {
    #pragma omp target is_device_ptr(host)
    { host[3] = 42; host += 4; }
    printf("%d\n", host[3]);
    }
    #pragma omp target enter data map(to: host[0:10])
    #pragma omp target teams num_teams(2) thread_limit(4)
    #pragma omp distribute
    for (int i = 0; i < 10; i++) host[i] += 1;
    #pragma omp target update from(host[0:10])
    #pragma omp target exit data map(from: host[0:10])
    printf("%d %d\n", host[3], host[9]);
    int w = 1;
    #pragma omp parallel num_threads(2)
    #pragma omp single
    {
    #pragma omp task depend(out: w) shared(w)
        { for (volatile int z = 0; z < 100000; z++); w = 2; }
    #pragma omp target map(tofrom: w) depend(inout: w) nowait
        w *= 5;
    #pragma omp taskwait
    }
    printf("%d\n", w);
    #pragma omp target map(tofrom: x)
    {
        int loc = 1; x = 0;
        #pragma omp parallel for reduction(+ : x) firstprivate(loc)
        for (int i = 0; i < N; i++) x += i + loc + g + tab[i];
        g = 0;
    }
    printf("%d %d\n", x, g);
    #pragma omp target defaultmap(firstprivate: aggregate)
    { a[0] = 1234; v.a = 1234; }
    printf("%d %d\n", a[0] == 1234, v.a == 1234);
    #pragma omp target defaultmap(none) map(a) firstprivate(x)
    { a[0] = x; x = 0; }
    printf("%d %d\n", a[0], x);
    #pragma omp target parallel private(x)
    { x = omp_get_thread_num(); }
    printf("%d\n", x);
    for (i = 0; i < 3; i++)
        if (i == 1)
    #pragma omp target
            x = i;
        else x++;
    printf("%d\n", x);
    loops();
    return f(0) != 30;
}
/* OUTPUT:
1 1 2 9 5 0 1 a 0 4 33
30 20 50 60 9 5 1
1 6 11 5
45
150
40 41 0
41
2 2 6 41
38 100
10
0
36
6 6
42
43 10
10
202 41
0 0
202 202
202
204
3
3
3
3
3
3
3 3
3 3
77 66
77 66
3 3
3 66
77 66
13 7
13 7
*/
