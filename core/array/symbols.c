// The names under which compiled code finds the functions of this folder.
#include "array/internal.h"

#include <string.h>

static const struct {
    const char *name;
    void *address;
} functions[] = {
#define HD_ARRAY_CALL(ret, name, params) {#name, (void *)(uintptr_t)ha_##name},
#include "array/array.def"
};

void *hd_array_symbol(const char *name) {
    static const char prefix[] = "__heddle_array_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) return NULL;
    for (int i = 0; i < HD_COUNT(functions); i++)
        if (strcmp(functions[i].name, name + sizeof prefix - 1) == 0) return functions[i].address;
    return NULL;
}
