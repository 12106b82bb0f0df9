// Texture fetches against the formulas of the CUDA C++ Programming Guide ("Texture Fetching"), computed on the host in
// doubles: random textures of one, two and three dimensions, layers, all formats, read, filter and address modes.
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { N = 256 };
static unsigned state = 12345;
static unsigned random_bits() { return state = state * 1664525u + 1013904223u, state >> 8; }
static double random_between(double a, double b) { return a + (b - a) * (random_bits() % 1000003) / 1000003.0; }

__global__ void fetch1(float4 *out, const float4 *at, cudaTextureObject_t t, int channels)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= N) return;
    if (channels == 1) out[i] = make_float4(tex1D<float>(t, at[i].x), 0, 0, 0);
    if (channels == 2) { float2 v = tex1D<float2>(t, at[i].x); out[i] = make_float4(v.x, v.y, 0, 0); }
    if (channels == 4) out[i] = tex1D<float4>(t, at[i].x);
}
__global__ void fetch2(float4 *out, const float4 *at, cudaTextureObject_t t, int channels)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= N) return;
    if (channels == 1) out[i] = make_float4(tex2D<float>(t, at[i].x, at[i].y), 0, 0, 0);
    if (channels == 2) { float2 v = tex2D<float2>(t, at[i].x, at[i].y); out[i] = make_float4(v.x, v.y, 0, 0); }
    if (channels == 4) out[i] = tex2D<float4>(t, at[i].x, at[i].y);
}
__global__ void fetch3(float4 *out, const float4 *at, cudaTextureObject_t t, int channels)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= N) return;
    if (channels == 1) out[i] = make_float4(tex3D<float>(t, at[i].x, at[i].y, at[i].z), 0, 0, 0);
    if (channels == 2) { float2 v = tex3D<float2>(t, at[i].x, at[i].y, at[i].z); out[i] = make_float4(v.x, v.y, 0, 0); }
    if (channels == 4) tex3D(&out[i], t, at[i].x, at[i].y, at[i].z);
}
__global__ void fetch_layer(float4 *out, const float4 *at, cudaTextureObject_t t, int channels)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= N) return;
    if (channels == 1) out[i] = make_float4(tex2DLayered<float>(t, at[i].x, at[i].y, (int)at[i].w), 0, 0, 0);
    if (channels == 2) { float2 v = tex2DLayered<float2>(t, at[i].x, at[i].y, (int)at[i].w); out[i] = make_float4(v.x, v.y, 0, 0); }
    if (channels == 4) out[i] = tex2DLayered<float4>(t, at[i].x, at[i].y, (int)at[i].w);
}
template <class T> __global__ void fetch_elements(T *out, const float4 *at, cudaTextureObject_t t)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < N) out[i] = tex2D<T>(t, at[i].x, at[i].y);
}

struct image {
    int w, h, d, bits, kind, channels;
    cudaTextureDesc how;
    double values[4][8 * 8 * 8];
};

