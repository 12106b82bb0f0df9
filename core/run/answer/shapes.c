// %shapes: a kernel's source with what its values, accesses and branches look like to a warp.
//
// gen/ gives facts with their source lines (struct hd_fact); here they become short notes under the
// lines. What an access is called is read from the source around its place. Facts that say the same
// are said once.
//
// Example, of `if (i < n) c[i] = a[2 * i];`:
//      4      if (i < n) c[i] = a[2 * i];
//           | branch: threads of a warp may part
//           | load a[]: strided, 8 bytes apart; 8 sectors a warp, 4 would do
//           | store c[]: contiguous; 4 sectors a warp, coalesced
#include "run/run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 80
#define WARP 32

enum tone { PLAIN, GOOD, FAIR, POOR };

struct note {
    enum tone tone;
    const char *text;
};

static const char *tone_on(enum tone tone) {
    static const char *const codes[] = {"", "\033[32m", "\033[36m", "\033[33m"};
    return hd_engine.options.color ? codes[tone] : "";
}
static const char *tone_off(void) { return hd_engine.options.color ? "\033[0m" : ""; }

// ---- names of accesses --------------------------------------------------------------------------

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *word_at(const char *text, size_t from, size_t to) {
    return hd_printf(hd_engine.arena, "%.*s", (int)(to - from), text + from);
}

// What stands left of `at`: `a[i][j].b` gives "a[][].b".
static const char *place_before(const char *text, size_t at) {
    struct hd_buf out = {0};
    const char *parts[12];
    int n = 0;
    while (at > 0 && n < HD_COUNT(parts)) {
        while (at > 0 && isspace((unsigned char)text[at - 1])) at--;
        size_t end = at;
        if (at > 0 && text[at - 1] == ']') {
            int depth = 0;
            while (at > 0) {
                at--;
                depth += text[at] == ']' ? 1 : text[at] == '[' ? -1 : 0;
                if (!depth) break;
            }
            parts[n++] = "[]";
        } else if (at > 0 && is_word(text[at - 1])) {
            while (at > 0 && is_word(text[at - 1])) at--;
            parts[n++] = word_at(text, at, end);
            if (at > 0 && text[at - 1] == '.')
                parts[n++] = ".", at--;
            else if (at > 1 && !memcmp(text + at - 2, "->", 2))
                parts[n++] = "->", at -= 2;
            else
                break;
        } else {
            break;
        }
    }
    while (n > 0) hd_buf_puts(&out, parts[--n]);
    const char *name = hd_strndup(hd_engine.arena, out.s ? out.s : "", out.len);
    hd_buf_finish(&out);
    return *name ? name : NULL;
}

static const char *name_of(const char *text, size_t len, const struct hd_fact *fact) {
    size_t at = fact->column > 0 ? (size_t)fact->column - 1 : 0;
    if (at >= len) return "memory";
    const char *name = NULL;
    if (text[at] == '[') {
        name = place_before(text, at);
        if (name) name = hd_printf(hd_engine.arena, "%s[]", name);
    } else if (is_word(text[at])) {
        size_t end = at;
        while (end < len && is_word(text[end])) end++;
        while (end + 2 < len && text[end] == ':' && text[end + 1] == ':' && is_word(text[end + 2]))
            for (end += 2; end < len && is_word(text[end]);) end++; // cg::tiled_partition
        bool member = at > 0 && (text[at - 1] == '.' || text[at - 1] == '>');
        name = member ? place_before(text, end) : word_at(text, at, end);
    } else if (text[at] == '*' && at + 1 < len && is_word(text[at + 1])) {
        size_t end = at + 1;
        while (end < len && is_word(text[end])) end++;
        name = hd_printf(hd_engine.arena, "*%s", word_at(text, at + 1, end));
    } else {
        while (at > 0 && strchr("+-*/%&|^<>", text[at - 1]) && text[at] != '.') at--;
        name = place_before(text, at);
    }
    return name ? name : "memory";
}

// ---- what is said -------------------------------------------------------------------------------

static const char *shape_word(const struct hd_fact *f, bool rows, enum tone *tone) {
    static const enum tone tones[] = {GOOD, GOOD, FAIR, POOR};
    *tone = tones[f->shape];
    switch (f->shape) {
    case HD_SHAPE_BLOCK: return f->constant ? "constant" : "uniform";
    case HD_SHAPE_UNIFORM: return rows ? "uniform along x" : "uniform in a warp";
    case HD_SHAPE_AFFINE:
        return hd_printf(hd_engine.arena, "affine %+lld%s", (long long)f->stride,
                         f->bytes ? " bytes" : "");
    default: return "varying";
    }
}

