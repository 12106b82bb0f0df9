// A picture of what threads touch: a row for each thread, a column for each element, one chart for
// each array. Notebooks get Vega-Lite, which asks for no trust; others text:
//
//     out            element 0 .. 7
//     thread 0       w.......
//     thread 1       .w......
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ARRAYS 8
#define MOST_ROWS 64     // threads in text
#define MOST_COLUMNS 100 // elements in text
#define MOST_WIDTH 512   // elements in charts
#define MOST_MARKS 4000

enum { READS = 1, WRITES = 2, UPDATES = 4 };

struct array {
    uint64_t id, elements, highest;
    const char *name;
    bool shared;
};
struct picture {
    const struct hd_check_counted *launch;
    const struct hd_check_touch *touches; // the launch's
    struct array arrays[MOST_ARRAYS];
    int n;
    uint32_t block_threads;
};

static int array_of(struct picture *p, const struct hd_check_touch *t) {
    for (int i = 0; i < p->n; i++)
        if (p->arrays[i].id == t->array) return i;
    if (p->n == MOST_ARRAYS) return -1;
    p->arrays[p->n] = (struct array){.id = t->array,
                                     .elements = t->elements,
                                     .name = t->name     ? t->name
                                             : t->shared ? "shared"
                                                         : "memory",
                                     .shared = t->shared};
    return p->n++;
}

static int doing(enum hd_check_op op) {
    return op == HD_CHECK_READ || op == HD_CHECK_ATOMIC_LOAD ? READS
           : op == HD_CHECK_RMW                              ? UPDATES
                                                             : WRITES;
}

static const char *const words[8] = {"",       "reads",  "writes", "both",
                                     "atomic", "atomic", "atomic", "atomic"};

// cells[row * columns + element]: what the thread did.
static unsigned char *cells_of(const struct picture *p, int array, uint64_t rows,
                               uint64_t columns) {
    unsigned char *cells = hd_xcalloc(1, rows * columns + 1);
    for (int i = 0; i < p->launch->touches; i++) {
        const struct hd_check_touch *t = &p->touches[i];
        uint64_t row = (uint64_t)t->block * p->block_threads + t->thread;
        if (t->array == p->arrays[array].id && row < rows && t->element < columns)
            cells[row * columns + t->element] |= (unsigned char)doing(t->op);
    }
    return cells;
}

static void text_of(const struct picture *p, struct hd_buf *out) {
    static const char letters[] = ".rwbaaaa";
    hd_buf_printf(out, "%s: r reads, w writes, b both, a atomic\n", p->launch->kernel);
    for (int a = 0; a < p->n; a++) {
        uint64_t rows = p->launch->threads, columns = p->arrays[a].highest + 1;
        if (rows > MOST_ROWS) rows = MOST_ROWS;
        if (columns > MOST_COLUMNS) columns = MOST_COLUMNS;
        hd_buf_printf(out, "\n%-15s element 0 .. %llu%s\n", p->arrays[a].name,
                      (unsigned long long)columns - 1, p->arrays[a].shared ? " (shared)" : "");
        unsigned char *cells = cells_of(p, a, rows, columns);
        for (uint64_t r = 0; r < rows; r++) {
            char label[40];
            snprintf(label, sizeof label, "thread %llu",
                     (unsigned long long)(r % p->block_threads));
            if (p->launch->threads > p->block_threads)
                snprintf(label, sizeof label, "%llu, block %llu",
                         (unsigned long long)(r % p->block_threads),
                         (unsigned long long)(r / p->block_threads));
            hd_buf_printf(out, "%-15s ", label);
            for (uint64_t c = 0; c < columns; c++) {
                char letter = letters[cells[r * columns + c]];
                hd_buf_printf(out, "%c", letter);
            }
            hd_buf_puts(out, "\n");
        }
        free(cells);
    }
}

