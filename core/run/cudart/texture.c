// Texture and surface objects, and the texture references of older programs: all make a struct
// heddle_texture, which the fetches of headers/texture_types.h read. An object is the address of
// one in managed memory, with what it was made from behind it; a reference (a managed variable of
// the program) has its own.
//
// Example: cudaCreateTextureObject of 1000 floats of cudaMalloc: width 1000, texel 4;
// tex1Dfetch<float>(t, 3) reads at level[0] + 12.
#include "run/cudart/cudart.h"

#include <string.h>

#define TEXTURE_MAGIC 0x4864546578747572ull
#define SURFACE_MAGIC 0x4864537572666163ull

struct object {
    struct heddle_texture state; // first: the object's handle is its address
    uint64_t magic;
    struct cuda_resource resource;
    struct cuda_texture_desc how;
};

enum { ADDRESS_BORDER = 3, ADDRESS_CLAMP = 1, FILTER_LINEAR = 1 };

// ---- what a texture is of -----------------------------------------------------------------------

static void set_array(struct heddle_texture *t, const struct cuda_array *a) {
    t->level[0] = a->data;
    t->pitch = a->pitch;
    t->slice = a->pitch * a->rows;
    t->width = (int)a->extent.width;
    t->height = (int)a->rows;
    t->depth = (int)a->slices;
    t->levels = 1;
}

static int set_channels(struct heddle_texture *t, const struct cuda_channels *desc) {
    if (!hd_cuda_channels(desc, &t->texel, &t->bits, &t->channels))
        return cudaErrorInvalidChannelDescriptor;
    t->kind = desc->kind;
    return 0;
}

static int set_memory(const char *api, struct heddle_texture *t, const void *p, size_t width,
                      size_t height, size_t pitch) {
    size_t row = width * (size_t)t->texel, span;
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX)
        return cudaErrorInvalidValue;
    if (height > 1 && row > pitch) {
        hd_cudart_notice("%s: a row of %zu bytes is wider than the pitch (%zu bytes)", api, row,
                         pitch);
        return cudaErrorInvalidPitchValue;
    }
    if (__builtin_mul_overflow(pitch, height - 1, &span) ||
        __builtin_add_overflow(span, row, &span))
        return cudaErrorInvalidValue;
    int code = hd_cudart_check(api, "memory", p, span, true, false);
    if (code) return code;
    t->level[0] = p;
    t->pitch = pitch;
    t->slice = pitch * height;
    t->width = (int)width;
    t->height = (int)height;
    t->depth = t->levels = 1;
    return 0;
}

static int set_resource(const char *api, struct heddle_texture *t, const struct cuda_resource *r) {
    int code;
    switch (r->kind) {
    case RESOURCE_ARRAY:
        if (!hd_cuda_is_array(r->array)) return cudaErrorInvalidValue;
        set_array(t, r->array);
        return set_channels(t, &r->array->desc);
    case RESOURCE_MIPMAPS:
        if (!hd_cuda_are_mipmaps(r->mipmaps)) return cudaErrorInvalidValue;
        set_array(t, r->mipmaps->level[0]);
        t->levels = (int)r->mipmaps->levels;
        for (int i = 0; i < t->levels; i++) t->level[i] = r->mipmaps->level[i]->data;
        return set_channels(t, &r->mipmaps->level[0]->desc);
    case RESOURCE_LINEAR:
        if ((code = set_channels(t, &r->linear.desc))) return code;
        return set_memory(api, t, r->linear.p, r->linear.size / (size_t)t->texel, 1,
                          r->linear.size);
    case RESOURCE_ROWS:
        if ((code = set_channels(t, &r->rows.desc))) return code;
        return set_memory(api, t, r->rows.p, r->rows.width, r->rows.height, r->rows.pitch);
    default: return cudaErrorInvalidValue;
    }
}

// ---- how it is fetched --------------------------------------------------------------------------

