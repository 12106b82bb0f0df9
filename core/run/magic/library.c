// %lib and %include: shared libraries and folders of headers.
#include "run/magic/magic.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool hd_library_load(const char *name, struct hd_buf *error) {
    for (int i = 0; i < hd_engine.libraries.n; i++)
        if (strcmp(hd_engine.libraries.v[i].name, name) == 0) return true;
    void *handle = NULL;
    static const char *const forms[] = {"%s",         "lib%s.so",   "lib%s.so.0",
                                        "lib%s.so.1", "lib%s.so.2", "lib%s.so.3",
                                        "lib%s.so.4", "lib%s.so.5", "lib%s.so.6"};
    for (int i = strchr(name, '/') || strstr(name, ".so") ? 0 : 1; !handle && i < HD_COUNT(forms);
         i++) {
        char file[512];
        snprintf(file, sizeof file, forms[i], name); // NOLINT: the forms are constants
        handle = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
        if (i == 0) break;
    }
    if (!handle) {
        if (error) hd_buf_puts(error, dlerror());
        return false;
    }
    HD_XPUSH(&hd_engine.libraries,
             ((struct hd_library){.name = hd_xstrdup(name), .handle = handle}));
    return true;
}

// What a new engine is told again. Steals value.
void hd_journal_option(const char *name, json_t *value) {
    if (hd_engine.socket < 0)
        json_decref(value);
    else
        hd_event("journal",
                 json_pack("{s:s, s:s, s:o}", "op", "option", "name", name, "value", value));
}

bool hd_magic_lib(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    for (int i = 0; i < n; i++) {
        struct hd_buf why = {0};
        if (!hd_library_load(args[i], &why)) {
            hd_magic_fail(
                run,
                "no library `%s`: neither lib%s.so nor lib%s.so.0 to .6 is in the loader's path; give its full "
                "path, or install it",
                args[i], args[i], args[i]);
            hd_buf_finish(&why);
            return false;
        }
    }
    if (n == 0)
        for (int i = 0; i < hd_engine.libraries.n; i++)
            hd_print("%s\n", hd_engine.libraries.v[i].name);
    if (n > 0) {
        json_t *names = json_array();
        for (int i = 0; i < hd_engine.libraries.n; i++)
            json_array_append_new(names, json_string(hd_engine.libraries.v[i].name));
        hd_journal_option("libraries", names);
    }
    return true;
}

bool hd_magic_include(struct hd_run *run, const char *line, const char *body) {
    char **args;
    int n = hd_magic_args(line, &args);
    for (int i = 0; i < n; i++) hd_include_dir_add(hd_engine.front, args[i]);
    const char **dirs;
    int added, ndirs = hd_include_dirs(hd_engine.front, &dirs, &added);
    if (n > 0) {
        json_t *names = json_array();
        for (int i = 0; i < added; i++) json_array_append_new(names, json_string(dirs[i]));
        hd_journal_option("include", names);
    }
    for (int i = 0; n == 0 && i < ndirs; i++) hd_print("%s\n", dirs[i]);
    return true;
}
