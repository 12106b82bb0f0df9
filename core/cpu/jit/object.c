// The parts of an ELF object that we read ourselves: symbols and line tables.
//
// hd_object_read runs before linking: it lists the symbols, defined and wanted, and keeps a copy of
// .debug_line with its relocations. After LLVM has loaded the sections, hd_object_place gives the
// symbols their addresses. Line tables are decoded when the first program counter is asked for;
// most never are.
//
// A line table is a byte-coded program (DWARF 4 and 5, section 6.2) that appends rows (address,
// file, line, column). File names are decimal hd_source bases, because gen/ names them so; other
// names count as base 0.
#include "cpu/internal.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

struct elf {
    const uint8_t *data;
    size_t size;
    const Elf64_Shdr *sections;
    int n;
    const char *names;
};

static const uint8_t *section_data(const struct elf *elf, const Elf64_Shdr *s) {
    if (s->sh_type == SHT_NOBITS || s->sh_offset > elf->size ||
        s->sh_size > elf->size - s->sh_offset)
        return NULL;
    return elf->data + s->sh_offset;
}

static bool open_elf(struct elf *elf, const uint8_t *data, size_t size) {
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)data;
    if (size < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 || h->e_type != ET_REL)
        return false;
    if (h->e_shoff > size || h->e_shnum * sizeof(Elf64_Shdr) > size - h->e_shoff) return false;
    *elf = (struct elf){.data = data, .size = size, .n = h->e_shnum};
    elf->sections = (const Elf64_Shdr *)(data + h->e_shoff);
    elf->names = (const char *)section_data(elf, &elf->sections[h->e_shstrndx]);
    return elf->names != NULL;
}

static uint8_t *copy_section(const struct elf *elf, const Elf64_Shdr *s, size_t *len) {
    const uint8_t *data = section_data(elf, s);
    if (!data) return NULL;
    uint8_t *copy = hd_xmalloc(s->sh_size + 1);
    memcpy(copy, data, s->sh_size);
    copy[s->sh_size] = 0;
    *len = s->sh_size;
    return copy;
}

static void read_symbols(struct hd_code *code, const struct elf *elf, const Elf64_Shdr *table) {
    const Elf64_Sym *symbols = (const Elf64_Sym *)section_data(elf, table);
    const char *names = (const char *)section_data(elf, &elf->sections[table->sh_link]);
    if (!symbols || !names || code->names) return;
    size_t names_len;
    names = code->names = (char *)copy_section(elf, &elf->sections[table->sh_link], &names_len);
    for (size_t i = 1; i < table->sh_size / sizeof *symbols; i++) {
        const Elf64_Sym *s = &symbols[i];
        int type = ELF64_ST_TYPE(s->st_info), bind = ELF64_ST_BIND(s->st_info);
        if (type == STT_FILE || type == STT_SECTION || !s->st_name) continue;
        if (bind == STB_LOCAL && type != STT_FUNC) continue;
        struct hd_symbol symbol = {
            .name = names + s->st_name,
            .addr = s->st_value,
            .size = s->st_size,
            .section = s->st_shndx,
            .global = bind != STB_LOCAL,
            .function = type == STT_FUNC,
        };
        HD_XPUSH(&code->symbols, symbol);
    }
}

// Relocations of .debug_line: addresses of code, and (DWARF 5) offsets into .debug_line_str.
static void read_line_relocs(struct hd_code *code, const struct elf *elf, const Elf64_Shdr *rela) {
    const Elf64_Rela *relocs = (const Elf64_Rela *)section_data(elf, rela);
    const Elf64_Shdr *table = &elf->sections[rela->sh_link];
    const Elf64_Sym *symbols = (const Elf64_Sym *)section_data(elf, table);
    if (!relocs || !symbols) return;
    for (size_t i = 0; i < rela->sh_size / sizeof *relocs; i++) {
        const Elf64_Sym *s = &symbols[ELF64_R_SYM(relocs[i].r_info)];
        if (s->st_shndx >= elf->n) continue;
        int type = (int)ELF64_R_TYPE(relocs[i].r_info);
        if (type != R_X86_64_64 && type != R_X86_64_32) continue;
        struct line_reloc reloc = {
            .offset = relocs[i].r_offset,
            .section = code->section_names[s->st_shndx],
            .addend = s->st_value + (uint64_t)relocs[i].r_addend,
            .width = type == R_X86_64_64 ? 8 : 4,
        };
        HD_XPUSH(&code->relocs, reloc);
    }
}

