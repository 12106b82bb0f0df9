// display and its kin in a program: from main, from functions, with device memory, before and after other output.
#include <stdio.h>

__global__ void fill(float *p, int w) {
    int x = threadIdx.x, y = blockIdx.x;
    p[y * w + x] = x + y;
}

template <typename T> void look(T *p, int h, int w) { imshow(p, h, w); }

struct size { int w, h; };

int main() {
    struct size s = {6, 4};
    float *d;
    cudaMalloc(&d, s.w * s.h * sizeof(float));
    fill<<<s.h, s.w>>>(d, s.w);
    printf("before\n");
    display(s);
    printf("between\n");
    look(d, s.h, s.w);
    float host[s.h][s.w];
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    display(host);
    plot(host[3]);
    int id = display_html("<b>bold</b>");
    update_display(id, s.w * s.h);
    clear_output();
    printf("after\n");
    plot(d, 100);
    printf("not reached\n");
}
// EXIT: 1
// CHECK: before
// CHECK: {.w = 6, .h = 4}
// CHECK: between
// CHECK: p: float, 4 x 6, 0 to 8
// CHECK: {{0.0, 1.0, 2.0, 3.0, 4.0, 5.0},
// CHECK:  {3.0, 4.0, 5.0, 6.0, 7.0, 8.0}}
// CHECK: host[3]
// CHECK: bold
// CHECK: 24
// CHECK: after
// ERROR: `plot`: `d` ends after 24 elements, and n is 100
// CHECK-NOT: not reached
