// CHECK: memory that the launch before gave is not freed yet
// Graphs beyond kernels and copies: conditional nodes, nodes that give and free memory, captured allocations, events, symbols,
// nodes changed and switched off, edges, clones, objects that go with a graph, and the picture.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(x) do { cudaError_t err_ = (x); if (err_ != cudaSuccess) printf("line %d: %s\n", __LINE__, cudaGetErrorName(err_)); } while (0)
__global__ void inc(int *p, int by) { p[threadIdx.x] += by; }
__global__ void count_down(int *p, cudaGraphConditionalHandle h) { if (threadIdx.x == 0) { p[0]--; cudaGraphSetConditional(h, p[0] > 0); p[1]++; } }
__global__ void set_to(cudaGraphConditionalHandle h, int *value) { if (threadIdx.x + blockIdx.x == 0) cudaGraphSetConditional(h, *value); }
__global__ void mark(int *p, int at) { p[at] = 1; }
__constant__ int sym[4];
__global__ void use(int *out) { out[threadIdx.x] = sym[threadIdx.x]; }
static void CUDART_CB host(void *p) { printf("host %d\n", *(int *)p); }
static void bye(void *p) { printf("bye %d\n", *(int *)p); }
int main() {
  cudaStream_t s; CHECK(cudaStreamCreate(&s));
  int *d; CHECK(cudaMalloc(&d, 64)); int h[16] = {0};
  { // while
    CHECK(cudaMemset(d, 0, 64)); int five = 5; CHECK(cudaMemcpy(d, &five, 4, cudaMemcpyHostToDevice));
    cudaGraph_t g; CHECK(cudaGraphCreate(&g, 0)); cudaGraphConditionalHandle ch;
    CHECK(cudaGraphConditionalHandleCreate(&ch, g, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams cp = { cudaGraphNodeTypeConditional }; cp.conditional.handle = ch; cp.conditional.type = cudaGraphCondTypeWhile; cp.conditional.size = 1;
    cudaGraphNode_t n; CHECK(cudaGraphAddNode(&n, g, NULL, NULL, 0, &cp)); cudaGraph_t body = cp.conditional.phGraph_out[0];
    CHECK(cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    count_down<<<1, 32, 0, s>>>(d, ch); CHECK(cudaStreamEndCapture(s, nullptr));
    cudaGraphExec_t e; CHECK(cudaGraphInstantiate(&e, g, NULL, NULL, 0)); CHECK(cudaGraphLaunch(e, s)); CHECK(cudaStreamSynchronize(s));
    CHECK(cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost)); printf("while %d %d\n", h[0], h[1]);
    cudaGraphNodeType t; CHECK(cudaGraphNodeGetType(n, &t)); printf("type %d\n", t);
    CHECK(cudaGraphExecDestroy(e)); CHECK(cudaGraphDestroy(g));
  }
  for (int v = 0; v < 4; v++) { // switch and if/else
    CHECK(cudaMemset(d, 0, 64)); CHECK(cudaMemcpy(d + 8, &v, 4, cudaMemcpyHostToDevice));
    cudaGraph_t g; cudaGraphCreate(&g, 0); cudaGraphConditionalHandle a, b; CHECK(cudaGraphConditionalHandleCreate(&a, g)); CHECK(cudaGraphConditionalHandleCreate(&b, g));
    int *pv = d + 8; cudaGraphNode_t k1, k2, c1, c2;
    void *a1[] = {&a, &pv}, *a2[] = {&b, &pv};
    cudaGraphNodeParams kp = { cudaGraphNodeTypeKernel }; kp.kernel.func = (void *)set_to; kp.kernel.gridDim = dim3(1); kp.kernel.blockDim = dim3(1); kp.kernel.kernelParams = a1;
    CHECK(cudaGraphAddNode(&k1, g, nullptr, nullptr, 0, &kp)); kp.kernel.kernelParams = a2; CHECK(cudaGraphAddNode(&k2, g, &k1, nullptr, 1, &kp));
    cudaGraphNodeParams cp = { cudaGraphNodeTypeConditional }; cp.conditional.handle = a; cp.conditional.type = cudaGraphCondTypeSwitch; cp.conditional.size = 3;
    CHECK(cudaGraphAddNode(&c1, g, &k2, nullptr, 1, &cp));
    for (int i = 0; i < 3; i++) { cudaGraphNode_t x; void *args[] = {&d, &i}; cudaKernelNodeParams p = {0}; p.func = (void *)mark; p.gridDim = dim3(1); p.blockDim = dim3(1); p.kernelParams = args; CHECK(cudaGraphAddKernelNode(&x, cp.conditional.phGraph_out[i], nullptr, 0, &p)); }
    cp.conditional.handle = b; cp.conditional.type = cudaGraphCondTypeIf; cp.conditional.size = 2; CHECK(cudaGraphAddNode(&c2, g, &c1, nullptr, 1, &cp));
    for (int i = 0; i < 2; i++) { cudaGraphNode_t x; int at = 4 + i; void *args[] = {&d, &at}; cudaKernelNodeParams p = {0}; p.func = (void *)mark; p.gridDim = dim3(1); p.blockDim = dim3(1); p.kernelParams = args; CHECK(cudaGraphAddKernelNode(&x, cp.conditional.phGraph_out[i], nullptr, 0, &p)); }
    cudaGraphExec_t e; CHECK(cudaGraphInstantiateWithFlags(&e, g, 0)); CHECK(cudaGraphLaunch(e, s)); CHECK(cudaStreamSynchronize(s));
    CHECK(cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost)); printf("switch %d: %d%d%d if %d%d\n", v, h[0], h[1], h[2], h[4], h[5]);
    CHECK(cudaGraphExecDestroy(e)); CHECK(cudaGraphDestroy(g));
  }
  { // memory nodes
    cudaGraph_t g; cudaGraphCreate(&g, 0); cudaMemAllocNodeParams ap; memset(&ap, 0, sizeof ap); ap.bytesize = 64; ap.poolProps.allocType = cudaMemAllocationTypePinned; ap.poolProps.location.type = cudaMemLocationTypeDevice;
    cudaGraphNode_t al, ms, k, cp, fr; CHECK(cudaGraphAddMemAllocNode(&al, g, nullptr, 0, &ap)); int *m = (int *)ap.dptr;
    cudaMemsetParams mp = {0}; mp.dst = m; mp.value = 0; mp.elementSize = 4; mp.width = 16; mp.height = 1; CHECK(cudaGraphAddMemsetNode(&ms, g, &al, 1, &mp));
    int by = 7; void *args[] = {&m, &by}; cudaKernelNodeParams p = {0}; p.func = (void *)inc; p.gridDim = dim3(1); p.blockDim = dim3(16); p.kernelParams = args; CHECK(cudaGraphAddKernelNode(&k, g, &ms, 1, &p));
    CHECK(cudaGraphAddMemcpyNode1D(&cp, g, &k, 1, h, m, 64, cudaMemcpyDeviceToHost)); CHECK(cudaGraphAddMemFreeNode(&fr, g, &cp, 1, m));
    cudaGraphExec_t e; CHECK(cudaGraphInstantiate(&e, g)); for (int i = 0; i < 3; i++) CHECK(cudaGraphLaunch(e, s)); CHECK(cudaStreamSynchronize(s)); printf("memory %d %d\n", h[0], h[15]);
    size_t n = 0; CHECK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &n)); printf("edges %zu\n", n); std::vector<cudaGraphNode_t> from(n), to(n); CHECK(cudaGraphGetEdges(g, from.data(), to.data(), nullptr, &n)); printf("%d\n", from[0] == al && to[0] == ms);
    CHECK(cudaGraphNodeGetDependencies(k, nullptr, nullptr, &n)); printf("deps %zu ", n); CHECK(cudaGraphNodeGetDependentNodes(k, nullptr, nullptr, &n)); printf("dependents %zu\n", n);
    unsigned long used, res; CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used)); CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &res)); printf("used %d reserved %d\n", (int)used, (int)res);
    cudaMemAllocNodeParams got; CHECK(cudaGraphMemAllocNodeGetParams(al, &got)); void *f; CHECK(cudaGraphMemFreeNodeGetParams(fr, &f)); printf("%d %d\n", got.dptr == m, f == m);
    by = 9; CHECK(cudaGraphExecKernelNodeSetParams(e, k, &p)); CHECK(cudaGraphLaunch(e, s)); CHECK(cudaStreamSynchronize(s)); printf("by %d\n", h[3]);
    CHECK(cudaGraphNodeSetEnabled(e, k, 0)); unsigned on = 7; CHECK(cudaGraphNodeGetEnabled(e, k, &on)); CHECK(cudaGraphLaunch(e, s)); CHECK(cudaStreamSynchronize(s)); printf("disabled %u %d\n", on, h[3]);
    cudaGraphExec_t e2; cudaGraphDestroyNode(fr); CHECK(cudaGraphInstantiate(&e2, g)); CHECK(cudaGraphLaunch(e2, s)); CHECK(cudaStreamSynchronize(s)); printf("again %s\n", cudaGetErrorName(cudaGraphLaunch(e2, s))); CHECK(cudaFree(m)); printf("twice %s\n", cudaGetErrorName(cudaFree(m)));
    CHECK(cudaGraphExecDestroy(e2)); CHECK(cudaGraphExecDestroy(e)); CHECK(cudaGraphDestroy(g)); CHECK(cudaDeviceGraphMemTrim(0));
  }
  { // captured allocation, events, symbols, hosts, user objects
    cudaGraph_t g; int *m; cudaEvent_t ev; cudaEventCreate(&ev); CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureStatus st; unsigned long long id; cudaGraph_t gg; const cudaGraphNode_t *deps; size_t nd; 
    CHECK(cudaMallocAsync((void **)&m, 64, s)); CHECK(cudaMemsetAsync(m, 0, 64, s)); inc<<<1, 16, 0, s>>>(m, 3);
    CHECK(cudaStreamGetCaptureInfo(s, &st, &id, &gg, &deps, nullptr, &nd)); printf("capture %d %zu\n", st, nd);
    CHECK(cudaMemcpyAsync(h, m, 64, cudaMemcpyDeviceToHost, s)); CHECK(cudaFreeAsync(m, s)); CHECK(cudaStreamEndCapture(s, &g));
    cudaGraphNode_t rec, sy, us, hn; CHECK(cudaGraphAddEventRecordNode(&rec, g, nullptr, 0, ev)); static int vals[4] = {1, 2, 3, 4}; CHECK(cudaGraphAddMemcpyNodeToSymbol(&sy, g, &rec, 1, sym, vals, sizeof vals, 0, cudaMemcpyHostToDevice));
    void *args[] = {&d}; cudaKernelNodeParams p = {0}; p.func = (void *)use; p.gridDim = dim3(1); p.blockDim = dim3(4); p.kernelParams = args; CHECK(cudaGraphAddKernelNode(&us, g, &sy, 1, &p));
    static int five = 5, six = 6; cudaHostNodeParams hp = {host, &five}; CHECK(cudaGraphAddHostNode(&hn, g, &us, 1, &hp)); hp.userData = &six; CHECK(cudaGraphHostNodeSetParams(hn, &hp));
    cudaUserObject_t o; static int nine = 9; CHECK(cudaUserObjectCreate(&o, &nine, bye, 1, cudaUserObjectNoDestructorSync)); CHECK(cudaGraphRetainUserObject(g, o, 1, cudaGraphUserObjectMove));
    cudaGraphExec_t e; cudaGraphInstantiateParams ip = {0}; CHECK(cudaGraphInstantiateWithParams(&e, g, &ip)); CHECK(cudaGraphLaunch(e, s)); CHECK(cudaStreamSynchronize(s)); printf("captured %d; ", h[15]); CHECK(cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost)); printf("%d %d\n", h[0], h[3]);
    cudaEvent_t got; CHECK(cudaGraphEventRecordNodeGetEvent(rec, &got)); printf("%d\n", got == ev); cudaGraph_t cl; CHECK(cudaGraphClone(&cl, g)); cudaGraphNode_t in; CHECK(cudaGraphNodeFindInClone(&in, us, cl)); cudaKernelNodeParams q; CHECK(cudaGraphKernelNodeGetParams(in, &q)); printf("%d %u\n", q.func == (void *)use, q.blockDim.x);
    CHECK(cudaGraphRemoveDependencies(g, &us, &hn, nullptr, 1)); CHECK(cudaGraphDebugDotPrint(g, "/dev/null", 0));
    CHECK(cudaGraphDestroy(cl)); CHECK(cudaGraphDestroy(g)); printf("exec next\n"); CHECK(cudaGraphExecDestroy(e));
  }
}
/* OUTPUT:
while 0 5
type 13
switch 0: 100 if 01
switch 1: 010 if 10
switch 2: 001 if 10
switch 3: 000 if 10
memory 7 7
edges 4
1
deps 1 dependents 1
used 0 reserved 64
1 1
by 9
disabled 0 0
again cudaErrorInvalidValue
twice cudaErrorInvalidValue
capture 1 1
host 6
captured 3; 1 4
1
1 4
exec next
bye 9
*/
