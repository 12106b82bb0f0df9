/* Textures and surfaces: what kernels fetch from texture objects, surfaces, and the texture references of older programs.

   A texture object is the address of a __heddle_texture in memory that the device reads (run/cudart/texture.c makes it), and
   a fetch is ordinary code over it, so it is the same at every number of lanes and on every device. What it computes stands
   in the appendix "Texture Fetching" of the CUDA C++ Programming Guide: a linear filter takes texels i and i + 1 with
   i = floor(x - 0.5) and the weight frac(x - 0.5) kept as 1.8 fixed point, here rounded to the nearest 1/256.

   All branches here depend on the texture and not on the thread; what threads differ in are indices and weights. */
#ifndef HEDDLE_TEXTURE_TYPES_H
#define HEDDLE_TEXTURE_TYPES_H

#define TEX_CHECK(ok, text) ((ok) ? (void)0 : __assert_fail(text, __FILE__, __LINE__, __func__))

/* ---- what a coordinate means ------------------------------------------------------------------------------------ */

/* A coordinate in texels. Normalized ones are brought to [0, 1] first where the texture goes on beyond its edges. */
static __device__ __inline__ float __tex_place(float x, int n, int mode, int normalized)
{
    if (!normalized) return x;
    if (mode == cudaAddressModeWrap) x -= floorf(x);
    if (mode == cudaAddressModeMirror) {
        float turn = floorf(x), half = __fmul_rn(turn, 0.5f);
        x -= turn;
        if (half != floorf(half)) x = 1.0f - x;
    }
    return __fmul_rn(x, (float)n);
}

/* The whole part of a place, near enough to 0..n-1 that it is an int; NaN is left of all. */
static __device__ __inline__ int __tex_floor(float x, int n) { return (int)floorf(fminf(fmaxf(x, -2.0f), (float)n + 1.0f)); }

/* Which texel is meant; -1: none, the border. After __tex_place, wrapped indices are off by one texel at most. */
static __device__ __inline__ int __tex_index(int i, int n, int mode, int normalized)
{
    if (mode == cudaAddressModeBorder) return i >= 0 && i < n ? i : -1;
    if (mode == cudaAddressModeWrap && normalized) i = i < 0 ? i + n : i >= n ? i - n : i;
    return max(0, min(i, n - 1));
}

/* The weight of the texel to the right: 9 bits, of which 8 are behind the point. */
static __device__ __inline__ float __tex_weight(float x)
{
    return __fmul_rn(floorf(__fadd_rn(__fmul_rn(x - floorf(x), 256.0f), 0.5f)), 0.00390625f);
}

/* ---- a texel's channels ------------------------------------------------------------------------------------------- */

/* Channel c as a float: itself, or an integer as a fraction of the largest one. */
static __device__ __inline__ float __tex_channel(const __heddle_texture *t, const unsigned char *p, int c)
{
    if (c >= t->channels) return 0.0f;
    if (t->bits == 32) return ((const float *)p)[c];
    if (t->kind == cudaChannelFormatKindFloat) return __half2float(((const __half *)p)[c]);
    if (t->kind == cudaChannelFormatKindUnsigned)
        return t->bits == 8 ? (float)p[c] / 255.0f : (float)((const unsigned short *)p)[c] / 65535.0f;
    return fmaxf(-1.0f, t->bits == 8 ? (float)((const signed char *)p)[c] / 127.0f : (float)((const short *)p)[c] / 32767.0f);
}

static __device__ __inline__ void __tex_read(float *r, const __heddle_texture *t, const unsigned char *p) { *r = __tex_channel(t, p, 0); }
static __device__ __inline__ void __tex_read(float1 *r, const __heddle_texture *t, const unsigned char *p) { r->x = __tex_channel(t, p, 0); }
static __device__ __inline__ void __tex_read(float2 *r, const __heddle_texture *t, const unsigned char *p)
{
    *r = make_float2(__tex_channel(t, p, 0), __tex_channel(t, p, 1));
}
static __device__ __inline__ void __tex_read(float4 *r, const __heddle_texture *t, const unsigned char *p)
{
    if (t->bits == 32 && t->channels == 4)
        *r = *(const float4 *)p;
    else
        *r = make_float4(__tex_channel(t, p, 0), __tex_channel(t, p, 1), __tex_channel(t, p, 2), __tex_channel(t, p, 3));
}
static __device__ __inline__ void __tex_border(float *r, const __heddle_texture *t) { *r = t->border[0]; }
static __device__ __inline__ void __tex_border(float1 *r, const __heddle_texture *t) { r->x = t->border[0]; }
static __device__ __inline__ void __tex_border(float2 *r, const __heddle_texture *t) { *r = make_float2(t->border[0], t->border[1]); }
static __device__ __inline__ void __tex_border(float4 *r, const __heddle_texture *t)
{
    *r = make_float4(t->border[0], t->border[1], t->border[2], t->border[3]);
}
static __device__ __inline__ void __tex_add(float *r, float w, float v) { *r = __fmaf_rn(w, v, *r); }
static __device__ __inline__ void __tex_add(float1 *r, float w, float1 v) { r->x = __fmaf_rn(w, v.x, r->x); }
static __device__ __inline__ void __tex_add(float2 *r, float w, float2 v) { r->x = __fmaf_rn(w, v.x, r->x); r->y = __fmaf_rn(w, v.y, r->y); }
static __device__ __inline__ void __tex_add(float4 *r, float w, float4 v)
{
    r->x = __fmaf_rn(w, v.x, r->x);
    r->y = __fmaf_rn(w, v.y, r->y);
    r->z = __fmaf_rn(w, v.z, r->z);
    r->w = __fmaf_rn(w, v.w, r->w);
}

