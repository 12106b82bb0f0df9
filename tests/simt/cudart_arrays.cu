// The runtime's calls for arrays, textures and surfaces: what each returns when all is right, and when one argument is wrong
// (see cudart_calls.cu; cudart_table.py reads both).
#include <cstdio>
#include <cstring>

enum { OK = 0, VALUE = 1, MEMORY = 2, PITCH = 12, CHANNELS = 20, DIRECTION = 21, FILTER = 26, NORM = 27, HANDLE = 400, CONTEXT = 709, UNSUPPORTED = 801 };

static int rows, failures;
static void check(int line, const char *call, int want, int got) {
    int last = cudaGetLastError(), after = cudaGetLastError();
    rows++;
    if (got == want && last == want && after == 0) return;
    failures++;
    printf("line %d: %s gives %d instead of %d; last error %d, then %d\n", line, call, got, want, last, after);
}
#define T(want, ...) check(__LINE__, #__VA_ARGS__, want, __VA_ARGS__)
#define IS(value, want) is(__LINE__, #value, (double)(value), (double)(want))
static void is(int line, const char *text, double got, double want) {
    rows++;
    if (got == want) return;
    failures++;
    printf("line %d: %s is %g instead of %g\n", line, text, got, want);
}

static float host[64 * 64], back[64 * 64];
static cudaArray_t array, other, nothing;
static float *device;
static cudaStream_t bad_stream = (cudaStream_t)(void *)host;
static cudaArray_t bad = (cudaArray_t)(void *)host;

static void arrays() {
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>(), d, three = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    cudaExtent e = make_cudaExtent(8, 4, 2), info, none = make_cudaExtent(0, 4, 2);
    unsigned flags;
    cudaArray_t a;
    T(OK, cudaMallocArray(&a, &desc, 16, 4, 0));
    T(VALUE, cudaMallocArray(NULL, &desc, 16, 4, 0));
    T(VALUE, cudaMallocArray(&a, NULL, 16, 4, 0));
    T(CHANNELS, cudaMallocArray(&a, &three, 16, 4, 0));
    T(VALUE, cudaMallocArray(&a, &desc, 0, 4, 0));
    T(VALUE, cudaMallocArray(&a, &desc, 16, 1ul << 40, 0));
    T(VALUE, cudaMallocArray(&a, &desc, 16, 4, 1));
    T(OK, cudaArrayGetInfo(&d, &info, &flags, a));
    IS(d.x, 32);
    IS(d.f, cudaChannelFormatKindFloat);
    IS(info.width, 16);
    IS(info.height, 4);
    IS(info.depth, 0);
    IS(flags, 0);
    T(VALUE, cudaArrayGetInfo((cudaChannelFormatDesc *)8, &info, &flags, a));
    T(VALUE, cudaArrayGetInfo(&d, (cudaExtent *)8, &flags, a));
    T(VALUE, cudaArrayGetInfo(&d, &info, (unsigned *)8, a));
    T(HANDLE, cudaArrayGetInfo(&d, &info, &flags, bad));
    T(OK, cudaGetChannelDesc(&d, a));
    T(VALUE, cudaGetChannelDesc(NULL, a));
    T(HANDLE, cudaGetChannelDesc(&d, bad));
    T(OK, cudaFreeArray(a));
    T(CONTEXT, cudaFreeArray(bad));
    T(OK, cudaFreeArray(nothing));
    T(OK, cudaMalloc3DArray(&a, &desc, e, 0));
    T(VALUE, cudaMalloc3DArray(NULL, &desc, e, 0));
    T(CHANNELS, cudaMalloc3DArray(&a, &three, e, 0));
    T(VALUE, cudaMalloc3DArray(&a, &desc, none, 0));
    T(VALUE, cudaMalloc3DArray(&a, &desc, e, cudaArrayCubemap));
    cudaFreeArray(a);
    cudaMipmappedArray_t m, bad_levels = (cudaMipmappedArray_t)(void *)host;
    T(OK, cudaMallocMipmappedArray(&m, &desc, e, 3, 0));
    T(VALUE, cudaMallocMipmappedArray(NULL, &desc, e, 3, 0));
    T(CHANNELS, cudaMallocMipmappedArray(&m, &three, e, 3, 0));
    T(VALUE, cudaMallocMipmappedArray(&m, &desc, none, 3, 0));
    T(VALUE, cudaMallocMipmappedArray(&m, &desc, e, 0, 0));
    T(VALUE, cudaMallocMipmappedArray(&m, &desc, e, 3, 4));
    T(OK, cudaGetMipmappedArrayLevel(&a, m, 1));
    T(OK, cudaArrayGetInfo(NULL, &info, NULL, a));
    IS(info.width, 4);
    IS(info.height, 2);
    IS(info.depth, 1);
    T(VALUE, cudaFreeArray(a));
    T(VALUE, cudaGetMipmappedArrayLevel(NULL, m, 1));
    T(HANDLE, cudaGetMipmappedArrayLevel(&a, bad_levels, 1));
    T(VALUE, cudaGetMipmappedArrayLevel(&a, m, 3));
    T(OK, cudaFreeMipmappedArray(m));
    T(CONTEXT, cudaFreeMipmappedArray(bad_levels));
}

