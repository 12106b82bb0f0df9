// What a launch has covered: arrays of which it was to write more.
//
// Most launches write a part of what they are given, and rightly so. Only where the launch itself
// tells that more was meant is something said, as a remark:
// - the kernel looks at threadIdx.y or blockIdx.y (or z), but the launch has one row: of a matrix
//   the rest stays untouched;
// - of n elements the first blocks * threads were written, and fewer than a block are left: the
//   number of blocks was rounded down;
// - no thread, or none of three in four blocks, has come to any access to memory: a test let none
//   of them through.
#include "check/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ARRAYS 32 // that a launch writes

struct array {
    struct hd_object object;
    uint64_t written, end; // bytes; of the object, behind the last one that was written
    uint32_t site;
    bool counts; // there may be something to say of it
};
static struct {
    struct array v[MOST_ARRAYS];
    int n, last;
} arrays;

static uint64_t element_of(const struct array *a) { // bytes; 0: not known
    const struct hd_type *t = a->object.type;
    while (t && t->kind == HD_TY_ARRAY) t = t->base;
    uint64_t size = t && t->size ? t->size : hd_check_site(a->site)->bytes;
    return size && a->object.size % size == 0 ? size : 0;
}

static bool lacks_dimension(const struct hd_check_launch *launch, int d) {
    return launch->dims >> d & 1 && launch->grid[d] * launch->block[d] == 1;
}

// n elements, of which a launch of one row leaves less than a block.
static bool leaves_rest(const struct hd_check_launch *launch, uint64_t n) {
    const uint32_t *grid = launch->grid, *block = launch->block;
    uint64_t threads = (uint64_t)grid[0] * block[0];
    bool line = (uint64_t)grid[1] * grid[2] * block[1] * block[2] == 1;
    return line && n > threads && n - threads < block[0];
}

static bool is_plausible(const struct hd_check_launch *launch, const struct array *a) {
    uint64_t element = element_of(a);
    return element && (lacks_dimension(launch, 1) || lacks_dimension(launch, 2) ||
                       leaves_rest(launch, a->object.size / element));
}

static struct array *array_at(uint64_t addr, uint32_t site) {
    struct array *a = &arrays.v[arrays.last];
    if (arrays.n && addr >= a->object.from && addr < a->object.from + a->object.size) return a;
    for (int i = 0; i < arrays.n; i++) {
        a = &arrays.v[i];
        if (addr < a->object.from || addr >= a->object.from + a->object.size) continue;
        arrays.last = i;
        return a;
    }
    const struct hd_object *o = object_find(addr);
    if (!o || arrays.n == MOST_ARRAYS || o->kind == HD_OBJECT_OTHER || o->kind == HD_OBJECT_HEAP)
        return NULL;
    arrays.last = arrays.n++;
    a = &arrays.v[arrays.last];
    *a = (struct array){.object = *o, .site = site};
    a->counts = is_plausible(&kept_launch, a);
    return a;
}

// Whether the page's lines are of one array, of which there is nothing to say.
static bool is_settled(const struct page *page, uint64_t at) {
    record who;
    uint64_t first = lines_written(page, at, PAGE_SIZE, &who);
    if (!first || page->in_words) return false;
    const struct array *a = array_at(first, site_of_record(page, who));
    return a && !a->counts && a->object.from + a->object.size >= at + PAGE_SIZE;
}

static void cover_page(struct page *page, uint64_t at) {
    if (page->current != now.phase || is_settled(page, at)) return;
    page_open(page, 0, PAGE_SIZE);
    const record *words = page->words[LAST_WRITE];
    if (!words) return;
    uint64_t cell = 1ull << page->shift;
    for (uint64_t i = 0; i < PAGE_SIZE >> page->shift; i++) {
        if (!words[i] || record_slot(words[i]) != page->slot) continue;
        struct array *a = array_at(at + i * cell, site_of_record(page, words[i]));
        if (!a) continue;
        uint64_t end = at + (i + 1) * cell - a->object.from;
        if (!a->counts) { // on behind it
            if (a->object.from + a->object.size >= at + PAGE_SIZE) return;
            i = (a->object.from + a->object.size - at - 1) / cell;
            continue;
        }
        a->written += cell;
        if (end > a->end) a->end = end;
    }
}

static struct hd_finding *say(const struct hd_check_launch *launch, const char *message,
                              const char *help) {
    static const uint32_t none[3];
    struct hd_finding *f = hd_check_add(HD_FINDING_COVERAGE, message, launch->loc, none, none, 0);
    if (f->help[0]) return NULL; // a launch in a loop
    f->from_fault = false;
    f->remark = true;
    f->a = (struct hd_party){.loc = launch->loc, .kernel = launch->name, .did = "launches"};
    snprintf(f->help, sizeof f->help, "%s", help);
    return f;
}

