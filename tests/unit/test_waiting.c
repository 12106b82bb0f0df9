// Headers that wait (names/waiting.c): the tables that tools/embed.py made of their texts hold all
// that the front end finds in them, and what is read is what a program needs.
#include "check.h"
#include "front/check/check.h"
#include "front/lex/embedded.h"

#include <stdlib.h>

static struct hd_arena *arena;

static bool run(struct hd_front *front, const char *text, bool program) {
    struct hd_diags diags = {.arena = arena};
    struct hd_source *source = hd_source_add("test", NULL, text, strlen(text));
    struct hd_cell cell;
    source->lang = HD_LANG_CU;
    bool ok = hd_front_cell(front, source, program, &cell, &diags);
    for (struct hd_diag *d = diags.first; d; d = d->next) printf("# %s\n", d->message);
    if (ok) hd_front_commit(front, &cell);
    return ok;
}

static int row_of(const char *shown) { // "<heddle>/vector"
    for (int i = 0; i < hd_embedded_count; i++)
        if (!strcmp(shown + 9, hd_embedded[i].name)) return i;
    return -1;
}

static bool is_listed(const char *name, int row) {
    for (int i = 0; i < hd_embedded_names_count; i++)
        for (const short *w = hd_embedded_names[i].where; *w >= 0; w++)
            if (*w == row && !strcmp(hd_embedded_names[i].name, name)) return true;
    return false;
}

// A name that a program can say: operators come with their types, inline namespaces with what
// stands in them, __names are the headers' own.
static const char *word_of(const char *key) {
    static char word[128];
    const char *s = strncmp(key, "std::", 5) == 0 ? key + 5 : key;
    size_t n = strcspn(s, ":<( ");
    if (!strncmp(s, "operator", 8) || !strncmp(s, "using namespace ", 16) || !strncmp(s, "__", 2) ||
        n == 0 || n >= sizeof word)
        return NULL;
    snprintf(word, sizeof word, "%.*s", (int)n, s);
    return word;
}

static void test_names(void) {
    struct hd_front *front = hd_front_create(NULL);
    int missing = 0, seen = 0;
    for (int i = 0; i < hd_embedded_count; i++) {
        char text[128];
        if (!hd_embedded_waits[i].at_once) continue;
        snprintf(text, sizeof text, "#include <%s>\n", hd_embedded[i].name);
        CHECK(run(front, text, false));
    }
    for (int i = 0; i < front->defs.n; i++) {
        const struct hd_def *def = front->defs.v[i];
        bool ours = def->source && !strncmp(def->source->name, "<heddle>/", 9);
        int row = ours ? row_of(def->source->name) : -1;
        const char *word = row >= 0 && hd_embedded_waits[row].at_once ? word_of(def->name) : NULL;
        // Instances of templates, and what stands in a namespace inside, come with those.
        if (!word || def->kind == DEF_SPACE || strchr(def->name, '<')) continue;
        seen++;
        if (is_listed(word, row) && !strncmp(def->name, "std::", 5)) continue;
        printf("# %s of <%s>\n", def->name, hd_embedded[row].name);
        missing++;
    }
    CHECK(missing == 0);
    CHECK(seen > 500);
    hd_front_destroy(front);
}

static bool has(struct hd_front *front, const char *key) {
    return hd_map_get(&front->names, hd_intern_str(key)) ||
           hd_map_get(&front->tags, hd_intern_str(key));
}

static void test_reading(void) {
    struct hd_front *front = hd_front_create(NULL);
    static const char includes[] = "#include <map>\n#include <random>\n#include <any>\n";
    char text[512];
    snprintf(text, sizeof text, "%susing namespace std;\nmap<int, int> m;\n", includes);
    CHECK(run(front, text, true));
    CHECK(has(front, "std::map") && has(front, "std::pair"));
    CHECK(!has(front, "std::mt19937") && !has(front, "std::any"));
    snprintf(text, sizeof text, "int f(int *v) { std::any a = 1; return g; }\n");
    CHECK(!run(front, text, true)); // no `g`: what was read for it is forgotten
    CHECK(!has(front, "std::any"));
    CHECK(run(front, "int f(int *v) { std::any a = 1; return 0; }\n", true));
    CHECK(has(front, "std::any") && !has(front, "std::mt19937"));
    CHECK(run(front, "int x;\n", false)); // at the prompt all is there
    CHECK(has(front, "std::mt19937"));
    hd_front_destroy(front);
}

// A front end that has gone leaves no text behind: programs of many files have one for each.
static void test_texts(void) {
    struct hd_source *before = hd_source_add("before", NULL, "", 0);
    struct hd_front *front = hd_front_create(NULL);
    CHECK(run(front, "int f() { std::vector<int> v(3); return v.size() + cudaSuccess; }\n", true));
    CHECK(!run(front, "int g() { return std::stoi(\"1\") + missing; }\n", true));
    hd_front_destroy(front);
    struct hd_source *after = hd_source_add("after", NULL, "", 0);
    int left = 0;
    for (hd_loc at = before->base + before->len + 1; at < after->base; at++) {
        const struct hd_source *source = hd_source_at(at);
        if (!source) continue;
        printf("# %s, %zu bytes\n", source->name, source->len);
        at = source->base + (hd_loc)source->len;
        left++;
    }
    CHECK(left == 0);
}

int main(void) {
    arena = hd_arena_create();
    RUN(test_names);
    RUN(test_reading);
    RUN(test_texts);
    hd_arena_destroy(arena);
    return check_status();
}
