// Graphs: captured from one stream and from two, made node by node, with children, copies, fills and calls of the CPU;
// launched many times, changed and updated.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if CUDART_VERSION >= 13000
#define AFTER(g, from, to) cudaGraphAddDependencies(g, from, to, NULL, 1)
#else
#define AFTER(g, from, to) cudaGraphAddDependencies(g, from, to, 1)
#endif
#define N 256
#define OK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)

__global__ void scale(float *p, float f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] *= f; }
__global__ void add(float *p, const float *q, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += q[i]; }
__constant__ float factor;
__global__ void by_constant(float *p) { p[threadIdx.x] *= factor; }
static int calls;
static void CUDART_CB on_host(void *data) { calls += *(int *)data; }

static float h_in[N], h_out[N];

static void captured(void) {
    float *a, *b;
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    OK(cudaMalloc(&a, sizeof h_in)); OK(cudaMalloc(&b, sizeof h_in));
    OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t));
    OK(cudaEventCreate(&fork)); OK(cudaEventCreate(&join));
    for (int i = 0; i < N; i++) h_in[i] = (float)i;
    cudaGraph_t g;
    cudaGraphExec_t e;
    enum cudaStreamCaptureStatus status;
    static int two = 2;
    float three = 3, c = 0.5f;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaStreamIsCapturing(s, &status)); printf("capturing %d", status);
    OK(cudaMemcpyAsync(a, h_in, sizeof h_in, cudaMemcpyHostToDevice, s));
    OK(cudaEventRecord(fork, s));
    OK(cudaStreamWaitEvent(t, fork, 0));
    scale<<<2, 128, 0, s>>>(a, 2.0f, N);
    OK(cudaMemsetAsync(b, 0, sizeof h_in, t));
    add<<<2, 128, 0, t>>>(b, a, 0); // nothing yet, whatever the order
    OK(cudaEventRecord(join, t));
    OK(cudaStreamWaitEvent(s, join, 0));
    add<<<2, 128, 0, s>>>(b, a, N);
    scale<<<2, 128, 0, s>>>(b, three, N);
    three = 100; // the argument was copied
    OK(cudaMemcpyToSymbolAsync(factor, &c, sizeof c, 0, cudaMemcpyHostToDevice, s));
    by_constant<<<1, N, 0, s>>>(b);
    OK(cudaLaunchHostFunc(s, on_host, &two));
    OK(cudaMemcpyAsync(h_out, b, sizeof h_out, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaStreamIsCapturing(s, &status));
    size_t n = 0, roots = 0;
    OK(cudaGraphGetNodes(g, NULL, &n)); OK(cudaGraphGetRootNodes(g, NULL, &roots));
    printf(" then %d, out %g, %d nodes, %d roots\n", status, h_out[5], (int)n, (int)roots);
    OK(cudaGraphInstantiate(&e, g, NULL, NULL, 0));
    for (int k = 0; k < 3; k++) OK(cudaGraphLaunch(e, s));
    OK(cudaStreamSynchronize(s));
    printf("%g %g calls %d\n", h_out[5], h_out[255], calls);
    // again with other numbers, into the same instance
    cudaGraph_t g2;
    cudaGraphExecUpdateResultInfo info;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    OK(cudaMemcpyAsync(a, h_in, sizeof h_in, cudaMemcpyHostToDevice, s));
    OK(cudaStreamEndCapture(s, &g2));
    printf("%d", cudaGraphExecUpdate(e, g2, &info)); printf(" %d", info.result); cudaGetLastError();
    OK(cudaGraphDestroy(g2));
    OK(cudaGraphClone(&g2, g));
    OK(cudaGraphExecUpdate(e, g2, &info));
    printf(" %d\n", info.result);
    OK(cudaGraphExecDestroy(e)); OK(cudaGraphDestroy(g)); OK(cudaGraphDestroy(g2));
    // what a capture does not take
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    printf("%d", cudaStreamSynchronize(s));
    printf(" %d", cudaMemsetAsync(a, 0, 4, s));
    printf(" %d", cudaStreamEndCapture(s, &g));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(fork, s));
    OK(cudaStreamWaitEvent(t, fork, 0));
    scale<<<1, 32, 0, t>>>(a, 2.0f, N);
    printf(" %d", cudaStreamEndCapture(t, &g));
    printf(" %d", cudaStreamEndCapture(s, &g));
    printf(" %d %d\n", cudaStreamEndCapture(s, &g), cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    cudaGetLastError();
    OK(cudaFree(a)); OK(cudaFree(b));
}

