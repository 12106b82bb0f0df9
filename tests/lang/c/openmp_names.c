// Threadprivate variables, declared reductions, scans, schedules of the run time, devices; the values are those of gcc -fopenmp.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>
int counter = 7; double table[4] = {1, 2, 3, 4};
#pragma omp threadprivate(counter, table)
static int count_calls(int n) { counter += n; return counter; }
struct vec { double x, y; };
typedef struct { int best, at; } pair_t;
#pragma omp declare reduction(vadd : struct vec : omp_out.x += omp_in.x, omp_out.y += omp_in.y) initializer(omp_priv = {0, 0})
#pragma omp declare reduction(maxloc : pair_t : omp_out = omp_in.best > omp_out.best || (omp_in.best == omp_out.best && omp_in.at < omp_out.at) ? omp_in : omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(+ : struct vec : omp_out.x += omp_in.x, omp_out.y += omp_in.y) initializer(omp_priv = {0, 0})
void init_vec(struct vec *v) { v->x = 1; v->y = 1; }
#pragma omp declare reduction(vmul : struct vec : omp_out.x *= omp_in.x, omp_out.y *= omp_in.y) initializer(init_vec(&omp_priv))
#pragma omp declare reduction(mymax : int, long, double : omp_out = omp_out > omp_in ? omp_out : omp_in) initializer(omp_priv = omp_orig)
int shadow(int counter) { int k = counter * 2; { int table = 3; k += table; } return k; }
int main(void) {
    omp_set_num_threads(4);
    int sums[4] = {0};
#pragma omp parallel
    { count_calls(omp_get_thread_num()); table[1] += omp_get_thread_num(); sums[omp_get_thread_num()] = counter + (int)table[1]; }
    for (int i = 0; i < 4; i++) printf("%d ", sums[i]);
#pragma omp parallel
    { counter++; sums[omp_get_thread_num()] = counter; }
    for (int i = 0; i < 4; i++) printf("%d ", sums[i]);
    printf("master %d shadow %d\n", counter, shadow(4));
    counter = 100; table[0] = 55;
#pragma omp parallel copyin(counter, table)
    { counter += omp_get_thread_num(); sums[omp_get_thread_num()] = counter + (int)table[0]; }
    for (int i = 0; i < 4; i++) printf("%d ", sums[i]);
    printf("\n");
    int priv, arr[3];
#pragma omp parallel private(priv, arr)
    {
        priv = -omp_get_thread_num();
#pragma omp single copyprivate(priv, arr, counter)
        { priv = 42; arr[0] = 1; arr[1] = 2; arr[2] = 3; counter = 9; }
        sums[omp_get_thread_num()] = priv + arr[0] + arr[1] * 10 + arr[2] * 100 + counter;
    }
    for (int i = 0; i < 4; i++) printf("%d ", sums[i]);
    printf("\n");
    struct vec v = {1, 2}, w = {0, 0}, m = {1, 1};
#pragma omp parallel for reduction(vadd : v) reduction(+ : w)
    for (int i = 0; i < 100; i++) { v.x += i; v.y += 2 * i; w.x += 1; w.y += i; }
    printf("%g %g %g %g\n", v.x, v.y, w.x, w.y);
#pragma omp parallel for reduction(vmul : m)
    for (int i = 1; i < 8; i++) { m.x *= i; m.y *= 2; }
    printf("%g %g\n", m.x, m.y);
    pair_t best = {-1, -1};
#pragma omp parallel for reduction(maxloc : best)
    for (int i = 0; i < 1000; i++) { int x = (i * 7919) % 1009; if (x > best.best) best = (pair_t){x, i}; }
    printf("%d %d\n", best.best, best.at);
    int mi = 3; double md = -1; int plain = 0;
#pragma omp parallel for reduction(mymax : mi, md) reduction(+ : plain)
    for (int i = 0; i < 77; i++) { if (i > mi) mi = i; if (i * 0.5 > md) md = i * 0.5; plain += i; }
    printf("%d %g %d\n", mi, md, plain);
    int a[20], b[20], c[20], s = 0;
    for (int i = 0; i < 20; i++) a[i] = i * i % 7;
#pragma omp parallel for reduction(inscan, + : s)
    for (int i = 0; i < 20; i++) {
        s += a[i];
#pragma omp scan inclusive(s)
        b[i] = s;
    }
    int t = 5;
#pragma omp parallel for simd reduction(inscan, + : t)
    for (int i = 0; i < 20; i++) {
        c[i] = t;
#pragma omp scan exclusive(t)
        t += a[i];
    }
    for (int i = 0; i < 20; i++) printf("%d,%d ", b[i], c[i]);
    printf("%d %d\n", s, t);
    long tri = 0; int seen[10][10]; memset(seen, 0, sizeof seen); int j;
#pragma omp parallel for collapse(2) reduction(+ : tri) private(j)
    for (int i = 0; i < 10; i++)
        for (j = i; j < 10; j++) { tri += i * j; seen[i][j]++; }
#pragma omp parallel for collapse(3) reduction(+ : tri)
    for (int i = 0; i < 4; i++)
        for (int q = 0; q < 3; q++)
            for (int k = 0; k <= i; k++) tri += i + q * k;
    int total = 0;
    for (int i = 0; i < 100; i++) total += seen[i / 10][i % 10];
    printf("%ld %d\n", tri, total);
    omp_set_schedule(omp_sched_dynamic, 3);
    omp_sched_t kind; int chunk;
    omp_get_schedule(&kind, &chunk);
    long r = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : r)
    for (int i = 0; i < 1000; i++) r += i;
    int owner[12];
    omp_set_schedule(omp_sched_static, 2);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 12; i++) owner[i] = omp_get_thread_num();
    printf("%d %d %ld ", (int)kind, chunk, r);
    for (int i = 0; i < 12; i++) printf("%d", owner[i]);
    printf("\n");
    int found = 0;