static const char *sectors(const struct hd_fact *f, int ideal, enum tone *tone) {
    if (!f->sectors) {
        *tone = POOR;
        return "up to 32 sectors a warp";
    }
    if (f->sectors <= ideal)
        return hd_printf(hd_engine.arena, "%d sector%s a warp, coalesced", f->sectors,
                         f->sectors == 1 ? "" : "s");
    *tone = POOR;
    return hd_printf(hd_engine.arena, "%d sectors a warp, %d would do", f->sectors, ideal);
}

static const char *banks(const struct hd_fact *f, enum tone *tone) {
    if (!f->sectors) return "shared";
    if (f->ways <= 1 || f->ways <= f->bytes / 4) return "shared, no bank conflicts";
    *tone = POOR;
    return hd_printf(hd_engine.arena, "shared, %d-way bank conflict", f->ways);
}

// What the CPU's vectors make of an access that is not one vector, and what would help.
static const char *on_cpu(const struct hd_fact *f) {
    bool store = f->kind == HD_FACT_STORE;
    switch (f->cpu) {
    case HD_CPU_TOGETHER: return "; CPU: wide accesses and shuffles";
    case HD_CPU_GATHER: return store ? "; CPU: a scatter" : "; CPU: a gather";
    case HD_CPU_BY_LANE:
        return f->bytes < 4 && f->bytes ? "; CPU: lane by lane, 4-byte elements would not be"
                                        : "; CPU: lane by lane";
    default: return "";
    }
}

static struct note access_note(const struct hd_fact *f, const char *name, int threads) {
    struct note note = {GOOD, NULL};
    const char *verb = f->kind == HD_FACT_LOAD    ? "load"
                       : f->kind == HD_FACT_STORE ? "store"
                                                  : "atomic",
               *how;
    int warp = threads < WARP ? threads : WARP, ideal = (warp * f->bytes + 31) / 32;
    bool is_one = f->shape == HD_SHAPE_BLOCK || f->shape == HD_SHAPE_UNIFORM;
    if (is_one) {
        how = f->kind == HD_FACT_LOAD ? "broadcast" : "one address";
        if (f->sectors) ideal = f->sectors; // rows of a vector, each at one address
    } else if (f->shape == HD_SHAPE_AFFINE && (f->stride == f->bytes || f->stride == -f->bytes)) {
        how = "contiguous";
    } else if (f->shape == HD_SHAPE_AFFINE) {
        how = hd_printf(hd_engine.arena, "strided, %lld bytes apart", (long long)f->stride);
        note.tone = FAIR;
    } else {
        how = f->kind == HD_FACT_LOAD ? "gathered" : "scattered";
        note.tone = FAIR;
    }
    if (f->kind == HD_FACT_ATOMIC) {
        enum tone any;
        note.tone = FAIR;
        note.text =
            hd_printf(hd_engine.arena, "%s: atomic, %s; %s", name, how,
                      f->space == HD_FACT_SHARED ? banks(f, &any) : "one address after the other");
    } else if (f->space == HD_FACT_LOCAL) {
        note.text = hd_printf(hd_engine.arena, "%s %s: local, a copy for each thread%s", verb, name,
                              on_cpu(f));
    } else if (f->kind == HD_FACT_STORE && is_one) {
        note.tone = FAIR; // whoever gets here is not known, so there is nothing to praise
        note.text = hd_printf(
            hd_engine.arena, "%s %s: one address; right for one thread, a race if several get here",
            verb, name);
    } else {
        const char *gpu =
            f->space == HD_FACT_SHARED ? banks(f, &note.tone) : sectors(f, ideal, &note.tone);
        note.text = hd_printf(hd_engine.arena, "%s %s: %s; %s%s", verb, name, how, gpu, on_cpu(f));
    }
    return note;
}

static struct note other_note(const struct hd_fact *f, int *region) {
    switch (f->kind) {
    case HD_FACT_BARRIER:
        return (struct note){FAIR,
                             hd_printf(hd_engine.arena, "barrier: region %d begins", ++*region)};
    case HD_FACT_BY_LANE:
        return (struct note){
            POOR,
            hd_printf(hd_engine.arena, "`%s` has no vector form: CPU: lane by lane", f->name)};
    case HD_FACT_WARP_OP: return (struct note){FAIR, "warp operation: the lanes exchange values"};
    case HD_FACT_LOOP:
        if (f->shape != HD_SHAPE_VARYING) return (struct note){PLAIN, NULL};
        return (struct note){POOR, "loop: threads of a warp may leave it at different times"};
    default:
        if (f->shape != HD_SHAPE_VARYING) return (struct note){PLAIN, NULL};
        return (struct note){POOR, "branch: threads of a warp may part"};
    }
}

