// Copies and fills of the runtime API, checked: the direction against where the pointers point, the
// size against the allocations. The asynchronous forms run at once, or where a launch is in flight
// on their stream behind it (queue.c).
//
// Example: cudaMemcpy(d, h, 4096, cudaMemcpyHostToDevice) with 2048 bytes at d copies nothing,
// prints a line that says so, and returns cudaErrorInvalidValue.
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <string.h>

static bool from_device(int kind) {
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

static bool to_device(int kind) {
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

// dst_size and src_size: bytes that the copy spans on each side.
static int check_copy(const char *api, const void *dst, size_t dst_size, const void *src,
                      size_t src_size, int kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    bool any = kind == cudaMemcpyDefault;
    int code = hd_cudart_check(api, "destination", dst, dst_size, !any && to_device(kind),
                               !any && !to_device(kind));
    if (!code)
        code = hd_cudart_check(api, "source", src, src_size, !any && from_device(kind),
                               !any && !from_device(kind));
    int fits = code && !any ? hd_cudart_direction(dst, src) : -1;
    if (fits > cudaMemcpyHostToHost && fits != kind) {
        static const char *const names[] = {"HostToHost", "HostToDevice", "DeviceToHost",
                                            "DeviceToDevice"};
        bool turned = from_device(fits) == to_device(kind) && to_device(fits) == from_device(kind);
        hd_cudart_notice("%s: from this source to this destination it is `cudaMemcpy%s`%s", api,
                         names[fits],
                         turned ? "; or should destination and source change places?" : "");
    }
    return code;
}

// The host's side of a copy may not be there: it is only known when it is touched.
static int move(const char *api, void *dst, const void *src, size_t size) {
    uint64_t bad = 0;
    if (!size) return 0;
    hd_checked_uses_device();
    if (hd_guard_copy(dst, src, size, &bad)) {
        hd_check_copied(dst, src, size);
        return 0;
    }
    hd_cudart_notice("%s: there is no memory at 0x%llx", api, (unsigned long long)bad);
    return hd_cudart_fail(cudaErrorInvalidValue);
}

// What an ordinary run tells of copies at the prompt, where fresh device memory holds a pattern:
// results that nobody has written, and 10 elements of 4 bytes copied as 10 bytes.
#define MOST_LOOKED_AT (64u << 10) // bytes

static void hint_unwritten(const char *api, const void *src, size_t size) {
    if (size > MOST_LOOKED_AT || !hd_is_unset(src, size)) return;
    hd_cudart_notice("hint: %s copies %zu bytes of device memory that nobody has written since it "
                     "was allocated: has the kernel run, and did its threads get to their stores?",
                     api, size);
}

static void hint_short(const char *api, const struct memory *device, const void *host,
                       size_t size) {
    struct hd_placed var;
    if (device->size % size || device->size / size > 16 || device->size == size) return;
    if (!hd_store_contains((uint64_t)(uintptr_t)host)) return;
    hd_front_lock();
    bool known = hd_var_at((uint64_t)(uintptr_t)host, &var);
    const struct hd_type *t = known ? var.type : NULL;
    while (t && t->kind == HD_TY_ARRAY) t = t->base;
    known = t && var.addr == (uint64_t)(uintptr_t)host && var.size == device->size &&
            t->size == device->size / size;
    if (known)
        hd_cudart_notice("hint: %s copies %zu bytes of the %zu of `%s`: sizes of copies are in "
                         "bytes, %zu * sizeof(%s)",
                         api, size, device->size, var.name ? var.name : "the array", size,
                         hd_type_str(hd_engine.arena, t));
    hd_front_unlock();
}

static void hint(const char *api, const void *dst, const void *src, size_t size) {
    struct memory to, from;
    if (hd_engine.program_argv || hd_check_on || !size) return;
    hd_cudart_find((uint64_t)(uintptr_t)dst, &to);
    hd_cudart_find((uint64_t)(uintptr_t)src, &from);
    bool down = to.kind == MEMORY_DEVICE, up = from.kind == MEMORY_DEVICE;
    if (down == up) return;
    if (up) hint_unwritten(api, src, size);
    const struct memory *device = down ? &to : &from;
    if (device->base == (uint64_t)(uintptr_t)(down ? dst : src))
        hint_short(api, device, down ? src : dst, size);
}

// Whether a call that reads and writes only device memory, which `p` is in, returns before it is
// done though it is not an Async one: of device memory yes, of pinned and of managed memory not
// ("API synchronization behavior" in CUDA's reference of the runtime).
static bool is_on_device(const void *p) {
    struct memory m;
    hd_cudart_find((uint64_t)(uintptr_t)p, &m);
    return m.kind == MEMORY_DEVICE || (m.kind == MEMORY_VARIABLE && m.device_variable);
}

static int copy(const char *api, void *dst, const void *src, size_t size, int kind, void *stream,
                bool async) {
    int code = check_copy(api, dst, size, src, size, kind);
    if (code) return hd_cudart_fail(code);
    bool gpu = hd_gpu_has(dst) || hd_gpu_has(src);
    hd_check_copy(&(struct hd_check_copy){dst, src, size, stream, async, hd_cudart_caller(), api});
    bool later = async || (is_on_device(dst) && is_on_device(src));
    if (later && !gpu && hd_cudart_copy_later(dst, size, src, size, size, 1, stream)) return 0;
    hd_cudart_finish_cpu(stream);
    if (gpu) return hd_gpu_copy(api, dst, src, size, stream, async);
    hint(api, dst, src, size);
    return move(api, dst, src, size);
}

static bool bad_stream(void *stream) { return !hd_cudart_stream_valid(stream); }

int hd_cudaMemcpy(void *dst, const void *src, size_t size, int kind) {
    hd_check_sync(HD_SYNC_STREAM, NULL, NULL); // it waits for what was launched before
    return copy("cudaMemcpy", dst, src, size, kind, NULL, false);
}

int hd_cudaMemcpyAsync(void *dst, const void *src, size_t size, int kind, void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (hd_graph_captures(stream))
        return hd_graph_note_copy(dst, size, src, size, size, 1, kind, stream);
    return copy("cudaMemcpyAsync", dst, src, size, kind, stream, true);
}

static int copy_peer(const char *api, void *dst, int dst_device, const void *src, int src_device,
                     size_t size, void *stream, bool async) {
    int count = hd_device_current() ? hd_gpu.ndevices : 1;
    if (dst_device < 0 || src_device < 0 || dst_device >= count || src_device >= count)
        return hd_cudart_fail(cudaErrorInvalidDevice);
    return copy(api, dst, src, size, cudaMemcpyDeviceToDevice, stream, async);
}

int hd_cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t size) {
    return copy_peer("cudaMemcpyPeer", dst, dst_device, src, src_device, size, NULL, false);
}

int hd_cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t size,
                           void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    return copy_peer("cudaMemcpyPeerAsync", dst, dst_device, src, src_device, size, stream, true);
}

