// Every call for graphs with each of its arguments wrong once while the others are right, as cudart_arguments.cu does.
// RUN: file
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, VALUE = 1, MEMORY = 2, CONFIG = 9, PITCH = 12, SYMBOL = 13, DIRECTION = 21, FUNCTION = 98, DEVICE = 101,
       LIMIT = 215, HANDLE = 400, LARGE = 720 };
static int rows, failures;
static void check(int line, const char *call, int want, int got) {
    int peeked = cudaPeekAtLastError(), last = cudaGetLastError(), after = cudaGetLastError();
    rows++;
    if (got == want && peeked == want && last == want && after == 0) return;
    failures++;
    printf("line %d: %s gives %d instead of %d; last error %d, %d, then %d\n", line, call, got, want, peeked, last, after);
}
#define T(want, ...) check(__LINE__, #__VA_ARGS__, want, __VA_ARGS__)

__global__ void plain(int *p) { if (p) p[threadIdx.x] = 1; }
static void fn(void *p) {}

int main() {
    cudaStream_t s, gone;
    int *q, host[4];
    cudaStreamCreate(&s);
    cudaStreamCreate(&gone);
    cudaStreamDestroy(gone);
    cudaMalloc(&q, 256);
    cudaGraph_t g, child, copy, bad = (cudaGraph_t)host;
    cudaGraphExec_t e, bad_exec = (cudaGraphExec_t)host;
    cudaGraphNode_t k, c, m, h, first, node, nodes[32], nowhere = (cudaGraphNode_t)host, deps[2] = {0, 0}, from[2] = {0, 0}, to[2] = {0, 0};
    cudaGraphNodeType type;
    cudaStreamCaptureStatus status;
    cudaGraphExecUpdateResultInfo info;
    size_t count = 32;
    void *args[] = {&q};
    cudaKernelNodeParams p = {0}, out;
    p.func = (void *)plain;
    p.gridDim = dim3(1);
    p.blockDim = dim3(4);
    p.kernelParams = args;
    cudaMemsetParams fill = {0};
    fill.dst = q;
    fill.elementSize = 1;
    fill.width = 16;
    fill.height = 1;
    cudaHostNodeParams call = {fn, NULL};
    cudaMemcpy3DParms box = {0};
    box.srcPtr = make_cudaPitchedPtr(host, 16, 16, 1);
    box.dstPtr = make_cudaPitchedPtr(q, 16, 16, 1);
    box.extent = make_cudaExtent(16, 1, 1);
    box.kind = cudaMemcpyHostToDevice;
    memset(host, 0, sizeof host);
    T(OK, cudaGraphCreate(&child, 0));
    T(OK, cudaGraphCreate(&g, 0));
    T(VALUE, cudaGraphCreate(NULL, 0));
    T(VALUE, cudaGraphCreate(&g, 1));
    T(OK, cudaGraphAddEmptyNode(&first, g, NULL, 0));
    deps[0] = first;
    T(OK, cudaGraphAddKernelNode(&k, g, deps, 1, &p));
    T(VALUE, cudaGraphAddKernelNode(NULL, g, deps, 1, &p));
    T(VALUE, cudaGraphAddKernelNode(&k, bad, deps, 1, &p));
    T(VALUE, cudaGraphAddKernelNode(&k, g, NULL, 1, &p));
    T(VALUE, cudaGraphAddKernelNode(&k, g, deps, 2, &p));
    T(VALUE, cudaGraphAddKernelNode(&k, g, deps, 1, NULL));
    T(OK, cudaGraphAddMemcpyNode(&node, g, deps, 1, &box));
    T(VALUE, cudaGraphAddMemcpyNode(NULL, g, deps, 1, &box));
    T(VALUE, cudaGraphAddMemcpyNode(&node, bad, deps, 1, &box));
    T(VALUE, cudaGraphAddMemcpyNode(&node, g, NULL, 1, &box));
    T(VALUE, cudaGraphAddMemcpyNode(&node, g, deps, 2, &box));
    T(VALUE, cudaGraphAddMemcpyNode(&node, g, deps, 1, NULL));
    T(OK, cudaGraphAddMemcpyNode1D(&c, g, deps, 1, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphAddMemcpyNode1D(NULL, g, deps, 1, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphAddMemcpyNode1D(&c, bad, deps, 1, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphAddMemcpyNode1D(&c, g, NULL, 1, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphAddMemcpyNode1D(&c, g, deps, 2, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphAddMemcpyNode1D(&c, g, deps, 1, NULL, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphAddMemcpyNode1D(&c, g, deps, 1, q, NULL, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphAddMemcpyNode1D(&c, g, deps, 1, q, host, 0, cudaMemcpyHostToDevice));
    T(DIRECTION, cudaGraphAddMemcpyNode1D(&c, g, deps, 1, q, host, 16, (cudaMemcpyKind)9));
    T(OK, cudaGraphAddMemsetNode(&m, g, deps, 1, &fill));
    T(VALUE, cudaGraphAddMemsetNode(NULL, g, deps, 1, &fill));
    T(VALUE, cudaGraphAddMemsetNode(&m, bad, deps, 1, &fill));
    T(VALUE, cudaGraphAddMemsetNode(&m, g, NULL, 1, &fill));
    T(VALUE, cudaGraphAddMemsetNode(&m, g, deps, 2, &fill));
    T(VALUE, cudaGraphAddMemsetNode(&m, g, deps, 1, NULL));
    T(OK, cudaGraphAddHostNode(&h, g, deps, 1, &call));
    T(VALUE, cudaGraphAddHostNode(NULL, g, deps, 1, &call));
    T(VALUE, cudaGraphAddHostNode(&h, bad, deps, 1, &call));
    T(VALUE, cudaGraphAddHostNode(&h, g, NULL, 1, &call));
    T(VALUE, cudaGraphAddHostNode(&h, g, deps, 2, &call));
    T(VALUE, cudaGraphAddHostNode(&h, g, deps, 1, NULL));
    T(OK, cudaGraphAddEmptyNode(&node, g, deps, 1));
    T(VALUE, cudaGraphAddEmptyNode(NULL, g, deps, 1));
    T(VALUE, cudaGraphAddEmptyNode(&node, bad, deps, 1));
    T(VALUE, cudaGraphAddEmptyNode(&node, g, NULL, 1));
    T(VALUE, cudaGraphAddEmptyNode(&node, g, deps, 2));
    T(OK, cudaGraphAddChildGraphNode(&node, g, deps, 1, child));
    T(VALUE, cudaGraphAddChildGraphNode(NULL, g, deps, 1, child));
    T(VALUE, cudaGraphAddChildGraphNode(&node, bad, deps, 1, child));
    T(VALUE, cudaGraphAddChildGraphNode(&node, g, NULL, 1, child));
    T(VALUE, cudaGraphAddChildGraphNode(&node, g, deps, 2, child));
    T(VALUE, cudaGraphAddChildGraphNode(&node, g, deps, 1, g));
    from[0] = k;
    to[0] = node;
    T(OK, cudaGraphAddDependencies(g, from, to, 1));
    T(VALUE, cudaGraphAddDependencies(bad, from, to, 1));
    T(VALUE, cudaGraphAddDependencies(g, NULL, to, 1));
    T(VALUE, cudaGraphAddDependencies(g, from, NULL, 1));
    T(VALUE, cudaGraphAddDependencies(g, from, to, 2));
    T(OK, cudaGraphGetNodes(g, nodes, &count));
    T(VALUE, cudaGraphGetNodes(bad, nodes, &count));
    T(VALUE, cudaGraphGetNodes(g, nodes, NULL));
    T(OK, cudaGraphGetRootNodes(g, nodes, &count));
    T(VALUE, cudaGraphGetRootNodes(bad, nodes, &count));
    T(VALUE, cudaGraphGetRootNodes(g, nodes, NULL));
    T(OK, cudaGraphNodeGetType(k, &type));
    T(VALUE, cudaGraphNodeGetType(nowhere, &type));
    T(VALUE, cudaGraphNodeGetType(k, NULL));
    T(OK, cudaGraphKernelNodeGetParams(k, &out));
    T(VALUE, cudaGraphKernelNodeGetParams(c, &out));
    T(VALUE, cudaGraphKernelNodeGetParams(k, NULL));
    T(OK, cudaGraphKernelNodeSetParams(k, &p));
    T(VALUE, cudaGraphKernelNodeSetParams(c, &p));
    T(VALUE, cudaGraphKernelNodeSetParams(k, NULL));
    T(OK, cudaGraphClone(&copy, g));
    T(VALUE, cudaGraphClone(NULL, g));
    T(VALUE, cudaGraphClone(&copy, bad));
    T(OK, cudaGraphInstantiate(&e, g, 0));
    T(VALUE, cudaGraphInstantiate(NULL, g, 0));
    T(VALUE, cudaGraphInstantiate(&e, bad, 0));
    T(VALUE, cudaGraphInstantiate(&e, g, 99));
    T(OK, cudaGraphInstantiateWithFlags(&e, g, 0));
    T(VALUE, cudaGraphInstantiateWithFlags(NULL, g, 0));
    T(VALUE, cudaGraphInstantiateWithFlags(&e, bad, 0));
    T(VALUE, cudaGraphInstantiateWithFlags(&e, g, 99));
    T(OK, cudaGraphUpload(e, s));
    T(VALUE, cudaGraphUpload(bad_exec, s));
    T(HANDLE, cudaGraphUpload(e, gone));
    T(OK, cudaGraphLaunch(e, s));
    T(VALUE, cudaGraphLaunch(bad_exec, s));
    T(HANDLE, cudaGraphLaunch(e, gone));
    T(OK, cudaGraphExecKernelNodeSetParams(e, k, &p));
    T(VALUE, cudaGraphExecKernelNodeSetParams(bad_exec, k, &p));
    T(VALUE, cudaGraphExecKernelNodeSetParams(e, c, &p));
    T(VALUE, cudaGraphExecKernelNodeSetParams(e, k, NULL));
    T(OK, cudaGraphExecMemcpyNodeSetParams1D(e, c, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphExecMemcpyNodeSetParams1D(bad_exec, c, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphExecMemcpyNodeSetParams1D(e, k, q, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphExecMemcpyNodeSetParams1D(e, c, NULL, host, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphExecMemcpyNodeSetParams1D(e, c, q, NULL, 16, cudaMemcpyHostToDevice));
    T(VALUE, cudaGraphExecMemcpyNodeSetParams1D(e, c, q, host, 0, cudaMemcpyHostToDevice));
    T(DIRECTION, cudaGraphExecMemcpyNodeSetParams1D(e, c, q, host, 16, (cudaMemcpyKind)9));
    T(OK, cudaGraphExecMemsetNodeSetParams(e, m, &fill));
    T(VALUE, cudaGraphExecMemsetNodeSetParams(bad_exec, m, &fill));
    T(VALUE, cudaGraphExecMemsetNodeSetParams(e, k, &fill));
    T(VALUE, cudaGraphExecMemsetNodeSetParams(e, m, NULL));
    T(OK, cudaGraphExecHostNodeSetParams(e, h, &call));
    T(VALUE, cudaGraphExecHostNodeSetParams(bad_exec, h, &call));
    T(VALUE, cudaGraphExecHostNodeSetParams(e, k, &call));
    T(VALUE, cudaGraphExecHostNodeSetParams(e, h, NULL));
    T(OK, cudaGraphExecUpdate(e, g, &info));
    T(VALUE, cudaGraphExecUpdate(bad_exec, g, &info));
    T(VALUE, cudaGraphExecUpdate(e, bad, &info));
    T(VALUE, cudaGraphExecUpdate(e, g, NULL));
    T(HANDLE, cudaStreamBeginCapture(gone, cudaStreamCaptureModeGlobal));
    T(VALUE, cudaStreamBeginCapture(s, (cudaStreamCaptureMode)7));
    T(OK, cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    T(OK, cudaStreamIsCapturing(s, &status));
    T(HANDLE, cudaStreamIsCapturing(gone, &status));
    T(VALUE, cudaStreamIsCapturing(s, NULL));
    T(HANDLE, cudaStreamEndCapture(gone, &copy));
    T(VALUE, cudaStreamEndCapture(s, NULL));
    T(OK, cudaStreamEndCapture(s, &copy));
    T(VALUE, cudaGraphExecDestroy(bad_exec));
    T(OK, cudaGraphExecDestroy(e));
    T(VALUE, cudaGraphDestroy(bad));
    T(OK, cudaGraphDestroy(g));
    printf("%d of %d rows failed\n", failures, rows);
    return failures != 0;
}
/* OUTPUT:
0 of 122 rows failed
*/