// ---- output -------------------------------------------------------------------------------------

static void print_note(const struct note *notes, int n, const struct note *note) {
    for (int i = 0; i < n; i++)
        if (!strcmp(notes[i].text, note->text)) return;
    hd_print("      | %s%s%s\n", tone_on(note->tone), note->text, tone_off());
}

// The variables that get values on a line, the worst shape of each.
static void print_values(const struct hd_fact **facts, int n, bool rows) {
    int column = 0;
    for (int i = 0; i < n; i++) {
        if (facts[i]->kind != HD_FACT_VALUE) continue;
        const struct hd_fact *worst = facts[i];
        bool seen = false;
        for (int k = 0; k < n; k++) {
            if (facts[k]->kind != HD_FACT_VALUE || strcmp(facts[k]->name, worst->name) != 0)
                continue;
            seen = seen || k < i;
            if (facts[k]->shape > worst->shape || (worst->constant && !facts[k]->constant))
                worst = facts[k];
        }
        if (seen) continue;
        enum tone tone;
        const char *word = shape_word(worst, rows, &tone);
        int width = (int)(strlen(worst->name) + strlen(word) + 4);
        if (!column || column + width > COLUMNS) {
            hd_print("%s      | ", column ? "\n" : "");
            column = 8;
        } else {
            hd_print(", ");
        }
        hd_print("%s: %s%s%s", worst->name, tone_on(tone), word, tone_off());
        column += width;
    }
    if (column) hd_print("\n");
}

// Whether all threads that get there store to what this load reads: there is nothing to praise.
static bool is_stored_by_all(const struct hd_shapes *s, const struct hd_source *source,
                             const struct hd_fact *load, const char *name) {
    bool one = load->shape == HD_SHAPE_BLOCK || load->shape == HD_SHAPE_UNIFORM;
    for (int i = 0; one && load->kind == HD_FACT_LOAD && i < s->facts.n; i++) {
        const struct hd_fact *f = &s->facts.v[i];
        if (f->kind != HD_FACT_STORE || f->source != source->base || f->space != load->space ||
            (f->shape != HD_SHAPE_BLOCK && f->shape != HD_SHAPE_UNIFORM) || f->line < 1 ||
            f->line > source->nlines)
            continue;
        size_t from = source->lines[f->line - 1],
               to = f->line < source->nlines ? source->lines[f->line] : source->len;
        if (!strcmp(name_of(source->text + from, to - from, f), name)) return true;
    }
    return false;
}

// A loop's test is made twice, before it and at its end: that is said once.
static bool part_in_loop(const struct hd_fact **facts, int n) {
    for (int i = 0; i < n; i++)
        if (facts[i]->kind == HD_FACT_LOOP && facts[i]->shape == HD_SHAPE_VARYING) return true;
    return false;
}

static void print_line(const struct hd_shapes *s, const struct hd_source *source, int line,
                       const uint32_t *block, int *region) {
    size_t from = source->lines[line - 1],
           to = line < source->nlines ? source->lines[line] : source->len;
    const char *text = source->text + from;
    size_t len = to - from;
    while (len && (text[len - 1] == '\n' || text[len - 1] == '\r')) len--;
    bool cut = len > COLUMNS - 6;
    hd_print("%4d  %.*s%s\n", line, (int)(cut ? COLUMNS - 9 : len), text, cut ? "..." : "");
    const struct hd_fact *facts[256];
    struct note notes[256];
    int n = 0, nnotes = 0;
    for (int i = 0; i < s->facts.n && n < HD_COUNT(facts); i++)
        if (s->facts.v[i].source == source->base && s->facts.v[i].line == line)
            facts[n++] = &s->facts.v[i];
    print_values(facts, n, block[1] * block[2] > 1);
    for (int i = 0; i < n; i++) {
        const struct hd_fact *f = facts[i];
        bool access =
            f->kind == HD_FACT_LOAD || f->kind == HD_FACT_STORE || f->kind == HD_FACT_ATOMIC;
        if (f->kind == HD_FACT_VALUE) continue;
        struct note note =
            access ? access_note(f, name_of(text, len, f), (int)(block[0] * block[1] * block[2]))
                   : other_note(f, region);
        if (access && is_stored_by_all(s, source, f, name_of(text, len, f)))
            note = (struct note){FAIR, hd_printf(hd_engine.arena,
                                                 "load %s: one address, that threads store to",
                                                 name_of(text, len, f))};
        if (!note.text || (f->kind == HD_FACT_BRANCH && part_in_loop(facts, n))) continue;
        print_note(notes, nnotes, &note);
        notes[nnotes++] = note;
    }
    hd_print_wrong(source, line);
}

