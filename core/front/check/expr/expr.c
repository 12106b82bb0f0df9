// Expressions: names, and every kind that is no operator, call, member or literal. check_expr is
// the switch over all kinds.
//
// Example: `sizeof(int[n])` is a run-time product; `sizeof x` with a plain x is a constant and
// evaluates nothing.
#include "front/check/expr/expr.h"
#include "front/names/library.h"

#include <string.h>

// ---- names --------------------------------------------------------------------------------------

struct hd_expr *expr_string(struct check *c, struct hd_string *string, struct hd_range range) {
    struct hd_expr *e = expr_new(c, EX_STRING, string->type, range);
    e->string = string;
    e->is_lvalue = true;
    return e;
}

static struct hd_string *string_of(struct check *c, const char *text) {
    struct hd_string *s = HD_NEW(c->arena, struct hd_string);
    s->data = text;
    s->len = strlen(text);
    s->type = hd_type_array(c->arena, hd_type_qual(hd_ty.char_, Q_CONST), (int64_t)s->len + 1);
    return s;
}

static struct hd_expr *expr_enum_const(struct check *c, const struct hd_sym *sym,
                                       struct hd_range range) {
    hd_int128 value = hd_type_is_signed(sym->type) ? (hd_int128)sym->enum_value
                                                   : (hd_int128)(uint64_t)sym->enum_value;
    return expr_int(c, unqual(sym->type), value, range);
}

static const char *function_shown(const struct hd_func *func) {
    const struct hd_declr *declr = func->ast ? func->ast->declr : NULL;
    bool keyed = declr && declr->name && !func->ast->is_template;
    return keyed ? declr->name : func->sym->name;
}

bool is_default_argument(const struct check *c) { return c->default_argument && !c->func; }

struct hd_expr *expr_caller(struct check *c, enum hd_caller what, struct hd_range at) {
    struct hd_place place;
    bool known = hd_source_place(at.from, &place);
    struct hd_expr *e;
    if (what == CALLER_LINE || what == CALLER_COLUMN) {
        int number = !known ? 0 : what == CALLER_LINE ? place.line : place.column;
        e = expr_int(c, hd_ty.int_, number, at);
    } else {
        const struct hd_source *source = hd_source_at(at.from);
        const char *text = what == CALLER_FILE && source ? source->name : "";
        if (what != CALLER_FILE && c->func && !c->func->is_entry && c->func->sym &&
            c->func->sym->name) {
            text = function_shown(c->func);
            if (what == CALLER_SIGNATURE) text = signature_text(c, text, c->func->type);
        }
        e = expr_string(c, string_of(c, text), at);
    }
    if (is_default_argument(c)) e->caller = what;
    return e->kind == EX_STRING ? rvalue(c, e) : e;
}

// __func__ and its kin; NULL for other names.
static struct hd_expr *function_name(struct check *c, const struct hd_ast *ast) {
    if (ast->name[0] != '_' || ast->name[1] != '_') return NULL;
    bool pretty = !strcmp(ast->name, "__PRETTY_FUNCTION__");
    if (!pretty && strcmp(ast->name, "__func__") && strcmp(ast->name, "__FUNCTION__")) return NULL;
    const char *text = "";
    if (c->func && !c->func->is_entry && c->func->sym && c->func->sym->name) {
        text = function_shown(c->func);
        if (pretty && c->lang == HD_LANG_CU) text = signature_text(c, text, c->func->type);
    }
    return expr_string(c, string_of(c, text), ast->range);
}

bool name_look(struct check *c, const struct hd_ast *ast, struct hd_found *out) {
    unsigned what = c->lang == HD_LANG_CU ? LOOK_NAMES | LOOK_TAGS | LOOK_MEMBERS : LOOK_NAMES;
    if (name_find(c, ast->qual, ast->name, ast->range, what, out)) return true;
    const char *key = ast->qual ? NULL : result_key(c->front, ast->name);
    if (key) return name_find(c, NULL, key, ast->range, what, out);
    if (ast->qual || !check_is_poisoned(c->front, ast->name)) return false;
    out->sym = hd_lookup(c->front, ast->name); // an error that was reported
    return out->sym != NULL;
}

struct hd_sym *name_lookup(struct check *c, const struct hd_ast *ast) {
    struct hd_found found;
    name_look(c, ast, &found);
    return found.member_of ? NULL : found.sym;
}

// After the message the name is declared with the error type, so that it is reported once per
// function.
static void poison(struct check *c, const char *name, struct hd_range range) {
    if (at_top(c)) return;
    struct hd_space *s = c->scope;
    while (!s->outer->session && !s->is_function) s = s->outer;
    if (hd_map_get(&s->names, name)) return;
    struct hd_sym *sym = sym_new(c, SYM_VAR, name, hd_ty.error, range);
    hd_map_set(&s->names, name, sym);
}

// At top level nothing can be declared for that: what this input has been told already.
static bool is_told(const struct check *c, const char *message) {
    if (!at_top(c) || c->diags->muted) return false;
    for (const struct hd_diag *d = c->diags->first; d; d = d->next)
        if (d->severity == HD_ERROR && !strcmp(d->message, message)) return true;
    return false;
}

