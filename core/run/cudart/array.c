// CUDA arrays: the memory of textures and surfaces, and copies to and from it.
//
// An array is one allocation of managed memory: struct cuda_array, then its elements, row after row
// without gaps. So every device reads it, it survives an engine that dies, and a copy is one of
// boxes of plain memory (copy.c).
//
// Example: cudaMallocArray(&a, &desc, 64, 64) of floats: 256 bytes and 64 rows of 256;
// cudaMemcpy2DToArray(a, 4, 1, h, ...) begins to write at 256 + 256 + 4.
#include "run/cudart/cudart.h"

#include <string.h>

#define ARRAY_MAGIC 0x4864417272617931ull
#define MIPMAPS_MAGIC 0x48644d69706d6170ull
#define BEFORE_ELEMENTS 256 // struct cuda_array and CUDA's alignment
#define MAX_SIDE (1u << 27) // elements of a row; and of a column

_Static_assert(sizeof(struct cuda_array) <= BEFORE_ELEMENTS, "the elements follow it");

// The allocation that p is the start of, if it is alive and begins with `magic`.
static bool starts_with(const void *p, uint64_t magic) {
    struct memory m;
    uint64_t found = 0;
    if (!p) return false;
    hd_cudart_find((uint64_t)p, &m);
    return m.kind == MEMORY_MANAGED && !m.freed && m.base == (uint64_t)p &&
           hd_guard_read(p, &found, sizeof found) && found == magic;
}

bool hd_cuda_is_array(const struct cuda_array *array) { return starts_with(array, ARRAY_MAGIC); }

bool hd_cuda_are_mipmaps(const struct cuda_mipmaps *mipmaps) {
    return starts_with(mipmaps, MIPMAPS_MAGIC);
}

bool hd_cuda_channels(const struct cuda_channels *desc, int *texel, int *bits, int *channels) {
    int n = 0, b = desc->bits[0];
    while (n < 4 && desc->bits[n]) n++;
    for (int i = 0; i < 4; i++)
        if (desc->bits[i] != (i < n ? b : 0)) return false;
    if (n == 0 || n == 3 || (b != 8 && b != 16 && b != 32)) return false;
    if (desc->kind < CHANNEL_SIGNED || desc->kind > CHANNEL_FLOAT) return false;
    if (desc->kind == CHANNEL_FLOAT && b == 8) return false;
    *texel = n * b / 8;
    *bits = b;
    *channels = n;
    return true;
}

// ---- making and freeing -------------------------------------------------------------------------

enum { // flags
    ARRAY_LAYERED = 1,
    ARRAY_SURFACE = 2,
    ARRAY_CUBEMAP = 4,
    ARRAY_GATHER = 8,
    ARRAY_ALL = 15
};

static bool shape_ok(const struct cuda_extent *e, unsigned flags) {
    if (flags & ~(unsigned)ARRAY_ALL) return false;
    if (e->width == 0 || e->width > MAX_SIDE || e->height > MAX_SIDE || e->depth > MAX_SIDE)
        return false;
    if (flags & ARRAY_CUBEMAP) // whose sides are square; layers of cubes have six each
        return e->width == e->height && e->depth &&
               (flags & ARRAY_LAYERED ? e->depth % 6 == 0 : e->depth == 6);
    if (flags & ARRAY_LAYERED) return e->depth > 0;
    if (flags & ARRAY_GATHER) return e->height && !e->depth;
    return e->height || !e->depth;
}

static int make_array(struct cuda_array **out, const struct cuda_channels *desc,
                      struct cuda_extent extent, unsigned flags) {
    struct cuda_array made = {.magic = ARRAY_MAGIC, .extent = extent, .flags = flags};
    size_t size;
    if (!out || !hd_guard_read(desc, &made.desc, sizeof made.desc)) return cudaErrorInvalidValue;
    if (!hd_cuda_channels(&made.desc, &made.texel, &made.bits, &made.channels))
        return cudaErrorInvalidChannelDescriptor;
    if (!shape_ok(&extent, flags)) return cudaErrorInvalidValue;
    made.rows = extent.height ? extent.height : 1;
    made.slices = extent.depth ? extent.depth : 1;
    made.pitch = extent.width * (size_t)made.texel;
    if (__builtin_mul_overflow(made.pitch, made.rows, &size) ||
        __builtin_mul_overflow(size, made.slices, &size) || size > (1ull << 46))
        return cudaErrorMemoryAllocation;
    void *p = NULL;
    int code = hd_cudaMallocManaged(&p, BEFORE_ELEMENTS + size, 1);
    if (code) return code;
    made.data = (unsigned char *)p + BEFORE_ELEMENTS;
    memcpy(p, &made, sizeof made);
    code = HD_GIVE(out, p);
    if (code) hd_cudaFree(p);
    return code;
}

