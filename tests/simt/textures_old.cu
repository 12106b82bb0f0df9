// Texture and surface references, which CUDA 12 removed and older programs and textbooks use: bound to memory, rows and
// arrays, as arguments of functions, with settings made by the program; surfaces; cubes; mipmaps.
#include <cstdio>
#include <cstring>

texture<float, 1, cudaReadModeElementType> numbers;
texture<uchar4, 2, cudaReadModeNormalizedFloat> image;
texture<int2, 1> pairs;
texture<float, 3> volume;
texture<float, cudaTextureType2DLayered> layers;
surface<void, 2> drawing;

__device__ float twice(int i) { return 2 * tex1Dfetch(numbers, i); }
__global__ void fetch(float *out, float4 *colors, double *doubles)
{
    int i = threadIdx.x;
    out[i] = twice(i - 2);
    colors[i] = tex2D(image, i * 0.5f, 0.25f * i);
    int2 v = tex1Dfetch(pairs, i);
    doubles[i] = __hiloint2double(v.y, v.x);
    surf2Dwrite((float)i, drawing, i * 4, 1);
}
__global__ void deep(float *out)
{
    int i = threadIdx.x;
    out[i] = tex3D(volume, i + 0.5f, 1.5f, 0.5f) + 100 * tex2DLayered(layers, i + 0.5f, 0.5f, 1);
}
__global__ void draw(float *out) { surf2Dread(&out[threadIdx.x], drawing, threadIdx.x * 4, 1); }
__global__ void outside(float *out, cudaSurfaceObject_t s)
{
    int i = threadIdx.x;
    out[i] = surf2Dread<float>(s, 4 * (i - 4), 1, cudaBoundaryModeClamp) + 1000 * surf2Dread<float>(s, 4 * i + 4 * 28, 1, cudaBoundaryModeZero);
    surf2Dwrite(-1.0f, s, 4 * i, 9, cudaBoundaryModeZero);
}
__global__ void cube(float *out, cudaTextureObject_t t)
{
    float d[6][3] = {{1, .1f, .2f}, {-1, .1f, .2f}, {.1f, 1, .2f}, {.1f, -1, .2f}, {.1f, .2f, 1}, {.1f, .2f, -1}};
    int i = threadIdx.x;
    if (i < 6) out[i] = texCubemap<float>(t, d[i][0], d[i][1], d[i][2]);
}
__global__ void level(float *out, cudaTextureObject_t t) { out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, threadIdx.x * 0.5f); }
__global__ void gather(float4 *out, cudaTextureObject_t t) { *out = tex2Dgather<float4>(t, 1.0f, 1.0f, 0); }

