// Host code, and what it shares with kernels. `f` is checked as it runs.

// == loop
// run: f(a, n)
void f(int *p, int n) {
    for (int i = 0; i < 16384; i++) p[i] = n; //= for (int i = 0; i <= 16384; i++) p[i] = n; => out-of-bounds
}

// == session_arrays
// run: f(n)
int five[5], next_to_it[5];
void f(int n) {
    for (int i = 0; i < 5; i++) five[i] = n; //= for (int i = 0; i < 6; i++) five[i] = n; => out-of-bounds
    for (int *p = five; p < five + 5; p++) next_to_it[0] += *p; //= for (int *p = five; p <= five + 5; p++) next_to_it[0] += *p; => out-of-bounds
}

// == members
// run: f()
struct parts { int v[3]; int rest; } parts;
void f() {
    for (int i = 0; i < 3; i++) parts.v[i] = i; //= for (int i = 0; i < 4; i++) parts.v[i] = i; => out-of-bounds
    parts.rest = parts.v[1];
}

// == locals
// run: f(n)
int f(int n) {
    int v[4], sum = 0; //= int v[4], sum; => uninitialised
    for (int i = 0; i < 4; i++) v[i] = n; //= for (int i = 0; i < 5; i++) v[i] = n; => out-of-bounds
    for (int i = 0; i < 4; i++) sum += v[i];
    return sum;
}

// == blocks
// run: f(n)
void f(int n) {
    int *p = (int *)malloc(n * sizeof(int)); //= int *p = (int *)malloc(n); => out-of-bounds
    for (int i = 0; i < n; i++) p[i] = i; //= for (int i = 1; i < n; i++) p[i] = i; => uninitialised
    long sum = 0;
    for (int i = 0; i < n; i++) sum += p[i];
    free(p); //= free(p); sum += p[0]; => use-after-free
    one = sum; //= free(p); => use-after-free
}

// == new_and_delete
// run: f(n)
struct node { int value; struct node *next; };
void f(int n) {
    struct node *list = NULL; //= struct node *list; => uninitialised
    for (int i = 0; i < n; i++) {
        struct node *fresh = new node();
        fresh->value = i;
        fresh->next = list;
        list = fresh;
    }
    for (struct node *at = list, *next; at; at = next) {
        next = at->next;
        delete at; //= delete at; next = at->next; => use-after-free
    }
}

// == copied_block
// run: f(n)
void f(int n) {
    int *p = (int *)malloc(n * sizeof(int)), *q = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) p[i] = i; //- uninitialised
    memcpy(q, p, n * sizeof(int)); //= memcpy(q, p, n * sizeof(int) + 1); => out-of-bounds
    if (q[n - 1] > 3) one = q[3];
    free(p);
    free(q);
}

// == resized
// run: f(n)
void f(int n) {
    int *p = (int *)calloc(n, sizeof(int));
    int *q = (int *)realloc(p, 2 * n * sizeof(int));
    q[n] = 3; //- uninitialised
    one = q[n] + q[0]; //= one = q[n] + q[0] + p[0]; => use-after-free
    free(q);
}

// == set_by_a_library
// run: f()
void f() {
    char *line = (char *)malloc(100);
    snprintf(line, 100, "%d", 7); //- uninitialised
    if (line[0] == '7') one = 1;
    free(line);
}

// == managed
// run: f(n, G, B)
__global__ void add(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void f(int n, int g, int b) {
    int *m;
    cudaMallocManaged(&m, n * sizeof(int));
    for (int i = 0; i < n; i++) m[i] = i;
    add<<<g, b>>>(m);
    cudaDeviceSynchronize(); //- race
    one = m[3];
    m[4] = 5;
    add<<<g, b>>>(m);
    cudaStreamSynchronize(0); //= m[5] = 1; cudaStreamSynchronize(0); => race
    cudaFree(m);
}

// == event
// run: f(n, G, B)
__global__ void add(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void f(int n, int g, int b) {
    int *m;
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaMallocManaged(&m, n * sizeof(int));
    for (int i = 0; i < n; i++) m[i] = i;
    add<<<g, b>>>(m);
    cudaEventRecord(e);
    cudaEventSynchronize(e); //- race
    one = m[3];
    cudaFree(m);
    cudaEventDestroy(e);
}

// == there_and_back
// run: f(n, G, B)
__global__ void add(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void f(int n, int g, int b) {
    int *h = (int *)malloc(n * sizeof(int)), *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(int)); //= cudaMalloc(&d, n); => out-of-bounds
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice); //- uninitialised
    add<<<g, b>>>(d); //= add<<<g, b>>>(h); => host-pointer
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost); //- stale-copy
    one = h[3]; //= one = d[3]; => device-pointer
    cudaFree(d); //= cudaFree(h); => unseen-error
    free(h);
}

// == half_a_copy
// run: f(n, G, B)
__global__ void add(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void f(int n, int g, int b) {
    int *d;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, a, n * sizeof(int), cudaMemcpyHostToDevice); //= cudaMemcpy(d, a, n, cudaMemcpyHostToDevice); => uninitialised
    add<<<g, b>>>(d);
    cudaFree(d);
}

// == of_elements
// run: f()
void f() {
    int *h = (int *)calloc(1000, sizeof(int)), *d;
    cudaMalloc(&d, 1000 * sizeof(int));
    cudaMemcpy(d, h, 1000 * sizeof(int), cudaMemcpyHostToDevice); //= cudaMemcpy(d, h, 1000, cudaMemcpyHostToDevice); => short-copy
    cudaFree(d);
    free(h);
}

// == asynchronous
// run: f(n, G, B)
__global__ void add(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void f(int n, int g, int b) {
    int *h, *d;
    cudaStream_t s, t;
    cudaMallocHost(&h, n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    cudaStreamCreate(&s); cudaStreamCreate(&t);
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s); //= cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, t); => race
    add<<<g, b, 0, s>>>(d); //= h[1] = 2; add<<<g, b, 0, s>>>(d); => race
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s); //= cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, t); => race
    cudaStreamSynchronize(s); //- race
    one = h[7];
    cudaStreamSynchronize(t);
    cudaFreeHost(h); cudaFree(d); cudaStreamDestroy(s); cudaStreamDestroy(t);
}

// == pageable_is_waited_for
// run: f(n)
void f(int n) {
    int *h = (int *)calloc(n, sizeof(int)), *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
    h[0] = 2;
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    one = h[0];
    cudaFree(d); cudaStreamDestroy(s); free(h);
}

// == errors
// run: f()
void f() {
    int *p = NULL;
    if (cudaMalloc(&p, (size_t)1 << 60) != cudaSuccess) p = NULL; //= cudaMalloc(&p, (size_t)1 << 60); => unseen-error
    cudaFree(p);
}