/* ---- fetching ------------------------------------------------------------------------------------------------------- */

static __device__ __inline__ int __tex_side(int n, int level) { return max(n >> level, 1); }
/* Where a texel of a level is. Levels but the first have no padding. */
static __device__ __inline__ const unsigned char *__tex_at(const __heddle_texture *t, int level, int x, int y, int z)
{
    unsigned long long pitch = t->pitch, slice = t->slice;
    if (level) {
        pitch = (unsigned long long)__tex_side(t->width, level) * t->texel;
        slice = pitch * __tex_side(t->height, level);
    }
    return t->level[level] + z * slice + y * pitch + (long long)x * t->texel;
}

/* The nearest texel in D dimensions; z is a slice's coordinate, or with `layer` >= 0 of no meaning. */
template <class T, int D> static __device__ __inline__ void __tex_point(T *r, const __heddle_texture *t, float x, float y, float z, int layer, int level)
{
    int w = __tex_side(t->width, level), h = __tex_side(t->height, level), d = __tex_side(t->depth, level), n = t->normalized;
    int i = __tex_index(__tex_floor(__tex_place(x, w, t->address[0], n), w), w, t->address[0], n), j = 0, k = layer;
    if (D > 1) j = __tex_index(__tex_floor(__tex_place(y, h, t->address[1], n), h), h, t->address[1], n);
    if (D > 2) k = __tex_index(__tex_floor(__tex_place(z, d, t->address[2], n), d), d, t->address[2], n);
    if (min(i, min(j, k)) < 0)
        __tex_border(r, t);
    else
        __tex_read(r, t, __tex_at(t, level, i, j, k));
}

/* The mean of the 2, 4 or 8 texels around a place, each with its weight. */
template <class T, int D> static __device__ __inline__ void __tex_linear(T *r, const __heddle_texture *t, float x, float y, float z, int layer, int level)
{
    int w = __tex_side(t->width, level), h = __tex_side(t->height, level), d = __tex_side(t->depth, level), n = t->normalized;
    float px = __tex_place(x, w, t->address[0], n) - 0.5f, py = 0, pz = 0, a = __tex_weight(px), b = 0, c = 0;
    int i = __tex_floor(px, w), j = 0, k = layer;
    if (D > 1) {
        py = __tex_place(y, h, t->address[1], n) - 0.5f;
        b = __tex_weight(py);
        j = __tex_floor(py, h);
    }
    if (D > 2) {
        pz = __tex_place(z, d, t->address[2], n) - 0.5f;
        c = __tex_weight(pz);
        k = __tex_floor(pz, d);
    }
    T sum = {};
    for (int corner = 0; corner < 1 << D; corner++) {
        int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2, jj = 0, kk = layer;
        int ii = __tex_index(i + dx, w, t->address[0], n);
        float weight = dx ? a : 1.0f - a;
        if (D > 1) {
            jj = __tex_index(j + dy, h, t->address[1], n);
            weight *= dy ? b : 1.0f - b;
        }
        if (D > 2) {
            kk = __tex_index(k + dz, d, t->address[2], n);
            weight *= dz ? c : 1.0f - c;
        }
        T texel;
        if (min(ii, min(jj, kk)) < 0)
            __tex_border(&texel, t);
        else
            __tex_read(&texel, t, __tex_at(t, level, ii, jj, kk));
        __tex_add(&sum, weight, texel);
    }
    *r = sum;
}

template <class T, int D> static __device__ __inline__ void __tex_level(T *r, const __heddle_texture *t, float x, float y, float z, int layer, int level)
{
    if (t->filter == cudaFilterModeLinear)
        __tex_linear<T, D>(r, t, x, y, z, layer, level);
    else
        __tex_point<T, D>(r, t, x, y, z, layer, level);
}

/* With mipmaps: the level nearest to `lod`, or both around it. */
template <class T, int D> static __device__ __inline__ void __tex_filtered(T *r, const __heddle_texture *t, float x, float y, float z, int layer, float lod)
{
    if (t->levels <= 1) {
        __tex_level<T, D>(r, t, x, y, z, layer, 0);
        return;
    }
    float place = fminf(fmaxf(lod + t->level_bias, t->level_least), fminf(t->level_most, (float)(t->levels - 1)));
    if (t->level_filter == cudaFilterModePoint) {
        __tex_level<T, D>(r, t, x, y, z, layer, (int)floorf(fmaxf(place, 0.0f) + 0.5f));
        return;
    }
    int lower = (int)floorf(fmaxf(place, 0.0f));
    T fine, coarse, sum = {};
    __tex_level<T, D>(&fine, t, x, y, z, layer, lower);
    __tex_level<T, D>(&coarse, t, x, y, z, layer, min(lower + 1, t->levels - 1));
    float weight = __tex_weight(fmaxf(place, 0.0f));
    __tex_add(&sum, 1.0f - weight, fine);
    __tex_add(&sum, weight, coarse);
    *r = sum;
}