const char *name_tried_for(const char *name) {
#define warp "say which threads of the warp take part: "
#define cuda "in CUDA C++ that is "
    static const struct {
        const char *name, *help;
    } names[] = {
        {"print", "`printf` prints: printf(\"%d\\n\", 5)"},
        {"help", "`%help` tells how to use Heddle"},
        {"quit", "`%quit` ends the session"},
        {"Out", "`Out[3]` is the value of input 3, `_` the last one, `__` the one before"},
        {"__CUDA_ARCH__",
         "kernels are read for the host too, where it is not defined: put what uses "
         "it between `#ifdef __CUDA_ARCH__` and `#endif`"},
        // What was before sm_70: nvcc does not know them any more either.
        {"__shfl", warp "`__shfl_sync(0xffffffff, value, lane)`"},
        {"__shfl_up", warp "`__shfl_up_sync(0xffffffff, value, delta)`"},
        {"__shfl_down", warp "`__shfl_down_sync(0xffffffff, value, delta)`"},
        {"__shfl_xor", warp "`__shfl_xor_sync(0xffffffff, value, mask)`"},
        {"__ballot", warp "`__ballot_sync(0xffffffff, predicate)`"},
        {"__any", warp "`__any_sync(0xffffffff, predicate)`"},
        {"__all", warp "`__all_sync(0xffffffff, predicate)`"},
        // Of Python.
        {"None", "a pointer that points nowhere is `nullptr`"},
        {"True", "write `true`"},
        {"False", "write `false`"},
        {"len", "an array `a` has `sizeof a / sizeof a[0]` elements, a vector `v.size()`"},
        {"elif", "write `else if (...)`"},
        {"null", "a pointer that points nowhere is `nullptr`"},
        {"nil", "a pointer that points nowhere is `nullptr`"},
        {"self", "in a member function that is `this`: `this->x`"},
        {"input", "`scanf` reads what is typed: scanf(\"%d\", &n)"},
        {"pi", "write `M_PI`"},
        {"PI", "write `M_PI`"},
        {"inf", "write `INFINITY`"},
        {"range", "a loop reads `for (int i = 0; i < n; i++)`"},
        {"str", "`std::to_string(x)` makes a text of a number"},
        {"System", "`printf` prints: printf(\"%d\\n\", 5)"},
        {"console", "`printf` prints: printf(\"%d\\n\", 5)"},
        {"echo", "`printf` prints: printf(\"%d\\n\", 5)"},
        {"undefined", "a pointer that points nowhere is `nullptr`"},
        {"np",
         "arrays are built in: `zeros(3, 4)`, `sin(a)`, `a[1:, 0]`; `%help arrays` tells more"},
        {"torch",
         "arrays are built in: `zeros(3, 4)`, `sin(a)`, `a[1:, 0]`; `%help arrays` tells more"},
        {"cp",
         "arrays are built in: `zeros(3, 4)`, `sin(a)`, `a[1:, 0]`; `%help arrays` tells more"},
        {"plt", "`plot(x, y)` and `imshow(a)` draw; `%help showing` tells more"},
        {"numpy",
         "arrays are built in: `zeros(3, 4)`, `sin(a)`, `a[1:, 0]`; `%help arrays` tells more"},
        {"linalg", "`solve(a, b)`, `inv(a)`, `det(a)` and `norm(a)` have their names alone"},
        {"einsum", "sums of products are `sum(a[:, newaxis] * b, axis)` and `matmul(a, b)`"},
        {"vectorize", "any function takes arrays: `f(a)` is the array of the calls"},
        {"apply_along_axis",
         "a function of `(int n, const float v[n])` takes the rows of an array: `f(a)`"},
        {"math", "the functions have their names alone: `sqrt(x)`, `M_PI`"},
        // Of CUDA, in part.
        {"synchthreads", cuda "`__syncthreads()`"},
        {"syncThreads", cuda "`__syncthreads()`"},
        {"HostToDevice", "write `cudaMemcpyHostToDevice`"},
        {"DeviceToHost", "write `cudaMemcpyDeviceToHost`"},
        {"DeviceToDevice", "write `cudaMemcpyDeviceToDevice`"},
        // Of OpenCL and Metal.
        {"get_global_id", cuda "`blockIdx.x * blockDim.x + threadIdx.x`"},
        {"get_local_id", cuda "`threadIdx.x`"},
        {"get_group_id", cuda "`blockIdx.x`"},
        {"get_local_size", cuda "`blockDim.x`"},
        {"get_num_groups", cuda "`gridDim.x`"},
        {"get_global_size", cuda "`gridDim.x * blockDim.x`"},
        {"barrier", cuda "`__syncthreads()`"},
        {"threadId", cuda "`threadIdx.x`"},
        {"blockId", cuda "`blockIdx.x`"},
    };
#undef cuda
#undef warp
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(name, names[i].name)) return names[i].help;
    return NULL;
}

// What declares the name that is assigned to, with the type of a value that is a literal.
static const char *declaration_of(struct check *c, const struct hd_ast *assign) {
    const struct hd_ast *value = assign->kids[1];
    const char *type = "auto";
    if (value->kind == AST_NUMBER) {
        const struct hd_expr *number = check_number(c, value->tok);
        if (!is_error(number)) type = ty(c, number->type);
    }
    return hd_printf(c->arena, "declare it with its type: `%s %s = ...`", type,
                     assign->kids[0]->name);
}

static bool names_variable(struct check *c, const char *name) {
    const struct hd_sym *sym = name ? hd_lookup(c->front, name) : NULL;
    return sym && sym->kind == SYM_VAR;
}

// The names that indices of threads have in most kernels.
static bool is_index_name(const char *name) {
    return !strcmp(name, "tid") || !strcmp(name, "idx") || !strcmp(name, "gid") ||
           !strcmp(name, "index") || !strcmp(name, "i");
}

static void declared_behind(struct check *c, struct hd_diag *d, hd_loc at) {
    hd_help(c->diags, d,
            c->instantiating || c->bound ? "declare it before the template, which sees what stands "
                                           "before it and what the namespaces of arguments have"
                                         : "declare it before this");
    note_on(c, d, (struct hd_range){at, at}, "it is declared here, behind that");
}

