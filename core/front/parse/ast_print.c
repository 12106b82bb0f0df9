// --dump=ast: syntax trees as s-expressions, one statement or declaration a line, indented by
// nesting.
//
// Types are printed from the specifiers outwards, as the parser keeps them. Example: `static int
// *a[3] = {1};` prints
//   (declaration (static int) (a (pointer) (array 3) = (init-list 1)))
#include "front/front.h"

#include <string.h>

static const char *const spelling[TK_COUNT] = {
#define HD_TOKEN(name, text) [TK_##name] = text,
#include "front/lex/tokens.def"
};

static const char *const kind_names[] = {
    [AST_NAME] = "name",
    [AST_NUMBER] = "number",
    [AST_CHARACTER] = "character",
    [AST_STRING] = "string",
    [AST_BOOL] = "bool",
    [AST_NULLPTR] = "nullptr",
    [AST_UNARY] = "unary",
    [AST_PRE] = "pre",
    [AST_POST] = "post",
    [AST_BINARY] = "binary",
    [AST_ASSIGN] = "assign",
    [AST_COND] = "?:",
    [AST_COMMA] = "comma",
    [AST_CALL] = "call",
    [AST_LAUNCH] = "launch",
    [AST_INDEX] = "index",
    [AST_SECTION] = "section",
    [AST_MEMBER] = "member",
    [AST_CAST] = "cast",
    [AST_SIZEOF] = "sizeof",
    [AST_EXPAND] = "expand",
    [AST_ELEMENT] = "element",
    [AST_FOLD] = "fold",
    [AST_TRAIT] = "trait",
    [AST_NOEXCEPT] = "noexcept",
    [AST_REQUIRES] = "requires",
    [AST_CONSTRAINT] = "constraint",
    [AST_USER_LITERAL] = "user-literal",
    [AST_COMPOUND_LITERAL] = "literal",
    [AST_INIT_LIST] = "init-list",
    [AST_DESIGNATED] = "designated",
    [AST_INDEX_DESIGNATOR] = "at",
    [AST_GENERIC] = "generic",
    [AST_STMT_EXPR] = "statement-expression",
    [AST_LABEL_ADDR] = "label-address",
    [AST_VA_ARG] = "va-arg",
    [AST_OFFSETOF] = "offsetof",
    [AST_TYPES_COMPATIBLE] = "types-compatible",
    [AST_CHOOSE_EXPR] = "choose",
    [AST_NEW] = "new",
    [AST_DELETE] = "delete",
    [AST_LAMBDA] = "lambda",
    [AST_CHECKED] = "checked",
    [AST_THROW] = "throw",
    [AST_TYPE_NAME] = "type",
    [AST_DECLARATION] = "declaration",
    [AST_DECLARATOR_INIT] = "declarator",
    [AST_FUNCTION] = "function",
    [AST_STATIC_ASSERT] = "static-assert",
    [AST_EMPTY] = "empty",
    [AST_INSTANTIATION] = "instantiation",
    [AST_USING] = "using",
    [AST_NAMESPACE] = "namespace",
    [AST_ASM] = "asm",
    [AST_BLOCK] = "block",
    [AST_EXPR_STMT] = "expr",
    [AST_IF] = "if",
    [AST_WHILE] = "while",
    [AST_DO] = "do",
    [AST_FOR] = "for",
    [AST_RANGE_FOR] = "range-for",
    [AST_SWITCH] = "switch",
    [AST_CASE] = "case",
    [AST_DEFAULT] = "default",
    [AST_TRY] = "try",
    [AST_CATCH] = "catch",
    [AST_BREAK] = "break",
    [AST_CONTINUE] = "continue",
    [AST_RETURN] = "return",
    [AST_GOTO] = "goto",
    [AST_LABEL] = "label",
    [AST_LOCAL_LABEL] = "local-label",
};

static void print(struct hd_buf *out, const struct hd_ast *n, int indent);
static void print_declr(struct hd_buf *out, const struct hd_declr *d, int indent);