int hd_cudaMalloc3DArray(struct cuda_array **out, const struct cuda_channels *desc,
                         struct cuda_extent extent, unsigned flags) {
    return hd_cudart_fail(make_array(out, desc, extent, flags));
}

int hd_cudaMallocArray(struct cuda_array **out, const struct cuda_channels *desc, size_t width,
                       size_t height, unsigned flags) {
    if (flags & (ARRAY_LAYERED | ARRAY_CUBEMAP)) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudart_fail(
        make_array(out, desc, (struct cuda_extent){.width = width, .height = height}, flags));
}

int hd_cudaFreeArray(struct cuda_array *array) {
    if (!array) return 0;
    if (!hd_cuda_is_array(array)) return hd_cudart_fail(cudaErrorContextIsDestroyed);
    if (array->is_level) {
        hd_cudart_notice("cudaFreeArray: a level is freed with its cudaMipmappedArray_t");
        return hd_cudart_fail(cudaErrorInvalidValue);
    }
    return hd_cudaFree(array);
}

int hd_cudaMallocMipmappedArray(struct cuda_mipmaps **out, const struct cuda_channels *desc,
                                struct cuda_extent extent, unsigned levels, unsigned flags) {
    if (!out || !levels || !shape_ok(&extent, flags)) return hd_cudart_fail(cudaErrorInvalidValue);
    unsigned most = 1;
    size_t side = extent.width > extent.height ? extent.width : extent.height;
    bool has_slices = !(flags & (ARRAY_LAYERED | ARRAY_CUBEMAP));
    if (has_slices && extent.depth > side) side = extent.depth;
    while (side >>= 1) most++;
    if (levels > most) levels = most; // as CUDA does
    if (levels > TEXTURE_LEVELS) levels = TEXTURE_LEVELS;
    struct cuda_mipmaps made = {.magic = MIPMAPS_MAGIC, .levels = levels};
    void *p = NULL;
    int code = hd_cudaMallocManaged(&p, sizeof made, 1);
    for (unsigned i = 0; i < levels && !code; i++) {
        code = make_array(&made.level[i], desc, extent, flags);
        if (!code) made.level[i]->is_level = true;
        if (extent.width > 1) extent.width /= 2;
        if (extent.height > 1) extent.height /= 2;
        if (has_slices && extent.depth > 1) extent.depth /= 2;
    }
    if (!code) {
        memcpy(p, &made, sizeof made);
        code = HD_GIVE(out, p);
    }
    if (code) {
        for (unsigned i = 0; i < levels; i++) hd_cudaFree(made.level[i]);
        hd_cudaFree(p);
    }
    return hd_cudart_fail(code);
}

int hd_cudaGetMipmappedArrayLevel(struct cuda_array **out, const struct cuda_mipmaps *mipmaps,
                                  unsigned level) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cuda_are_mipmaps(mipmaps)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (level >= mipmaps->levels) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(out, mipmaps->level[level]);
}

int hd_cudaFreeMipmappedArray(struct cuda_mipmaps *mipmaps) {
    if (!mipmaps) return 0;
    if (!hd_cuda_are_mipmaps(mipmaps)) return hd_cudart_fail(cudaErrorContextIsDestroyed);
    for (unsigned i = 0; i < mipmaps->levels; i++) hd_cudaFree(mipmaps->level[i]);
    return hd_cudaFree(mipmaps);
}