// Bytes from the first to one past the last of `rows` rows; false: too large to be a size.
static bool rows_span(size_t pitch, size_t width, size_t rows, size_t *span) {
    *span = 0;
    if (rows == 0 || width == 0) return true;
    return !__builtin_mul_overflow(pitch, rows - 1, span) &&
           !__builtin_add_overflow(*span, width, span);
}

static int copy_2d(const char *api, void *dst, size_t dpitch, const void *src, size_t spitch,
                   size_t width, size_t height, int kind, void *stream, bool async) {
    size_t dst_size, src_size;
    if (width > dpitch || width > spitch) {
        hd_cudart_notice("%s: a row of %zu bytes is wider than the pitch (%zu, %zu bytes)", api,
                         width, dpitch, spitch);
        return hd_cudart_fail(cudaErrorInvalidPitchValue);
    }
    if (!rows_span(dpitch, width, height, &dst_size) ||
        !rows_span(spitch, width, height, &src_size))
        return hd_cudart_fail(cudaErrorInvalidValue);
    int code = check_copy(api, dst, dst_size, src, src_size, kind);
    if (code) return hd_cudart_fail(code);
    bool gpu = hd_gpu_has(dst) || hd_gpu_has(src);
    bool later = async || (is_on_device(dst) && is_on_device(src));
    if (later && !gpu && hd_cudart_copy_later(dst, dpitch, src, spitch, width, height, stream))
        return 0;
    hd_cudart_finish_cpu(stream);
    if (gpu) return hd_gpu_copy_2d(api, dst, dpitch, src, spitch, width, height, stream, async);
    for (size_t y = 0; y < height && width && !code; y++)
        code = move(api, (char *)dst + y * dpitch, (const char *)src + y * spitch, width);
    return code;
}