static void print_list(struct hd_buf *out, struct hd_ast *const *list, int n, int indent) {
    for (int i = 0; i < n; i++) {
        hd_buf_putc(out, ' ');
        print(out, list[i], indent);
    }
}

static void print_attrs(struct hd_buf *out, const struct hd_attr *a, int indent) {
    for (; a; a = a->next) {
        hd_buf_printf(out, " [%s", a->name);
        print_list(out, a->args, a->nargs, indent);
        hd_buf_putc(out, ']');
    }
}

static void print_flags(struct hd_buf *out, const struct hd_spec *s) {
    static const char *const flags[] = {
        "typedef",
        "extern",
        "static",
        "auto",
        "register",
        "inline",
        "noreturn",
        "thread_local",
        "constexpr",
        "__global__",
        "__device__",
        "__host__",
        "__shared__",
        "__constant__",
        "__managed__",
        "__forceinline__",
        "__noinline__",
        "extern-c",
        "",
        "__grid_constant__",
    };
    for (int i = 0; i < HD_COUNT(flags); i++)
        if ((s->flags & 1u << i) && flags[i][0]) hd_buf_printf(out, "%s ", flags[i]);
}

static void print_quals(struct hd_buf *out, unsigned quals) {
    static const char *const names[] = {" const", " volatile", " restrict", " _Atomic"};
    for (int i = 0; i < 4; i++)
        if (quals & 1u << i) hd_buf_puts(out, names[i]);
}

static void print_words(struct hd_buf *out, const struct hd_spec *s) {
    const struct {
        int n;
        const char *word;
    } words[] = {
        {s->words.unsigned_, "unsigned"},
        {s->words.signed_, "signed"},
        {s->words.short_, "short"},
        {s->words.long_, "long"},
        {s->words.complex_, "_Complex"},
        {s->words.imaginary_, "_Imaginary"},
        {s->words.void_, "void"},
        {s->words.bool_, "bool"},
        {s->words.char_, "char"},
        {s->words.int_, "int"},
        {s->words.float_, "float"},
        {s->words.double_, "double"},
        {s->words.int128_, "__int128"},
        {s->words.float128_, "__float128"},
        {s->words.half_, "_Float16"},
        {s->words.bf16_, "__bf16"},
        {s->words.wchar_, "wchar_t"},
        {s->words.char8_, "char8_t"},
        {s->words.char16_, "char16_t"},
        {s->words.char32_, "char32_t"},
        {s->words.va_list_, "__builtin_va_list"},
    };
    const char *gap = "";
    for (int i = 0; i < HD_COUNT(words); i++)
        for (int k = 0; k < words[i].n && k < 3; k++) {
            hd_buf_printf(out, "%s%s", gap, words[i].word);
            gap = " ";
        }
}

static void print_tag(struct hd_buf *out, const struct hd_spec *s, int indent) {
    hd_buf_printf(out, "%s%s%s%s", spelling[s->tag_kind], s->scoped_enum ? " class" : "",
                  s->name ? " " : "", s->name ? s->name : "");
    if (s->type_expr) {
        hd_buf_puts(out, " : ");
        print(out, s->type_expr, indent);
    }
    if (!s->has_body) return;
    hd_buf_puts(out, " {");
    for (int i = 0; i < s->nmembers; i++) {
        hd_buf_printf(out, "\n%*s", indent + 2, "");
        print(out, s->members[i], indent + 2);
    }
    hd_buf_putc(out, '}');
    if (s->pack) hd_buf_printf(out, " [pack %d]", s->pack);
}