int hd_cudaArrayGetInfo(struct cuda_channels *desc, struct cuda_extent *extent, unsigned *flags,
                        const struct cuda_array *array) {
    if (!hd_cuda_is_array(array)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (desc && hd_cudart_give(desc, &array->desc, sizeof *desc)) return cudaErrorInvalidValue;
    if (extent && hd_cudart_give(extent, &array->extent, sizeof *extent))
        return cudaErrorInvalidValue;
    return flags ? HD_GIVE(flags, array->flags) : 0;
}

int hd_cudaGetChannelDesc(struct cuda_channels *desc, const struct cuda_array *array) {
    if (!desc) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!hd_cuda_is_array(array)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    return hd_cudart_give(desc, &array->desc, sizeof *desc);
}

// ---- copies -------------------------------------------------------------------------------------

// Replaces an array by its memory: x and the width of the box in bytes. The box must lie in it.
static int array_side(const char *api, const char *side, const struct cuda_array *a,
                      struct cuda_pos *at, struct cuda_pitched *as, const struct cuda_extent *box,
                      size_t width) {
    if (!hd_cuda_is_array(a)) return cudaErrorInvalidResourceHandle;
    size_t x, right, low, back;
    if (__builtin_mul_overflow(at->x, (size_t)a->texel, &x) ||
        __builtin_add_overflow(x, width, &right) ||
        __builtin_add_overflow(at->y, box->height, &low) ||
        __builtin_add_overflow(at->z, box->depth, &back))
        return cudaErrorInvalidValue;
    if (right > a->pitch || low > a->rows || back > a->slices) {
        hd_cudart_notice(
            "%s: the box ends at (%zu, %zu, %zu), but the %s array has %zu x %zu x %zu elements",
            api, right / (size_t)a->texel, low, back, side, a->extent.width, a->rows, a->slices);
        return cudaErrorInvalidValue;
    }
    at->x = x;
    *as = (struct cuda_pitched){a->data, a->pitch, a->pitch, a->rows};
    return 0;
}

int hd_cuda_array_sides(const char *api, struct cuda_memcpy3d *p) {
    if (!p->src_array && !p->dst_array) return 0;
    const struct cuda_array *src = p->src_array, *dst = p->dst_array, *one = src ? src : dst;
    // CUDA allows one description of each side only.
    if ((src && p->src.ptr) || (dst && p->dst.ptr)) return cudaErrorInvalidValue;
    if (!hd_cuda_is_array(one) || (dst && !hd_cuda_is_array(dst)))
        return cudaErrorInvalidResourceHandle;
    if (src && dst && src->texel != dst->texel) return cudaErrorInvalidValue;
    size_t width; // counted in elements as soon as there is an array
    if (__builtin_mul_overflow(p->extent.width, (size_t)one->texel, &width))
        return cudaErrorInvalidValue;
    int code = src ? array_side(api, "source", src, &p->src_pos, &p->src, &p->extent, width) : 0;
    if (!code && dst)
        code = array_side(api, "destination", dst, &p->dst_pos, &p->dst, &p->extent, width);
    p->extent.width = width;
    p->src_array = p->dst_array = NULL;
    return code;
}

// Where byte x of row y is; NULL when `size` bytes from there on are not in the array.
static unsigned char *place(const char *api, const struct cuda_array *a, size_t x, size_t y,
                            size_t size) {
    size_t from, end, all = a->pitch * a->rows * a->slices;
    if (x < a->pitch && y < a->rows && !__builtin_mul_overflow(y, a->pitch, &from) &&
        !__builtin_add_overflow(from + x, size, &end) && end <= all)
        return a->data + from + x;
    hd_cudart_notice(
        "%s: %zu bytes from byte %zu of row %zu on are not in the array (%zu rows of %zu bytes)",
        api, size, x, y, a->rows, a->pitch);
    return NULL;
}

// The same for `height` rows of `width` bytes.
static unsigned char *place_2d(const char *api, const struct cuda_array *a, size_t x, size_t y,
                               size_t width, size_t height) {
    size_t right, low;
    if (!__builtin_add_overflow(x, width, &right) && right <= a->pitch &&
        !__builtin_add_overflow(y, height, &low) && low <= a->rows)
        return a->data + y * a->pitch + x;
    hd_cudart_notice("%s: %zu rows of %zu bytes from byte %zu of row %zu on are not in the array "
                     "(%zu rows of %zu bytes)",
                     api, height, width, x, y, a->rows, a->pitch);
    return NULL;
}

static bool kind_ok(int kind) { return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault; }

static int copy_flat(const char *api, struct cuda_array *to, size_t x, size_t y, void *dst,
                     const struct cuda_array *from, size_t sx, size_t sy, const void *src,
                     size_t size, int kind, void *stream, bool async) {
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if ((to && !hd_cuda_is_array(to)) || (from && !hd_cuda_is_array(from)) ||
        (!to && !dst && size) || (!from && !src && size))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (!kind_ok(kind)) return hd_cudart_fail(cudaErrorInvalidMemcpyDirection);
    if (to && !(dst = place(api, to, x, y, size))) return hd_cudart_fail(cudaErrorInvalidValue);
    if (from && !(src = place(api, from, sx, sy, size)))
        return hd_cudart_fail(cudaErrorInvalidValue);
    return async ? hd_cudaMemcpyAsync(dst, src, size, kind, stream)
                 : hd_cudaMemcpy(dst, src, size, kind);
}

static int copy_rows(const char *api, struct cuda_array *to, size_t x, size_t y, void *dst,
                     size_t dpitch, const struct cuda_array *from, size_t sx, size_t sy,
                     const void *src, size_t spitch, size_t width, size_t height, int kind,
                     void *stream, bool async) {
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if ((to && !hd_cuda_is_array(to)) || (from && !hd_cuda_is_array(from)) || (!to && !dst) ||
        (!from && !src))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (!kind_ok(kind)) return hd_cudart_fail(cudaErrorInvalidMemcpyDirection);
    if (to && !(dst = place_2d(api, to, x, y, width, height)))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (from && !(src = place_2d(api, from, sx, sy, width, height)))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (to) dpitch = to->pitch;
    if (from) spitch = from->pitch;
    return async ? hd_cudaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream)
                 : hd_cudaMemcpy2D(dst, dpitch, src, spitch, width, height, kind);
}