static int set_fetches(const char *api, struct heddle_texture *t,
                       const struct cuda_texture_desc *how) {
    for (int i = 0; i < 3; i++)
        if (how->address[i] < 0 || how->address[i] > ADDRESS_BORDER) return cudaErrorInvalidValue;
    if (how->filter < 0 || how->filter > 1 || how->level_filter < 0 || how->level_filter > 1 ||
        how->read_mode < 0 || how->read_mode > 1)
        return cudaErrorInvalidValue;
    if (how->srgb) {
        hd_cudart_notice(
            "%s: sRGB textures are not supported; convert the pixels, or the result of the fetch",
            api);
        return cudaErrorNotSupported;
    }
    bool integers = t->kind != CHANNEL_FLOAT;
    if (how->read_mode && integers && t->bits == 32) {
        hd_cudart_notice("%s: integers of 32 bits cannot be read as normalized floats", api);
        return cudaErrorInvalidNormSetting;
    }
    if (how->filter == FILTER_LINEAR && integers && !how->read_mode) {
        hd_cudart_notice(
            "%s: a linear filter needs floats: set readMode to cudaReadModeNormalizedFloat", api);
        return cudaErrorInvalidFilterSetting;
    }
    memcpy(t->address, how->address, sizeof t->address);
    memcpy(t->border, how->border, sizeof t->border);
    t->filter = how->filter;
    t->normalized = how->normalized != 0;
    t->level_filter = how->level_filter;
    t->level_bias = how->level_bias;
    t->level_least = how->level_least;
    t->level_most = how->level_most;
    return 0;
}

// ---- objects ------------------------------------------------------------------------------------

static struct object *object_of(uint64_t handle, uint64_t magic) {
    struct memory m;
    uint64_t found = 0;
    struct object *o = (struct object *)handle;
    hd_cudart_find(handle, &m);
    bool ok = m.kind == MEMORY_MANAGED && !m.freed && m.base == handle &&
              m.size == sizeof(struct object) && hd_guard_read(&o->magic, &found, sizeof found);
    return ok && found == magic ? o : NULL;
}

static int make_object(uint64_t *out, const struct object *made) {
    void *p = NULL;
    int code = hd_cudaMallocManaged(&p, sizeof *made, 1);
    if (code) return code;
    memcpy(p, made, sizeof *made);
    code = HD_GIVE(out, (uint64_t)p);
    if (code) hd_cudaFree(p);
    return code;
}

static int destroy(uint64_t handle, uint64_t magic) {
    struct object *o = object_of(handle, magic);
    if (!handle) return 0;
    return o ? hd_cudaFree(o) : hd_cudart_fail(cudaErrorInvalidValue);
}

int hd_cudaCreateTextureObject(uint64_t *out, const struct cuda_resource *resource,
                               const struct cuda_texture_desc *how, const struct cuda_view *view) {
    static const char api[] = "cudaCreateTextureObject";
    struct object made = {.magic = TEXTURE_MAGIC};
    if (!out || !hd_guard_read(resource, &made.resource, sizeof made.resource) ||
        !hd_guard_read(how, &made.how, sizeof made.how))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (view) {
        hd_cudart_notice(
            "%s: resource views are not supported; pass NULL, and cudaGetMipmappedArrayLevel's array for a level",
            api);
        return hd_cudart_fail(cudaErrorNotSupported);
    }
    int code = set_resource(api, &made.state, &made.resource);
    if (!code) code = set_fetches(api, &made.state, &made.how);
    return hd_cudart_fail(code ? code : make_object(out, &made));
}

int hd_cudaDestroyTextureObject(uint64_t texture) { return destroy(texture, TEXTURE_MAGIC); }

int hd_cudaGetTextureObjectResourceDesc(struct cuda_resource *out, uint64_t texture) {
    struct object *o = object_of(texture, TEXTURE_MAGIC);
    if (!out || !o) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudart_give(out, &o->resource, sizeof *out);
}

int hd_cudaGetTextureObjectTextureDesc(struct cuda_texture_desc *out, uint64_t texture) {
    struct object *o = object_of(texture, TEXTURE_MAGIC);
    if (!out || !o) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudart_give(out, &o->how, sizeof *out);
}

int hd_cudaCreateSurfaceObject(uint64_t *out, const struct cuda_resource *resource) {
    struct object made = {.magic = SURFACE_MAGIC};
    if (!out || !hd_guard_read(resource, &made.resource, sizeof made.resource))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (made.resource.kind != RESOURCE_ARRAY)
        return hd_cudart_fail(cudaErrorInvalidChannelDescriptor);
    int code = set_resource("cudaCreateSurfaceObject", &made.state, &made.resource);
    return hd_cudart_fail(code ? code : make_object(out, &made));
}

