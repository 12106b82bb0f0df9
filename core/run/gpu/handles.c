// Handles of arrays on a GPU: kernels with `ndarray<T, R>` parameters get pointers to copies of the
// handles (gen/expr/array.c loads their fields), whose elements' address is the device's.
//
// A copy is never changed while a kernel may read it. Copies are found again by what is in them: a
// program that gives two arrays to a kernel in turns sends two handles, once.
#include "run/gpu/gpu.h"
#include "array/array.h"

#include <string.h>

enum { COPIES = 64 };

static struct table {
    struct hd_gpu_device *device;
    uint64_t at; // of COPIES handles on the device
    struct hd_array copies[COPIES];
    uint64_t used[COPIES], uses; // used: 0: never
} tables[HD_MAX_GPUS];

static struct table *table_of(struct hd_gpu_device *device, int *error) {
    for (int i = 0; i < HD_MAX_GPUS; i++) {
        struct table *t = &tables[i];
        if (t->device == device) return t;
        if (t->device) continue;
        *error = hd_cu.cuMemAlloc(&t->at, sizeof t->copies);
        if (*error) return NULL;
        t->device = device;
        return t;
    }
    *error = HD_CU_OUT_OF_MEMORY;
    return NULL;
}

uint64_t hd_handle_to(struct hd_gpu_device *device, const struct hd_array *a, int *error) {
    struct table *t = table_of(device, error);
    if (!t) return 0;
    struct hd_array copy; // what kernels ask for; the rest, counters among it, would differ
    memset(&copy, 0, sizeof copy);
    copy.data = a->data;
    memcpy(copy.shape, a->shape, sizeof copy.shape[0] * (size_t)a->rank);
    memcpy(copy.stride, a->stride, sizeof copy.stride[0] * (size_t)a->rank);
    copy.rank = a->rank;
    copy.size = a->size;
    copy.count = a->count;
    int oldest = 0;
    for (int i = 0; i < COPIES; i++) {
        if (t->used[i] && !memcmp(&t->copies[i], &copy, sizeof copy)) {
            t->used[i] = ++t->uses;
            return t->at + (uint64_t)i * sizeof copy;
        }
        if (t->used[i] < t->used[oldest]) oldest = i;
    }
    *error = hd_gpu_settle(device);
    uint64_t at = t->at + (uint64_t)oldest * sizeof copy;
    if (!*error) *error = hd_cu.cuMemcpyHtoD(at, &copy, sizeof copy);
    if (!*error) *error = hd_cu.cuStreamSynchronize(NULL);
    if (*error) return 0;
    t->copies[oldest] = copy;
    t->used[oldest] = ++t->uses;
    return at;
}