struct hd_expr *name_unknown(struct check *c, const struct hd_ast *ast) {
    struct hd_diag *d;
    const char *standard = c->lang == HD_LANG_CU ? hd_std_usual(ast->name) : NULL;
    if (ast->qual) {
        d = hd_error(c->diags, ast->range, "`%s%s` is not declared", qual_text(c, ast->qual),
                     ast->name);
        const char *header = std_header(ast->qual, ast->name);
        hd_loc behind = name_declared_behind(c, ast->qual, ast->name);
        if (header)
            hd_help(c->diags, d, "add `#include <%s>`", header);
        else if (behind)
            declared_behind(c, d, behind);
        return expr_error(c, ast->range);
    }
    const char *message = hd_printf(c->arena, "`%s` is not declared", ast->name);
    if (is_told(c, message)) return expr_error(c, ast->range);
    d = hd_error(c->diags, ast->range, "%s", message);
    const char *near = hd_suggest(c->front, ast->name), *header = hd_header_of(ast->name),
               *tried = name_tried_for(ast->name);
    hd_loc behind = name_declared_behind(c, NULL, ast->name);
    int failed = front_failed_input(c->front, ast->name);
    const struct hd_front_frame *frame = c->front->frame;
    const char *elsewhere =
        frame && frame->elsewhere ? frame->elsewhere(frame->user, ast->name) : NULL;
    if (elsewhere)
        hd_help(c->diags, d, "%s", elsewhere);
    else if (behind)
        declared_behind(c, d, behind);
    else if (failed)
        hd_help(c->diags, d, "In[%d] would have defined it, and failed: enter that again, mended",
                failed);
    else if (standard && side_of_code(c) == SIDE_DEVICE && !strcmp(standard, "iostream"))
        hd_help(c->diags, d, "kernels print with `printf`");
    else if (tried)
        hd_help(c->diags, d, "%s", tried);
    else if (standard)
        hd_help(c->diags, d, "%s", hd_std_advice(c->front, c->arena, ast->name));
    else if (c->assigned && c->assigned->kids[0] == ast && !names_variable(c, near))
        hd_help(c->diags, d, "%s", declaration_of(c, c->assigned));
    else if (!near && side_of_code(c) == SIDE_DEVICE && is_index_name(ast->name))
        hd_help(c->diags, d, "`int %s = blockIdx.x * blockDim.x + threadIdx.x;` before it",
                ast->name);
    else if (header)
        hd_help(c->diags, d, "add `#include <%s>`", header);
    else if (near && (strlen(near) > 3 || !strstr(" for do if ", near))) // not `for` for `foo`
        hd_help(c->diags, d, "did you mean `%s`?", near);
    poison(c, ast->name, ast->range);
    return expr_error(c, ast->range);
}

// A builtin's name as a value: a variable such as threadIdx, or the C library's function behind it.
static struct hd_expr *builtin_name(struct check *c, struct hd_sym *sym, const struct hd_ast *ast) {
    const struct hd_builtin *row = sym->builtin;
    if (row->flags & BI_VARIABLE) {
        if (!check_builtin_side(c, row, ast->range)) return expr_error(c, ast->range);
        note_use(c, sym);
        struct hd_type *type = builtin_signature(c->front, row, 0);
        if (!type) return expr_error(c, ast->range);
        struct hd_expr *e = expr_new(c, EX_BUILTIN, unqual(type), ast->range);
        e->builtin = row;
        e->sig_type = type;
        return e;
    }
    const char *header = hd_header_of(sym->name);
    if (header && front_include_now(c->front, header)) {
        struct hd_sym *function = global_find(c->front, sym->name, true);
        if (function && function->kind == SYM_FUNC) return expr_sym(c, function, ast);
    }
    struct hd_diag *d =
        hd_error(c->diags, ast->range, "`%s` is built in: it can be called, but it has no address",
                 sym->name);
    hd_help(c->diags, d, "write a function that calls it");
    return expr_error(c, ast->range);
}

static struct hd_expr *function_expr(struct check *c, struct hd_sym *sym, struct hd_range range) {
    note_use(c, sym);
    struct hd_expr *e = expr_new(c, EX_FUNC, sym->type, range);
    e->sym = sym;
    return e;
}

// Whether the arguments in `<...>` are the first ones of some template of this name.
static bool targs_are_first(struct check *c, const struct hd_sym *sym, const struct hd_ast *ast) {
    for (const struct hd_sym *s = sym; s; s = s->next) {
        if (s->kind != SYM_TEMPLATE || function_is_behind(c, s)) continue;
        struct hd_targ *binds = HD_NEW_ARRAY(c->arena, struct hd_targ, s->tmpl->ast->ntparams + 1);
        const char *why = NULL;
        if (template_deduce_args(c, s->tmpl, ast->kids, ast->nkids, NULL, NULL, -1, binds, &why))
            return true;
    }
    return false;
}