int main()
{
    float h[32], *d;
    double dh[8], *dd;
    for (int i = 0; i < 32; i++) h[i] = (float)(i * i);
    for (int i = 0; i < 8; i++) dh[i] = i / 3.0;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&dd, sizeof dh);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, dh, sizeof dh, cudaMemcpyHostToDevice);
    size_t offset = 7;
    printf("%d %d\n", cudaBindTexture(&offset, numbers, d, sizeof h), cudaBindTexture(0, pairs, dd, sizeof dh));
    uchar4 pixels[64];
    for (int i = 0; i < 64; i++) pixels[i] = make_uchar4(i, 2 * i, 3 * i, 255);
    cudaArray *a, *b, *c;
    cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>(), one = cudaCreateChannelDesc<float>();
    cudaMallocArray(&a, &four, 8, 8);
    cudaMemcpy2DToArray(a, 0, 0, pixels, 32, 32, 8, cudaMemcpyHostToDevice);
    image.filterMode = cudaFilterModeLinear;
    image.addressMode[0] = image.addressMode[1] = cudaAddressModeClamp;
    image.normalized = false;
    printf("%d\n", cudaBindTextureToArray(image, a, four));
    cudaMallocArray(&b, &one, 32, 2, cudaArraySurfaceLoadStore);
    printf("%d\n", cudaBindSurfaceToArray(drawing, b));
    float *out;
    float4 *colors;
    double *doubles;
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMallocManaged(&colors, 32 * sizeof *colors);
    cudaMallocManaged(&doubles, 32 * sizeof *doubles);
    fetch<<<1, 32>>>(out, colors, doubles);
    printf("%d\n", cudaDeviceSynchronize());
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[9]);
    printf("%.9g %.9g %.9g %.9g\n", colors[5].x * 255, colors[5].y * 255, colors[5].z * 255, colors[5].w);
    printf("%d %g\n", doubles[7] == 7 / 3.0, doubles[8]);
    draw<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%g %g\n", out[0], out[31]);

    size_t pitch; // rows of memory
    uchar4 *padded;
    cudaMallocPitch(&padded, &pitch, 32, 8);
    cudaMemcpy2D(padded, pitch, pixels, 32, 32, 8, cudaMemcpyHostToDevice);
    printf("%d\n", cudaBindTexture2D(&offset, image, padded, four, 8, 8, pitch));
    fetch<<<1, 32>>>(out, colors, doubles);
    printf("%d %.9g\n", cudaDeviceSynchronize(), colors[5].y * 255);
    printf("%d\n", cudaBindTexture2D(&offset, image, padded, four, 8, 8, 16));

    float box[2][4][32];
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 32; x++) box[z][y][x] = (float)(z * 128 + y * 32 + x);
    cudaExtent extent = make_cudaExtent(32, 4, 2);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(box, 128, 32, 4);
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMalloc3DArray(&c, &one, extent);
    copy.dstArray = c;
    cudaMemcpy3D(&copy);
    cudaArray_t l;
    cudaMalloc3DArray(&l, &one, extent, cudaArrayLayered);
    copy.dstArray = l;
    cudaMemcpy3D(&copy);
    printf("%d %d\n", cudaBindTextureToArray(volume, c), cudaBindTextureToArray(layers, l));
    deep<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%g %g\n", out[0], out[31]);
    cudaUnbindTexture(volume);

    cudaResourceDesc r = {};
    r.res.array.array = b;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &r);
    outside<<<1, 32>>>(out, s);
    cudaError_t ended = cudaDeviceSynchronize();
    printf("%d %g %g %g %g\n", ended, out[0], out[3], out[4], out[31]);

    float sides[6][2][2];
    for (int i = 0; i < 24; i++) (&sides[0][0][0])[i] = (float)(i / 4 * 10 + i % 4);
    cudaArray_t cubes;
    cudaMalloc3DArray(&cubes, &one, make_cudaExtent(2, 2, 6), cudaArrayCubemap);
    copy.srcPtr = make_cudaPitchedPtr(sides, 8, 2, 2);
    copy.extent = make_cudaExtent(2, 2, 6);
    copy.dstArray = cubes;
    printf("%d\n", cudaMemcpy3D(&copy));
    r.res.array.array = cubes;
    cudaTextureDesc how = {};
    how.normalizedCoords = 1;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &r, &how, NULL);
    cube<<<1, 32>>>(out, t);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) printf("%g%s", out[i], i < 5 ? " " : "\n");

    cudaMipmappedArray_t m;
    cudaMallocMipmappedArray(&m, &one, make_cudaExtent(4, 4, 0), 3);
    for (int i = 0; i < 3; i++) {
        cudaArray_t side;
        float v[16];
        for (int k = 0; k < 16; k++) v[k] = (float)(i * 10);
        cudaGetMipmappedArrayLevel(&side, m, i);
        cudaMemcpy2DToArray(side, 0, 0, v, (4 >> i) * 4, (4 >> i) * 4, 4 >> i, cudaMemcpyHostToDevice);
    }
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = m;
    how.filterMode = how.mipmapFilterMode = cudaFilterModeLinear;
    how.maxMipmapLevelClamp = 2;
    cudaCreateTextureObject(&t, &r, &how, NULL);
    level<<<1, 8>>>(out, t);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) printf("%g%s", out[i], i < 5 ? " " : "\n");
    r.resType = cudaResourceTypeArray;
    r.res.array.array = c;
    how.normalizedCoords = 0;
    cudaCreateTextureObject(&t, &r, &how, NULL);
    gather<<<1, 1>>>(colors, t);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", colors->x, colors->y, colors->z, colors->w);
}
/* OUTPUT:
0 0
0
0
0
0 0 0 98
8 16 24 1
1 0
0 31
0
0 16
12
0 0
12832 15963
0 28000 31000 0 27
0
0 11 23 31 41 50
0 5 10 15 20 20
32 33 1 0
*/
