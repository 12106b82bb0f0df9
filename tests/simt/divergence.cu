// Divergence of any nesting: every function runs on the host for one index after another and in a kernel for all at once;
// the results must be equal. Block sizes leave tails in warps and vectors; small grids (quick code) and large ones.
#include <stdio.h>
#include <stdlib.h>

#define HD __host__ __device__
#define N 120000

HD unsigned mix(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    return x * 0x846ca68bu ^ 0x5bd1e995u;
}

HD int nested(int i, const int *in) { // loops in branches in loops, left in every way
    int sum = 0;
    for (int a = 0; a < (in[i] & 7); a++) {
        if ((in[i] >> a) & 1) {
            for (int b = a; b < 9; b++) {
                if (b == (i & 7)) continue;
                if (((in[i] >> 3) ^ b) % 5 == 0) break;
                int c = b;
                while (c > 0) {
                    sum += c * a;
                    if (sum > 3000) return sum - i;
                    c -= 1 + (i & 1);
                }
            }
        } else if (i % 3 == 0) {
            sum ^= a << 4;
            continue;
        } else {
            do {
                sum += 3;
                if (sum % 7 == 2) break;
            } while (sum % 11 != 0);
        }
        if (sum > 500 && i % 5 == 1) break;
        sum++;
    }
    return sum;
}

HD int switches(int i, const int *in) { // fall-through, default in the middle, jumps out of loops
    int r = 0;
    for (int k = 0; k < 6; k++) {
        switch ((in[i] >> k) & 7) {
        case 0: r += 1;
        case 1: r += 10; break;
        default:
            r += 5;
            if (i & 1) break;
        case 6:
            for (int j = 0; j < k; j++) {
                switch (j ^ (i & 3)) {
                case 2: continue;
                case 3: r ^= 0x55; break;
                case 9: return -1;
                }
                r += j;
            }
            break;
        case 3: if (r > 30) return r * 2;
        case 4: continue;
        }
        r = r * 3 + 1;
    }
    return r;
}

HD int gotos(int i, const int *in) { // forward, backward, out of loops, and into one
    int r = i & 15, n = 0;
again:
    if (r & 1) goto odd;
    r /= 2;
    if (++n > 20) goto out;
    if (r > 3) goto again;
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            if (a * b == (in[i] & 15)) goto found;
            r += a ^ b;
        }
    goto out;
odd:
    r = 3 * r + 1;
    if (n++ < 7) goto again;
    goto inside;
found:
    r += 1000;
    if (i % 3) {
        while (n < 12) {
            r += n;
        inside:
            n += 2;
            if (n == 9) goto out;
        }
    }
out:
    return r * 31 + n;
}

HD int device(int i, const int *in) { // Duff's device
    int n = in[i] & 31, r = 0, count = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { if (count <= 0) break; r = r * 3 + 1;
    case 3: r = r * 5 + 2;
    case 2: r = r * 7 + 3;
    case 1: r = r * 11 + n;
            r &= 0xffffff;
        } while (--count > 0);
    }
    return r;
}

HD int collatz(int i, const int *in) { // very different numbers of rounds
    unsigned long long x = (unsigned)in[i] % 5000 + 1;
    int steps = 0;
    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    return steps;
}

HD int short_circuits(int i, const int *in) { // the right sides have effects
    int a = in[i] & 3, b = 0, c = 0;
    if (a && (b = in[i] >> 5 & 1) && ++c) b += 10;
    if (a == 1 || (c += 2, b) || i % 7 == 0) c += 100;
    int v = a > 1 ? (b++ ? ++c : --c) : (c << 2);
    return (a && b ? a * b : !c) + v + 1000 * b + 7 * c;
}

HD int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
HD int is_odd(int n);
HD int is_even(int n) { return n <= 0 ? 1 : is_odd(n - 1); }
HD int is_odd(int n) { return n <= 0 ? 0 : is_even(n - 1); }
HD int recursion(int i, const int *in) { // its depth differs from lane to lane
    int r = is_even(in[i] & 31);
    if (i % 4) r += 2 * ackermann(i % 3, in[i] & 7);
    return r;
}

HD int searches(int i, const int *in) { // a lane that has found it waits for the others
    unsigned x = i;
    int tries = 0;
    while (true) {
        x = mix(x + tries);
        if (x % 64 < 3) break;
        if (++tries >= 200) return -1;
    }
    int lo = 0, hi = 1000; // the values behind a loop are those of each lane's last round
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (mid * mid < (int)(x & 0xffff)) lo = mid + 1;
        else hi = mid;
    }
    return lo * 1000 + tries;
}

typedef int function(int, const int *);

template <function *F> __global__ void guarded(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = F(i, in);
}
template <function *F> __global__ void early(const int *in, int *out, int n) { // an early exit, and a grid-stride loop
    if (blockIdx.x * blockDim.x + threadIdx.x >= n) return;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = F(i, in);
}
template <function *F> __global__ void rows(const int *in, int *out, int n) { // in two dimensions
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * 200 + x;
    if (x < 200 && i < n) out[i] = F(i, in);
}

static int *in, *out, *want;

static void check(const char *name, const char *how, int n) {
    int wrong = 0;
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        if (out[i] != want[i] && wrong++ < 2) printf("%s, %s, at %d: %d instead of %d\n", name, how, i, out[i], want[i]);
        out[i] = -12345;
    }
    if (wrong) printf("%s, %s: %d wrong\n", name, how, wrong);
}

template <function *F> static void test(const char *name) {
    for (int i = 0; i < N; i++) want[i] = F(i, in);
    static const int sizes[] = {1, 7, 31, 33, 64, 100, 250, 256, 1023};
    for (int k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = k % 2 ? 3000 : 2999, threads = sizes[k];
        guarded<F><<<(n + threads - 1) / threads, threads>>>(in, out, n);
        check(name, "small", n);
        early<F><<<3, threads>>>(in, out, n);
        check(name, "strides", n);
    }
    guarded<F><<<(N + 95) / 96, 96>>>(in, out, N);
    check(name, "large", N);
    early<F><<<400, 256>>>(in, out, N);
    check(name, "large strides", N);
    rows<F><<<dim3(25, N / 200 / 6 + 1), dim3(8, 6)>>>(in, out, N);
    check(name, "rows of 8", N);
    rows<F><<<dim3(3, N / 200 / 3 + 1), dim3(67, 3)>>>(in, out, N);
    check(name, "rows of 67", N);
    printf("%s\n", name);
}

int main() {
    cudaMallocManaged(&in, N * sizeof(int));
    cudaMallocManaged(&out, N * sizeof(int));
    want = (int *)malloc(N * sizeof(int));
    for (int i = 0; i < N; i++) in[i] = mix(i) >> 1, out[i] = -12345;
    test<nested>("nested");
    test<switches>("switches");
    test<gotos>("gotos");
    test<device>("device");
    test<collatz>("collatz");
    test<short_circuits>("short circuits");
    test<recursion>("recursion");
    test<searches>("searches");
}
/* OUTPUT:
nested
switches
gotos
device
collatz
short circuits
recursion
searches
*/