int hd_cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                    size_t height, int kind) {
    return copy_2d("cudaMemcpy2D", dst, dpitch, src, spitch, width, height, kind, NULL, false);
}

int hd_cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, int kind, void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (hd_graph_captures(stream))
        return hd_graph_note_copy(dst, dpitch, src, spitch, width, height, kind, stream);
    return copy_2d("cudaMemcpy2DAsync", dst, dpitch, src, spitch, width, height, kind, stream,
                   true);
}

// One side of a 3-D copy: where its first byte is, and how many bytes it spans.
static bool box_of(const struct cuda_pitched *p, const struct cuda_pos *pos,
                   const struct cuda_extent *extent, char **first, size_t *span) {
    size_t slice, start, rows;
    if (__builtin_mul_overflow(p->pitch, p->ysize, &slice)) return false;
    if (__builtin_mul_overflow(slice, pos->z, &start)) return false;
    start += pos->y * p->pitch + pos->x;
    *first = (char *)p->ptr + start;
    if (!rows_span(p->pitch, extent->width, extent->height, &rows)) return false;
    *span = extent->depth && rows ? slice * (extent->depth - 1) + rows : 0;
    return true;
}

static int copy_3d(const char *api, const struct cuda_memcpy3d *parameters, void *stream,
                   bool async) {
    struct cuda_memcpy3d copied, *p = &copied;
    if (!hd_guard_read(parameters, &copied, sizeof copied))
        return hd_cudart_fail(cudaErrorInvalidValue);
    int bad = hd_cuda_array_sides(api, p);
    if (bad) return hd_cudart_fail(bad);
    const struct cuda_extent *e = &p->extent;
    if (e->width > p->dst.pitch || e->width > p->src.pitch)
        return hd_cudart_fail(cudaErrorInvalidPitchValue);
    char *dst, *src;
    size_t dst_size, src_size;
    if (!box_of(&p->dst, &p->dst_pos, e, &dst, &dst_size) ||
        !box_of(&p->src, &p->src_pos, e, &src, &src_size))
        return hd_cudart_fail(cudaErrorInvalidValue);
    int code = check_copy(api, dst, dst_size, src, src_size, p->kind);
    if (code) return hd_cudart_fail(code);
    size_t dslice = p->dst.pitch * p->dst.ysize, sslice = p->src.pitch * p->src.ysize;
    for (size_t z = 0; z < e->depth && e->width && !code; z++)
        code = copy_2d(api, dst + z * dslice, p->dst.pitch, src + z * sslice, p->src.pitch,
                       e->width, e->height, p->kind, stream, async);
    return code;
}

int hd_cudaMemcpy3D(const struct cuda_memcpy3d *p) {
    return copy_3d("cudaMemcpy3D", p, NULL, false);
}

int hd_cudaMemcpy3DAsync(const struct cuda_memcpy3d *p, void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (p && hd_graph_captures(stream)) return hd_graph_note_copy3d(p, stream);
    return copy_3d("cudaMemcpy3DAsync", p, stream, true);
}

// ---- symbols ------------------------------------------------------------------------------------

// Whether symbol can be the address of a __device__, __constant__ or __managed__ variable.
static bool is_symbol(const void *symbol, struct memory *m) {
    if (!symbol) return false;
    hd_cudart_find((uint64_t)symbol, m);
    return m->kind == MEMORY_VARIABLE;
}

static int check_symbol(const char *api, const void *symbol, size_t size, size_t offset) {
    struct memory m;
    if (!is_symbol(symbol, &m)) {
        hd_cudart_notice("%s: the symbol is no __device__ or __constant__ variable", api);
        return cudaErrorInvalidSymbol;
    }
    size_t end;
    if (m.size &&
        (__builtin_add_overflow(offset, size, &end) || end > m.base + m.size - (uint64_t)symbol)) {
        hd_cudart_notice("%s: %zu bytes at offset %zu, but `%s` has only %zu bytes", api, size,
                         offset, m.name ? m.name : "the symbol", m.size);
        return cudaErrorInvalidValue;
    }
    return 0;
}