static void print_spec(struct hd_buf *out, const struct hd_spec *s, int indent) {
    hd_buf_putc(out, '(');
    print_flags(out, s);
    switch (s->base) {
    case BASE_NONE: hd_buf_puts(out, "<none>"); break;
    case BASE_ERROR: hd_buf_puts(out, "<error>"); break;
    case BASE_WORDS: print_words(out, s); break;
    case BASE_AUTO: hd_buf_puts(out, "auto"); break;
    case BASE_TAG: print_tag(out, s, indent); break;
    case BASE_NAME:
        hd_buf_puts(out, s->name);
        if (s->ntargs) {
            hd_buf_puts(out, " <");
            print_list(out, s->targs, s->ntargs, indent);
            hd_buf_puts(out, " >");
        }
        break;
    case BASE_TYPEOF:
    case BASE_ATOMIC:
        hd_buf_puts(out, s->base == BASE_TYPEOF ? "typeof " : "_Atomic ");
        print(out, s->type_expr, indent);
        break;
    }
    print_quals(out, s->quals);
    print_attrs(out, s->attrs, indent);
    hd_buf_putc(out, ')');
}

static void print_params(struct hd_buf *out, const struct hd_deriv *d, int indent) {
    hd_buf_puts(out, " (function");
    if (d->oldstyle) hd_buf_puts(out, " oldstyle");
    for (int i = 0; i < d->nparams; i++) {
        const struct hd_param *a = &d->params[i];
        hd_buf_puts(out, " (");
        if (a->spec) print_spec(out, a->spec, indent);
        if (a->declr) {
            hd_buf_putc(out, ' ');
            print_declr(out, a->declr, indent);
        }
        if (a->init) {
            hd_buf_puts(out, " = ");
            print(out, a->init, indent);
        }
        hd_buf_putc(out, ')');
    }
    hd_buf_puts(out, d->variadic ? " ...)" : ")");
}

static void print_declr(struct hd_buf *out, const struct hd_declr *d, int indent) {
    hd_buf_puts(out, d->name ? d->name : "_");
    if (d->ntargs) {
        hd_buf_puts(out, " <");
        print_list(out, d->targs, d->ntargs, indent);
        hd_buf_puts(out, " >");
    }
    for (const struct hd_deriv *v = d->derivs; v; v = v->next) {
        static const char *const names[] = {[DERIV_POINTER] = "pointer",
                                            [DERIV_REF] = "reference",
                                            [DERIV_RVALUE_REF] = "rvalue-reference",
                                            [DERIV_ARRAY] = "array",
                                            [DERIV_MEMBER] = "member-pointer"};
        if (v->kind == DERIV_FUNCTION) {
            print_params(out, v, indent);
            print_quals(out, v->quals);
            continue;
        }
        hd_buf_printf(out, " (%s%s%s", names[v->kind], v->is_static ? " static" : "",
                      v->star ? " *" : "");
        print_quals(out, v->quals);
        if (v->of) {
            hd_buf_putc(out, ' ');
            print(out, v->of, indent);
        }
        if (v->size) {
            hd_buf_putc(out, ' ');
            print(out, v->size, indent);
        }
        print_attrs(out, v->attrs, indent);
        hd_buf_putc(out, ')');
    }
    if (d->bits) {
        hd_buf_puts(out, " : ");
        print(out, d->bits, indent);
    }
    if (d->asm_label) hd_buf_printf(out, " asm \"%s\"", d->asm_label);
    print_attrs(out, d->attrs, indent);
}

static void print_template(struct hd_buf *out, const struct hd_ast *n, int indent) {
    if (n->is_specialisation) hd_buf_puts(out, " template<>");
    if (!n->is_template) return;
    hd_buf_puts(out, " (template");
    for (int i = 0; i < n->ntparams; i++) {
        const struct hd_tparam *t = &n->tparams[i];
        hd_buf_puts(out, " (");
        if (t->is_type)
            hd_buf_puts(out, "typename");
        else if (t->is_template)
            hd_buf_puts(out, "template");
        else if (t->spec)
            print_spec(out, t->spec, indent);
        hd_buf_printf(out, "%s %s", t->is_pack ? "..." : "", t->name ? t->name : "_");
        if (t->dflt) {
            hd_buf_puts(out, " = ");
            print(out, t->dflt, indent);
        }
        hd_buf_putc(out, ')');
    }
    hd_buf_putc(out, ')');
}

