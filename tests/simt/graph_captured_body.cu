// A capture into the body of a conditional node: its graph needs no name at the end, one that
// the capture made does.
#include <cstdio>
#define CHECK(x) printf("%s", (x) == cudaSuccess ? "" : #x " failed\n")
__global__ void step(int *x, cudaGraphConditionalHandle h) {
    *x -= 1;
    cudaGraphSetConditional(h, *x > 0);
}
int main() {
    int *x;
    cudaGraph_t graph;
    cudaGraphConditionalHandle h;
    cudaGraphNode_t node;
    cudaStream_t s;
    cudaGraphExec_t exec;
    CHECK(cudaMallocManaged(&x, sizeof *x));
    *x = 5;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&h, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
    params.conditional.handle = h;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaStreamBeginCaptureToGraph(s, params.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                        cudaStreamCaptureModeGlobal));
    step<<<1, 1, 0, s>>>(x, h);
    CHECK(cudaStreamEndCapture(s, nullptr));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaStreamSynchronize(s));
    printf("%d\n", *x);
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK(cudaStreamEndCapture(s, nullptr));
}
/* OUTPUT:
0
cudaStreamEndCapture(s, nullptr) failed
*/