/* Elements that are no floats come as they are: the nearest, and 0 for the border. */
template <class T, int D> struct __tex_fetch {
    static __device__ __inline__ T get(const __heddle_texture *t, float x, float y, float z, int layer, float lod)
    {
        int level = 0;
        if (t->levels > 1)
            level = (int)floorf(fmaxf(fminf(fmaxf(lod + t->level_bias, t->level_least), fminf(t->level_most, (float)(t->levels - 1))), 0.0f) + 0.5f);
        int w = __tex_side(t->width, level), h = __tex_side(t->height, level), d = __tex_side(t->depth, level), n = t->normalized;
        int i = __tex_index(__tex_floor(__tex_place(x, w, t->address[0], n), w), w, t->address[0], n), j = 0, k = layer;
        if (D > 1) j = __tex_index(__tex_floor(__tex_place(y, h, t->address[1], n), h), h, t->address[1], n);
        if (D > 2) k = __tex_index(__tex_floor(__tex_place(z, d, t->address[2], n), d), d, t->address[2], n);
        T r = {};
        TEX_CHECK((int)sizeof(T) <= t->texel, "an element of the texture is as large as the type that is fetched");
        if (min(i, min(j, k)) >= 0) r = *(const T *)__tex_at(t, level, i, j, k);
        return r;
    }
};
#define TEX_FLOATS(T)                                                                                                  \
    template <int D> struct __tex_fetch<T, D> {                                                                         \
        static __device__ __inline__ T get(const __heddle_texture *t, float x, float y, float z, int layer, float lod)  \
        {                                                                                                               \
            T r;                                                                                                        \
            __tex_filtered<T, D>(&r, t, x, y, z, layer, lod);                                                           \
            return r;                                                                                                   \
        }                                                                                                               \
    };
TEX_FLOATS(float) TEX_FLOATS(float1) TEX_FLOATS(float2) TEX_FLOATS(float4)
#undef TEX_FLOATS

static __device__ __inline__ int __tex_layer(const __heddle_texture *t, int layer) { return max(0, min(layer, t->depth - 1)); }
/* Linear memory has no coordinates but indices; outside of it lies 0. */
template <class T> struct __tex_element {
    static __device__ __inline__ T get(const __heddle_texture *t, int i)
    {
        T r = {};
        TEX_CHECK((int)sizeof(T) <= t->texel, "an element of the texture is as large as the type that is fetched");
        if (i >= 0 && i < t->width) r = ((const T *)t->level[0])[i];
        return r;
    }
};
#define TEX_FLOATS(T)                                                                                                  \
    template <> struct __tex_element<T> {                                                                               \
        static __device__ __inline__ T get(const __heddle_texture *t, int i)                                            \
        {                                                                                                               \
            T r = {};                                                                                                   \
            if (i >= 0 && i < t->width) __tex_read(&r, t, t->level[0] + (long long)i * t->texel);                       \
            return r;                                                                                                   \
        }                                                                                                               \
    };
TEX_FLOATS(float) TEX_FLOATS(float1) TEX_FLOATS(float2) TEX_FLOATS(float4)
#undef TEX_FLOATS

/* The level that a step of so many texels asks for. */
static __device__ __inline__ float __tex_lod(float dx, float dy) { return log2f(fmaxf(fmaxf(dx, dy), 1e-30f)); }

/* Which side of a cube a direction meets, and where on it. */
static __device__ __inline__ int __tex_cube(float x, float y, float z, float *s, float *v)
{
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z), m, p, q;
    int face;
    if (ax >= ay && ax >= az) {
        face = x >= 0.0f ? 0 : 1;
        m = ax;
        p = x >= 0.0f ? -z : z;
        q = -y;
    } else if (ay >= az) {
        face = y >= 0.0f ? 2 : 3;
        m = ay;
        p = x;
        q = y >= 0.0f ? z : -z;
    } else {
        face = z >= 0.0f ? 4 : 5;
        m = az;
        p = z >= 0.0f ? x : -x;
        q = -y;
    }
    *s = (p / m + 1.0f) * 0.5f;
    *v = (q / m + 1.0f) * 0.5f;
    return face;
}

/* The four texels that a linear filter would take, one channel of each: lower left, lower right, upper right, upper left. */
template <class V, class E> struct __tex_four {
    static __device__ __inline__ E one(const __heddle_texture *t, int i, int j, int channel, E)
    {
        int n = t->normalized;
        i = __tex_index(i, t->width, t->address[0], n);
        j = __tex_index(j, t->height, t->address[1], n);
        return min(i, j) < 0 ? (E)0 : ((const E *)__tex_at(t, 0, i, j, 0))[channel];
    }
    static __device__ __inline__ V get(const __heddle_texture *t, float x, float y, int channel)
    {
        int n = t->normalized, i = __tex_floor(__tex_place(x, t->width, t->address[0], n) - 0.5f, t->width),
            j = __tex_floor(__tex_place(y, t->height, t->address[1], n) - 0.5f, t->height);
        V r = {one(t, i, j + 1, channel, E()), one(t, i + 1, j + 1, channel, E()), one(t, i + 1, j, channel, E()),
               one(t, i, j, channel, E())};
        return r;
    }
};
template <class V> struct __tex_gather;
template <> struct __tex_gather<char4> { typedef __tex_four<char4, signed char> of; };
template <> struct __tex_gather<uchar4> { typedef __tex_four<uchar4, unsigned char> of; };
template <> struct __tex_gather<short4> { typedef __tex_four<short4, short> of; };
template <> struct __tex_gather<ushort4> { typedef __tex_four<ushort4, unsigned short> of; };
template <> struct __tex_gather<int4> { typedef __tex_four<int4, int> of; };
template <> struct __tex_gather<uint4> { typedef __tex_four<uint4, unsigned int> of; };
struct __tex_four_floats {
    static __device__ __inline__ float one(const __heddle_texture *t, int i, int j, int channel)
    {
        int n = t->normalized;
        i = __tex_index(i, t->width, t->address[0], n);
        j = __tex_index(j, t->height, t->address[1], n);
        return min(i, j) < 0 ? t->border[channel] : __tex_channel(t, __tex_at(t, 0, i, j, 0), channel);
    }
    static __device__ __inline__ float4 get(const __heddle_texture *t, float x, float y, int channel)
    {
        int n = t->normalized, i = __tex_floor(__tex_place(x, t->width, t->address[0], n) - 0.5f, t->width),
            j = __tex_floor(__tex_place(y, t->height, t->address[1], n) - 0.5f, t->height);
        return make_float4(one(t, i, j + 1, channel), one(t, i + 1, j + 1, channel), one(t, i + 1, j, channel), one(t, i, j, channel));
    }
};
template <> struct __tex_gather<float4> { typedef __tex_four_floats of; };