static void print_strings(struct hd_buf *out, const struct hd_ast *n) {
    for (int i = 0; i < n->ntoks; i++) {
        const struct hd_token *t = &n->tok[i];
        hd_buf_puts(out, i ? " " : "");
        if (t->prefix) hd_buf_puts(out, t->prefix == '8' ? "u8" : (char[2]){(char)t->prefix, 0});
        hd_buf_putc(out, '"');
        hd_buf_add(out, t->text ? t->text : "", t->text ? t->text_len : 0);
        hd_buf_putc(out, '"');
    }
}

static void print_asm(struct hd_buf *out, const struct hd_ast *n, int indent) {
    hd_buf_puts(out, n->op ? "(asm volatile " : "(asm ");
    print_strings(out, n);
    for (int i = 0; i < n->nasm_ops; i++) {
        const struct hd_asm_operand *op = &n->asm_ops[i];
        hd_buf_printf(out, " (%s %s \"%s\" ", op->output ? "out" : "in", op->name ? op->name : "_",
                      op->constraint ? op->constraint : "");
        print(out, op->expr, indent);
        hd_buf_putc(out, ')');
    }
    for (int i = 0; i < n->nasm_clobbers; i++)
        hd_buf_printf(out, " clobber \"%s\"", n->asm_clobbers[i]);
    hd_buf_putc(out, ')');
}

static void print_namespace(struct hd_buf *out, const struct hd_ast *n) {
    hd_buf_puts(out, n->op == TK_USING ? "(using-namespace" : "(namespace");
    if (n->op == TK_INLINE) hd_buf_puts(out, " inline");
    if (n->name && n->name != hd_space_unnamed()) hd_buf_printf(out, " %s", n->name);
    if (n->op == TK_ASSIGN) hd_buf_puts(out, " =");
    for (int i = 0; n->qual && i < n->qual->nparts; i++)
        hd_buf_printf(out, "%s%s%s", i || (n->name && n->op != TK_ASSIGN) ? "::" : " ",
                      n->qual->parts[i].is_inline ? "inline " : "", n->qual->parts[i].name);
    hd_buf_putc(out, ')');
}

static void print_qual(struct hd_buf *out, const struct hd_qual *qual) {
    if (qual && qual->rooted) hd_buf_puts(out, "::");
    for (int i = 0; qual && i < qual->nparts; i++)
        hd_buf_printf(out, "%s%s::", qual->parts[i].name, qual->parts[i].targs ? "<...>" : "");
}

// A leaf that is its own spelling; false: not such a node.
static bool print_leaf(struct hd_buf *out, const struct hd_ast *n, int indent) {
    switch (n->kind) {
    case AST_NUMBER:
    case AST_CHARACTER:
        if (n->kind == AST_CHARACTER) hd_buf_putc(out, '\'');
        hd_buf_add(out, n->tok && n->tok->text ? n->tok->text : "",
                   n->tok && n->tok->text ? n->tok->text_len : 0);
        if (n->kind == AST_CHARACTER) hd_buf_putc(out, '\'');
        return true;
    case AST_NAME:
        if (n->targs) return false;
        print_qual(out, n->qual);
        hd_buf_puts(out, n->name ? n->name : "?");
        return true;
    case AST_STRING: print_strings(out, n); return true;
    case AST_BOOL: hd_buf_puts(out, n->op ? "true" : "false"); return true;
    case AST_NULLPTR: hd_buf_puts(out, "nullptr"); return true;
    case AST_ASM: print_asm(out, n, indent); return true;
    case AST_NAMESPACE: print_namespace(out, n); return true;
    default: return false;
    }
}