// An array that is needed and is NULL is no memory either.
#define NEEDED(array) \
    if (!(array)) return hd_cudart_fail(cudaErrorInvalidValue)

int hd_cudaMemcpyToArray(struct cuda_array *dst, size_t x, size_t y, const void *src, size_t size,
                         int kind) {
    NEEDED(dst);
    return copy_flat("cudaMemcpyToArray", dst, x, y, NULL, NULL, 0, 0, src, size, kind, NULL,
                     false);
}

int hd_cudaMemcpyToArrayAsync(struct cuda_array *dst, size_t x, size_t y, const void *src,
                              size_t size, int kind, void *stream) {
    NEEDED(dst);
    return copy_flat("cudaMemcpyToArrayAsync", dst, x, y, NULL, NULL, 0, 0, src, size, kind, stream,
                     true);
}

int hd_cudaMemcpyFromArray(void *dst, const struct cuda_array *src, size_t x, size_t y, size_t size,
                           int kind) {
    NEEDED(src);
    return copy_flat("cudaMemcpyFromArray", NULL, 0, 0, dst, src, x, y, NULL, size, kind, NULL,
                     false);
}

int hd_cudaMemcpyFromArrayAsync(void *dst, const struct cuda_array *src, size_t x, size_t y,
                                size_t size, int kind, void *stream) {
    NEEDED(src);
    return copy_flat("cudaMemcpyFromArrayAsync", NULL, 0, 0, dst, src, x, y, NULL, size, kind,
                     stream, true);
}

int hd_cudaMemcpyArrayToArray(struct cuda_array *dst, size_t dx, size_t dy,
                              const struct cuda_array *src, size_t sx, size_t sy, size_t size,
                              int kind) {
    NEEDED(dst);
    NEEDED(src);
    return copy_flat("cudaMemcpyArrayToArray", dst, dx, dy, NULL, src, sx, sy, NULL, size, kind,
                     NULL, false);
}

int hd_cudaMemcpy2DToArray(struct cuda_array *dst, size_t x, size_t y, const void *src,
                           size_t spitch, size_t width, size_t height, int kind) {
    NEEDED(dst);
    return copy_rows("cudaMemcpy2DToArray", dst, x, y, NULL, 0, NULL, 0, 0, src, spitch, width,
                     height, kind, NULL, false);
}

int hd_cudaMemcpy2DToArrayAsync(struct cuda_array *dst, size_t x, size_t y, const void *src,
                                size_t spitch, size_t width, size_t height, int kind,
                                void *stream) {
    NEEDED(dst);
    return copy_rows("cudaMemcpy2DToArrayAsync", dst, x, y, NULL, 0, NULL, 0, 0, src, spitch, width,
                     height, kind, stream, true);
}

int hd_cudaMemcpy2DFromArray(void *dst, size_t dpitch, const struct cuda_array *src, size_t x,
                             size_t y, size_t width, size_t height, int kind) {
    NEEDED(src);
    return copy_rows("cudaMemcpy2DFromArray", NULL, 0, 0, dst, dpitch, src, x, y, NULL, 0, width,
                     height, kind, NULL, false);
}

int hd_cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, const struct cuda_array *src, size_t x,
                                  size_t y, size_t width, size_t height, int kind, void *stream) {
    NEEDED(src);
    return copy_rows("cudaMemcpy2DFromArrayAsync", NULL, 0, 0, dst, dpitch, src, x, y, NULL, 0,
                     width, height, kind, stream, true);
}

int hd_cudaMemcpy2DArrayToArray(struct cuda_array *dst, size_t dx, size_t dy,
                                const struct cuda_array *src, size_t sx, size_t sy, size_t width,
                                size_t height, int kind) {
    NEEDED(dst);
    NEEDED(src);
    return copy_rows("cudaMemcpy2DArrayToArray", dst, dx, dy, NULL, 0, src, sx, sy, NULL, 0, width,
                     height, kind, NULL, false);
}