bool hd_object_read(struct hd_code *code, const uint8_t *object, size_t size) {
    struct elf elf;
    if (!open_elf(&elf, object, size)) return false;
    code->nsections = elf.n;
    code->section_names = hd_xcalloc((size_t)elf.n, sizeof *code->section_names);
    for (int i = 0; i < elf.n; i++)
        code->section_names[i] = hd_intern_str(elf.names + elf.sections[i].sh_name);
    for (int i = 0; i < elf.n; i++) {
        const Elf64_Shdr *s = &elf.sections[i];
        const char *name = code->section_names[i];
        if (s->sh_type == SHT_SYMTAB)
            read_symbols(code, &elf, s);
        else if (strcmp(name, ".debug_line") == 0)
            code->lines = copy_section(&elf, s, &code->lines_len);
        else if (strcmp(name, ".debug_line_str") == 0)
            code->line_strings = copy_section(&elf, s, &code->line_strings_len);
        else if (strcmp(name, ".rela.debug_line") == 0)
            read_line_relocs(code, &elf, s);
    }
    return true;
}

static uint64_t section_address(const struct hd_code *code, const char *name) {
    for (int i = 0; i < code->sections.n; i++)
        if (code->sections.v[i].name == name) return (uint64_t)(uintptr_t)code->sections.v[i].addr;
    return 0;
}

void hd_object_place(struct hd_code *code) {
    for (int i = 0; i < code->symbols.n; i++) {
        struct hd_symbol *s = &code->symbols.v[i];
        if (s->section > 0 && s->section < code->nsections)
            s->addr += section_address(code, code->section_names[s->section]);
    }
    for (int i = 0; i < code->relocs.n; i++) {
        const struct line_reloc *r = &code->relocs.v[i];
        if (!code->lines || r->offset + (uint64_t)r->width > code->lines_len) continue;
        uint64_t value = section_address(code, r->section) + r->addend;
        memcpy(code->lines + r->offset, &value, (size_t)r->width);
    }
    HD_FREE_VEC(&code->relocs);
    free(code->section_names);
    code->section_names = NULL;
}

// ---- line tables --------------------------------------------------------------------------------

struct reader {
    const uint8_t *p, *end;
    bool bad;
};

static uint64_t fixed(struct reader *r, int width) {
    uint64_t value = 0;
    if (r->end - r->p < width) {
        r->bad = true;
        r->p = r->end;
        return 0;
    }
    memcpy(&value, r->p, (size_t)width);
    r->p += width;
    return value;
}

static uint64_t uleb(struct reader *r) {
    uint64_t value = 0;
    for (int shift = 0; r->p < r->end; shift += 7) {
        uint8_t byte = *r->p++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return value;
    }
    r->bad = true;
    return 0;
}

static int64_t sleb(struct reader *r) {
    uint64_t value = 0;
    for (int shift = 0; r->p < r->end;) {
        uint8_t byte = *r->p++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
        if (byte & 0x80) continue;
        if (shift < 64 && (byte & 0x40)) value |= ~0ull << shift;
        return (int64_t)value;
    }
    r->bad = true;
    return 0;
}

static const char *text(struct reader *r) {
    const char *s = (const char *)r->p;
    while (r->p < r->end && *r->p) r->p++;
    if (r->p >= r->end) {
        r->bad = true;
        return "";
    }
    r->p++;
    return s;
}

enum {
    FORM_BLOCK = 0x09,
    FORM_DATA1 = 0x0b,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_DATA8 = 0x07,
    FORM_DATA16 = 0x1e,
    FORM_STRING = 0x08,
    FORM_STRP = 0x0e,
    FORM_LINE_STRP = 0x1f,
    FORM_UDATA = 0x0f
};