/* ---- texture objects ------------------------------------------------------------------------------------------------- */

#define TEX_OF(object) ((const __heddle_texture *)(object))
/* name<T>(object, ...), and the older name(&result, object, ...). */

/* The element of linear memory with the index x; 0 outside. */
template <class T> static __device__ __inline__ T tex1Dfetch(cudaTextureObject_t texture, int x)
{
    return __tex_element<T>::get(TEX_OF(texture), x);
}
template <class T> static __device__ __inline__ void tex1Dfetch(T *result, cudaTextureObject_t texture, int x)
{
    *result = tex1Dfetch<T>(texture, x);
}
/* What a texture of one dimension is at x. */
template <class T> static __device__ __inline__ T tex1D(cudaTextureObject_t texture, float x)
{
    return __tex_fetch<T, 1>::get(TEX_OF(texture), x, 0, 0, 0, 0);
}
template <class T> static __device__ __inline__ void tex1D(T *result, cudaTextureObject_t texture, float x)
{
    *result = tex1D<T>(texture, x);
}
/* What a texture of two dimensions is at (x, y). */
template <class T> static __device__ __inline__ T tex2D(cudaTextureObject_t texture, float x, float y)
{
    return __tex_fetch<T, 2>::get(TEX_OF(texture), x, y, 0, 0, 0);
}
template <class T> static __device__ __inline__ void tex2D(T *result, cudaTextureObject_t texture, float x, float y)
{
    *result = tex2D<T>(texture, x, y);
}
/* What a texture of three dimensions is at (x, y, z). */
template <class T> static __device__ __inline__ T tex3D(cudaTextureObject_t texture, float x, float y, float z)
{
    return __tex_fetch<T, 3>::get(TEX_OF(texture), x, y, z, 0, 0);
}
template <class T> static __device__ __inline__ void tex3D(T *result, cudaTextureObject_t texture, float x, float y, float z)
{
    *result = tex3D<T>(texture, x, y, z);
}
/* What a layer is at x. */
template <class T> static __device__ __inline__ T tex1DLayered(cudaTextureObject_t texture, float x, int layer)
{
    return __tex_fetch<T, 1>::get(TEX_OF(texture), x, 0, 0, __tex_layer(TEX_OF(texture), layer), 0);
}
template <class T> static __device__ __inline__ void tex1DLayered(T *result, cudaTextureObject_t texture, float x, int layer)
{
    *result = tex1DLayered<T>(texture, x, layer);
}
/* What a layer is at (x, y). */
template <class T> static __device__ __inline__ T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer)
{
    return __tex_fetch<T, 2>::get(TEX_OF(texture), x, y, 0, __tex_layer(TEX_OF(texture), layer), 0);
}
template <class T> static __device__ __inline__ void tex2DLayered(T *result, cudaTextureObject_t texture, float x, float y, int layer)
{
    *result = tex2DLayered<T>(texture, x, y, layer);
}
/* The same with the level of the mipmap. */
template <class T> static __device__ __inline__ T tex1DLod(cudaTextureObject_t texture, float x, float level)
{
    return __tex_fetch<T, 1>::get(TEX_OF(texture), x, 0, 0, 0, level);
}
template <class T> static __device__ __inline__ void tex1DLod(T *result, cudaTextureObject_t texture, float x, float level)
{
    *result = tex1DLod<T>(texture, x, level);
}
template <class T> static __device__ __inline__ T tex2DLod(cudaTextureObject_t texture, float x, float y, float level)
{
    return __tex_fetch<T, 2>::get(TEX_OF(texture), x, y, 0, 0, level);
}
template <class T> static __device__ __inline__ void tex2DLod(T *result, cudaTextureObject_t texture, float x, float y, float level)
{
    *result = tex2DLod<T>(texture, x, y, level);
}
template <class T> static __device__ __inline__ T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float level)
{
    return __tex_fetch<T, 3>::get(TEX_OF(texture), x, y, z, 0, level);
}
template <class T> static __device__ __inline__ void tex3DLod(T *result, cudaTextureObject_t texture, float x, float y, float z, float level)
{
    *result = tex3DLod<T>(texture, x, y, z, level);
}
template <class T> static __device__ __inline__ T tex1DLayeredLod(cudaTextureObject_t texture, float x, int layer, float level)
{
    return __tex_fetch<T, 1>::get(TEX_OF(texture), x, 0, 0, __tex_layer(TEX_OF(texture), layer), level);
}
template <class T> static __device__ __inline__ void tex1DLayeredLod(T *result, cudaTextureObject_t texture, float x, int layer, float level)
{
    *result = tex1DLayeredLod<T>(texture, x, layer, level);
}
template <class T> static __device__ __inline__ T tex2DLayeredLod(cudaTextureObject_t texture, float x, float y, int layer, float level)
{
    return __tex_fetch<T, 2>::get(TEX_OF(texture), x, y, 0, __tex_layer(TEX_OF(texture), layer), level);
}
template <class T> static __device__ __inline__ void tex2DLayeredLod(T *result, cudaTextureObject_t texture, float x, float y, int layer, float level)
{
    *result = tex2DLayeredLod<T>(texture, x, y, layer, level);
}
/* The same with the steps to the neighbouring pixels, which tell the level. */
template <class T> static __device__ __inline__ T tex1DGrad(cudaTextureObject_t texture, float x, float dx, float dy)
{
    return __tex_fetch<T, 1>::get(TEX_OF(texture), x, 0, 0, 0, __tex_lod(fabsf(dx) * TEX_OF(texture)->width, fabsf(dy) * TEX_OF(texture)->width));
}
template <class T> static __device__ __inline__ void tex1DGrad(T *result, cudaTextureObject_t texture, float x, float dx, float dy)
{
    *result = tex1DGrad<T>(texture, x, dx, dy);
}
template <class T> static __device__ __inline__ T tex2DGrad(cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy)
{
    return __tex_fetch<T, 2>::get(TEX_OF(texture), x, y, 0, 0, __tex_lod(hypotf(dx.x * TEX_OF(texture)->width, dx.y * TEX_OF(texture)->height), hypotf(dy.x * TEX_OF(texture)->width, dy.y * TEX_OF(texture)->height)));
}
template <class T> static __device__ __inline__ void tex2DGrad(T *result, cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy)
{
    *result = tex2DGrad<T>(texture, x, y, dx, dy);
}

