// %config: the settings, a table; and what a new engine is told of them.
#include "run/magic/magic.h"
#include "run/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

struct setting {
    const char *name;
    int *value;
    int low, high;
    const char *help;
};

static struct setting *settings(int *n) {
    static struct setting table[] = {
        {"threads", &hd_engine.options.threads, 0, 4096,
         "CPU threads for kernels; 0: one per core"},
        {"digits", &hd_engine.options.digits, 0, 36,
         "significant digits of floating values; 0: the shortest exact form"},
        {"width", &hd_engine.options.width, 0, 10000,
         "columns of printed values; 0: as wide as the terminal"},
        {"lanes", &hd_engine.options.lanes, 0, 64,
         "threads that a CPU core runs at once: a power of two; 0: as fits the kernel; 1: one"},
        {"fastmath", &hd_engine.options.fastmath, 0, 1,
         "1 (math fast): kernels use quick functions, as with -use_fast_math; 0 (math precise): those of CUDA's usual bounds"},
        {"fmad", &hd_engine.options.fmad, 0, 1,
         "1: kernels round a * b + c once; 0: twice, as with -fmad=false"},
        {"ftz", &hd_engine.options.ftz, 0, 1, "1: denormal floats are zero in kernels on GPUs"},
        {"maxreg", &hd_engine.options.maxreg, 0, 255,
         "registers a thread of a kernel on a GPU may use; 0: no limit"},
        {"items", &hd_engine.options.items, 0, 100000,
         "array items shown at each end; 0: up to 32 are shown whole, else 5"},
    };
    *n = HD_COUNT(table);
    return table;
}

void hd_settings_restore(json_t *options) {
    int count;
    struct setting *table = settings(&count);
    for (int i = 0; i < count; i++) {
        json_t *value = json_object_get(options, table[i].name);
        if (!json_is_integer(value)) continue;
        *table[i].value = (int)json_integer_value(value);
        if (table[i].value == &hd_engine.options.threads) hd_cpu_set_threads(*table[i].value);
    }
    json_t *check = json_object_get(options, "check");
    if (json_is_integer(check)) hd_engine.check_all = json_integer_value(check) != 0;
    hd_device_restore(options);
    hd_debug_restore(options);
    hd_habits_restore(options);
    size_t k;
    json_t *dir;
    json_array_foreach(json_object_get(options, "include"), k, dir)
        hd_include_dir_add(hd_engine.front, json_string_value(dir));
}

// `math fast` and `math precise` are `fastmath 1` and `fastmath 0`.
static bool spell_math(struct hd_run *run, int n, char **args) {
    static char name[] = "fastmath", on[] = "1", off[] = "0";
    if (n < 1 || strcmp(args[0], "math") != 0) return true;
    args[0] = name;
    if (n < 2) return true;
    const char *word = args[1][0] == '=' ? args[1] + 1 : args[1];
    bool fast = strcmp(word, "fast") == 0;
    if (!fast && strcmp(word, "precise") != 0)
        return hd_magic_fail(run, "math is fast or precise, not `%s`", word);
    args[1] = fast ? on : off;
    return true;
}

bool hd_magic_config(struct hd_run *run, const char *line, const char *body) {
    char **args, *end;
    int n = hd_magic_args(line, &args), count;
    struct setting *table = settings(&count);
    if (!spell_math(run, n, args)) return false;
    for (int i = 0; i < count; i++) {
        struct setting *s = &table[i];
        if (n > 0 && strcmp(args[0], s->name) != 0) continue;
        if (n < 2) {
            magic_beside(hd_printf(hd_engine.arena, "%-8s %6d", s->name, *s->value), 18, s->help);
            if (n == 0) continue;
            return true;
        }
        long value = strtol(args[1][0] == '=' ? args[1] + 1 : args[1], &end, 10);
        if (*end || value < s->low || value > s->high)
            return hd_magic_fail(run, "%s must be a number from %d to %d", s->name, s->low,
                                 s->high);
        if (s->value == &hd_engine.options.lanes && (value & (value - 1)))
            return hd_magic_fail(
                run, "lanes must be a power of two up to 64, or 0 for as many as fit the kernel");
        *s->value = (int)value;
        if (s->value == &hd_engine.options.threads) hd_cpu_set_threads((int)value);
        hd_journal_option(s->name, json_integer(value));
        return true;
    }
    if (n == 0) return true;
    const char *best = NULL;
    for (int i = 0; i < count; i++)
        if (hd_edit_distance(args[0], table[i].name, 3) <= 2) best = table[i].name;
    return hd_magic_fail(run, "there is no setting `%s`%s%s%s; %%config lists them", args[0],
                         best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}