// One attribute of a DWARF 5 file or directory; *name is set if it is a string.
static void read_form(struct reader *r, const struct hd_code *code, uint64_t form,
                      const char **name) {
    switch (form) {
    case FORM_STRING: *name = text(r); break;
    case FORM_LINE_STRP: {
        uint64_t at = fixed(r, 4);
        *name = at < code->line_strings_len ? (const char *)code->line_strings + at : "";
        break;
    }
    case FORM_STRP: fixed(r, 4); break;
    case FORM_DATA1: fixed(r, 1); break;
    case FORM_DATA2: fixed(r, 2); break;
    case FORM_DATA4: fixed(r, 4); break;
    case FORM_DATA8: fixed(r, 8); break;
    case FORM_DATA16: fixed(r, 8), fixed(r, 8); break;
    case FORM_UDATA: uleb(r); break;
    case FORM_BLOCK: {
        uint64_t len = uleb(r);
        if (len > (uint64_t)(r->end - r->p))
            r->bad = true;
        else
            r->p += len;
        break;
    }
    default: r->bad = true;
    }
}

struct program {
    uint16_t version;
    uint8_t min_inst, line_range, opcode_base;
    int8_t line_base;
    const uint8_t *lengths; // operands of the standard opcodes
    HD_VEC(uint32_t) files; // bases
};

static void add_file(struct program *pr, const char *name) {
    uint32_t base = (uint32_t)strtoul(name, NULL, 10);
    HD_XPUSH(&pr->files, base);
}

static void read_files_v5(struct reader *r, const struct hd_code *code, struct program *pr) {
    for (int directories = 1; directories >= 0 && !r->bad; directories--) {
        uint64_t format[16][2];
        int nformat = (int)fixed(r, 1);
        for (int i = 0; i < nformat; i++) {
            uint64_t type = uleb(r), form = uleb(r);
            if (i < 16) format[i][0] = type, format[i][1] = form;
        }
        if (nformat > 16) r->bad = true;
        uint64_t count = uleb(r);
        for (uint64_t k = 0; k < count && !r->bad; k++) {
            const char *path = "";
            for (int i = 0; i < nformat; i++) {
                const char *name = "";
                read_form(r, code, format[i][1], &name);
                if (format[i][0] == 1) path = name; // DW_LNCT_path
            }
            if (!directories) add_file(pr, path);
        }
    }
}

static void read_files_v4(struct reader *r, struct program *pr) {
    while (!r->bad && *text(r)) continue;
    add_file(pr, ""); // files count from 1
    for (const char *name; !r->bad && *(name = text(r));) {
        uleb(r), uleb(r), uleb(r);
        add_file(pr, name);
    }
}

struct state {
    uint64_t addr;
    uint32_t file, line, column;
};

static void add_row(struct hd_code *code, const struct program *pr, const struct state *s,
                    bool end) {
    struct hd_line_row row = {.addr = s->addr, .line = s->line, .column = s->column, .end = end};
    row.file = s->file < (uint32_t)pr->files.n ? pr->files.v[s->file] : 0;
    HD_XPUSH(&code->rows, row);
}

static void extended(struct hd_code *code, struct reader *r, const struct program *pr,
                     struct state *s) {
    uint64_t len = uleb(r);
    if (len > (uint64_t)(r->end - r->p) || len == 0) {
        r->bad = true;
        return;
    }
    const uint8_t *next = r->p + len;
    switch (fixed(r, 1)) {
    case 1: // end_sequence
        add_row(code, pr, s, true);
        *s = (struct state){.file = 1, .line = 1};
        break;
    case 2: s->addr = fixed(r, 8); break; // set_address
    default: break;
    }
    r->p = next;
}

static void standard(struct hd_code *code, struct reader *r, const struct program *pr,
                     struct state *s, int op) {
    switch (op) {
    case 1: add_row(code, pr, s, false); break;
    case 2: s->addr += uleb(r) * pr->min_inst; break;
    case 3: s->line = (uint32_t)((int64_t)s->line + sleb(r)); break;
    case 4: s->file = (uint32_t)uleb(r); break;
    case 5: s->column = (uint32_t)uleb(r); break;
    case 8: s->addr += (uint64_t)((255 - pr->opcode_base) / pr->line_range) * pr->min_inst; break;
    case 9: s->addr += fixed(r, 2); break;
    default:
        for (int i = 0; i < pr->lengths[op - 1]; i++) uleb(r);
    }
}

