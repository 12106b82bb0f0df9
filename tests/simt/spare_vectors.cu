// Regions in which only the first threads of a block do something (their loop over vectors ends early), and accesses of the first
// lanes (made in short vectors): what comes behind such a branch, crosses a barrier or goes round a loop must not be lost, and
// neighbours of what was stored must stay.
#include <stdio.h>

#define N 256

__global__ void tree(const int *x, int *out, int *kept) { // halves that the compiler knows
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * N + t];
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    kept[blockIdx.x * N + t] = s[t]; // each step's leavings
    if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void tree_of(const int *x, int *out, int *kept, int first) { // and those that it does not know
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * N + t];
    __syncthreads();
    for (unsigned half = first; half > 0; half >>= 1) {
        if (half > t) s[t] += s[t + half];
        __syncthreads();
    }
    kept[blockIdx.x * N + t] = s[t];
    if (!t) out[blockIdx.x] = s[0];
}

__global__ void others(int *out, int limit) { // all threads do something behind the branch
    __shared__ int s[N];
    int t = threadIdx.x, mine = 7;
    s[t] = 1;
    __syncthreads();
    if (t < limit) s[t] = 2;
    out[blockIdx.x * N + t] += 10;
    __syncthreads();
    if (t <= limit - 1) mine = s[N - 1 - t] + t; // crosses the next barrier, from all
    __syncthreads();
    s[t] = mine;
    __syncthreads();
    out[blockIdx.x * N + t] += s[t ^ 5];
}

__global__ void rounds(int *out, const int *limits, int turns) { // the last turn has fewer threads than the others
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int k = 0; k < 3; k++) // a loop that the compiler unrolls
        if (t < limits[k]) s[t] += k + 1;
    __syncthreads();
    for (int k = 0; k < turns; k++) // and one that it does not
        if (t < limits[k]) s[t] += k + 1;
    __syncthreads();
    out[blockIdx.x * N + t] = s[t];
}

__global__ void one(int *out, int which, int *votes) { // one thread, not in the first vector
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t == which) s[t] = -1;
    __syncthreads();
    if (t == 20) s[0] = 1000;
    int n = __syncthreads_count(t < which);
    if (t < 3) s[t + 1] += n;
    __syncthreads();
    out[blockIdx.x * N + t] = s[t];
    if (t == N - 1) votes[blockIdx.x] = n;
}

__global__ void prefixes(int *out, double *wide, unsigned char *bytes) { // 1, 2, 4 ... lanes, and what is read with them
    __shared__ int s[N];
    int t = threadIdx.x, read = -1;
    s[t] = t;
    __syncthreads();
    if (t < 1) s[t] = 100;
    __syncthreads();
    if (t < 2) s[t + 2] += s[t];
    __syncthreads();
    if (t < 4) read = s[t + 1];
    if (t < 8) wide[blockIdx.x * N + t] = s[t] * 0.5;
    if (t < 16) bytes[blockIdx.x * N + t + 1] = (unsigned char)t;
    if (t < 3) s[t + 9] = 3;
    if (t < -1) s[t] = 5;
    __syncthreads();
    out[blockIdx.x * N + t] = s[t] * 10 + read;
}

const int BLOCKS = 300;
int x[BLOCKS * N], out[BLOCKS * N], kept[BLOCKS * N], sums[BLOCKS], limits[3];
double wide[BLOCKS * N];
unsigned char bytes[BLOCKS * N];

int wrong_tree(int first) {
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++) {
        int s[N];
        for (int t = 0; t < N; t++) s[t] = x[b * N + t];
        for (int half = first; half > 0; half /= 2)
            for (int t = 0; t < half; t++) s[t] += s[t + half];
        for (int t = 0; t < N; t++) wrong += kept[b * N + t] != s[t];
        wrong += sums[b] != s[0];
    }
    return wrong;
}

int main() {
    int total = 0;
    for (int i = 0; i < BLOCKS * N; i++) x[i] = i * 7919 % 1000 - 300;
    for (int round = 0; round < 3; round++) { // small launches first
        int blocks = round ? BLOCKS : 2;
        tree<<<BLOCKS, N>>>(x, sums, kept);
        cudaDeviceSynchronize();
        int wrong = wrong_tree(N / 2);
        for (int first = 128; first >= 8; first /= 4) {
            tree_of<<<BLOCKS, N>>>(x, sums, kept, first);
            cudaDeviceSynchronize();
            wrong += wrong_tree(first);
        }
        printf("tree: %d wrong\n", wrong), total += wrong, wrong = 0;
        for (int limit = -3; limit < 300; limit += 17) {
            for (int i = 0; i < BLOCKS * N; i++) out[i] = 0;
            others<<<blocks, N>>>(out, limit);
            cudaDeviceSynchronize();
            for (int i = 0; i < blocks * N; i++) {
                int t = i % N ^ 5, s = N - 1 - t < limit ? 2 : 1;
                wrong += out[i] != 10 + (t < limit ? s + t : 7);
            }
        }
        printf("others: %d wrong\n", wrong), total += wrong, wrong = 0;
        for (int k = 0; k < 40; k++) {
            limits[0] = k * 61 % 280, limits[1] = k * 31 % 280, limits[2] = k * 17 % 40;
            rounds<<<blocks, N>>>(out, limits, 3);
            cudaDeviceSynchronize();
            for (int i = 0; i < blocks * N; i++) {
                int t = i % N;
                wrong += out[i] != 2 * ((t < limits[0]) + 2 * (t < limits[1]) + 3 * (t < limits[2]));
            }
        }
        printf("rounds: %d wrong\n", wrong), total += wrong, wrong = 0;
        for (int which = -1; which < 270; which += 15) {
            one<<<blocks, N>>>(out, which, sums);
            cudaDeviceSynchronize();
            int n = which < 0 ? 0 : which < N ? which : N;
            for (int i = 0; i < blocks * N; i++) {
                int t = i % N, v = t == 0 ? 1000 : t == which ? -1 : t;
                if (t >= 1 && t < 4) v += n;
                wrong += out[i] != v;
            }
            for (int b = 0; b < blocks; b++) wrong += sums[b] != n;
        }
        printf("one: %d wrong\n", wrong), total += wrong, wrong = 0;
        for (int i = 0; i < BLOCKS * N; i++) wide[i] = -1, bytes[i] = 99;
        prefixes<<<blocks, N>>>(out, wide, bytes);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * N; i++) {
            int t = i % N, s[N + 2];
            for (int k = 0; k < N; k++) s[k] = k;
            s[0] = 100, s[2] += s[0], s[3] += s[1];
            int read = t < 4 ? s[t + 1] : -1, v = t >= 9 && t < 12 ? 3 : s[t];
            wrong += out[i] != v * 10 + read;
            wrong += wide[i] != (t < 8 ? s[t] * 0.5 : -1.0);
            wrong += bytes[i] != (t >= 1 && t < 17 ? t - 1 : 99);
        }
        printf("prefixes: %d wrong\n", wrong), total += wrong;
    }
    printf(total ? "FAILED\n" : "all right\n");
    return total != 0;
}
/* OUTPUT:
tree: 0 wrong
others: 0 wrong
rounds: 0 wrong
one: 0 wrong
prefixes: 0 wrong
tree: 0 wrong
others: 0 wrong
rounds: 0 wrong
one: 0 wrong
prefixes: 0 wrong
tree: 0 wrong
others: 0 wrong
rounds: 0 wrong
one: 0 wrong
prefixes: 0 wrong
all right
*/
