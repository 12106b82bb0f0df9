// A struct that is called as a type of the library's is the user's: the Julia set of CUDA textbooks.
#include <stdio.h>
#define DIM 64
struct cuComplex {
    float r;
    float i;
    __host__ __device__ cuComplex( float a, float b ) : r(a), i(b) {}
    __host__ __device__ float magnitude2( void ) { return r * r + i * i; }
    __host__ __device__ cuComplex operator*(const cuComplex& a) { return cuComplex(r*a.r - i*a.i, i*a.r + r*a.i); }
    __host__ __device__ cuComplex operator+(const cuComplex& a) { return cuComplex(r+a.r, i+a.i); }
};
__host__ __device__ int julia( int x, int y ) {
    const float scale = 1.5;
    float jx = scale * (float)(DIM/2 - x)/(DIM/2);
    float jy = scale * (float)(DIM/2 - y)/(DIM/2);
    cuComplex c(-0.8, 0.156);
    cuComplex a(jx, jy);
    int i = 0;
    for (i=0; i<200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000) return 0;
    }
    return 1;
}
__global__ void kernel( unsigned char *ptr ) {
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int juliaValue = julia( x, y );
    ptr[offset*4 + 0] = 255 * juliaValue;
}
int main( void ) {
    unsigned char *dev, host[DIM*DIM*4];
    cudaMalloc( (void**)&dev, sizeof host );
    dim3 grid(DIM,DIM);
    kernel<<<grid,1>>>( dev );
    cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    int n = 0, other = 0; // pixels near the set's edge: host and device round differently
    for (int y = 0; y < DIM; y++) for (int x = 0; x < DIM; x++) { n += host[4*(x+y*DIM)] == 255; other += (host[4*(x+y*DIM)] == 255) != julia(x,y); }
    printf("%d %d\n", n > 10, other < 40);
    cudaFree(dev);
    return 0;
}
/* OUTPUT:
1 1
*/
