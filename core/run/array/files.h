// What the files that read and write arrays share.
#ifndef HD_RUN_ARRAY_FILES_H
#define HD_RUN_ARRAY_FILES_H

#include "run/array/array.h"

struct wanted { // what is read must become
    hd_loc loc;
    const char *path;
    struct hd_array_type type;
    int rank;
};

// The C name of a type of elements: "unsigned short".
const char *array_type_name(int kind, int part);

// ---- npy.c: NumPy's format ----------------------------------------------------------------------
void npy_encode(hd_loc loc, struct hd_array *a, struct hd_buf *out);
// `from`: for messages, the file and what of it.
struct hd_array *npy_decode(const struct wanted *w, const char *from, const char *bytes, size_t n);

// ---- picture.c: PNG -----------------------------------------------------------------------------
void picture_encode(hd_loc loc, const char *path, struct hd_array *a, struct hd_buf *out);
struct hd_array *picture_decode(const struct wanted *w, const char *bytes, size_t n);

#endif