/* What a cube is in a direction. */
template <class T> static __device__ __inline__ T texCubemap(cudaTextureObject_t texture, float x, float y, float z)
{
    float s, v;
    int face = __tex_cube(x, y, z, &s, &v);
    return __tex_fetch<T, 2>::get(TEX_OF(texture), s, v, 0, face, 0);
}
template <class T> static __device__ __inline__ void texCubemap(T *result, cudaTextureObject_t texture, float x, float y, float z)
{
    *result = texCubemap<T>(texture, x, y, z);
}
template <class T> static __device__ __inline__ T texCubemapLayered(cudaTextureObject_t texture, float x, float y, float z, int layer)
{
    float s, v;
    int face = __tex_cube(x, y, z, &s, &v);
    return __tex_fetch<T, 2>::get(TEX_OF(texture), s, v, 0, __tex_layer(TEX_OF(texture), 6 * layer + face), 0);
}
template <class T> static __device__ __inline__ void texCubemapLayered(T *result, cudaTextureObject_t texture, float x, float y, float z, int layer)
{
    *result = texCubemapLayered<T>(texture, x, y, z, layer);
}
/* One channel of the four texels around (x, y): lower left, lower right, upper right, upper left. */
template <class T> static __device__ __inline__ T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0)
{
    return __tex_gather<T>::of::get(TEX_OF(texture), x, y, channel);
}
template <class T> static __device__ __inline__ void tex2Dgather(T *result, cudaTextureObject_t texture, float x, float y, int channel = 0)
{
    *result = tex2Dgather<T>(texture, x, y, channel);
}

/* ---- surfaces: x in bytes ---------------------------------------------------------------------------------------------- */

/* Whether a place is in the surface; with cudaBoundaryModeClamp it is moved there. */
static __device__ __inline__ bool __surf_inside(const __heddle_texture *t, int size, int *x, int *y, int *z, cudaSurfaceBoundaryMode mode)
{
    int last = t->width * t->texel - size;
    bool inside = *x >= 0 && *x <= last && *y >= 0 && *y < t->height && *z >= 0 && *z < t->depth;
    if (mode == cudaBoundaryModeClamp) {
        *x = max(0, min(*x, last));
        *y = max(0, min(*y, t->height - 1));
        *z = max(0, min(*z, t->depth - 1));
        return true;
    }
    if (mode == cudaBoundaryModeTrap) TEX_CHECK(inside, "the place lies in the surface (x counts bytes)");
    return inside;
}
template <class T> static __device__ __inline__ T __surf_read(const __heddle_texture *t, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
    T r = {};
    if (__surf_inside(t, (int)sizeof(T), &x, &y, &z, mode)) r = *(const T *)(t->level[0] + z * t->slice + y * t->pitch + x);
    return r;
}
template <class T> static __device__ __inline__ void __surf_write(const __heddle_texture *t, T value, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
    if (__surf_inside(t, (int)sizeof(T), &x, &y, &z, mode)) *(T *)(t->level[0] + z * t->slice + y * t->pitch + x) = value;
}

template <class T, int dim = 1> struct surface;

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