static void run_program(struct hd_code *code, struct reader *r, const struct program *pr) {
    struct state s = {.file = 1, .line = 1};
    while (r->p < r->end && !r->bad) {
        int op = (int)fixed(r, 1);
        if (op >= pr->opcode_base) {
            int special = op - pr->opcode_base;
            s.addr += (uint64_t)(special / pr->line_range) * pr->min_inst;
            s.line = (uint32_t)((int64_t)s.line + pr->line_base + special % pr->line_range);
            add_row(code, pr, &s, false);
        } else if (op == 0) {
            extended(code, r, pr, &s);
        } else {
            standard(code, r, pr, &s, op);
        }
    }
}

static void decode_unit(struct hd_code *code, struct reader *r) {
    struct program pr = {0};
    pr.version = (uint16_t)fixed(r, 2);
    if (pr.version < 4 || pr.version > 5) return;
    if (pr.version == 5) fixed(r, 2); // sizes of addresses and selectors
    uint64_t header = fixed(r, 4);
    if (header > (uint64_t)(r->end - r->p)) return;
    const uint8_t *start = r->p + header;
    pr.min_inst = (uint8_t)fixed(r, 1);
    fixed(r, 2); // operations per instruction, default_is_stmt
    pr.line_base = (int8_t)fixed(r, 1);
    pr.line_range = (uint8_t)fixed(r, 1);
    pr.opcode_base = (uint8_t)fixed(r, 1);
    pr.lengths = r->p;
    if (pr.opcode_base > 1) r->p += pr.opcode_base - 1;
    if (pr.line_range && pr.opcode_base && r->p <= start) {
        if (pr.version == 5)
            read_files_v5(r, code, &pr);
        else
            read_files_v4(r, &pr);
        r->p = start;
        r->bad = false;
        run_program(code, r, &pr);
    }
    HD_FREE_VEC(&pr.files);
}

static int by_address(const void *a, const void *b) {
    const struct hd_line_row *x = a, *y = b;
    if (x->addr != y->addr) return x->addr < y->addr ? -1 : 1;
    return (int)y->end - (int)x->end; // an end, then what begins there
}

static void decode(struct hd_code *code) {
    code->decoded = true;
    struct reader all = {code->lines, code->lines + code->lines_len, false};
    while (code->lines && all.end - all.p > 4) {
        uint64_t len = fixed(&all, 4);
        if (len > (uint64_t)(all.end - all.p)) break;
        struct reader unit = {all.p, all.p + len, false};
        decode_unit(code, &unit);
        all.p += len;
    }
    // qsort is not stable: the last of several rows for one address must stay last. Sequences are
    // ascending already, so equal addresses are merged first.
    int n = 0;
    for (int i = 0; i < code->rows.n; i++) {
        struct hd_line_row *row = &code->rows.v[i];
        if (n && !row->end && !code->rows.v[n - 1].end && code->rows.v[n - 1].addr == row->addr)
            n--;
        code->rows.v[n++] = *row;
    }
    code->rows.n = n;
    if (n) qsort(code->rows.v, (size_t)n, sizeof *code->rows.v, by_address);
}

hd_loc hd_place_loc(uint32_t base, uint32_t line, uint32_t column) {
    const struct hd_source *source = hd_source_at(base);
    if (!source) return 0;
    if (!source->text || !line) return base;
    const char *p = source->text, *end = p + source->len;
    for (int k = source->first_line; k < (int)line; k++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        if (!newline) return base;
        p = newline + 1;
    }
    if (!column)
        while (p < end && (*p == ' ' || *p == '\t')) p++;
    for (uint32_t k = 1; k < column && p < end && *p != '\n'; k++) {
        uint32_t code_point;
        p += hd_utf8_decode(p, (size_t)(end - p), &code_point);
    }
    return base + (hd_loc)(p - source->text);
}

bool hd_object_line(struct hd_code *code, uint64_t pc, hd_loc *loc) {
    if (!code->decoded) decode(code);
    int low = 0, high = code->rows.n; // rows before `low` start at or before pc
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (code->rows.v[mid].addr <= pc)
            low = mid + 1;
        else
            high = mid;
    }
    // Line 0 is code that the optimiser moved or made: what comes before it is the best guess.
    for (int i = low - 1; i >= 0 && !code->rows.v[i].end; i--) {
        const struct hd_line_row *row = &code->rows.v[i];
        if (!row->line || !row->file) continue;
        *loc = hd_place_loc(row->file, row->line, row->column);
        return *loc != 0;
    }
    return false;
}
