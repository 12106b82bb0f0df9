// Line tables: which instruction comes from which place in the source.
//
// Only what a line table needs is made: a file per source, a subprogram per function, a location
// per instruction. A DIFile's name is the decimal hd_source->base, so that cpu/jit/jit.c turns
// (file, line, column) back into an hd_loc. Columns count code points, as hd_source_place does; on
// lines of plain ASCII they are computed without it.
#include "gen/emit.h"

#include <stdio.h>

static LLVMMetadataRef file_of(struct gen *g, const struct hd_source *source) {
    LLVMMetadataRef file = hd_map_get(&g->files, (const char *)source);
    if (file) return file;
    char name[16];
    int len = snprintf(name, sizeof name, "%u", source ? source->base : 0);
    const char *shown = g->gpu && source ? source->name : name; // profilers show it
    if (shown != name) len = (int)strlen(shown);
    file = LLVMDIBuilderCreateFile(g->dib, shown, (size_t)len, "", 0);
    hd_map_set(&g->files, (const char *)source, file);
    return file;
}

void debug_init(struct gen *g) {
    if (!g->job->debug) return;
    g->dib = LLVMCreateDIBuilder(g->mod);
    unsigned v = LLVMDebugMetadataVersion();
    LLVMAddModuleFlag(g->mod, LLVMModuleFlagBehaviorWarning, "Debug Info Version", 18,
                      LLVMValueAsMetadata(const_i32(g, v)));
    LLVMAddModuleFlag(g->mod, LLVMModuleFlagBehaviorWarning, "Dwarf Version", 13,
                      LLVMValueAsMetadata(const_i32(g, 4)));
    bool named = g->gpu && g->job->nitems;
    LLVMMetadataRef file = named ? file_of(g, g->job->items[0].func->source)
                                 : LLVMDIBuilderCreateFile(g->dib, "0", 1, "", 0);
    LLVMDWARFEmissionKind kind = LLVMDWARFEmissionLineTablesOnly;
    if (g->gpu)
        kind = (LLVMDWARFEmissionKind)3; // DebugDirectivesOnly: .loc lines and no DWARF, as nvcc
                                         // -lineinfo
    g->unit = LLVMDIBuilderCreateCompileUnit(g->dib, LLVMDWARFSourceLanguageC11, file, "heddle", 6,
                                             g->job->opt > 0, "", 0, 0, "", 0, kind, 0, false,
                                             false, "", 0, "", 0);
    g->fntype = LLVMDIBuilderCreateSubroutineType(g->dib, file, NULL, 0, LLVMDIFlagZero);
}

// Line and column of loc; false: nowhere.
static bool find_line(struct gen *g, hd_loc loc, unsigned *line, unsigned *column) {
    if (loc >= g->line.from && loc < g->line.to && g->line.ascii) {
        *line = g->line.line;
        *column = loc - g->line.from + 1;
        return true;
    }
    struct hd_place place;
    if (!hd_source_place(loc, &place)) return false;
    g->line.from = loc - (hd_loc)place.line_offset;
    g->line.to = g->line.from + (hd_loc)place.line_len + 1;
    g->line.line = (unsigned)place.line;
    g->line.ascii = true;
    for (size_t i = 0; i < place.line_len; i++)
        if ((unsigned char)place.line_text[i] >= 0x80) g->line.ascii = false;
    *line = (unsigned)place.line;
    *column = (unsigned)place.column;
    return true;
}

void debug_function(struct fn *f, hd_loc loc, const char *name) {
    struct gen *g = f->g;
    if (!g->dib) return;
    const struct hd_source *source = loc ? hd_source_at(loc) : NULL;
    LLVMMetadataRef file = file_of(g, source);
    unsigned line = 1, column = 1;
    if (loc) find_line(g, loc, &line, &column);
    f->subprogram =
        LLVMDIBuilderCreateFunction(g->dib, file, name, strlen(name), "", 0, file, line, g->fntype,
                                    false, true, line, LLVMDIFlagZero, g->job->opt > 0);
    LLVMSetSubprogram(f->fn, f->subprogram);
    LLVMMetadataRef where =
        LLVMDIBuilderCreateDebugLocation(g->ctx, line, column, f->subprogram, NULL);
    LLVMSetCurrentDebugLocation2(f->b, where);
    f->loc = loc;
}

void at(struct fn *f, hd_loc loc) {
    if (!loc || loc == f->loc) return;
    f->loc = loc;
    struct gen *g = f->g;
    unsigned line, column;
    if (!f->subprogram || !find_line(g, loc, &line, &column)) return;
    // Code of another file (a header's static inline body never is, but an #include inside a
    // function may be).
    LLVMMetadataRef scope = f->subprogram;
    const struct hd_source *source = f->func ? f->func->source : NULL;
    if (source && (loc < source->base || loc > source->base + source->len))
        scope = LLVMDIBuilderCreateLexicalBlockFile(g->dib, f->subprogram,
                                                    file_of(g, hd_source_at(loc)), 0);
    if (column > 0xffff) column = 0;
    LLVMSetCurrentDebugLocation2(
        f->b, LLVMDIBuilderCreateDebugLocation(g->ctx, line, column, scope, NULL));
}
