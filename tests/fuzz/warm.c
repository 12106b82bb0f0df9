// A front end for each input, of which the common headers are already lexed: that takes most of the
// time of a short input otherwise, and has nothing to do with it. The cached headers belong to one
// front end that is never destroyed.
#include "fuzz.h"

#include "front/lex/pp.h"

#include <stdlib.h>

static struct hd_front *owner;

static void include_all(enum hd_lang lang) {
    static const char text[] =
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n#include <stdint.h>\n"
        "#include <stdarg.h>\n#include <stdbool.h>\n#include <limits.h>\n#include <assert.h>\n#include <errno.h>\n"
        "#include <time.h>\n#include <ctype.h>\n#include <float.h>\n#include <stddef.h>\n#include <complex.h>\n"
        "#include <setjmp.h>\n#include <unistd.h>\n#include <sys/time.h>\n#include <curand_kernel.h>\n";
    struct hd_arena *arena = hd_arena_create();
    struct hd_diags diags = {.arena = arena};
    struct hd_source *source = hd_source_add("warm", NULL, text, sizeof text - 1);
    source->lang = lang;
    struct hd_cell cell;
    if (hd_front_cell(owner, source, false, &cell, &diags)) hd_front_commit(owner, &cell);
    hd_arena_destroy(arena);
}

struct hd_front *fuzz_front_create(void) {
    if (!owner) {
        owner = hd_front_create(NULL);
        include_all(HD_LANG_C);
        include_all(HD_LANG_CU);
    }
    struct hd_front *front = hd_front_create(NULL);
    const char *name;
    void *header;
    for (int i = 0; (i = hd_map_next(&owner->sources, i, &name, &header)) > 0;)
        hd_map_set(&front->sources, name, header);
    return front;
}

void fuzz_front_destroy(struct hd_front *front) {
    const char *name;
    void *header;
    for (int i = 0; (i = hd_map_next(&owner->sources, i, &name, &header)) > 0;)
        if (hd_map_get(&front->sources, name) == header) hd_map_remove(&front->sources, name);
    hd_front_destroy(front);
}
