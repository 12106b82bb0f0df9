// The files that a source includes, as make wants to know them (compilers' -M and -MM).
//
// Example: `main.o: main.cu inc/kernels.h`.
#include "run/program/program.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 78 };

static void add(size_t *column, const char *path) {
    size_t len = strlen(path);
    if (*column + 1 + len > COLUMNS) {
        hd_print(" \\\n ");
        *column = 1;
    }
    hd_print(" ");
    for (const char *p = path; *p; p++) hd_print("%s%c", *p == ' ' ? "\\" : "", *p);
    *column += 1 + len;
}

void hd_list_files(const struct hd_command_file *file, const struct hd_cell *cell, bool system) {
    const char *slash = strrchr(file->path, '/'), *base = slash ? slash + 1 : file->path;
    const char *dot = strrchr(base, '.');
    int stem = dot ? (int)(dot - base) : (int)strlen(base);
    hd_print("%.*s.o:", stem, base);
    size_t column = (size_t)stem + 3;
    add(&column, file->path);
    for (int i = 0; i < cell->tokens.included.n; i++) {
        const struct hd_source *source = cell->tokens.included.v[i];
        if ((source->system && !system) || !source->name || source->name[0] == '<') continue;
        add(&column, source->name);
    }
    hd_print("\n");
}