static bool has_facts(const struct hd_shapes *s, uint32_t source, int line) {
    for (int i = 0; i < s->facts.n; i++)
        if (s->facts.v[i].source == source && s->facts.v[i].line == line) return true;
    return false;
}

static void print_source(const struct hd_shapes *s, const struct hd_def *def,
                         const uint32_t *block) {
    struct hd_place first, last;
    int region = 1;
    if (!hd_source_place(def->range.from, &first) || !hd_source_place(def->range.to, &last)) return;
    for (int line = first.line; line <= last.line; line++)
        print_line(s, first.source, line, block, &region);
    // Device functions: the lines that facts were found on.
    for (int i = 0; i < s->facts.n; i++) {
        const struct hd_fact *f = &s->facts.v[i];
        const struct hd_source *source = hd_source_at(f->source);
        bool kernel = source == first.source && f->line >= first.line && f->line <= last.line,
             before = false;
        for (int k = 0; k < i && !before; k++) before = s->facts.v[k].source == f->source;
        if (!source || kernel || before || f->line > source->nlines) continue;
        hd_print("in %s:\n", source->name);
        for (int line = 1; line <= source->nlines; line++) {
            bool own = source == first.source && line >= first.line && line <= last.line;
            if (!own && has_facts(s, f->source, line)) print_line(s, source, line, block, &region);
        }
    }
}

bool hd_parse_block(const char *text, uint32_t *block) {
    int n = 0;
    block[0] = block[1] = block[2] = 1;
    while (*text) {
        char *end;
        if (isspace((unsigned char)*text) || strchr("(),xX", *text)) {
            text++;
            continue;
        }
        unsigned long v = strtoul(text, &end, 10);
        if (end == text || n == 3 || v < 1 || v > 1024) return false;
        block[n++] = (uint32_t)v;
        text = end;
    }
    return (uint64_t)block[0] * block[1] * block[2] <= 1024;
}

static const char *block_text(const uint32_t *b) {
    if (b[2] > 1) return hd_printf(hd_engine.arena, "%u x %u x %u", b[0], b[1], b[2]);
    if (b[1] > 1) return hd_printf(hd_engine.arena, "%u x %u", b[0], b[1]);
    return hd_printf(hd_engine.arena, "%u", b[0]);
}

const char *hd_show_shapes(struct hd_func *func, const char *block, struct hd_diags *diags) {
    struct hd_shapes shapes = {.arena = hd_engine.arena};
    struct hd_lanes lanes = {0};
    if (!func->is_kernel || !func->sym->def)
        return "%shapes is about kernels: `__global__` functions";
    while (isspace((unsigned char)*block)) block++;
    bool launched = !*block && hd_kernel_variant(func->sym, &lanes);
    if (!launched && !hd_parse_block(*block ? block : "256", lanes.block))
        return "the shape of a block is one to three numbers, of at most 1024 threads in all: %shapes NAME 16x16";
    if (!launched || lanes.fold)
        lanes.width = hd_engine.options.lanes > 1 ? hd_engine.options.lanes : 0;
    lanes.small_grid = true;
    lanes.shapes = &shapes;
    struct hd_module module;
    if (hd_code_module(func, HD_KERNEL_CPU, 1, &lanes, &module, diags)) hd_module_destroy(&module);
    if (diags->errors) return "";
    hd_print("`%s` in blocks of %s threads", func->sym->name, block_text(lanes.block));
    if (shapes.why)
        hd_print("; on the CPU one thread at a time:\n%s\n", shapes.why);
    else
        hd_print("; on the CPU %d at a time, in %d region%s", shapes.lanes, shapes.regions,
                 shapes.regions == 1 ? "" : "s");
    if (!shapes.why && shapes.folded > 1)
        hd_print(", %u blocks beside each other as one", shapes.folded);
    if (!shapes.why) hd_print("\n");
    hd_print("uniform: the same in all threads; affine +k: grows by k from thread to thread\n\n");
    print_source(&shapes, func->sym->def, lanes.block);
    hd_print(
        "\nhow memory is reached, not whether that is right: %%check tells of races and bounds\n");
    return NULL;
}
