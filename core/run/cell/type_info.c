// What exceptions and typeid know of types at run time (struct hd_type_info).
//
// There is one for each name and shape: a class that is defined anew with other bases or of another
// size is another type, and what was thrown as the old one is not caught as the new one. They are
// never freed: an exception may outlive the code that threw it.
#include "cpu/guard/exception.h"
#include "run/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct hd_map known; // key -> struct hd_type_info *
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// ---- names, as the Itanium ABI mangles them -----------------------------------------------------

static const char *basic_letter(const struct hd_type *t) {
    switch (t->kind) {
    case HD_TY_VOID: return "v";
    case HD_TY_BOOL: return "b";
    case HD_TY_CHAR: return "c";
    case HD_TY_SCHAR: return "a";
    case HD_TY_UCHAR: return "h";
    case HD_TY_CHAR8: return "Du";
    case HD_TY_CHAR16: return "Ds";
    case HD_TY_CHAR32: return "Di";
    case HD_TY_WCHAR: return "w";
    case HD_TY_SHORT: return "s";
    case HD_TY_USHORT: return "t";
    case HD_TY_INT: return "i";
    case HD_TY_UINT: return "j";
    case HD_TY_LONG: return "l";
    case HD_TY_ULONG: return "m";
    case HD_TY_LLONG: return "x";
    case HD_TY_ULLONG: return "y";
    case HD_TY_INT128: return "n";
    case HD_TY_UINT128: return "o";
    case HD_TY_FLOAT: return "f";
    case HD_TY_DOUBLE: return "d";
    case HD_TY_LDOUBLE: return "e";
    case HD_TY_NULLPTR: return "Dn";
    default: return NULL;
    }
}

static void mangle_part(struct hd_buf *out, const char *name) {
    if (!strcmp(name, hd_space_unnamed()))
        hd_buf_puts(out, "12_GLOBAL__N_1"); // which demangles to "(anonymous namespace)"
    else
        hd_buf_printf(out, "%zu%s", strlen(name), name);
}

static void mangle_space(struct hd_buf *out, const struct hd_space *space) {
    if (!space || !space->key) return;
    mangle_space(out, space->outer);
    mangle_part(out, space->name);
}

// Of a class or an enumeration of a namespace or a class.
static void mangle_name(struct hd_buf *out, const struct hd_def *def) {
    if (def->space->is_std && def->space->name && !def->space->outer->key) {
        hd_buf_puts(out, "St");
        mangle_part(out, hd_def_plain(def));
        return;
    }
    hd_buf_putc(out, 'N');
    mangle_space(out, def->space);
    mangle_part(out, hd_def_plain(def));
    hd_buf_putc(out, 'E');
}

static void mangle(struct hd_buf *out, const struct hd_type *t) {
    if (t->quals & Q_VOLATILE) hd_buf_putc(out, 'V');
    if (t->quals & Q_CONST) hd_buf_putc(out, 'K');
    const char *letter = basic_letter(t);
    if (letter) {
        hd_buf_puts(out, letter);
        return;
    }
    switch (t->kind) {
    case HD_TY_PTR:
        hd_buf_putc(out, 'P');
        mangle(out, t->base);
        return;
    case HD_TY_MEMBER:
        hd_buf_putc(out, 'M');
        mangle(out, t->of);
        mangle(out, t->base);
        return;
    case HD_TY_REF:
        hd_buf_putc(out, t->rvalue_ref ? 'O' : 'R');
        mangle(out, t->base);
        return;
    case HD_TY_ARRAY:
        hd_buf_printf(out, "A%lld_", (long long)t->len);
        mangle(out, t->base);
        return;
    case HD_TY_FUNC:
        hd_buf_puts(out, t->is_noexcept ? "DoF" : "F");
        mangle(out, t->base);
        for (int i = 0; i < t->nparams; i++) mangle(out, t->params[i]);
        if (!t->nparams) hd_buf_putc(out, 'v');
        hd_buf_putc(out, 'E');
        return;
    default: {
        const struct hd_def *def = t->kind == HD_TY_RECORD ? t->record->def
                                   : t->enumeration        ? t->enumeration->def
                                                           : NULL;
        if (def && def->space->key) {
            mangle_name(out, def);
            return;
        }
        struct hd_buf name = {0};
        hd_type_print_key(&name, hd_type_unqual((struct hd_type *)(uintptr_t)t), HD_LANG_CU);
        mangle_part(out, hd_buf_str(&name));
        hd_buf_finish(&name);
    }
    }
}

// ---- making them --------------------------------------------------------------------------------

static const struct hd_type_info *info(struct hd_type *type);

static void add_bases(struct hd_type_info *made, const struct hd_record *r, struct hd_buf *key) {
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (!f->is_base) continue;
        made->bases = realloc(made->bases, sizeof *made->bases * (size_t)(made->nbases + 1));
        struct hd_base_info *base = &made->bases[made->nbases++];
        *base =
            (struct hd_base_info){info(f->type), (int64_t)f->offset, f->access == 0, f->is_virtual};
        hd_buf_printf(key, "|%p+%llu", (const void *)base->type, (unsigned long long)f->offset);
    }
}

static const struct hd_type_info *info(struct hd_type *type) {
    type = hd_type_unqual(type);
    struct hd_buf key = {0}, name = {0}, shown = {0};
    struct hd_type_info made = {0};
    mangle(&name, type);
    hd_type_print(&shown, type, NULL, HD_LANG_CU);
    hd_buf_printf(&key, "%s|%llu", hd_buf_str(&name), (unsigned long long)type->size);
    switch (type->kind) {
    case HD_TY_RECORD: {
        const struct hd_record *r = type->record;
        made.kind = HD_INFO_CLASS;
        if (!r->def || !r->space || !r->space->session)
            hd_buf_printf(&key, "#%u", r->number); // a local one
        add_bases(&made, r, &key);
        break;
    }
    case HD_TY_PTR:
        made.kind = HD_INFO_POINTER;
        made.pointee = info(type->base);
        made.quals =
            (type->base->quals & Q_CONST ? 1u : 0) | (type->base->quals & Q_VOLATILE ? 2u : 0);
        hd_buf_printf(&key, "|%p", (const void *)made.pointee);
        break;
    case HD_TY_NULLPTR: made.kind = HD_INFO_NULLPTR; break;
    case HD_TY_VOID: made.kind = HD_INFO_VOID; break;
    default: break;
    }
    const char *interned = hd_intern_str(hd_buf_str(&key));
    struct hd_type_info *found = hd_map_get(&known, interned);
    if (found) {
        free(made.bases);
    } else {
        found = hd_xmalloc(sizeof *found);
        *found = made;
        found->name = hd_intern_str(hd_buf_str(&name));
        found->shown = hd_intern_str(hd_buf_str(&shown));
        hd_map_set(&known, interned, found);
    }
    hd_buf_finish(&key);
    hd_buf_finish(&name);
    hd_buf_finish(&shown);
    return found;
}

const struct hd_type_info *hd_type_info_of(struct hd_type *type) {
    pthread_mutex_lock(&lock);
    const struct hd_type_info *found = info(type);
    pthread_mutex_unlock(&lock);
    return found;
}