// The value of a channel of texel (i, j, k), which may lie outside.
static int outside(int i, int n, int mode)
{
    if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : i;
    if (mode == cudaAddressModeWrap) return ((i % n) + n) % n;
    if (mode == cudaAddressModeMirror) {
        i = ((i % (2 * n)) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}
static double texel(const image *m, int c, int i, int j, int k)
{
    int mode[3];
    for (int a = 0; a < 3; a++) {
        mode[a] = m->how.addressMode[a];
        if (!m->how.normalizedCoords && mode[a] != cudaAddressModeBorder) mode[a] = cudaAddressModeClamp;
    }
    i = outside(i, m->w, mode[0]);
    j = outside(j, m->h, mode[1]);
    k = outside(k, m->d, mode[2]);
    return i < 0 || j < 0 || k < 0 ? m->how.borderColor[c] : m->values[c][(k * m->h + j) * m->w + i];
}
static bool doubtful; // the place is so near an edge that floats may round it to the other side
static double whole(double x)
{
    if (fabs(x - floor(x + 0.5)) < 1e-4) doubtful = true;
    return floor(x);
}
static double weight(double x)
{
    double a = (x - floor(x)) * 256;
    if (fabs(a - floor(a) - 0.5) < 2e-2 || fabs(x - floor(x + 0.5)) < 1e-4) doubtful = true;
    return floor(a + 0.5) / 256;
}
static double reference(const image *m, int dims, int c, const float4 *at, int layer)
{
    double x = at->x, y = dims > 1 ? at->y : 0.5, z = dims > 2 ? at->z : layer + 0.5;
    if (m->how.normalizedCoords) {
        x *= m->w;
        if (dims > 1) y *= m->h;
        if (dims > 2) z *= m->d;
    }
    if (m->how.filterMode == cudaFilterModePoint) return texel(m, c, (int)whole(x), dims > 1 ? (int)whole(y) : 0, dims > 2 ? (int)whole(z) : layer);
    double a = weight(x - 0.5), b = dims > 1 ? weight(y - 0.5) : 0, g = dims > 2 ? weight(z - 0.5) : 0, sum = 0;
    int i = (int)floor(x - 0.5), j = dims > 1 ? (int)floor(y - 0.5) : 0, k = dims > 2 ? (int)floor(z - 0.5) : layer;
    for (int n = 0; n < 8; n++) {
        double w = (n & 1 ? a : 1 - a) * (n & 2 ? b : 1 - b) * (n & 4 ? g : 1 - g);
        if (w != 0) sum += w * texel(m, c, i + (n & 1), j + (n >> 1 & 1), k + (n >> 2));
    }
    return sum;
}

static void put(unsigned char *p, const image *m, unsigned raw, double *value)
{
    if (m->kind == cudaChannelFormatKindFloat) {
        float f = (float)((int)(raw % 2001) - 1000) / 8;
        *value = f;
        if (m->bits == 32) memcpy(p, &f, 4);
        else { __half h = __float2half(f); memcpy(p, &h, 2); *value = __half2float(h); }
        return;
    }
    memcpy(p, &raw, m->bits / 8);
    bool is_signed = m->kind == cudaChannelFormatKindSigned;
    double most = (double)((1u << (m->bits - (is_signed ? 1 : 0))) - 1);
    double v = m->bits == 8 ? (is_signed ? (double)(signed char)raw : (double)(unsigned char)raw)
                            : (is_signed ? (double)(short)raw : (double)(unsigned short)raw);
    *value = fmax(v / most, -1.0);
}

static long checked, wrong;
static void one_case(int dims, int layered)
{
    image m;
    memset(&m, 0, sizeof m);
    m.w = 1 + random_bits() % 8;
    m.h = dims > 1 ? 1 + random_bits() % 8 : 1;
    m.d = dims > 2 || layered ? 1 + random_bits() % 8 : 1;
    m.channels = 1 << random_bits() % 3;
    m.kind = random_bits() % 3;
    m.bits = m.kind == cudaChannelFormatKindFloat ? 16 << random_bits() % 2 : 8 << random_bits() % 2;
    int f[4];
    for (int c = 0; c < 4; c++) f[c] = c < m.channels ? m.bits : 0;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc(f[0], f[1], f[2], f[3], (cudaChannelFormatKind)m.kind);
    unsigned char bytes[8 * 8 * 8 * 16];
    for (int i = 0; i < m.w * m.h * m.d; i++)
        for (int c = 0; c < m.channels; c++)
            put(bytes + (i * m.channels + c) * m.bits / 8, &m, random_bits(), &m.values[c][i]);
    cudaArray_t array;
    cudaExtent extent = make_cudaExtent(m.w, dims > 1 ? m.h : 0, dims > 2 || layered ? m.d : 0);
    if (cudaMalloc3DArray(&array, &desc, extent, layered ? cudaArrayLayered : 0)) printf("no array\n");
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(bytes, m.w * m.channels * m.bits / 8, m.w, m.h);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(m.w, m.h, m.d);
    copy.kind = cudaMemcpyHostToDevice;
    if (cudaMemcpy3D(&copy)) printf("no copy\n");
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    for (int a = 0; a < 3; a++) m.how.addressMode[a] = (cudaTextureAddressMode)(random_bits() % 4);
    for (int c = 0; c < 4; c++) m.how.borderColor[c] = random_bits() % 2 ? 0 : (float)c + 0.5f;
    m.how.normalizedCoords = random_bits() % 2;
    m.how.filterMode = (cudaTextureFilterMode)(random_bits() % 2);
    m.how.readMode = m.kind == cudaChannelFormatKindFloat ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    cudaTextureObject_t t;
    if (cudaCreateTextureObject(&t, &resource, &m.how, NULL)) printf("no texture\n");
    float4 *at, *out;
    cudaMallocManaged(&at, N * sizeof *at);
    cudaMallocManaged(&out, N * sizeof *out);
    for (int i = 0; i < N; i++) {
        double s = m.how.normalizedCoords ? 1 : 0, far = i % 4 == 0 ? 2.5 : 0.2;
        at[i].x = random_between(-far, 1 + far) * (s ? 1 : m.w);
        at[i].y = random_between(-far, 1 + far) * (s ? 1 : m.h);
        at[i].z = random_between(-far, 1 + far) * (s ? 1 : m.d);
        at[i].w = random_bits() % m.d;
    }
    if (layered) fetch_layer<<<2, 128>>>(out, at, t, m.channels);
    else if (dims == 1) fetch1<<<2, 128>>>(out, at, t, m.channels);
    else if (dims == 2) fetch2<<<2, 128>>>(out, at, t, m.channels);
    else fetch3<<<2, 128>>>(out, at, t, m.channels);
    if (cudaDeviceSynchronize()) printf("failed\n");
    for (int i = 0; i < N; i++)
        for (int c = 0; c < m.channels; c++) {
            doubtful = false;
            double want = reference(&m, dims, c, &at[i], layered ? (int)at[i].w : 0), got = (&out[i].x)[c];
            if (doubtful) continue;
            checked++;
            if (fabs(got - want) <= 1e-5 * fmax(1.0, fabs(want)) * 2) continue;
            if (wrong++ < 5)
                printf("%dD%s %dx%dx%d, %d bits, kind %d, channel %d of %d, filter %d, normalized %d, modes %d %d %d, at %g %g %g: %.8g instead of %.8g\n", dims, layered ? " layered" : "", m.w, m.h, m.d,
                       m.bits, m.kind, c, m.channels, m.how.filterMode, m.how.normalizedCoords, m.how.addressMode[0], m.how.addressMode[1], m.how.addressMode[2], at[i].x,
                       at[i].y, at[i].z, got, want);
        }
    cudaDestroyTextureObject(t);
    cudaFreeArray(array);
    cudaFree(at);
    cudaFree(out);
}

// Elements that are no floats come as they are, from rows of memory too.
template <class T> static void elements(const char *name)
{
    T image[6 * 5], *rows, *out;
    for (int i = 0; i < (int)sizeof image; i++) ((unsigned char *)image)[i] = (unsigned char)random_bits();
    float4 *at;
    size_t pitch;
    cudaMallocPitch(&rows, &pitch, 6 * sizeof(T), 5);
    cudaMemcpy2D(rows, pitch, image, 6 * sizeof(T), 6 * sizeof(T), 5, cudaMemcpyHostToDevice);
    cudaMallocManaged(&at, N * sizeof *at);
    cudaMallocManaged(&out, N * sizeof *out);
    for (int i = 0; i < N; i++) at[i] = make_float4(random_between(-3, 9), random_between(-3, 8), 0, 0);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = rows;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<T>();
    resource.res.pitch2D.width = 6;
    resource.res.pitch2D.height = 5;
    resource.res.pitch2D.pitchInBytes = pitch;
    for (int mode = cudaAddressModeClamp; mode <= cudaAddressModeBorder; mode += 2) {
        cudaTextureDesc how = {};
        how.addressMode[0] = how.addressMode[1] = (cudaTextureAddressMode)mode;
        cudaTextureObject_t t;
        if (cudaCreateTextureObject(&t, &resource, &how, NULL)) printf("no texture of %s\n", name);
        fetch_elements<<<1, N>>>(out, at, t);
        if (cudaDeviceSynchronize()) printf("failed\n");
        for (int i = 0; i < N; i++) {
            int x = (int)floorf(at[i].x), y = (int)floorf(at[i].y);
            bool in = x >= 0 && x < 6 && y >= 0 && y < 5;
            T want = {};
            if (in || mode == cudaAddressModeClamp) want = image[max(0, min(y, 4)) * 6 + max(0, min(x, 5))];
            checked++;
            if (memcmp(&want, &out[i], sizeof(T)) != 0 && wrong++ < 5) printf("%s at %g %g, mode %d\n", name, at[i].x, at[i].y, mode);
        }
        cudaDestroyTextureObject(t);
    }
    cudaFree(rows);
    cudaFree(at);
    cudaFree(out);
}

int main()
{
    for (int i = 0; i < 60; i++) {
        one_case(1, 0);
        one_case(2, 0);
        one_case(3, 0);
        one_case(2, 1);
    }
    elements<unsigned char>("unsigned char");
    elements<char2>("char2");
    elements<ushort4>("ushort4");
    elements<int>("int");
    elements<uint2>("uint2");
    elements<int4>("int4");
    elements<short>("short");
    printf("%s, %ld wrong\n", checked > 50000 ? "many compared" : "too few", wrong);
}
/* OUTPUT:
many compared, 0 wrong
*/