static void explicit_nodes(void) {
    float *a, *b;
    int n = N, one = 1;
    float f = 4;
    OK(cudaMalloc(&a, sizeof h_in)); OK(cudaMalloc(&b, sizeof h_in));
    cudaGraph_t g, child;
    cudaGraphNode_t in, zero, k1, k2, host, out, empty, kid;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphAddMemcpyNode1D(&in, g, NULL, 0, a, h_in, sizeof h_in, cudaMemcpyHostToDevice));
    cudaMemsetParams fill = {0};
    fill.dst = b; fill.value = 0x3f800000; fill.elementSize = 4; fill.width = N; fill.height = 1;
    OK(cudaGraphAddMemsetNode(&zero, g, NULL, 0, &fill));
    cudaKernelNodeParams p = {0};
    void *args[] = {&a, &f, &n};
    p.func = (void *)scale; p.gridDim = dim3(2); p.blockDim = dim3(128); p.kernelParams = args;
    OK(cudaGraphAddKernelNode(&k1, g, &in, 1, &p));
    cudaGraphNode_t both[] = {k1, zero};
    OK(cudaGraphAddEmptyNode(&empty, g, both, 2));
    void *args2[] = {&a, &b, &n};
    cudaKernelNodeParams q = p;
    q.func = (void *)add; q.kernelParams = args2;
    OK(cudaGraphAddKernelNode(&k2, g, &empty, 1, &q));
    OK(cudaGraphCreate(&child, 0));
    cudaHostNodeParams call = {on_host, &one};
    OK(cudaGraphAddHostNode(&host, child, NULL, 0, &call));
    OK(cudaGraphAddChildGraphNode(&kid, g, &k2, 1, child));
    OK(cudaGraphAddMemcpyNode1D(&out, g, NULL, 0, h_out, a, sizeof h_in, cudaMemcpyDeviceToHost));
    OK(AFTER(g, &kid, &out));
    printf("%d", AFTER(g, &out, &in)); // a cycle
    cudaGetLastError();
    enum cudaGraphNodeType type;
    OK(cudaGraphNodeGetType(kid, &type));
    cudaGraphExec_t e;
    OK(cudaGraphInstantiate(&e, g, 0));
    calls = 0;
    OK(cudaGraphLaunch(e, 0));
    OK(cudaDeviceSynchronize());
    printf(" type %d: %g %g calls %d\n", type, h_out[3], h_out[200], calls);
    f = 10;
    OK(cudaGraphExecKernelNodeSetParams(e, k1, &p));
    OK(cudaGraphLaunch(e, 0));
    OK(cudaDeviceSynchronize());
    printf("%g %g calls %d\n", h_out[3], h_out[200], calls);
    OK(cudaGraphExecDestroy(e)); OK(cudaGraphDestroy(g)); OK(cudaGraphDestroy(child));
    printf("%d\n", cudaGraphLaunch(e, 0));
    cudaGetLastError();
}

int main() {
    captured();
    explicit_nodes();
    return 0;
}
/* OUTPUT:
capturing 1 then 0, out 0, 10 nodes, 1 roots
15 765 calls 6
910 2 0
900 901 901 903 904 401 900
1 type 4: 13 801 calls 1
31 2001 calls 2
1
*/