static int copy_symbol(const char *api, void *dst, const void *src, size_t size, void *stream,
                       bool async) {
    bool gpu = hd_gpu_has(dst) || hd_gpu_has(src);
    bool later = async || (is_on_device(dst) && is_on_device(src));
    if (later && !gpu && hd_cudart_copy_later(dst, size, src, size, size, 1, stream)) return 0;
    hd_cudart_finish_cpu(stream);
    return gpu ? hd_gpu_copy(api, dst, src, size, NULL, false) : move(api, dst, src, size);
}

static int copy_to_symbol(const char *api, const void *symbol, const void *src, size_t size,
                          size_t offset, int kind, void *stream, bool async) {
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return hd_cudart_fail(cudaErrorInvalidMemcpyDirection);
    int code = check_symbol(api, symbol, size, offset);
    if (!code)
        code = hd_cudart_check(api, "source", src, size, kind == cudaMemcpyDeviceToDevice,
                               kind == cudaMemcpyHostToDevice);
    if (code) return hd_cudart_fail(code);
    return copy_symbol(api, (char *)(uintptr_t)symbol + offset, src, size, stream, async);
}

static int copy_from_symbol(const char *api, void *dst, const void *symbol, size_t size,
                            size_t offset, int kind, void *stream, bool async) {
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return hd_cudart_fail(cudaErrorInvalidMemcpyDirection);
    int code = check_symbol(api, symbol, size, offset);
    if (!code)
        code = hd_cudart_check(api, "destination", dst, size, kind == cudaMemcpyDeviceToDevice,
                               kind == cudaMemcpyDeviceToHost);
    if (code) return hd_cudart_fail(code);
    return copy_symbol(api, dst, (const char *)symbol + offset, size, stream, async);
}

int hd_cudaMemcpyToSymbol(const void *symbol, const void *src, size_t size, size_t offset,
                          int kind) {
    return copy_to_symbol("cudaMemcpyToSymbol", symbol, src, size, offset, kind, NULL, false);
}

int hd_cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t size, size_t offset, int kind) {
    return copy_from_symbol("cudaMemcpyFromSymbol", dst, symbol, size, offset, kind, NULL, false);
}

int hd_cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t size, size_t offset,
                               int kind, void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    struct memory m;
    if (hd_graph_captures(stream) && is_symbol(symbol, &m))
        return hd_graph_note_copy((char *)m.base + offset, size, src, size, size, 1, kind, stream);
    return copy_to_symbol("cudaMemcpyToSymbolAsync", symbol, src, size, offset, kind, stream, true);
}

int hd_cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t size, size_t offset,
                                 int kind, void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    struct memory m;
    if (hd_graph_captures(stream) && is_symbol(symbol, &m))
        return hd_graph_note_copy(dst, size, (char *)m.base + offset, size, size, 1, kind, stream);
    return copy_from_symbol("cudaMemcpyFromSymbolAsync", dst, symbol, size, offset, kind, stream,
                            true);
}

int hd_cudaGetSymbolAddress(void **out, const void *symbol) {
    struct memory m;
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!is_symbol(symbol, &m)) return hd_cudart_fail(cudaErrorInvalidSymbol);
    return HD_GIVE(out, (void *)(uintptr_t)symbol);
}

int hd_cudaGetSymbolSize(size_t *size, const void *symbol) {
    struct memory m;
    if (!size) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!is_symbol(symbol, &m)) return hd_cudart_fail(cudaErrorInvalidSymbol);
    return HD_GIVE(size, m.size);
}

// ---- fills --------------------------------------------------------------------------------------

