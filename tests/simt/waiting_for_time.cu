// Threads that wait until time has passed do so side by side, whatever code runs them: 256 that wait 50 ms take no 12 seconds.
// CPU-ONLY: where threads are fibers
#include <cstdio>
#include <ctime>
__global__ void condition(long long n) {
    long long t = clock64();
    while (clock64() - t < n)
        ;
}
__global__ void body(long long n) {
    long long t = clock64(), now;
    do {
        now = clock64();
    } while (now - t < n);
}
__global__ void left(long long n) {
    long long t = clock64();
    for (;;) {
        if (clock64() - t >= n) break;
    }
}
__global__ void timer(unsigned long long n) {
    unsigned long long t, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - t < n);
}
__global__ void nap(long long n) {
    for (long long t = clock64(); clock64() < t + n;) __nanosleep(100);
}
double seconds() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
template <typename K> void wait(const char *name, K kernel, long long n) {
    double begin = seconds();
    kernel<<<2, 128>>>(n);
    cudaDeviceSynchronize();
    double took = seconds() - begin;
    printf("%s %s\n", name, took < 0.04 ? "did not wait" : took < 6 ? "side by side" : "one after the other");
}
int main() {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    long long n = p.clockRate * 50ll;
    wait("condition", condition, n);
    wait("body", body, n);
    wait("left", left, n);
    wait("timer", timer, 50000000);
    wait("nap", nap, n);
}
/* OUTPUT:
condition side by side
body side by side
left side by side
timer side by side
nap side by side
*/
