// A chart as a PNG: its SVG (svg.c), drawn by librsvg where that is installed. Reference: librsvg's
// "Rsvg.Handle" (render_document, since 2.46; get_intrinsic_size_in_pixels, since 2.52).
//
// All functions are found through librsvg's handle, which leads to those of Cairo and GLib too.
#include "run/display/plot.h"

#include <dlfcn.h>
#include <stdint.h>

#define SCALE 2 // pixels of the picture for one of the chart's: sharp on paper and dense screens

struct rectangle { // RsvgRectangle
    double x, y, width, height;
};
enum { ARGB32 = 0, CAIRO_OK = 0 }; // CAIRO_FORMAT_ARGB32, CAIRO_STATUS_SUCCESS

static struct {
    void *library;
    void *(*read)(const uint8_t *data, size_t len, void **error);
    int (*size)(void *svg, double *width, double *height);
    int (*render)(void *svg, void *context, const struct rectangle *all, void **error);
    void *(*surface)(int format, int width, int height);
    void *(*context)(void *surface);
    int (*write)(void *surface, int (*part)(void *, const uint8_t *, unsigned), void *to);
    void (*end_context)(void *context), (*end_surface)(void *surface), (*end_object)(void *object);
} rsvg;

static bool find(void) {
    if (rsvg.library) return true;
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    const struct {
        const char *name;
        void *to;
    } functions[] = {{"rsvg_handle_new_from_data", &rsvg.read},
                     {"rsvg_handle_get_intrinsic_size_in_pixels", &rsvg.size},
                     {"rsvg_handle_render_document", &rsvg.render},
                     {"cairo_image_surface_create", &rsvg.surface},
                     {"cairo_create", &rsvg.context},
                     {"cairo_surface_write_to_png_stream", &rsvg.write},
                     {"cairo_destroy", &rsvg.end_context},
                     {"cairo_surface_destroy", &rsvg.end_surface},
                     {"g_object_unref", &rsvg.end_object}};
    for (int i = 0; library && i < HD_COUNT(functions); i++)
        if (!(*(void **)functions[i].to = dlsym(library, functions[i].name))) library = NULL;
    rsvg.library = library;
    return library != NULL;
}

static int add(void *to, const uint8_t *part, unsigned n) {
    hd_buf_add(to, (const char *)part, n);
    return CAIRO_OK;
}

enum hd_raster hd_svg_png(struct hd_buf *out, const char *svg, size_t len) {
    if (!find()) return HD_RASTER_MISSING;
    void *handle = rsvg.read((const uint8_t *)svg, len, NULL);
    double width, height;
    if (!handle || !rsvg.size(handle, &width, &height)) return HD_RASTER_FAILED;
    struct rectangle all = {0, 0, width * SCALE, height * SCALE};
    void *surface = rsvg.surface(ARGB32, (int)all.width, (int)all.height);
    void *context = rsvg.context(surface);
    bool ok = rsvg.render(handle, context, &all, NULL) && rsvg.write(surface, add, out) == CAIRO_OK;
    rsvg.end_context(context);
    rsvg.end_surface(surface);
    rsvg.end_object(handle);
    return ok ? HD_RASTER_MADE : HD_RASTER_FAILED;
}