static void flat_copies() {
    T(OK, cudaMemcpyToArray(array, 4, 1, host, 256, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpyToArray(nothing, 4, 1, host, 256, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpyToArray(array, 256, 1, host, 256, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpyToArray(array, 4, 64, host, 256, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpyToArray(array, 4, 1, NULL, 256, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpyToArray(array, 4, 1, host, 1 << 20, cudaMemcpyHostToDevice));
    T(DIRECTION, cudaMemcpyToArray(array, 4, 1, host, 256, (cudaMemcpyKind)7));
    T(OK, cudaMemcpyFromArray(back, array, 4, 1, 256, cudaMemcpyDeviceToHost));
    IS(memcmp(host, back, 256), 0);
    T(VALUE, cudaMemcpyFromArray(NULL, array, 4, 1, 256, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpyFromArray(back, nothing, 4, 1, 256, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpyFromArray(back, array, 256, 1, 256, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpyFromArray(back, array, 4, 64, 256, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpyFromArray(back, array, 4, 1, 1 << 20, cudaMemcpyDeviceToHost));
    T(DIRECTION, cudaMemcpyFromArray(back, array, 4, 1, 256, (cudaMemcpyKind)-1));
    T(OK, cudaMemcpyToArrayAsync(array, 4, 1, host, 256, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpyToArrayAsync(nothing, 4, 1, host, 256, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpyToArrayAsync(array, 256, 1, host, 256, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpyToArrayAsync(array, 4, 64, host, 256, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpyToArrayAsync(array, 4, 1, NULL, 256, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpyToArrayAsync(array, 4, 1, host, 1 << 20, cudaMemcpyHostToDevice, 0));
    T(DIRECTION, cudaMemcpyToArrayAsync(array, 4, 1, host, 256, (cudaMemcpyKind)7, 0));
    T(HANDLE, cudaMemcpyToArrayAsync(array, 4, 1, host, 256, cudaMemcpyHostToDevice, bad_stream));
    T(OK, cudaMemcpyFromArrayAsync(back, array, 4, 1, 256, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpyFromArrayAsync(NULL, array, 4, 1, 256, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpyFromArrayAsync(back, nothing, 4, 1, 256, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpyFromArrayAsync(back, array, 256, 1, 256, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpyFromArrayAsync(back, array, 4, 64, 256, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpyFromArrayAsync(back, array, 4, 1, 1 << 20, cudaMemcpyDeviceToHost, 0));
    T(DIRECTION, cudaMemcpyFromArrayAsync(back, array, 4, 1, 256, (cudaMemcpyKind)-1, 0));
    T(HANDLE, cudaMemcpyFromArrayAsync(back, array, 4, 1, 256, cudaMemcpyDeviceToHost, bad_stream));
    T(OK, cudaMemcpyArrayToArray(other, 8, 2, array, 4, 1, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpyArrayToArray(nothing, 8, 2, array, 4, 1, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpyArrayToArray(other, 999, 2, array, 4, 1, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpyArrayToArray(other, 8, 64, array, 4, 1, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpyArrayToArray(other, 8, 2, nothing, 4, 1, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpyArrayToArray(other, 8, 2, array, 999, 1, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpyArrayToArray(other, 8, 2, array, 4, 64, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpyArrayToArray(other, 8, 2, array, 4, 1, 1 << 20, cudaMemcpyDeviceToDevice));
    T(DIRECTION, cudaMemcpyArrayToArray(other, 8, 2, array, 4, 1, 256, (cudaMemcpyKind)9));
    T(OK, cudaMemcpyFromArray(back, other, 8, 2, 256, cudaMemcpyDeviceToHost));
    IS(memcmp(host, back, 256), 0);
}

static void row_copies() {
    T(OK, cudaMemcpy2DToArray(array, 4, 1, host, 256, 128, 8, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy2DToArray(nothing, 4, 1, host, 256, 128, 8, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy2DToArray(array, 200, 1, host, 256, 128, 8, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy2DToArray(array, 4, 60, host, 256, 128, 8, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy2DToArray(array, 4, 1, NULL, 256, 128, 8, cudaMemcpyHostToDevice));
    T(PITCH, cudaMemcpy2DToArray(array, 4, 1, host, 64, 128, 8, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy2DToArray(array, 4, 1, host, 256, 256, 8, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy2DToArray(array, 4, 1, host, 256, 128, 64, cudaMemcpyHostToDevice));
    T(DIRECTION, cudaMemcpy2DToArray(array, 4, 1, host, 256, 128, 8, (cudaMemcpyKind)5));
    T(OK, cudaMemcpy2DFromArray(back, 128, array, 4, 1, 128, 8, cudaMemcpyDeviceToHost));
    IS(back[32 * 3 + 5], host[64 * 3 + 5]);
    T(VALUE, cudaMemcpy2DFromArray(NULL, 128, array, 4, 1, 128, 8, cudaMemcpyDeviceToHost));
    T(PITCH, cudaMemcpy2DFromArray(back, 64, array, 4, 1, 128, 8, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy2DFromArray(back, 128, nothing, 4, 1, 128, 8, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy2DFromArray(back, 128, array, 200, 1, 128, 8, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy2DFromArray(back, 128, array, 4, 60, 128, 8, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy2DFromArray(back, 128, array, 4, 1, 256, 8, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy2DFromArray(back, 128, array, 4, 1, 128, 64, cudaMemcpyDeviceToHost));
    T(DIRECTION, cudaMemcpy2DFromArray(back, 128, array, 4, 1, 128, 8, (cudaMemcpyKind)5));
    T(OK, cudaMemcpy2DToArrayAsync(array, 4, 1, host, 256, 128, 8, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpy2DToArrayAsync(nothing, 4, 1, host, 256, 128, 8, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpy2DToArrayAsync(array, 200, 1, host, 256, 128, 8, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpy2DToArrayAsync(array, 4, 60, host, 256, 128, 8, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpy2DToArrayAsync(array, 4, 1, NULL, 256, 128, 8, cudaMemcpyHostToDevice, 0));
    T(PITCH, cudaMemcpy2DToArrayAsync(array, 4, 1, host, 64, 128, 8, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpy2DToArrayAsync(array, 4, 1, host, 256, 256, 8, cudaMemcpyHostToDevice, 0));
    T(VALUE, cudaMemcpy2DToArrayAsync(array, 4, 1, host, 256, 128, 64, cudaMemcpyHostToDevice, 0));
    T(DIRECTION, cudaMemcpy2DToArrayAsync(array, 4, 1, host, 256, 128, 8, (cudaMemcpyKind)5, 0));
    T(HANDLE, cudaMemcpy2DToArrayAsync(array, 4, 1, host, 256, 128, 8, cudaMemcpyHostToDevice, bad_stream));
    T(OK, cudaMemcpy2DFromArrayAsync(back, 128, array, 4, 1, 128, 8, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpy2DFromArrayAsync(NULL, 128, array, 4, 1, 128, 8, cudaMemcpyDeviceToHost, 0));
    T(PITCH, cudaMemcpy2DFromArrayAsync(back, 64, array, 4, 1, 128, 8, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpy2DFromArrayAsync(back, 128, nothing, 4, 1, 128, 8, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpy2DFromArrayAsync(back, 128, array, 200, 1, 128, 8, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpy2DFromArrayAsync(back, 128, array, 4, 60, 128, 8, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpy2DFromArrayAsync(back, 128, array, 4, 1, 256, 8, cudaMemcpyDeviceToHost, 0));
    T(VALUE, cudaMemcpy2DFromArrayAsync(back, 128, array, 4, 1, 128, 64, cudaMemcpyDeviceToHost, 0));
    T(DIRECTION, cudaMemcpy2DFromArrayAsync(back, 128, array, 4, 1, 128, 8, (cudaMemcpyKind)5, 0));
    T(HANDLE, cudaMemcpy2DFromArrayAsync(back, 128, array, 4, 1, 128, 8, cudaMemcpyDeviceToHost, bad_stream));
    T(OK, cudaMemcpy2DArrayToArray(other, 0, 2, array, 4, 1, 128, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(nothing, 0, 2, array, 4, 1, 128, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(other, 200, 2, array, 4, 1, 128, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(other, 0, 60, array, 4, 1, 128, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(other, 0, 2, nothing, 4, 1, 128, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(other, 0, 2, array, 200, 1, 128, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(other, 0, 2, array, 4, 60, 128, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(other, 0, 2, array, 4, 1, 256, 8, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy2DArrayToArray(other, 0, 2, array, 4, 1, 128, 64, cudaMemcpyDeviceToDevice));
    T(DIRECTION, cudaMemcpy2DArrayToArray(other, 0, 2, array, 4, 1, 128, 8, (cudaMemcpyKind)5));
    cudaMemcpy3DParms p = {0};
    p.srcArray = other;
    p.srcPos = make_cudaPos(3, 4, 0);
    p.dstPtr = make_cudaPitchedPtr(back, 40, 10, 6);
    p.extent = make_cudaExtent(10, 6, 1);
    p.kind = cudaMemcpyDeviceToHost;
    T(OK, cudaMemcpy3D(&p));
    IS(back[0], host[64 * 2 + 3]);
    IS(back[10], host[64 * 3 + 3]);
    p.srcPos.x = 60;
    T(VALUE, cudaMemcpy3D(&p));
}

static void objects() {
    cudaResourceDesc r = {}, r2, none = {}, short_one = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    short_one.resType = cudaResourceTypeLinear;
    short_one.res.linear.devPtr = device;
    short_one.res.linear.desc = cudaCreateChannelDesc<float>();
    short_one.res.linear.sizeInBytes = 1 << 20;
    cudaTextureDesc how = {}, how2, wrong = {};
    how.addressMode[1] = cudaAddressModeMirror;
    wrong.addressMode[2] = (cudaTextureAddressMode)4;
    cudaResourceViewDesc view = {};
    cudaTextureObject_t t, none_such = (cudaTextureObject_t)(size_t)host;
    cudaSurfaceObject_t s;
    T(OK, cudaCreateTextureObject(&t, &r, &how, NULL));
    T(VALUE, cudaCreateTextureObject(NULL, &r, &how, NULL));
    T(VALUE, cudaCreateTextureObject(&t, NULL, &how, NULL));
    T(VALUE, cudaCreateTextureObject(&t, &none, &how, NULL));
    T(VALUE, cudaCreateTextureObject(&t, &short_one, &how, NULL));
    T(VALUE, cudaCreateTextureObject(&t, &r, &wrong, NULL));
    T(UNSUPPORTED, cudaCreateTextureObject(&t, &r, &how, &view));
    T(OK, cudaGetTextureObjectResourceDesc(&r2, t));
    IS(r2.res.array.array == array, 1);
    T(VALUE, cudaGetTextureObjectResourceDesc(NULL, t));
    T(VALUE, cudaGetTextureObjectResourceDesc(&r2, none_such));
    T(OK, cudaGetTextureObjectTextureDesc(&how2, t));
    IS(how2.addressMode[1], cudaAddressModeMirror);
    T(VALUE, cudaGetTextureObjectTextureDesc(NULL, t));
    T(VALUE, cudaGetTextureObjectTextureDesc(&how2, none_such));
    T(OK, cudaDestroyTextureObject(t));
    T(VALUE, cudaDestroyTextureObject(none_such));
    T(OK, cudaCreateSurfaceObject(&s, &r));
    T(VALUE, cudaCreateSurfaceObject(NULL, &r));
    T(CHANNELS, cudaCreateSurfaceObject(&s, &short_one));
    T(OK, cudaGetSurfaceObjectResourceDesc(&r2, s));
    T(VALUE, cudaGetSurfaceObjectResourceDesc(NULL, s));
    T(VALUE, cudaGetSurfaceObjectResourceDesc(&r2, none_such));
    T(OK, cudaDestroySurfaceObject(s));
    T(VALUE, cudaDestroySurfaceObject(none_such));
    short_one.res.linear.sizeInBytes = 256;
    short_one.res.linear.desc = cudaCreateChannelDesc<int>();
    how.filterMode = cudaFilterModeLinear;
    T(FILTER, cudaCreateTextureObject(&t, &short_one, &how, NULL));
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeNormalizedFloat;
    T(NORM, cudaCreateTextureObject(&t, &short_one, &how, NULL));
}

int main() {
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    for (int i = 0; i < 64 * 64; i++) host[i] = (float)i;
    cudaMallocArray(&array, &desc, 64, 64);
    cudaMallocArray(&other, &desc, 64, 64);
    cudaMalloc(&device, 1024);
    arrays();
    flat_copies();
    row_copies();
    objects();
    printf("%d failures\n", failures);
    printf("%s\n", rows > 150 ? "many rows" : "few rows");
}
/* OUTPUT:
0 failures
many rows
*/