int hd_cudaDestroySurfaceObject(uint64_t surface) { return destroy(surface, SURFACE_MAGIC); }

int hd_cudaGetSurfaceObjectResourceDesc(struct cuda_resource *out, uint64_t surface) {
    struct object *o = object_of(surface, SURFACE_MAGIC);
    if (!out || !o) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudart_give(out, &o->resource, sizeof *out);
}

// ---- references ---------------------------------------------------------------------------------

// Takes over the reference's settings, as binding does.
static int bind(const char *api, struct cuda_texture_reference *t, struct cuda_resource *r) {
    struct heddle_texture state = {0};
    struct cuda_texture_desc how = {.address = {t->address[0], t->address[1], t->address[2]},
                                    .filter = t->filter,
                                    .read_mode = t->read_mode,
                                    .srgb = t->srgb,
                                    .normalized = t->normalized,
                                    .level_filter = t->level_filter,
                                    .level_bias = t->level_bias,
                                    .level_least = t->level_least,
                                    .level_most = t->level_most};
    int code = set_resource(api, &state, r);
    if (!code) code = set_fetches(api, &state, &how);
    if (!code) t->state = state;
    return hd_cudart_fail(code);
}

int hd_cudaBindTexture_linear(struct cuda_texture_reference *t, size_t *offset, const void *p,
                              const struct cuda_channels *desc, size_t size) {
    struct cuda_resource r = {.kind = RESOURCE_LINEAR};
    struct memory m;
    if (!hd_guard_read(desc, &r.linear.desc, sizeof r.linear.desc))
        return hd_cudart_fail(cudaErrorInvalidValue);
    hd_cudart_find((uint64_t)p, &m);
    uint64_t room = m.size && !m.freed ? m.base + m.size - (uint64_t)p : size;
    r.linear.p = (void *)(uintptr_t)p;
    r.linear.size =
        size == UINT32_MAX && room < size ? room : size; // the default: all that there is
    if (offset && HD_GIVE(offset, 0)) return cudaErrorInvalidValue;
    return bind("cudaBindTexture", t, &r);
}

int hd_cudaBindTexture2D_rows(struct cuda_texture_reference *t, size_t *offset, const void *p,
                              const struct cuda_channels *desc, size_t width, size_t height,
                              size_t pitch) {
    struct cuda_resource r = {.kind = RESOURCE_ROWS};
    if (!hd_guard_read(desc, &r.rows.desc, sizeof r.rows.desc))
        return hd_cudart_fail(cudaErrorInvalidValue);
    r.rows.p = (void *)(uintptr_t)p;
    r.rows.width = width;
    r.rows.height = height;
    r.rows.pitch = pitch;
    if (offset && HD_GIVE(offset, 0)) return cudaErrorInvalidValue;
    return bind("cudaBindTexture2D", t, &r);
}

int hd_cudaBindTextureToArray_reference(struct cuda_texture_reference *t,
                                        const struct cuda_array *array,
                                        const struct cuda_channels *desc) {
    struct cuda_resource r = {.kind = RESOURCE_ARRAY,
                              .array = (struct cuda_array *)(uintptr_t)array};
    struct cuda_channels asked;
    if (desc && (!hd_guard_read(desc, &asked, sizeof asked) || !hd_cuda_is_array(array) ||
                 memcmp(&asked, &array->desc, sizeof asked) != 0))
        return hd_cudart_fail(cudaErrorInvalidValue);
    return bind("cudaBindTextureToArray", t, &r);
}

int hd_cudaUnbindTexture_reference(struct cuda_texture_reference *t) {
    t->state = (struct heddle_texture){0};
    return 0;
}

int hd_cudaBindSurfaceToArray_reference(struct cuda_surface_reference *s,
                                        const struct cuda_array *array) {
    struct heddle_texture state = {0};
    if (!hd_cuda_is_array(array)) return hd_cudart_fail(cudaErrorInvalidValue);
    set_array(&state, array);
    int code = set_channels(&state, &array->desc);
    if (!code) s->state = state;
    return hd_cudart_fail(code);
}