static struct hd_expr *template_expr(struct check *c, struct hd_sym *sym,
                                     const struct hd_ast *ast) {
    if (!ast->targs) {
        struct hd_expr *e = expr_new(c, EX_FUNC, hd_ty.auto_, ast->range);
        e->sym = sym;
        return e;
    }
    const char *why = NULL;
    for (struct hd_sym *s = sym; s; s = s->next) {
        if (s->kind != SYM_TEMPLATE || function_is_behind(c, s)) continue;
        struct hd_spec_inst *inst =
            template_match(c, s->tmpl, ast->kids, ast->nkids, NULL, NULL, -1, ast->range, &why);
        if (!inst) continue;
        struct hd_sym *made = template_use(c, inst, ast->range);
        return made ? function_expr(c, made, ast->range) : expr_error(c, ast->range);
    }
    if (why && targs_are_first(c, sym, ast)) { // what it is converted to tells the others
        struct hd_expr *e = expr_new(c, EX_FUNC, hd_ty.auto_, ast->range);
        e->sym = sym;
        e->targs = ast;
        return e;
    }
    struct hd_diag *d =
        hd_error(c->diags, ast->range, "`%s` cannot take these template arguments", sym->name);
    if (why) hd_help(c->diags, d, "%s", why);
    note_on(c, d, sym->range, "`%s` is declared here", sym->name);
    return expr_error(c, ast->range);
}

static struct hd_expr *variable_template_expr(struct check *c, struct hd_sym *sym,
                                              const struct hd_ast *ast) {
    if (!ast->targs) {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "`%s` is a template: it needs its arguments", ast->name);
        hd_help(c->diags, d, "write them out: `%s<...>`", ast->name);
        return expr_error(c, ast->range);
    }
    struct hd_sym *var = variable_template_instance(c, sym, ast->kids, ast->nkids, ast->range);
    if (!var) return expr_error(c, ast->range);
    if (!check_var_side(c, var, ast->range)) return expr_error(c, ast->range);
    return expr_var(c, var, ast->range);
}

// A template argument that is an address.
static struct hd_expr *template_value(struct check *c, struct hd_sym *sym, struct hd_range range) {
    if (is_member_function(sym->type) && sym->value->sym)
        return member_function_pointer(c, sym->value->sym, range);
    if (sym->value->sym) {
        struct hd_expr *e = expr_var(c, sym->value->sym, range);
        return is_error(e) ? e : expr_address(c, e, range);
    }
    if (sym->value->kind == CONST_FLOAT) {
        struct hd_expr *e = expr_new(c, EX_CONST, unqual(sym->type), range);
        e->value = sym->value;
        return e;
    }
    if (sym->value->kind == CONST_INT) return expr_int(c, unqual(sym->type), sym->value->i, range);
    return expr_null(c, sym->type, range);
}