// The word that a node's parenthesis opens with: its operator where that says it all.
static void print_head(struct hd_buf *out, const struct hd_ast *n) {
    const char *op = n->op < TK_COUNT && n->op ? spelling[n->op] : NULL;
    switch (n->kind) {
    case AST_UNARY:
    case AST_BINARY:
    case AST_ASSIGN:
    case AST_FOLD:
    case AST_SIZEOF: hd_buf_puts(out, op ? op : kind_names[n->kind]); break;
    case AST_PRE:
    case AST_POST:
    case AST_IF:
        hd_buf_printf(out, "%s%s%s", kind_names[n->kind], op ? " " : "", op ? op : "");
        break;
    case AST_CAST:
        hd_buf_puts(out, n->op == TK_LPAREN ? "cast" : n->op == TK_IDENT ? "convert" : op);
        break;
    case AST_EXPR_STMT: hd_buf_puts(out, n->op ? "expr" : "show"); break;
    case AST_MEMBER: hd_buf_printf(out, "%s %s", op ? op : ".", n->name ? n->name : "?"); break;
    default:
        hd_buf_puts(out, n->kind < HD_COUNT(kind_names) ? kind_names[n->kind] : "?");
        if (n->name && n->kind != AST_FUNCTION && n->kind != AST_DECLARATOR_INIT)
            hd_buf_printf(out, " %s", n->name);
        break;
    }
}

static void print_declarator(struct hd_buf *out, const struct hd_ast *n, int indent) {
    hd_buf_putc(out, '(');
    if (n->declr)
        print_declr(out, n->declr, indent);
    else // of a constructor
        hd_buf_puts(out, n->name ? n->name : "?");
    if (n->op == TK_LPAREN) {
        hd_buf_puts(out, " (args");
        print_list(out, n->kids, n->nkids, indent);
        hd_buf_putc(out, ')');
    } else if (n->nkids && n->kids[0]) {
        hd_buf_puts(out, n->op == TK_LBRACE ? " " : " = ");
        print(out, n->kids[0], indent);
    }
    hd_buf_putc(out, ')');
}

static bool own_line(const struct hd_ast *parent, const struct hd_ast *kid) {
    return parent->kind == AST_BLOCK ||
           (kid && kid->kind == AST_BLOCK && parent->kind != AST_STMT_EXPR &&
            parent->kind >= AST_FUNCTION);
}

static void print(struct hd_buf *out, const struct hd_ast *n, int indent) {
    if (!n) {
        hd_buf_puts(out, "()");
        return;
    }
    if (n->kind == AST_DECLARATOR_INIT) {
        print_declarator(out, n, indent);
        return;
    }
    if (print_leaf(out, n, indent)) return;
    hd_buf_putc(out, '(');
    print_head(out, n);
    print_template(out, n, indent);
    print_attrs(out, n->attrs, indent);
    if (n->spec) {
        hd_buf_putc(out, ' ');
        print_spec(out, n->spec, indent);
    }
    if (n->declr && (n->kind != AST_TYPE_NAME || n->declr->derivs)) {
        hd_buf_putc(out, ' ');
        print_declr(out, n->declr, indent);
    }
    bool is_loop =
        n->kind == AST_FOR || n->kind == AST_RANGE_FOR || n->kind == AST_WHILE || n->kind == AST_DO;
    if (is_loop && (n->unroll || n->unroll_expr)) {
        hd_buf_printf(out, " [unroll %d", n->unroll);
        print_list(out, &n->unroll_expr, n->unroll_expr ? 1 : 0, indent);
        hd_buf_putc(out, ']');
    }
    if (n->kind == AST_FUNCTION && n->body_toks && !n->kids[0]) hd_buf_puts(out, " <body skipped>");
    for (int i = 0; i < n->nkids; i++) {
        if (n->kind == AST_FUNCTION && !n->kids[i]) continue;
        if (own_line(n, n->kids[i]))
            hd_buf_printf(out, "\n%*s", indent + 2, "");
        else
            hd_buf_putc(out, ' ');
        print(out, n->kids[i], indent + 2);
    }
    hd_buf_putc(out, ')');
}

void hd_ast_print(struct hd_buf *out, const struct hd_ast *ast) {
    print(out, ast, 0);
    hd_buf_putc(out, '\n');
}
