// Arrays as PNG files: [h][w] is brightness, [h][w][3] colours, [h][w][4] with opacity. Floats go
// from 0 to 1, bytes from 0 to 255.
#include "run/array/files.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

static unsigned char byte_of(const struct hd_array *a, int64_t i) {
    const char *p = a->data + i * (int64_t)a->size;
    float f;
    double d;
    switch (a->kind) {
    case HD_TY_BOOL: return *p ? 255 : 0;
    case HD_TY_FLOAT:
        memcpy(&f, p, 4);
        d = (double)f;
        break;
    case HD_TY_DOUBLE: memcpy(&d, p, 8); break;
    default: return *(const unsigned char *)p;
    }
    return d > 0 ? (unsigned char)((d < 1 ? d : 1) * 255 + 0.5) : 0;
}

void picture_encode(hd_loc loc, const char *path, struct hd_array *a, struct hd_buf *out) {
    static const png_uint_32 formats[] = {0, PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB,
                                          PNG_FORMAT_RGBA};
    int64_t channels = a->rank == 3 ? a->shape[2] : 1;
    bool pixels = a->kind == HD_TY_RECORD && (a->size == 3 || a->size == 4) && a->rank == 2;
    if (pixels) channels = a->size; // uchar3, uchar4
    bool type = pixels || a->kind == HD_TY_BOOL || a->kind == HD_TY_UCHAR ||
                a->kind == HD_TY_FLOAT || a->kind == HD_TY_DOUBLE;
    if ((a->rank != 2 && a->rank != 3) || channels < 1 || channels > 4 || !a->count ||
        a->shape[0] > INT32_MAX / 8 || a->shape[1] > INT32_MAX / 8)
        hd_array_fail(
            loc, "shape",
            "a picture has shape (height, width), (height, width, 3) or (height, width, 4), "
            "not %s",
            hd_array_shape_text(a));
    if (!type)
        hd_array_fail(
            loc, "type",
            "a picture has elements of unsigned char (0 to 255), float (0 to 1) or bool, not "
            "`%s`: convert them",
            array_type_name(a->kind, a->part));
    a = hd_array_packed(a, loc);
    int64_t n = a->count * (pixels ? channels : 1);
    unsigned char *bytes = hd_xmalloc((size_t)n);
    if (pixels)
        memcpy(bytes, a->data, (size_t)n);
    else
        for (int64_t i = 0; i < n; i++) bytes[i] = byte_of(a, i);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)a->shape[1],
                       .height = (png_uint_32)a->shape[0],
                       .format = formats[channels]};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    char *file = hd_xmalloc(size);
    bool ok = png_image_write_to_memory(&image, file, &size, 0, bytes, 0, NULL);
    if (ok) hd_buf_add(out, file, size);
    free(file);
    free(bytes);
    if (!ok) hd_array_fail(loc, "file", "%s cannot be written: %s", path, image.message);
}

struct hd_array *picture_decode(const struct wanted *w, const char *bytes, size_t n) {
    bool real = w->type.kind == HD_TY_FLOAT;
    if (w->rank < 2 || w->rank > 3 || (w->type.kind != HD_TY_UCHAR && !real))
        hd_array_fail(
            w->loc, "type",
            "a picture is read as `imread<unsigned char, 3>`, `imread<float, 3>` (0 to 1), or, "
            "its brightness alone, with rank 2");
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, bytes, n))
        hd_array_fail(w->loc, "file", "%s is no PNG file: %s", w->path, image.message);
    bool alpha = image.format & PNG_FORMAT_FLAG_ALPHA;
    image.format = w->rank == 2 ? PNG_FORMAT_GRAY : alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    int64_t shape[3] = {image.height, image.width, alpha ? 4 : 3};
    size_t size = PNG_IMAGE_SIZE(image);
    unsigned char *pixels = hd_xmalloc(size);
    png_color black = {0, 0, 0};
    if (!png_image_finish_read(&image, w->rank == 2 ? &black : NULL, pixels, 0, NULL)) {
        png_image_free(&image);
        free(pixels);
        hd_array_fail(w->loc, "file", "%s cannot be read: %s", w->path, image.message);
    }
    struct hd_array *a = hd_array_new(w->type, w->rank, shape, w->loc);
    for (int64_t i = 0; i < a->count; i++) {
        float f = (float)pixels[i] / 255;
        memcpy(a->data + i * (int64_t)a->size, real ? (void *)&f : (void *)&pixels[i], a->size);
    }
    free(pixels);
    return a;
}
