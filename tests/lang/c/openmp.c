// OpenMP: loops with their clauses, sections, single, master, critical, atomic, ordered, tasks; the values are those of gcc -fopenmp.
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
#define N 1000
int g;
static int fib(int n) { int a, b; if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b; }
static void more(void) {
  double a[100], best = 1e9, prod = 1;
  long bits = 0, all = -1;
  int seen = 0, i, x = 7, last = 0, never = 42;
  unsigned u;
  #pragma omp parallel for schedule(static, 3) lastprivate(i, x) firstprivate(x)
  for (i = 99; i >= 0; i -= 2) { a[i] = i * 0.25; if (i) a[i - 1] = -i; x = i; }
  printf("%d %d %g %g\n", i, x, a[3], a[2]);
  #pragma omp parallel for reduction(min : best) reduction(* : prod) reduction(| : bits) reduction(& : all) reduction(|| : seen)
  for (u = 0; u <= 9; ++u) { if (a[u] < best) best = a[u]; prod *= 1 + u % 3; bits |= 1L << u; all &= ~(1L << u); seen = seen || u == 4; }
  printf("%g %g %ld %ld %d\n", best, prod, bits, all, seen);
  #pragma omp parallel for
  for (int k = 10; k < 5; k++) never = 0;
  #pragma omp parallel for lastprivate(last) collapse(3) schedule(dynamic, 2) num_threads(7)
  for (int p = 0; p != 3; p++) {
    for (int q = 4; q > 0; --q)
      for (long r = 0; r < 10; r += 4) last = p * 100 + q * 10 + (int)r;
  }
  printf("%d %d\n", never, last);
  #pragma omp parallel num_threads(4)
  {
    int mine = 0;
    #pragma omp for nowait
    for (int k = 0; k < 50; k++) mine += k;
    #pragma omp for nowait schedule(dynamic)
    for (int k = 0; k < 50; k++) mine += k;
    #pragma omp for reduction(+ : seen)
    for (int k = 0; k < 50; k++) seen += k;
    #pragma omp critical
    never += mine;
    #pragma omp parallel
    {
      #pragma omp atomic
      never += 1;
    }
    #pragma omp simd
    for (int k = 0; k < 3; k++) mine++;
  }
  printf("%d %d\n", never, seen);
  #pragma omp parallel
  #pragma omp single
  #pragma omp taskloop firstprivate(x)
  for (int k = 0; k < 4; k++) { x += k; 
    #pragma omp atomic
    never += k; }
  omp_lock_t lock;
  omp_init_lock(&lock);
  #pragma omp parallel num_threads(6)
  { omp_set_lock(&lock); last++; omp_unset_lock(&lock); }
  printf("%d %d %d\n", x, never, last);
  #pragma omp parallel sections lastprivate(last)
  {
    last = 1;
    #pragma omp section
    { last = 2; }
  }
  printf("%d %d\n", last, omp_get_num_threads());
}
static void tasks(void) {
  long sum = 0, in = 0;
  int v[3] = {1, 2, 3}, w[2][2] = {{0}}, own = 5;
  #pragma omp parallel
  #pragma omp single
  #pragma omp taskloop reduction(+ : sum) grainsize(4)
  for (unsigned i = 280; i > 6; i -= 7) sum += i;
  #pragma omp parallel sections num_threads(1)
  {
    in = 1;
    #pragma omp section
    in += 10;
    #pragma omp section
    in += 100;
  }
  printf("%ld %ld\n", sum, in);
  #pragma omp parallel for reduction(+ : w) firstprivate(v) lastprivate(v)
  for (int i = 0; i < 20; i++) { v[1] = i; w[i & 1][1] += v[0] + i; }
  printf("%d %d %d %d\n", v[0], v[1], w[0][1], w[1][1]);
  #pragma omp parallel shared(sum)
  #pragma omp single
  {
    int a[2] = {1, 2};
    for (int i = 0; i < 3; i++) {
      #pragma omp task firstprivate(own)
      { a[0]++; own += a[0] + a[1]; i = 100;
        #pragma omp atomic
        sum += own; }
      a[1] = i;
    }
    #pragma omp taskgroup task_reduction(+ : in)
    for (int i = 0; i < 5; i++)
      #pragma omp task in_reduction(+ : in)
      in += i;
  }
  printf("%ld %ld\n", sum, in);
}
int main(void) {
  double *a = malloc(N * sizeof *a); double s = 0; int i, mx = -1, last = -5;
  #pragma omp parallel for
  for (i = 0; i < N; i++) a[i] = i * 0.5;
  #pragma omp parallel for reduction(+:s) reduction(max:mx) schedule(dynamic, 7) lastprivate(last)
  for (int k = 0; k < N; k++) { s += a[k]; if (k % 77 > mx) mx = k % 77; last = k; }
  printf("%g %d %d\n", s, mx, last);
  int count = 0;
  #pragma omp parallel num_threads(5)
  {
    #pragma omp atomic
    count++;
    #pragma omp critical(name)
    { g += omp_get_thread_num(); }
    #pragma omp barrier
    #pragma omp single
    printf("%d %d %d\n", count, g, omp_get_num_threads());
    #pragma omp for collapse(2) schedule(guided)
    for (int x = 0; x < 7; x++)
      for (int y = 10; y > 0; y -= 3) {
        #pragma omp atomic
        g += x * y;
      }
    #pragma omp master
    printf("master\n");
    #pragma omp barrier
    #pragma omp sections
    {
      #pragma omp section
      { 
        #pragma omp atomic
        g += 1; }
      #pragma omp section
      {
        #pragma omp atomic
        g += 2; }
    }
  }
  printf("%d\n", g);
  #pragma omp parallel for ordered schedule(dynamic)
  for (int k = 0; k < 10; k++) {
    #pragma omp ordered
    printf("%d ", k);
  }
  printf("\n");
  int r;
  #pragma omp parallel
  #pragma omp single
  r = fib(15);
  printf("fib %d\n", r);
  int h[8] = {0};
  #pragma omp parallel for reduction(+:h[:8])
  for (int k = 0; k < 1000; k++) h[k % 8] += k;
  for (int k = 0; k < 8; k++) printf("%d ", h[k]);
  printf("\n");
  int fp = 5, pr = 3;
  #pragma omp parallel for firstprivate(fp) private(pr) if(N > 10)
  for (int k = 0; k < 4; k++) { pr = fp; fp = pr + 1; }
  printf("%d %d\n", fp, pr);
  more();
  tasks();
  return 0;
}
/* OUTPUT:
249750 76 999
5 10 5
master
475
0 1 2 3 4 5 6 7 8 9 
fib 610
62000 62125 62250 62375 62500 62625 62750 62875 
5 3
-1 1 0.75 -3
-9 216 1023 -1024 1
42 218
2496 1226
1 2502 224
2 1
5740 111
1 19 100 110
5764 121
*/