static json_t *marks_of(const struct picture *p, int array, int *left) {
    json_t *values = json_array();
    uint64_t rows = p->launch->threads, columns = p->arrays[array].highest + 1;
    if (columns > MOST_WIDTH) columns = MOST_WIDTH;
    unsigned char *cells = cells_of(p, array, rows, columns);
    for (uint64_t i = 0; i < rows * columns && *left > 0; i++) {
        if (!cells[i]) continue;
        --*left;
        uint64_t row = i / columns;
        json_array_append_new(values,
                              json_pack("{s:I, s:I, s:I, s:I, s:s}", "row", (json_int_t)row,
                                        "block", (json_int_t)(row / p->block_threads), "thread",
                                        (json_int_t)(row % p->block_threads), "element",
                                        (json_int_t)(i % columns), "does", words[cells[i]]));
    }
    free(cells);
    return values;
}

static json_t *chart_of(const struct picture *p, int array, int *left) {
    json_t *color =
        json_pack("{s:s, s:s, s:{s:[s,s,s,s], s:[s,s,s,s]}, s:{s:n}}", "field", "does", "type",
                  "nominal", "scale", "domain", words[1], words[2], words[3], words[4], "range",
                  "#4c78a8", "#f58518", "#b279a2", "#e45756", "legend", "title");
    json_t *x = json_pack("{s:s, s:s, s:s, s:{s:i}}", "field", "element", "type", "ordinal",
                          "title", "element", "axis", "labelAngle", 0);
    json_t *y = json_pack("{s:s, s:s, s:s}", "field", "row", "type", "ordinal", "title",
                          p->launch->threads > p->block_threads ? "thread of the grid" : "thread");
    json_t *tooltip = json_pack("[{s:s}, {s:s}, {s:s}, {s:s}]", "field", "block", "field", "thread",
                                "field", "element", "field", "does");
    return json_pack(
        "{s:o, s:{s:o}, s:{s:s, s:s}, s:{s:o, s:o, s:o, s:o}}", "title",
        json_sprintf("%s%s", p->arrays[array].name, p->arrays[array].shared ? " (shared)" : ""),
        "data", "values", marks_of(p, array, left), "mark", "type", "rect", "stroke", "white",
        "encoding", "x", x, "y", y, "color", color, "tooltip", tooltip);
}

static const struct hd_check_counted *choose(const struct hd_check_touch **touches) {
    const struct hd_check_counted *all;
    int n = hd_check_launches(&all, touches);
    for (int i = 0; i < n; i++)
        if (all[i].traced && all[i].touches) return &all[i];
    return NULL;
}

void hd_touched_show(void) {
    const struct hd_check_touch *touches;
    struct picture p = {.launch = choose(&touches)};
    if (!p.launch) return;
    p.touches = touches + p.launch->first_touch;
    p.block_threads = p.launch->block[0] * p.launch->block[1] * p.launch->block[2];
    for (int i = 0; i < p.launch->touches; i++) {
        int a = array_of(&p, &p.touches[i]);
        if (a >= 0 && p.touches[i].element > p.arrays[a].highest)
            p.arrays[a].highest = p.touches[i].element;
    }
    for (int i = 0; i < p.n; i++) // of an element far outside nothing can be seen
        if (p.arrays[i].elements && p.arrays[i].highest >= p.arrays[i].elements)
            p.arrays[i].highest = p.arrays[i].elements - 1;
    struct hd_buf text = {0};
    text_of(&p, &text);
    json_t *charts = json_array(), *data = json_object();
    int left = MOST_MARKS;
    for (int a = 0; a < p.n; a++) json_array_append_new(charts, chart_of(&p, a, &left));
    json_object_set_new(data, "application/vnd.vegalite.v5+json",
                        json_pack("{s:s, s:s, s:o}", "$schema",
                                  "https://vega.github.io/schema/vega-lite/v5.json", "title",
                                  p.launch->kernel, "hconcat", charts));
    json_object_set_new(data, "text/plain",
                        hd_json_text(hd_buf_str(&text), strlen(hd_buf_str(&text))));
    hd_event("display", json_pack("{s:o, s:{}}", "data", data, "metadata"));
    hd_buf_finish(&text);
}