static int fill(const char *api, void *p, int value, size_t size, void *stream, bool async) {
    int code = hd_cudart_check(api, "destination", p, size, true, false);
    if (code) return hd_cudart_fail(code);
    bool gpu = hd_gpu_has(p);
    hd_check_copy(&(struct hd_check_copy){p, NULL, size, stream, true, hd_cudart_caller(), api});
    if ((async || is_on_device(p)) && !gpu && hd_cudart_fill_later(p, size, value, size, 1, stream))
        return 0;
    hd_cudart_finish_cpu(stream);
    if (gpu) return hd_gpu_fill(api, p, size, value, size, 1, stream, async);
    if (size) memset(p, value, size);
    hd_check_filled(p, size);
    return 0;
}

int hd_cudaMemset(void *p, int value, size_t size) {
    return fill("cudaMemset", p, value, size, NULL, false);
}

// Elements of 2 or 4 bytes, which only graphs fill with.
int hd_cudart_fill_elements(const struct cuda_memset_node *p, void *stream) {
    size_t row = p->width * p->element_size;
    unsigned char *line = hd_xmalloc(row + 1);
    for (size_t i = 0; i < p->width; i++)
        memcpy(line + i * p->element_size, &p->value, p->element_size);
    int code = 0;
    for (size_t y = 0; !code && y < (p->height ? p->height : 1); y++)
        code = hd_cudaMemcpyAsync((char *)p->dst + y * p->pitch, line, row, cudaMemcpyHostToDevice,
                                  stream);
    if (!code) code = hd_cudaStreamSynchronize(stream); // it reads `line`
    free(line);
    return code;
}

int hd_cudaMemsetAsync(void *p, int value, size_t size, void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (hd_graph_captures(stream)) return hd_graph_note_fill(p, size, value, size, 1, stream);
    return fill("cudaMemsetAsync", p, value, size, stream, true);
}

static int fill_2d(const char *api, void *p, size_t pitch, int value, size_t width, size_t height,
                   void *stream, bool async) {
    size_t span;
    if (width > pitch) return hd_cudart_fail(cudaErrorInvalidPitchValue);
    if (!rows_span(pitch, width, height, &span)) return hd_cudart_fail(cudaErrorInvalidValue);
    int code = hd_cudart_check(api, "destination", p, span, true, false);
    if (code) return hd_cudart_fail(code);
    bool gpu = hd_gpu_has(p);
    if ((async || is_on_device(p)) && !gpu &&
        hd_cudart_fill_later(p, pitch, value, width, width ? height : 0, stream))
        return 0;
    hd_cudart_finish_cpu(stream);
    if (gpu) return hd_gpu_fill(api, p, pitch, value, width, height, stream, async);
    for (size_t y = 0; y < height && width; y++) {
        memset((char *)p + y * pitch, value, width);
        hd_check_filled((char *)p + y * pitch, width);
    }
    return 0;
}

int hd_cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
    return fill_2d("cudaMemset2D", p, pitch, value, width, height, NULL, false);
}

int hd_cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height,
                         void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (hd_graph_captures(stream))
        return hd_graph_note_fill(p, pitch, value, width, height, stream);
    return fill_2d("cudaMemset2DAsync", p, pitch, value, width, height, stream, true);
}

static int fill_3d(const char *api, struct cuda_pitched p, int value, struct cuda_extent extent,
                   void *stream, bool async) {
    char *first;
    size_t span;
    struct cuda_pos origin = {0, 0, 0};
    if (extent.width > p.pitch) return hd_cudart_fail(cudaErrorInvalidPitchValue);
    if (!box_of(&p, &origin, &extent, &first, &span)) return hd_cudart_fail(cudaErrorInvalidValue);
    int code = hd_cudart_check(api, "destination", first, span, true, false);
    if (code) return hd_cudart_fail(code);
    for (size_t z = 0; z < extent.depth && extent.width && !code; z++)
        code = fill_2d(api, first + z * p.ysize * p.pitch, p.pitch, value, extent.width,
                       extent.height, stream, async);
    return code;
}

int hd_cudaMemset3D(struct cuda_pitched p, int value, struct cuda_extent extent) {
    return fill_3d("cudaMemset3D", p, value, extent, NULL, false);
}

int hd_cudaMemset3DAsync(struct cuda_pitched p, int value, struct cuda_extent extent,
                         void *stream) {
    if (bad_stream(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    return fill_3d("cudaMemset3DAsync", p, value, extent, stream, true);
}