struct hd_expr *expr_sym(struct check *c, struct hd_sym *sym, const struct hd_ast *ast) {
    switch (sym->kind) {
    case SYM_VAR: {
        if (sym->is_template_value) return template_value(c, sym, ast->range);
        if (!check_var_side(c, sym, ast->range)) return expr_error(c, ast->range);
        bool deduced = sym->type->kind == HD_TY_AUTO && sym->unmade;
        if (deduced && !(sym = static_member_made(c, sym->unmade)))
            return expr_error(c, ast->range);
        if (sym->type->kind == HD_TY_AUTO) {
            hd_error(c->diags, ast->range,
                     "`%s` is used in its own initialiser, before its type is known", sym->name);
            return expr_error(c, ast->range);
        }
        return expr_var(c, sym, ast->range);
    }
    case SYM_FUNC:
        if (sym->type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
        if (ast->targs) return template_expr(c, sym, ast); // a function of that name is not meant
        if (!sym->next && deleted_function(c, sym, ast->range)) return expr_error(c, ast->range);
        return function_expr(c, sym, ast->range);
    case SYM_ENUM_CONST:
        if (sym->type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
        return expr_enum_const(c, sym, ast->range);
    case SYM_TEMPLATE: return template_expr(c, sym, ast);
    case SYM_BUILTIN: return builtin_name(c, sym, ast);
    case SYM_STRUCT_TEMPLATE:
        if (is_variable_template(sym)) return variable_template_expr(c, sym, ast);
        break;
    case SYM_PACK: {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "`%s` is a parameter pack, and one value is needed here",
                     ast->name);
        hd_help(c->diags, d, "expand it: write `...` behind what is to be done with each element");
        return expr_error(c, ast->range);
    }
    case SYM_TYPEDEF: break;
    case SYM_NAMESPACE:
    case SYM_USING:
    case SYM_ALIAS:
        hd_error(c->diags, ast->range, "`%s` is a namespace, and a value is needed here",
                 ast->name);
        return expr_error(c, ast->range);
    }
    if (sym->type->kind != HD_TY_ERROR)
        hd_error(c->diags, ast->range, "`%s` is a type, and a value is needed here", ast->name);
    return expr_error(c, ast->range);
}

// `this` outside of member functions.
static struct hd_expr *no_this(struct check *c, const struct hd_ast *ast) {
    struct hd_diag *d = hd_error(c->diags, ast->range,
                                 "there is no `this` here: it is the address of a member"
                                 " function's object");
    if (c->record) hd_help(c->diags, d, "a `static` member function has none: pass it an object");
    return expr_error(c, ast->range);
}

static struct hd_expr *check_name(struct check *c, struct hd_ast *ast) {
    struct hd_found found;
    ast = check_settled(c, ast);
    int errors = c->diags->errors;
    name_look(c, ast, &found);
    if (c->diags->errors > errors && !found.sym) return expr_error(c, ast->range);
    if (found.member_of) {
        struct hd_expr *e = member_name(c, found.member_of, ast);
        struct hd_expr *copy =
            ast->qual && e->kind == EX_VAR ? closure_copy(c, e->sym, ast->range) : NULL;
        return copy ? copy : e;
    }
    if (c->lang == HD_LANG_CU && !ast->qual && ast->tok && ast->tok->kind == TK_THIS && !found.sym)
        return no_this(c, ast);
    if (!found.sym) {
        struct hd_expr *name = function_name(c, ast);
        if (name) return name;
        if (found.tag) {
            hd_error(c->diags, ast->range, "`%s` is a type, and a value is needed here", ast->name);
            return expr_error(c, ast->range);
        }
        return name_unknown(c, ast);
    }
    if (sym_is_automatic(found.sym) && !c->unevaluated && space_is_around_class(c, found.space))
        return around_local_class(c, found.sym, ast->range);
    struct hd_expr *e = ast->qual ? closure_copy(c, found.sym, ast->range) : NULL;
    if (!e) e = expr_sym(c, found.sym, ast);
    if (e->kind == EX_FUNC && found.nbeside) {
        e->beside = HD_NEW_ARRAY(c->arena, struct hd_sym *, found.nbeside + 1);
        memcpy(e->beside, found.beside, sizeof *e->beside * (size_t)found.nbeside);
    }
    e->loc = ast->loc;
    return e;
}

// ---- sizes --------------------------------------------------------------------------------------

struct hd_expr *vla_size_expr(struct check *c, struct hd_type *type, struct hd_range range) {
    if (!hd_type_is_vla(type)) return expr_size(c, type, range);
    if (type->vla_size) {
        struct hd_expr *e = expr_new(c, EX_VLA_SIZE, hd_ty.ulong_, range);
        e->sym = type->vla_size;
        return e;
    }
    struct hd_expr *elem = vla_size_expr(c, type->base, range);
    struct hd_expr *len = type->vla_len
                              ? convert(c, rvalue(c, type->vla_len), hd_ty.ulong_)
                              : expr_int(c, hd_ty.ulong_, type->len < 0 ? 0 : type->len, range);
    struct hd_expr *e = expr_new(c, EX_BINARY, hd_ty.ulong_, range);
    e->op = TK_STAR;
    e->a = len;
    e->b = elem;
    return e;
}

static struct hd_expr *size_of_type(struct check *c, struct hd_type *type, struct hd_ast *ast) {
    if (type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    if (type->kind == HD_TY_REF) type = type->base;
    bool align = ast->op == TK_ALIGNOF;
    bool gnu = type->kind == HD_TY_VOID || type->kind == HD_TY_FUNC;
    bool vla = hd_type_is_vla(type);
    if (!gnu && !vla && !hd_type_is_complete(type) && !(align && type->kind == HD_TY_ARRAY)) {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "the size of `%s` is not known", ty(c, type));
        if (is_record(type))
            note_on(c, d, (struct hd_range){type->record->loc, type->record->loc},
                    "it is only declared, here");
        return expr_error(c, ast->range);
    }
    if (align) {
        while (type->kind == HD_TY_ARRAY) type = type->base;
        return expr_int(c, hd_ty.ulong_, gnu ? 1 : type->align, ast->range);
    }
    if (!vla) return expr_size(c, type, ast->range);
    struct hd_expr *set = c->unevaluated || type->vla_size ? NULL : check_vla_sizes(c, type);
    struct hd_expr *size = vla_size_expr(c, type, ast->range);
    if (!set) return size;
    struct hd_expr *comma = expr_new(c, EX_COMMA, size->type, ast->range);
    comma->a = convert(c, set, hd_ty.void_);
    comma->b = size;
    return comma;
}

static struct hd_expr *check_sizeof(struct check *c, struct hd_ast *ast) {
    if (ast->op == TK_TYPEID) return check_typeid(c, ast);
    struct hd_ast *kid = ast->kids[0];
    if (kid->kind == AST_TYPE_NAME) return size_of_type(c, check_type_name(c, kid), ast);
    c->unevaluated++;
    struct hd_expr *e = check_expr(c, kid);
    c->unevaluated--;
    if (is_error(e)) return e;
    if (e->is_bitfield) {
        hd_error(c->diags, ast->range, "a bit-field has no size in bytes");
        return expr_error(c, ast->range);
    }
    if (e->kind == EX_VAR && e->sym->array_param && ast->op == TK_SIZEOF) {
        struct hd_diag *d =
            warn(c, ast->range, "sizeof-array-argument",
                 "`%s` is a parameter: an array there is a pointer, so this is the size of `%s`",
                 e->sym->name, ty(c, e->type));
        help_on(c, d, "pass the number of elements as an argument of its own");
    }
    if (ast->op == TK_ALIGNOF && e->kind == EX_VAR && e->sym->align > e->type->align)
        return expr_int(c, hd_ty.ulong_, e->sym->align, ast->range);
    if (e->kind == EX_FUNC && e->type->kind == HD_TY_AUTO) {
        hd_error(c->diags, ast->range, "a function template has no size");
        return expr_error(c, ast->range);
    }
    return size_of_type(c, e->type, ast);
}

static struct hd_expr *check_offsetof(struct check *c, struct hd_ast *ast) {
    struct hd_type *type = check_type_name(c, ast->kids[0]);
    uint64_t offset = 0;
    struct hd_expr *more = NULL; // run-time indices
    for (int i = 1; i < ast->nkids && type->kind != HD_TY_ERROR; i++) {
        struct hd_ast *step = ast->kids[i];
        if (step->kind == AST_INDEX_DESIGNATOR) {
            struct hd_expr *index = check_rvalue(c, step->kids[0]);
            if (is_error(index)) return index;
            if (type->kind != HD_TY_ARRAY || !hd_type_is_integer(index->type)) {
                hd_error(c->diags, step->range, "`%s` cannot be indexed here", ty(c, type));
                return expr_error(c, ast->range);
            }
            type = type->base;
            struct hd_const known;
            if (const_eval(index, &known) && known.kind == CONST_INT) {
                offset += (uint64_t)known.i * type->size;
                continue;
            }
            struct hd_expr *bytes =
                expr_binary(c, TK_STAR, convert(c, index, hd_ty.ulong_),
                            expr_size(c, type, step->range), step->range, step->loc);
            more = more ? expr_binary(c, TK_PLUS, more, bytes, step->range, step->loc) : bytes;
            continue;
        }
        uint64_t at = 0;
        const struct hd_field *f =
            is_record(type) ? hd_record_field(type->record, step->name, &at) : NULL;
        if (!f) {
            hd_error(c->diags, step->range, "`%s` has no member `%s`", ty(c, type), step->name);
            return expr_error(c, ast->range);
        }
        if (f->is_bits) {
            hd_error(c->diags, step->range, "`%s` is a bit-field: it has no offset in bytes",
                     step->name);
            return expr_error(c, ast->range);
        }
        offset += at;
        type = f->type;
    }
    if (type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    struct hd_expr *e = expr_int(c, hd_ty.ulong_, (hd_int128)offset, ast->range);
    return more ? expr_binary(c, TK_PLUS, e, more, ast->range, ast->loc) : e;
}

// ---- C11 and GNU forms --------------------------------------------------------------------------

static struct hd_expr *check_compound_literal(struct check *c, struct hd_ast *ast) {
    struct hd_type *type = check_type_name(c, ast->kids[0]);
    if (type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    struct hd_init *init = check_init(c, type, ast->kids[1], ast->range);
    if (!init || init->type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    struct hd_expr *e =
        expr_new(c, EX_COMPOUND_LITERAL, hd_type_qual(init->type, quals_of(type)), ast->range);
    e->sym = sym_hidden(c, init->type, ast->range);
    e->init = init;
    e->is_lvalue = true;
    if (at_top(c)) { // at top level the object lives as long as the session
        e->sym->storage = ST_STATIC;
        e->sym->defined = true;
        e->sym->link_name = hd_printf(c->arena, ".literal.%u", e->sym->serial);
        if (init->constant) e->sym->init = init;
        e->sym->def = global_current_def(c);
        note_use(c, e->sym);
    }
    return e;
}

static struct hd_expr *check_generic(struct check *c, struct hd_ast *ast) {
    c->unevaluated++;
    struct hd_ast *control = ast->kids[0];
    struct hd_type *type;
    if (control->kind == AST_TYPE_NAME) {
        type = check_type_name(c, control);
    } else {
        struct hd_expr *e = check_rvalue(c, control);
        type = e->type;
    }
    c->unevaluated--;
    struct hd_ast *chosen = NULL, *dflt = NULL;
    for (int i = 1; i + 1 < ast->nkids && type->kind != HD_TY_ERROR; i += 2) {
        if (!ast->kids[i]) {
            dflt = ast->kids[i + 1];
            continue;
        }
        struct hd_type *t = check_type_name(c, ast->kids[i]);
        if (!chosen && hd_type_compatible(t, type)) chosen = ast->kids[i + 1];
    }
    if (!chosen) chosen = dflt;
    if (type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    if (!chosen) {
        struct hd_diag *d = hd_error(c->diags, ast->range,
                                     "no association of `_Generic` has the type `%s`", ty(c, type));
        hd_help(c->diags, d, "add one, or `default: ...`");
        return expr_error(c, ast->range);
    }
    return check_expr(c, chosen);
}

static struct hd_expr *check_stmt_expr(struct check *c, struct hd_ast *ast) {
    struct hd_ast *block = ast->kids[0], *outer = c->value_stmt;
    c->value_stmt = block->nkids ? block->kids[block->nkids - 1] : NULL;
    struct hd_stmt *body = check_block(c, block, true);
    c->value_stmt = outer;
    struct hd_expr *e = expr_new(c, EX_STMT_EXPR, hd_ty.void_, ast->range);
    e->body = body;
    struct hd_stmt *last =
        body->kind == STM_BLOCK && body->nlist ? body->list[body->nlist - 1] : NULL;
    while (last && last->kind == STM_LABEL && last->body) last = last->body;
    if (!last || last->kind != STM_EXPR || !last->a) return e;
    if (last->a->kind == EX_CAST && last->a->cast == CAST_VOID &&
        block->kids[block->nkids - 1]->kind == AST_EXPR_STMT) {
        struct hd_ast *written = block->kids[block->nkids - 1]->kids[0];
        if (written && written->kind != AST_CAST)
            last->a = last->a->a; // the statement dropped the value: take it back
    }
    last->a = rvalue(c, last->a);
    e->type = last->a->type;
    if (is_error(last->a)) return expr_error(c, ast->range);
    return e;
}

static struct hd_expr *check_label_addr(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = expr_new(c, EX_LABEL_ADDR, hd_type_ptr(hd_ty.void_), ast->range);
    struct hd_label *label = label_find(c, ast->name, ast->loc);
    e->label = label;
    if (!c->func || label->address_taken) return e;
    label->address_taken = true;
    struct hd_func *f = c->func;
    struct hd_label **grown = HD_NEW_ARRAY(c->arena, struct hd_label *, f->nlabels + 1);
    if (f->nlabels) memcpy(grown, f->labels, sizeof *grown * (size_t)f->nlabels);
    grown[f->nlabels++] = label;
    f->labels = grown;
    return e;
}

static struct hd_expr *check_va_arg(struct check *c, struct hd_ast *ast) {
    struct hd_expr *list = check_rvalue(c, ast->kids[0]);
    struct hd_type *type = check_type_name(c, ast->kids[1]);
    if (is_error(list) || type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    struct hd_type *want = hd_type_ptr(hd_ty.va_list->base);
    if (!is_ptr(list->type) || !same_but_quals(list->type->base, want->base)) {
        hd_error(c->diags, list->range, "va_arg needs a `va_list`, not `%s`", ty(c, list->type));
        return expr_error(c, ast->range);
    }
    struct hd_type *t = unqual(type);
    if (t->kind == HD_TY_ARRAY) t = hd_type_ptr(t->base);
    if (t->kind == HD_TY_FLOAT || (hd_type_is_integer(t) && t->kind < HD_TY_INT)) {
        struct hd_diag *d = warn(c, ast->range, "varargs", "a `%s` is passed as `%s` through `...`",
                                 ty(c, t), t->kind == HD_TY_FLOAT ? "double" : "int");
        help_on(c, d, "write `va_arg(..., %s)`", t->kind == HD_TY_FLOAT ? "double" : "int");
    }
    if (!hd_type_is_complete(t) && t->kind != HD_TY_VOID) {
        hd_error(c->diags, ast->range, "the size of `%s` is not known", ty(c, t));
        return expr_error(c, ast->range);
    }
    struct hd_expr *e = expr_new(c, EX_VA_ARG, t, ast->range);
    e->a = list;
    return e;
}

static struct hd_expr *check_types_compatible(struct check *c, struct hd_ast *ast) {
    struct hd_type *a = check_type_name(c, ast->kids[0]), *b = check_type_name(c, ast->kids[1]);
    if (a->kind == HD_TY_ERROR || b->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    return expr_int(c, hd_ty.int_, hd_type_compatible(unqual(a), unqual(b)), ast->range);
}

static struct hd_expr *check_choose(struct check *c, struct hd_ast *ast) {
    int64_t which;
    if (!check_const_int(c, ast->kids[0], "the condition of __builtin_choose_expr", &which))
        return expr_error(c, ast->range);
    return check_expr(c, ast->kids[which ? 1 : 2]);
}

// `Foo(x)`, `Foo{x}`, where Foo is a class template.
static struct hd_expr *construct_deduced(struct check *c, struct hd_sym *sym,
                                         const struct hd_ast *ast) {
    struct hd_ast **args = ast->kids + 1;
    int n = ast->nkids - 1;
    bool braces = n == 1 && args[0]->kind == AST_INIT_LIST;
    struct hd_ast list = braces ? *args[0] : (struct hd_ast){0};
    if (braces) {
        n = list.nkids;
        args = list.kids;
    }
    struct hd_type *type = class_template_deduce(c, sym, &args, &n, braces, ast->range);
    struct hd_ast *one = HD_NEW(c->arena, struct hd_ast);
    *one = list;
    one->kids = args;
    one->nkids = n;
    return check_construct(c, type, braces ? &one : args, braces ? 1 : n, ast->range);
}

static struct hd_expr *check_cast_ast(struct check *c, struct hd_ast *ast) {
    struct hd_sym *open = ast->op == TK_IDENT ? class_template_named(c, ast->kids[0]->spec) : NULL;
    if (open) return construct_deduced(c, open, ast);
    struct hd_type *to = check_type_name(c, ast->kids[0]);
    if (ast->op == TK_IDENT)
        return check_construct(c, to, ast->kids + 1, ast->nkids - 1, ast->range);
    if (to->kind == HD_TY_AUTO) {
        hd_error(c->diags, ast->range, "`auto` is no type to cast to");
        to = hd_ty.error;
    }
    struct hd_expr *set = c->unevaluated || !type_has_vla(to) ? NULL : check_vla_sizes(c, to);
    struct hd_expr *e = check_cast(c, check_expr(c, ast->kids[1]), to, ast->op, ast->range);
    if (!set || is_error(e)) return e;
    struct hd_expr *comma = expr_new(c, EX_COMMA, e->type, ast->range);
    comma->a = convert(c, set, hd_ty.void_);
    comma->b = e;
    return comma;
}

// ---- the switch ---------------------------------------------------------------------------------

static struct hd_expr *check_kind(struct check *c, struct hd_ast *ast) {
    switch ((enum hd_ast_kind)ast->kind) {
    case AST_NAME: return check_name(c, ast);
    case AST_NUMBER: return check_number(c, ast->tok);
    case AST_CHARACTER: return check_character(c, ast->tok);
    case AST_STRING: return expr_string(c, check_string(c, ast), ast->range);
    case AST_BOOL: return expr_int(c, hd_ty.bool_, ast->op ? 1 : 0, ast->range);
    case AST_NULLPTR: return expr_null(c, hd_ty.nullptr_, ast->range);
    case AST_UNARY: return check_unary(c, ast);
    case AST_PRE:
    case AST_POST: return check_incdec(c, ast);
    case AST_BINARY: return check_binary(c, ast);
    case AST_ASSIGN: return check_assign(c, ast);
    case AST_COND: return check_cond(c, ast);
    case AST_COMMA: return check_comma(c, ast);
    case AST_CALL: return check_call(c, ast);
    case AST_LAUNCH: return check_launch(c, ast);
    case AST_INDEX: return check_index(c, ast, false);
    case AST_MEMBER: return check_member(c, ast);
    case AST_CAST: return check_cast_ast(c, ast);
    case AST_SIZEOF: return ast->op == TK_ELLIPSIS ? check_pack_size(c, ast) : check_sizeof(c, ast);
    case AST_ELEMENT: return check_element(c, ast);
    case AST_FOLD: return check_fold(c, ast);
    case AST_TRAIT: return check_trait(c, ast);
    case AST_NOEXCEPT: return check_noexcept(c, ast);
    case AST_REQUIRES: return check_requires(c, ast);
    case AST_CONSTRAINT: return check_constraint(c, ast);
    case AST_USER_LITERAL: return check_user_literal(c, ast);
    case AST_EXPAND:
        hd_error(c->diags, ast->range, "a pack cannot be expanded here");
        return expr_error(c, ast->range);
    case AST_COMPOUND_LITERAL: return check_compound_literal(c, ast);
    case AST_GENERIC: return check_generic(c, ast);
    case AST_STMT_EXPR: return check_stmt_expr(c, ast);
    case AST_LABEL_ADDR: return check_label_addr(c, ast);
    case AST_VA_ARG: return check_va_arg(c, ast);
    case AST_OFFSETOF: return check_offsetof(c, ast);
    case AST_TYPES_COMPATIBLE: return check_types_compatible(c, ast);
    case AST_NEW: return check_new(c, ast);
    case AST_DELETE: return check_delete(c, ast);
    case AST_CHOOSE_EXPR: return check_choose(c, ast);
    case AST_INIT_LIST:
        hd_error(c->diags, ast->range,
                 ast->op == TK_LBRACKET
                     ? "a list in brackets stands among the indices of arrays and in calls of "
                       "their words, nowhere else"
                     : "a braced list initialises something: it is no value by itself");
        return expr_error(c, ast->range);
    case AST_LAMBDA: return check_lambda(c, ast);
    case AST_CHECKED: return ast->checked;
    case AST_THROW: return check_throw(c, ast);
    case AST_TYPE_NAME:
        hd_error(c->diags, ast->range, "a type stands where a value is needed");
        return expr_error(c, ast->range);
    default: return expr_error(c, ast->range); // the parser reported it
    }
}

struct hd_expr *check_expr(struct check *c, struct hd_ast *ast) {
    hd_diags_poll(c->diags);
    struct hd_range outer = c->at;
    bool building_base = c->building_base;
    struct base_tables tables = c->base_tables;
    c->at = ast->range;
    c->building_base = false;
    c->base_tables.sym = NULL;
    struct hd_expr *e = check_kind(c, ast);
    c->building_base = building_base;
    c->base_tables = tables;
    if (is_bound(e)) e = not_called(c, e, ast);
    c->at = outer;
    if (ast->parenthesized) {
        e->parenthesized = true;
        e->range = ast->range;
    }
    return e;
}

struct hd_expr *check_rvalue(struct check *c, struct hd_ast *ast) {
    return rvalue(c, check_expr(c, ast));
}

// ---- statements without effect ------------------------------------------------------------------

static bool does_nothing(const struct hd_expr *e) {
    switch (e->kind) {
    case EX_CONST:
    case EX_STRING:
    case EX_VAR:
    case EX_FUNC:
    case EX_ADDR:
    case EX_DECAY:
    case EX_BINARY:
    case EX_UNARY:
    case EX_PTR_ADD:
    case EX_PTR_DIFF: return e->type->kind != HD_TY_VOID;
    case EX_MEMBER: return does_nothing(e->a);
    case EX_LOAD: return !(e->a->type->quals & Q_VOLATILE) && does_nothing(e->a);
    case EX_DEREF: {
        const struct hd_expr *p = e->a;
        while (p->kind == EX_CAST) p = p->a; // dynamic_cast<T &>(x) may throw
        return !(e->type->quals & Q_VOLATILE) && p->kind != EX_CALL;
    }
    case EX_CAST: return e->cast != CAST_VOID && does_nothing(e->a);
    default: return false;
    }
}

// What a system header's macro expands to is not the user's to judge: `isalpha(c);`.
static bool from_system_macro(const struct hd_ast *ast) {
    const struct hd_macro *macro = ast && ast->tok ? ast->tok->macro : NULL;
    struct hd_source *source = macro && macro->loc ? hd_source_at(macro->loc) : NULL;
    return macro && (macro->builtin || (source && source->system));
}

void check_unused(struct check *c, const struct hd_expr *e, const struct hd_ast *stmt) {
    const struct hd_ast *inner =
        stmt && stmt->kind == AST_EXPR_STMT && stmt->nkids ? stmt->kids[0] : stmt;
    if (from_system_macro(inner)) return;
    if (is_error(e) || c->system || c->unevaluated || (stmt && stmt == c->value_stmt)) return;
    if (e->kind == EX_CAST && e->cast == CAST_VOID && stmt) {
        // (void)x says that it is meant, and so does p->~T() of a number.
        if (inner->kind == AST_CAST || inner->kind == AST_CALL) return;
        e = e->a;
    }
    if (e->kind == EX_COMMA && inner && inner->kind == AST_COMMA && inner->nkids == 2 &&
        inner->kids[1]->kind == AST_NUMBER && !inner->kids[1]->tok->macro) { // `y = 3,5;`
        struct hd_diag *d = warn(c, e->b->range, "unused-value", "this number is not used");
        help_on(c, d, "in a number it is a point: `3.5`");
        return;
    }
    if (!does_nothing(e)) return;
    if (stmt && stmt->kind != AST_EXPR_STMT) { // before a comma
        struct hd_diag *d = warn(c, e->range, "unused-value",
                                 "this value is not used: a comma gives only what follows it");
        help_on(c, d, "a struct's values go in braces, or after its name: `dim3 grid(2, 3)`");
        return;
    }
    struct hd_diag *d = warn(c, e->range, "unused-value", "this statement has no effect");
    if (e->kind == EX_BINARY && e->op == TK_EQ)
        help_on(c, d, "did you mean `=`?");
    else if (e->kind == EX_ADDR && e->a->kind == EX_FUNC)
        help_on(c, d, "to call the function write `()` after its name");
}