/* A surface reference, as before CUDA 12: a variable of the program that cudaBindSurfaceToArray gives an array. */
struct __attribute__((hd_managed)) surfaceReference {
    cudaChannelFormatDesc channelDesc;
    __heddle_texture state;
};
template <class T, int dim> struct __attribute__((hd_managed)) surface : public surfaceReference {};

/* Reads and writes an array by place; x is in bytes. */
template <class T> static __device__ __inline__ T surf1Dread(cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(TEX_OF(s), x, 0, 0, mode);
}
template <class T> static __device__ __inline__ void surf1Dread(T *result, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(TEX_OF(s), x, 0, 0, mode);
}
template <class T> static __device__ __inline__ void surf1Dwrite(T value, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(TEX_OF(s), value, x, 0, 0, mode);
}
template <class T> static __device__ __inline__ T surf1Dread(const surface<void, cudaSurfaceType1D> &s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(&s.state, x, 0, 0, mode);
}
template <class T> static __device__ __inline__ void surf1Dread(T *result, const surface<void, cudaSurfaceType1D> &s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(&s.state, x, 0, 0, mode);
}
template <class T> static __device__ __inline__ void surf1Dwrite(T value, const surface<void, cudaSurfaceType1D> &s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(&s.state, value, x, 0, 0, mode);
}
template <class T> static __device__ __inline__ T surf2Dread(cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(TEX_OF(s), x, y, 0, mode);
}
template <class T> static __device__ __inline__ void surf2Dread(T *result, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(TEX_OF(s), x, y, 0, mode);
}
template <class T> static __device__ __inline__ void surf2Dwrite(T value, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(TEX_OF(s), value, x, y, 0, mode);
}
template <class T> static __device__ __inline__ T surf2Dread(const surface<void, cudaSurfaceType2D> &s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(&s.state, x, y, 0, mode);
}
template <class T> static __device__ __inline__ void surf2Dread(T *result, const surface<void, cudaSurfaceType2D> &s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(&s.state, x, y, 0, mode);
}
template <class T> static __device__ __inline__ void surf2Dwrite(T value, const surface<void, cudaSurfaceType2D> &s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(&s.state, value, x, y, 0, mode);
}
template <class T> static __device__ __inline__ T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(TEX_OF(s), x, y, z, mode);
}
template <class T> static __device__ __inline__ void surf3Dread(T *result, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(TEX_OF(s), x, y, z, mode);
}
template <class T> static __device__ __inline__ void surf3Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(TEX_OF(s), value, x, y, z, mode);
}
template <class T> static __device__ __inline__ T surf3Dread(const surface<void, cudaSurfaceType3D> &s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(&s.state, x, y, z, mode);
}
template <class T> static __device__ __inline__ void surf3Dread(T *result, const surface<void, cudaSurfaceType3D> &s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(&s.state, x, y, z, mode);
}
template <class T> static __device__ __inline__ void surf3Dwrite(T value, const surface<void, cudaSurfaceType3D> &s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(&s.state, value, x, y, z, mode);
}
template <class T> static __device__ __inline__ T surf1DLayeredread(cudaSurfaceObject_t s, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(TEX_OF(s), x, 0, layer, mode);
}
template <class T> static __device__ __inline__ void surf1DLayeredread(T *result, cudaSurfaceObject_t s, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(TEX_OF(s), x, 0, layer, mode);
}
template <class T> static __device__ __inline__ void surf1DLayeredwrite(T value, cudaSurfaceObject_t s, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(TEX_OF(s), value, x, 0, layer, mode);
}
template <class T> static __device__ __inline__ T surf1DLayeredread(const surface<void, cudaSurfaceType1DLayered> &s, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(&s.state, x, 0, layer, mode);
}
template <class T> static __device__ __inline__ void surf1DLayeredread(T *result, const surface<void, cudaSurfaceType1DLayered> &s, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(&s.state, x, 0, layer, mode);
}
template <class T> static __device__ __inline__ void surf1DLayeredwrite(T value, const surface<void, cudaSurfaceType1DLayered> &s, int x, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(&s.state, value, x, 0, layer, mode);
}
template <class T> static __device__ __inline__ T surf2DLayeredread(cudaSurfaceObject_t s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(TEX_OF(s), x, y, layer, mode);
}
template <class T> static __device__ __inline__ void surf2DLayeredread(T *result, cudaSurfaceObject_t s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(TEX_OF(s), x, y, layer, mode);
}
template <class T> static __device__ __inline__ void surf2DLayeredwrite(T value, cudaSurfaceObject_t s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(TEX_OF(s), value, x, y, layer, mode);
}
template <class T> static __device__ __inline__ T surf2DLayeredread(const surface<void, cudaSurfaceType2DLayered> &s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(&s.state, x, y, layer, mode);
}
template <class T> static __device__ __inline__ void surf2DLayeredread(T *result, const surface<void, cudaSurfaceType2DLayered> &s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(&s.state, x, y, layer, mode);
}
template <class T> static __device__ __inline__ void surf2DLayeredwrite(T value, const surface<void, cudaSurfaceType2DLayered> &s, int x, int y, int layer, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(&s.state, value, x, y, layer, mode);
}
template <class T> static __device__ __inline__ T surfCubemapread(cudaSurfaceObject_t s, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(TEX_OF(s), x, y, face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapread(T *result, cudaSurfaceObject_t s, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(TEX_OF(s), x, y, face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapwrite(T value, cudaSurfaceObject_t s, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(TEX_OF(s), value, x, y, face, mode);
}
template <class T> static __device__ __inline__ T surfCubemapread(const surface<void, cudaSurfaceTypeCubemap> &s, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(&s.state, x, y, face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapread(T *result, const surface<void, cudaSurfaceTypeCubemap> &s, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(&s.state, x, y, face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapwrite(T value, const surface<void, cudaSurfaceTypeCubemap> &s, int x, int y, int face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(&s.state, value, x, y, face, mode);
}
template <class T> static __device__ __inline__ T surfCubemapLayeredread(cudaSurfaceObject_t s, int x, int y, int layer_and_face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(TEX_OF(s), x, y, layer_and_face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapLayeredread(T *result, cudaSurfaceObject_t s, int x, int y, int layer_and_face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(TEX_OF(s), x, y, layer_and_face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapLayeredwrite(T value, cudaSurfaceObject_t s, int x, int y, int layer_and_face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(TEX_OF(s), value, x, y, layer_and_face, mode);
}
template <class T> static __device__ __inline__ T surfCubemapLayeredread(const surface<void, cudaSurfaceTypeCubemapLayered> &s, int x, int y, int layer_and_face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return __surf_read<T>(&s.state, x, y, layer_and_face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapLayeredread(T *result, const surface<void, cudaSurfaceTypeCubemapLayered> &s, int x, int y, int layer_and_face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *result = __surf_read<T>(&s.state, x, y, layer_and_face, mode);
}
template <class T> static __device__ __inline__ void surfCubemapLayeredwrite(T value, const surface<void, cudaSurfaceTypeCubemapLayered> &s, int x, int y, int layer_and_face, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    __surf_write<T>(&s.state, value, x, y, layer_and_face, mode);
}

/* ---- channel descriptors --------------------------------------------------------------------------------------------- */

static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f)
{
    cudaChannelFormatDesc d = {x, y, z, w, f};
    return d;
}
template <class T> struct __tex_format;
#define TEX_FORMAT(T, x, y, z, w, f)                                                                                    \
    template <> struct __tex_format<T> {                                                                                 \
        static cudaChannelFormatDesc get() { return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##f); }       \
    };
#define TEX_FORMATS(T, V, bits, f)                                                                                       \
    TEX_FORMAT(T, bits, 0, 0, 0, f) TEX_FORMAT(V##1, bits, 0, 0, 0, f) TEX_FORMAT(V##2, bits, bits, 0, 0, f)             \
    TEX_FORMAT(V##3, bits, bits, bits, 0, f) TEX_FORMAT(V##4, bits, bits, bits, bits, f)
TEX_FORMAT(char, 8, 0, 0, 0, Signed)
TEX_FORMATS(signed char, char, 8, Signed)
TEX_FORMATS(unsigned char, uchar, 8, Unsigned)
TEX_FORMATS(short, short, 16, Signed)
TEX_FORMATS(unsigned short, ushort, 16, Unsigned)
TEX_FORMATS(int, int, 32, Signed)
TEX_FORMATS(unsigned int, uint, 32, Unsigned)
TEX_FORMATS(float, float, 32, Float)
#undef TEX_FORMAT
#undef TEX_FORMATS
/* The description of a texture's elements of type T. */
template <class T> static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDesc() { return __tex_format<T>::get(); }
/* Elements of 1, 2 or 4 halves. */
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf() { return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat); }
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat); }
static __inline__ __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat); }

/* ---- texture references, as before CUDA 12 ----------------------------------------------------------------------------- */

/* What a texture reference is for the program. Binding it takes over these settings. */
struct __attribute__((hd_managed)) textureReference {
    int normalized; /* whether coordinates go from 0 to 1 */
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int read_mode;
    __heddle_texture state;
};
/* A texture reference: a variable of the program that cudaBindTexture and its kin give memory. Newer programs pass texture objects. */
template <class T, int dim = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((hd_managed)) texture : public textureReference {
    __host__ texture(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint, cudaTextureAddressMode address = cudaAddressModeClamp)
    {
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = cudaCreateChannelDesc<T>();
        maxMipmapLevelClamp = 0;
        read_mode = mode;
    }
    __host__ texture(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc desc)
    {
        normalized = norm;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = desc;
        maxMipmapLevelClamp = 0;
        read_mode = mode;
    }
};

/* What a fetch gives: the elements, or floats. */
template <class T, cudaTextureReadMode mode> struct __tex_result { typedef T type; };
#define TEX_RESULT(T, R) template <> struct __tex_result<T, cudaReadModeNormalizedFloat> { typedef R type; };
TEX_RESULT(char, float) TEX_RESULT(signed char, float) TEX_RESULT(unsigned char, float) TEX_RESULT(short, float) TEX_RESULT(unsigned short, float)
TEX_RESULT(char1, float1) TEX_RESULT(uchar1, float1) TEX_RESULT(short1, float1) TEX_RESULT(ushort1, float1)
TEX_RESULT(char2, float2) TEX_RESULT(uchar2, float2) TEX_RESULT(short2, float2) TEX_RESULT(ushort2, float2)
TEX_RESULT(char4, float4) TEX_RESULT(uchar4, float4) TEX_RESULT(short4, float4) TEX_RESULT(ushort4, float4)
#undef TEX_RESULT

template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex1Dfetch(const texture<T, cudaTextureType1D, mode> &t, int x)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_element<R>::get(&t.state, x);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex1D(const texture<T, cudaTextureType1D, mode> &t, float x)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 1>::get(&t.state, x, 0, 0, 0, 0);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex2D(const texture<T, cudaTextureType2D, mode> &t, float x, float y)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 2>::get(&t.state, x, y, 0, 0, 0);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex3D(const texture<T, cudaTextureType3D, mode> &t, float x, float y, float z)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 3>::get(&t.state, x, y, z, 0, 0);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex1DLod(const texture<T, cudaTextureType1D, mode> &t, float x, float level)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 1>::get(&t.state, x, 0, 0, 0, level);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex2DLod(const texture<T, cudaTextureType2D, mode> &t, float x, float y, float level)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 2>::get(&t.state, x, y, 0, 0, level);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex3DLod(const texture<T, cudaTextureType3D, mode> &t, float x, float y, float z, float level)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 3>::get(&t.state, x, y, z, 0, level);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex1DLayered(const texture<T, cudaTextureType1DLayered, mode> &t, float x, int layer)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 1>::get(&t.state, x, 0, 0, __tex_layer(&t.state, layer), 0);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type tex2DLayered(const texture<T, cudaTextureType2DLayered, mode> &t, float x, float y, int layer)
{
    typedef typename __tex_result<T, mode>::type R;
    return __tex_fetch<R, 2>::get(&t.state, x, y, 0, __tex_layer(&t.state, layer), 0);
}
template <class T, cudaTextureReadMode mode>
static __device__ __inline__ typename __tex_result<T, mode>::type texCubemap(const texture<T, cudaTextureTypeCubemap, mode> &t, float x, float y, float z)
{
    float s, v;
    int face = __tex_cube(x, y, z, &s, &v);
    return __tex_fetch<typename __tex_result<T, mode>::type, 2>::get(&t.state, s, v, 0, face, 0);
}

/* Gives a texture reference linear memory. */
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaBindTexture(size_t *offset, texture<T, dim, mode> &t, const void *devPtr, const cudaChannelFormatDesc &desc, size_t size = 0xffffffff)
{
    return __heddle_bind_linear(&t, offset, devPtr, &desc, size);
}
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaBindTexture(size_t *offset, texture<T, dim, mode> &t, const void *devPtr, size_t size = 0xffffffff)
{
    return __heddle_bind_linear(&t, offset, devPtr, &t.channelDesc, size);
}
static __inline__ __host__ cudaError_t cudaBindTexture(size_t *offset, const textureReference *t, const void *devPtr, const cudaChannelFormatDesc *desc, size_t size = 0xffffffff)
{
    return __heddle_bind_linear((void *)t, offset, devPtr, desc, size);
}
/* Gives a texture reference rows of memory. */
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaBindTexture2D(size_t *offset, texture<T, dim, mode> &t, const void *devPtr, const cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch)
{
    return __heddle_bind_2d(&t, offset, devPtr, &desc, width, height, pitch);
}
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaBindTexture2D(size_t *offset, texture<T, dim, mode> &t, const void *devPtr, size_t width, size_t height, size_t pitch)
{
    return __heddle_bind_2d(&t, offset, devPtr, &t.channelDesc, width, height, pitch);
}
static __inline__ __host__ cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *t, const void *devPtr, const cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch)
{
    return __heddle_bind_2d((void *)t, offset, devPtr, desc, width, height, pitch);
}
/* Gives a texture reference an array. */
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaBindTextureToArray(texture<T, dim, mode> &t, cudaArray_const_t array, const cudaChannelFormatDesc &desc)
{
    return __heddle_bind_array(&t, array, &desc);
}
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaBindTextureToArray(texture<T, dim, mode> &t, cudaArray_const_t array)
{
    return __heddle_bind_array(&t, array, (const cudaChannelFormatDesc *)0);
}
static __inline__ __host__ cudaError_t cudaBindTextureToArray(const textureReference *t, cudaArray_const_t array, const cudaChannelFormatDesc *desc)
{
    return __heddle_bind_array((void *)t, array, desc);
}
/* Takes the memory from a texture reference. */
template <class T, int dim, cudaTextureReadMode mode> static __inline__ __host__ cudaError_t cudaUnbindTexture(texture<T, dim, mode> &t)
{
    return __heddle_unbind(&t);
}
static __inline__ __host__ cudaError_t cudaUnbindTexture(const textureReference *t) { return __heddle_unbind((void *)t); }
/* How many bytes before the first element the texture begins: always 0 here. */
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, dim, mode> &t)
{
    *offset = 0;
    return cudaSuccess;
}
/* The texture reference itself, by its variable. */
template <class T, int dim, cudaTextureReadMode mode>
static __inline__ __host__ cudaError_t cudaGetTextureReference(const textureReference **reference, const texture<T, dim, mode> &t)
{
    *reference = &t;
    return cudaSuccess;
}
/* Gives a surface reference an array. */
template <int dim> static __inline__ __host__ cudaError_t cudaBindSurfaceToArray(surface<void, dim> &s, cudaArray_const_t array, const cudaChannelFormatDesc &desc)
{
    return __heddle_bind_surface(&s, array);
}
template <int dim> static __inline__ __host__ cudaError_t cudaBindSurfaceToArray(surface<void, dim> &s, cudaArray_const_t array)
{
    return __heddle_bind_surface(&s, array);
}
#endif