static void say_of(const struct array *a, const struct hd_check_launch *launch, const char *message,
                   const char *help) {
    struct hd_finding *f = say(launch, message, help);
    if (f) object_name(&a->object, f->object, sizeof f->object);
}

static bool judge(const struct hd_check_launch *launch, const struct array *a) {
    if (!a->counts || a->written >= a->object.size) return false;
    uint64_t element = element_of(a);
    uint64_t n = a->object.size / element, k = a->written / element;
    const uint32_t *grid = launch->grid, *block = launch->block;
    const struct hd_check_site *site = hd_check_site(a->site);
    const char *name = a->object.name ? a->object.name : site->name ? site->name : "the array";
    char message[400], help[300];
    uint64_t threads = (uint64_t)grid[0] * block[0];
    for (int d = 1; d < 3; d++) {
        if (!lacks_dimension(launch, d) || k > n / 2) continue;
        snprintf(message, sizeof message,
                 "`%s` asks for its index in dimension %c, which the launch has once: %llu of %llu "
                 "elements of `%s` were written",
                 launch->name, "xyz"[d], (unsigned long long)k, (unsigned long long)n, name);
        snprintf(help, sizeof help,
                 "grid (%u, %u, %u) x block (%u, %u, %u) has one thread in %c: give both as "
                 "dim3, such as dim3 block(16, 16), and a grid of rows and columns divided by it",
                 grid[0], grid[1], grid[2], block[0], block[1], block[2], "xyz"[d]);
        say_of(a, launch, message, help);
        return true;
    }
    if (!leaves_rest(launch, n) || k != threads || a->end != a->written) return false;
    snprintf(message, sizeof message,
             "the last %llu of %llu elements of `%s` were never written: %u blocks of %u threads "
             "are %llu",
             (unsigned long long)(n - k), (unsigned long long)n, name, grid[0], block[0],
             (unsigned long long)threads);
    snprintf(help, sizeof help,
             "round the number of blocks up, (n + %u) / %u = %u, and test the index against n in "
             "the kernel",
             block[0] - 1, block[0], grid[0] + 1);
    say_of(a, launch, message, help);
    return true;
}

// ---- blocks that did nothing --------------------------------------------------------------------

static struct {
    uint64_t n, first_busy, last_busy; // those that did something; by their linear number
} busy;

#define FEW_BLOCKS 8 // that only some of so few work may be meant

static uint64_t number_of_blocks(const struct hd_check_launch *launch) {
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

void cover_begin(void) { busy.n = busy.last_busy = 0, busy.first_busy = ~0ull; }

void cover_block(uint64_t linear, uint64_t accesses) {
    if (!accesses) return;
    slow_lock();
    busy.n++;
    if (linear < busy.first_busy) busy.first_busy = linear;
    if (linear > busy.last_busy) busy.last_busy = linear;
    slow_unlock();
}

static void judge_idle(const struct hd_check_launch *launch) {
    uint64_t n = number_of_blocks(launch), threads = 1;
    if (!launch->accesses || (busy.n && launch->any_grid) || busy.n > n / 4) return;
    if (busy.n && n < FEW_BLOCKS) return;
    for (int d = 0; d < 3; d++) threads *= launch->block[d];
    char message[400], help[300];
    if (!busy.n) {
        snprintf(message, sizeof message,
                 "none of the %llu threads of `%s` has read or written anything",
                 (unsigned long long)(n * threads), launch->name);
        snprintf(help, sizeof help,
                 "the tests before its accesses let no thread through: look at the arguments of "
                 "the launch, and at what the index is compared with");
    } else {
        bool front = busy.first_busy == 0 && busy.last_busy == busy.n - 1 && n == launch->grid[0];
        snprintf(message, sizeof message,
                 "%llu of the %llu blocks of `%s` did nothing: no thread of them has read or "
                 "written anything",
                 (unsigned long long)(n - busy.n), (unsigned long long)n, launch->name);
        if (front)
            snprintf(help, sizeof help,
                     "the first %llu did all of the work: (n + %llu) / %llu blocks are enough for "
                     "n elements",
                     (unsigned long long)busy.n, (unsigned long long)(threads - 1),
                     (unsigned long long)threads);
        else
            snprintf(help, sizeof help,
                     "let the grid be as large as the data, and look at how the index is made of "
                     "blockIdx and threadIdx");
    }
    say(launch, message, help);
}

void cover_launch(const struct hd_check_launch *launch) {
    arrays.n = arrays.last = 0;
    shadow_pages(cover_page);
    bool any = false;
    for (int i = 0; i < arrays.n; i++) any |= judge(launch, &arrays.v[i]);
    if (!any) judge_idle(launch);
}