#pragma omp parallel for shared(found)
    for (int i = 0; i < 100; i++) {
#pragma omp cancellation point for
        if (i == 50) {
#pragma omp atomic write
            found = i;
#pragma omp cancel for
        }
    }
    printf("%d\n", found);
    double x[64], y[64], dot = 0;
    for (int i = 0; i < 64; i++) x[i] = i, y[i] = 2;
#pragma omp target teams distribute parallel for map(to : x, y) map(tofrom : dot) reduction(+ : dot)
    for (int i = 0; i < 64; i++) dot += x[i] * y[i];
    printf("%g\n", dot);
#pragma omp target data map(tofrom : x)
    {
#pragma omp target teams loop
        for (int i = 0; i < 64; i++) x[i] *= 2;
#pragma omp target update from(x)
#pragma omp target
        { for (int i = 0; i < 64; i++) x[i] += 1; }
    }
#pragma omp target enter data map(to : y)
#pragma omp target exit data map(from : y)
    double sx = 0;
#pragma omp parallel
    {
#pragma omp loop bind(parallel) reduction(+ : sx)
        for (int i = 0; i < 64; i++) sx += x[i];
    }
#pragma omp teams distribute reduction(+ : sx)
    for (int i = 0; i < 64; i++) sx += 1;
    printf("%g %d %d\n", sx, omp_is_initial_device(), omp_get_num_devices());
    return 0;
}
/* OUTPUT:
9 11 13 15 8 9 10 11 master 8 shadow 11
155 156 157 158 
372 372 372 372 
4951 9902 100 4950
5040 128
1008 765
76 38 2926
0,5 1,5 5,6 7,10 9,12 13,14 14,18 14,19 15,19 19,20 21,24 23,26 27,28 28,32 28,33 29,33 33,34 35,38 37,40 41,42 41 46
1245 55
2 3 499500 001122330011
50
4032
4160 1 0
*/
