// Executes PTX, for the stand-in driver. Threads of a block take turns; at barriers and warp
// operations they wait for each other. Every access is checked against what is allocated (700) and
// against its alignment (716). Not here: textures and tensor operations.
#include "machine.h"

#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct ptx_range seen; // the one that was used last
static unsigned seen_at;

// ---- execution ----------------------------------------------------------------------------------

struct frame {
    struct ptx_function *f;
    int pc;
    uint64_t *regs;
    char *params;
    uint64_t local;
    struct frame *up;
    const struct ins *call;
};
enum stop { RUNNING, AT_BARRIER, AT_WARP, ENDED };
struct thread {
    struct frame *frame;
    struct block *block;
    unsigned tid[3], linear;
    bool carry; // of .cc
    enum stop stop;
    char *local;
    size_t local_used;
};
struct block {
    unsigned id[3];
    char *shared, *locals;
    struct thread *threads;
    unsigned n;
    const struct ptx_launch *launch;
};
#define LOCAL_SIZE (64u << 10)

static _Thread_local int fault;
__extension__ typedef _Float16 half;
__extension__ typedef __int128 wide_int;
__extension__ typedef unsigned __int128 wide_uint;

static char *memory(struct thread *t, const struct ins *in, enum space space, uint64_t at,
                    size_t size) {
    if (space != PARAM && size && at % size) return fault = MISALIGNED, NULL;
    if (space == PARAM) return t->frame->params + at;
    if (space == GENERIC && at >= SHARED_BASE && at < SHARED_BASE + SHARED_MAX)
        at -= SHARED_BASE, space = SHARED;
    if (space == GENERIC && at >= LOCAL_BASE && at < LOCAL_BASE + LOCAL_SIZE)
        at -= LOCAL_BASE, space = LOCAL;
    const struct ptx_launch *l = t->block->launch;
    if (space == SHARED) {
        size_t have = (l->f->module->shared + 15) / 16 * 16 + l->shared;
        return at + size <= have ? t->block->shared + at : (fault = ILLEGAL_ADDRESS, NULL);
    }
    if (space == LOCAL)
        return at + size <= LOCAL_SIZE ? t->local + at : (fault = ILLEGAL_ADDRESS, NULL);
    (void)in;
    unsigned version = __atomic_load_n(&ptx_ranges_version, __ATOMIC_ACQUIRE);
    if (version != seen_at || at < seen.base || at - seen.base + size > seen.size) {
        seen_at = version;
        if (!ptx_range(at, size, &seen)) return seen.size = 0, fault = ILLEGAL_ADDRESS, NULL;
    }
    return seen.host + (at - seen.base);
}

static uint64_t special(struct thread *t, uint64_t which) {
    const struct ptx_launch *l = t->block->launch;
    unsigned lane = t->linear % 32;
    if (which < 3) return t->tid[which];
    if (which < 6) return l->block[which - 3];
    if (which < 9) return t->block->id[which - 6];
    if (which < 12) return l->grid[which - 9];
    struct timespec now;
    switch (which) {
    case 12: return lane;
    case 13: return t->linear / 32;
    case 14:
    case 15:
    case 16:
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    case 17: return 32;
    case 18: return (1u << lane) - 1;
    case 19: return (1ull << (lane + 1)) - 1;
    case 20: return 0xffffffff & ~((1ull << (lane + 1)) - 1);
    case 21: return 0xffffffff & ~((1u << lane) - 1);
    case 22: return 1u << lane;
    case 24: return 4;
    case 25: return l->shared;
    default: return 0;
    }
}

static uint64_t value(struct thread *t, const struct operand *o) {
    uint64_t v = 0;
    switch (o->kind) {
    case O_REG: v = t->frame->regs[o->reg]; break;
    case O_SPECIAL: v = special(t, o->imm); break;
    case O_IMM:
    case O_SYM:
    case O_LABEL: v = o->imm; break;
    default: break;
    }
    if (o->kind == O_SYM && o->local) v += t->frame->local;
    return o->negated ? !(v & 1) : v;
}

// as a value of the type, sign-extended when it is signed
static uint64_t trim(uint64_t v, enum type type) {
    switch (type) {
    case T_S8: return (uint64_t)(int8_t)v;
    case T_S16: return (uint64_t)(int16_t)v;
    case T_S32: return (uint64_t)(int32_t)v;
    case T_B8:
    case T_U8: return (uint8_t)v;
    case T_B16:
    case T_F16:
    case T_BF16:
    case T_U16: return (uint16_t)v;
    case T_B32:
    case T_U32:
    case T_F32: return (uint32_t)v;
    case T_PRED: return v & 1;
    default: return v;
    }
}
static double as_double(uint64_t v, enum type type) {
    float f;
    double d;
    uint32_t low = (uint32_t)v;
    uint16_t bits = (uint16_t)v;
    half h;
    if (type == T_F16) return memcpy(&h, &bits, 2), (double)h;
    if (type == T_BF16) return low = (uint32_t)bits << 16, memcpy(&f, &low, 4), f;
    if (type == T_F32) return memcpy(&f, &low, 4), f;
    return memcpy(&d, &v, 8), d;
}
static uint64_t from_double(double d, enum type type) {
    uint64_t v;
    uint32_t low;
    uint16_t bits;
    float f = (float)d;
    half h = (half)d;
    if (type == T_F16) return memcpy(&bits, &h, 2), bits;
    if (type == T_BF16) {
        memcpy(&low, &f, 4);
        return isnan(f) ? 0x7fff : (low + 0x7fff + (low >> 16 & 1)) >> 16;
    }
    if (type == T_F32) return memcpy(&low, &f, 4), low;
    return memcpy(&v, &d, 8), v;
}
static bool is_float(enum type type) {
    return type == T_F32 || type == T_F64 || type == T_F16 || type == T_BF16;
}
static bool is_signed(enum type type) {
    return type == T_S8 || type == T_S16 || type == T_S32 || type == T_S64;
}

static inline bool has(const struct ins *in, int mod) { return in->mods >> mod & 1; }
static void set(struct thread *t, const struct operand *o, uint64_t v) {
    if (o->kind == O_REG) t->frame->regs[o->reg] = v;
}

static int rounding(const struct ins *in) {
    return has(in, M_rz)   ? FE_TOWARDZERO
           : has(in, M_rm) ? FE_DOWNWARD
           : has(in, M_rp) ? FE_UPWARD
                           : FE_TONEAREST;
}

static bool float_op(enum op op, const struct ins *in, double a, double b, double c, double *r) {
    if ((op == OP_min || op == OP_max) && has(in, M_NaN) && (isnan(a) || isnan(b)))
        return *r = NAN, true;
    bool single = in->type == T_F32;
    if (op == OP_add)
        *r = single ? (float)a + (float)b : a + b;
    else if (op == OP_sub)
        *r = single ? (float)a - (float)b : a - b;
    else if (op == OP_mul)
        *r = single ? (float)a * (float)b : a * b;
    else if (op == OP_div)
        *r = single ? (float)a / (float)b : a / b;
    else if (op == OP_fma || op == OP_mad)
        *r = single ? (double)fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
    else if (op == OP_min)
        *r = fmin(a, b);
    else if (op == OP_max)
        *r = fmax(a, b);
    else if (op == OP_neg)
        *r = -a;
    else if (op == OP_abs)
        *r = fabs(a);
    else if (op == OP_sqrt)
        *r = single ? (double)sqrtf((float)a) : sqrt(a);
    else if (op == OP_rcp)
        *r = single ? 1.0f / (float)a : 1 / a;
    else if (op == OP_rsqrt)
        *r = 1 / sqrt(a);
    else if (op == OP_ex2)
        *r = exp2(a);
    else if (op == OP_lg2)
        *r = log2(a);
    else if (op == OP_tanh)
        *r = tanh(a);
    else if (op == OP_sin)
        *r = sin(a);
    else if (op == OP_cos)
        *r = cos(a);
    else if (op == OP_copysign)
        *r = copysign(b, a);
    else
        return false;
    return true;
}

static bool integer_op(enum op op, const struct ins *in, uint64_t a, uint64_t b, uint64_t c,
                       uint64_t *r) {
    enum type type = in->type;
    int bits = types[type].size * 8;
    bool sign = is_signed(type);
    int64_t x = (int64_t)a, y = (int64_t)b;
    if (op == OP_add)
        *r = a + b;
    else if (op == OP_sub)
        *r = a - b;
    else if (op == OP_mul || op == OP_mad) {
        uint64_t low = a * b;
        if (has(in, M_hi)) {
            if (bits == 64)
                low = sign ? (uint64_t)(((wide_int)x * y) >> 64)
                           : (uint64_t)(((wide_uint)a * b) >> 64);
            else
                low = sign ? (uint64_t)((x * y) >> bits) : low >> bits;
        }
        *r = low + (op == OP_mad ? c : 0);
    } else if (op == OP_div)
        *r = !b ? ~0ull : sign ? (y == -1 ? (uint64_t)-x : (uint64_t)(x / y)) : a / b;
    else if (op == OP_rem)
        *r = !b ? a : sign ? (y == -1 ? 0 : (uint64_t)(x % y)) : a % b;
    else if (op == OP_and)
        *r = a & b;
    else if (op == OP_or)
        *r = a | b;
    else if (op == OP_xor)
        *r = a ^ b;
    else if (op == OP_not)
        *r = type == T_PRED ? !a : ~a;
    else if (op == OP_cnot)
        *r = !a;
    else if (op == OP_neg)
        *r = -a;
    else if (op == OP_abs)
        *r = x < 0 ? -a : a;
    else if (op == OP_shl)
        *r = (uint32_t)b >= (unsigned)bits ? 0 : a << (uint32_t)b;
    else if (op == OP_shr) {
        uint32_t n = (uint32_t)b;
        *r = sign                  ? (uint64_t)(x >> (n >= (unsigned)bits ? bits - 1 : (int)n))
             : n >= (unsigned)bits ? 0
                                   : a >> n;
    } else if (op == OP_min)
        *r = sign ? (x < y ? a : b) : a < b ? a : b;
    else if (op == OP_max)
        *r = sign ? (x > y ? a : b) : a > b ? a : b;
    else if (op == OP_popc)
        *r = (uint64_t)__builtin_popcountll(a);
    else if (op == OP_clz)
        *r = a ? (uint64_t)(__builtin_clzll(a) - (64 - bits)) : (uint64_t)bits;
    else if (op == OP_brev) {
        *r = 0;
        for (int i = 0; i < bits; i++) *r |= (a >> i & 1) << (bits - 1 - i);
    } else if (op == OP_bfe) {
        int pos = (int)(b & 255), len = (int)(c & 255);
        *r = len == 0 ? 0 : (a >> pos) & (len >= 64 ? ~0ull : (1ull << len) - 1);
        if (sign && len && (*r >> (len - 1) & 1)) *r |= ~0ull << len;
    } else if (op == OP_bfi) { // a into b; c: where and how many
        int pos = (int)(c & 255), len = (int)(c >> 8 & 255);
        uint64_t mask = pos >= bits ? 0 : (len >= 64 ? ~0ull : (1ull << len) - 1) << pos;
        *r = (b & ~mask) | (a << (pos & 63) & mask);
    } else if (op == OP_bfind) {
        uint64_t v = sign && x < 0 ? ~a : a;
        if (bits == 32) v &= 0xffffffff;
        *r = !v                    ? 0xffffffff
             : has(in, M_shiftamt) ? (uint64_t)(__builtin_clzll(v) - (64 - bits))
                                   : (uint64_t)(63 - __builtin_clzll(v));
    } else if (op == OP_sad)
        *r = (sign ? x < y : a < b) ? c + b - a : c + a - b;
    else
        return false;
    return true;
}

static const struct {
    const char *name;
    int less, equal, more, unordered;
} comparisons[] = {
    {"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"lt", 1, 0, 0, 0},  {"le", 1, 1, 0, 0},
    {"gt", 0, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"lo", 1, 0, 0, 0},  {"ls", 1, 1, 0, 0},
    {"hi", 0, 0, 1, 0},  {"hs", 0, 1, 1, 0},  {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1},
    {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
    {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1},
};

int ptx_comparison(const char *name) {
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (strcmp(comparisons[i].name, name) == 0) return (int)i;
    return -1;
}

static bool compare(int how, enum type type, uint64_t a, uint64_t b) {
    int order; // -1, 0, 1, or 2 unordered
    if (is_float(type)) {
        double x = as_double(a, type), y = as_double(b, type);
        order = isnan(x) || isnan(y) ? 2 : x < y ? -1 : x > y;
    } else if (is_signed(type))
        order = (int64_t)a<(int64_t)b ? -1 : (int64_t)a>(int64_t) b;
    else
        order = a < b ? -1 : a > b;
    if (how < 0) return fault = ILLEGAL_INSTRUCTION, false;
    return order == 2  ? comparisons[how].unordered
           : order < 0 ? comparisons[how].less
           : order     ? comparisons[how].more
                       : comparisons[how].equal;
}

static uint64_t convert_now(const struct ins *in, enum type to, enum type from, uint64_t v);
static uint64_t convert(const struct ins *in, enum type to, enum type from, uint64_t v) {
    if (!in->half_mode) return convert_now(in, to, from, v);
    fesetround(rounding(in));
    volatile uint64_t r = convert_now(in, to, from, v);
    fesetround(FE_TONEAREST);
    return r;
}

static uint64_t convert_now(const struct ins *in, enum type to, enum type from, uint64_t v) {
    if (!is_float(from)) {
        v = trim(v, from);
        if (!is_float(to)) return trim(v, to);
        if (to == T_F32 || to == T_BF16)
            return from_double(is_signed(from) ? (float)(int64_t)v : (float)v, to);
        return from_double(is_signed(from) ? (double)(int64_t)v : (double)v, to);
    }
    double d = as_double(v, from);
    if (has(in, M_rni))
        d = nearbyint(d);
    else if (has(in, M_rzi))
        d = trunc(d);
    else if (has(in, M_rmi))
        d = floor(d);
    else if (has(in, M_rpi))
        d = ceil(d);
    if (has(in, M_sat)) d = d > 0 ? d < 1 ? d : 1 : 0;
    if (is_float(to)) return from_double(d, to);
    int bits = types[to].size * 8;
    if (isnan(d)) return 0;
    if (is_signed(to)) {
        double limit = ldexp(1, bits - 1);
        return trim(d >= limit   ? (uint64_t)(bits == 64 ? INT64_MAX : (1ll << (bits - 1)) - 1)
                    : d < -limit ? (uint64_t)(bits == 64 ? INT64_MIN : -(1ll << (bits - 1)))
                                 : (uint64_t)(int64_t)d,
                    to);
    }
    return d < 0 ? 0 : d >= ldexp(1, bits) ? trim(~0ull, to) : trim((uint64_t)d, to);
}

// ---- output -------------------------------------------------------------------------------------

static struct {
    pthread_mutex_t lock;
    char *text;
    size_t *ends, n, cap, bytes, limit;
    char assertions[20000];
} out = {.lock = PTHREAD_MUTEX_INITIALIZER, .limit = 1 << 20};

void ptx_set_fifo(size_t bytes) { out.limit = bytes; }

void ptx_flush(void) {
    pthread_mutex_lock(&out.lock);
    fwrite(out.text, 1, out.bytes, stdout);
    out.bytes = out.n = 0;
    if (out.assertions[0]) {
        fflush(stdout);
        if (write(2, out.assertions, strlen(out.assertions)) < 0) abort();
    }
    out.assertions[0] = 0;
    pthread_mutex_unlock(&out.lock);
}

// Text that has no room is lost, oldest first.
static void print(const char *text, size_t len) {
    pthread_mutex_lock(&out.lock);
    if (out.n + 1 > out.cap)
        out.ends = realloc(out.ends, sizeof *out.ends * (out.cap = out.cap ? out.cap * 2 : 64));
    size_t drop = 0;
    while (drop < out.n && out.bytes - (drop ? out.ends[drop - 1] : 0) + len > out.limit) drop++;
    if (drop) {
        size_t gone = out.ends[drop - 1];
        memmove(out.text, out.text + gone, out.bytes -= gone);
        for (size_t i = drop; i < out.n; i++) out.ends[i - drop] = out.ends[i] - gone;
        out.n -= drop;
    }
    out.text = realloc(out.text, out.bytes + len + 1);
    memcpy(out.text + out.bytes, text, len);
    out.bytes += len;
    out.ends[out.n++] = out.bytes;
    pthread_mutex_unlock(&out.lock);
}

static const char *device_string(struct thread *t, uint64_t at) {
    const char *p = memory(t, NULL, GENERIC, at, 1);
    return p ? p : "";
}

static int device_printf(struct thread *t, uint64_t format_at, uint64_t args) {
    const char *f = device_string(t, format_at);
    char line[4096];
    size_t n = 0;
    int count = 0;
    for (; *f && n < sizeof line - 400; f++) {
        if (*f != '%' || f[1] == '%') {
            line[n++] = *f;
            f += *f == '%';
            continue;
        }
        char spec[80] = "";
        size_t len = 1 + strspn(f + 1, "-+ #0123456789.*hlLqjzt");
        for (size_t i = 0, k = 0; i <= len && k < sizeof spec - 12; i++) {
            char *width = f[i] == '*' ? memory(t, NULL, GENERIC, args, 4) : NULL;
            if (width)
                k += (size_t)sprintf(spec + k, "%d", *(int *)width), args += 4;
            else
                spec[k++] = f[i];
        }
        char conv = f[len];
        bool wide = strstr(spec, "ll") || strchr(spec, 'l') || strchr(spec, 'z') ||
                    strchr(spec, 'j') || strchr("pseEfFgGaA", conv);
        if (wide) args = (args + 7) / 8 * 8;
        uint64_t v = 0;
        char *at = memory(t, NULL, GENERIC, args, wide ? 8 : 4);
        if (at) memcpy(&v, at, wide ? 8 : 4);
        args += wide ? 8 : 4;
        if (strchr("eEfFgGaA", conv))
            n += (size_t)snprintf(line + n, sizeof line - n, spec, as_double(v, T_F64));
        else if (conv == 's')
            n += (size_t)snprintf(line + n, sizeof line - n, spec, device_string(t, v));
        else if (wide)
            n += (size_t)snprintf(line + n, sizeof line - n, spec, v);
        else
            n += (size_t)snprintf(line + n, sizeof line - n, spec, (uint32_t)v);
        count++;
        f += len;
    }
    print(line, n);
    return count;
}

static void assertion(struct thread *t, const uint64_t *p) {
    size_t n = strlen(out.assertions);
    pthread_mutex_lock(&out.lock);
    snprintf(out.assertions + n, sizeof out.assertions - n,
             "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
             device_string(t, p[1]), (unsigned)p[2], device_string(t, p[3]), t->block->id[0],
             t->block->id[1], t->block->id[2], t->tid[0], t->tid[1], t->tid[2],
             device_string(t, p[0]));
    pthread_mutex_unlock(&out.lock);
    fault = ASSERTED;
}

// ---- calls --------------------------------------------------------------------------------------

static int call_offset(const struct operand *list, int i) { // of the caller's parameters
    uint16_t at;
    memcpy(&at, list->name + 2 * i, 2);
    return at;
}

static void enter(struct thread *t, struct ptx_function *f, const struct ins *call) {
    struct frame *frame = f->free_frames;
    if (frame)
        f->free_frames = frame->up;
    else {
        frame = calloc(1, sizeof *frame);
        frame->regs = calloc((size_t)f->nregs + 1, sizeof *frame->regs);
        frame->params = calloc(1, f->param_bytes + 16);
    }
    frame->f = f, frame->up = t->frame, frame->call = call, frame->pc = 0;
    t->local_used = (t->local_used + 15) / 16 * 16;
    frame->local = t->local_used;
    t->local_used += f->local_bytes;
    if (t->local_used > LOCAL_SIZE) fault = FAILED;
    t->frame = frame;
}

static void leave(struct thread *t) {
    struct frame *frame = t->frame;
    t->frame = frame->up;
    t->local_used = frame->local;
    if (frame->up && frame->call && frame->f->nret && frame->call->o[0].kind == O_VEC)
        memcpy(frame->up->params + call_offset(&frame->call->o[0], 0),
               frame->params + frame->f->vars[0].at, frame->f->vars[0].size);
    frame->up = frame->f->free_frames;
    frame->f->free_frames = frame;
    if (!t->frame) t->stop = ENDED;
}

void ptx_drop_frames(struct ptx_function *f) {
    while (f->free_frames) {
        struct frame *frame = f->free_frames;
        f->free_frames = frame->up;
        free(frame->regs), free(frame->params), free(frame);
    }
}

static void call(struct thread *t, const struct ins *in) {
    const struct operand *ret = NULL, *args = NULL;
    struct ptx_function *f = in->callee;
    for (int i = 0; i < in->n; i++) {
        if (in->o[i].kind != O_VEC) {
            if (!f && in->o[i].kind == O_REG) f = (struct ptx_function *)value(t, &in->o[i]);
        } else if (!f && !in->callee)
            ret = &in->o[i];
        else if (in->o[0].kind == O_VEC && i == 0)
            ret = &in->o[i];
        else
            args = &in->o[i];
    }
    if (!f) {
        fault = ILLEGAL_INSTRUCTION;
        return;
    }
    uint64_t p[8] = {0};
    for (int i = 0; args && i < args->n && i < 8; i++)
        memcpy(&p[i], t->frame->params + call_offset(args, i), 8);
    int64_t result = 0;
    if (f->has_body) {
        struct frame *up = t->frame;
        enter(t, f, in);
        for (int i = 0; args && i < f->nparams && i < args->n; i++) {
            struct variable *v = &f->vars[f->nret + i];
            memcpy(t->frame->params + v->at, up->params + call_offset(args, i), v->size);
        }
        return;
    }
    if (!strcmp(f->name, "vprintf"))
        result = device_printf(t, p[0], p[1]);
    else if (!strcmp(f->name, "__assertfail"))
        assertion(t, p);
    else if (!strcmp(f->name, "malloc"))
        result = (int64_t)ptx_allocate(p[0]);
    else if (!strcmp(f->name, "free"))
        ptx_free(p[0]);
    else
        fault = ILLEGAL_INSTRUCTION;
    if (ret && ret->n)
        memcpy(t->frame->params + call_offset(ret, 0), &result, f->nret ? f->vars[0].size : 4);
}

// ---- one instruction ----------------------------------------------------------------------------

static void move_vector(struct thread *t, const struct ins *in) { // mov.b64 {a, b}, c and back
    int half = types[in->type].size / (in->o[0].kind == O_VEC ? in->o[0].n : in->o[1].n) * 8;
    uint64_t mask = half >= 64 ? ~0ull : (1ull << half) - 1, v = 0;
    if (in->o[0].kind == O_VEC) {
        v = value(t, &in->o[1]);
        for (int i = 0; i < in->o[0].n; i++)
            if (in->o[0].vec[i] >= 0) t->frame->regs[in->o[0].vec[i]] = v >> (half * i) & mask;
    } else {
        for (int i = in->o[1].n - 1; i >= 0; i--)
            v = v << half | (t->frame->regs[in->o[1].vec[i]] & mask);
        set(t, &in->o[0], v);
    }
}

static uint64_t address_of(struct thread *t, const struct operand *o) {
    if (o->reg >= 0) return t->frame->regs[o->reg] + o->imm;
    return o->imm + (o->local ? t->frame->local : 0);
}

static void load_store(struct thread *t, const struct ins *in, bool load) {
    const struct operand *mem = &in->o[load ? 1 : 0], *reg = &in->o[load ? 0 : 1];
    int n = reg->kind == O_VEC ? reg->n : 1;
    size_t each = (size_t)types[in->type].size;
    uint64_t at = address_of(t, mem);
    char *p = memory(t, in, in->space, at, each * (size_t)n);
    for (int i = 0; p && i < n; i++) {
        uint64_t v = 0;
        if (load) {
            memcpy(&v, p + each * (size_t)i, each);
            v = trim(v, in->type);
            if (reg->kind != O_VEC)
                set(t, reg, v);
            else if (reg->vec[i] >= 0)
                t->frame->regs[reg->vec[i]] = v;
        } else {
            v = reg->kind == O_VEC ? t->frame->regs[reg->vec[i]] : value(t, reg);
            memcpy(p + each * (size_t)i, &v, each);
        }
    }
}

static void atomic(struct thread *t, const struct ins *in, bool returns) {
    const struct operand *mem = &in->o[returns ? 1 : 0], *a = mem + 1, *b = mem + 2;
    size_t each = (size_t)types[in->type].size;
    char *p = memory(t, in, in->space, address_of(t, mem), each);
    if (!p) return;
    uint64_t old = 0, v = trim(value(t, a), in->type), next;
    memcpy(&old, p, each);
    old = trim(old, in->type);
    double d;
    if (has(in, M_exch))
        next = v;
    else if (has(in, M_cas))
        next = old == v ? value(t, b) : old;
    else if (has(in, M_inc))
        next = old >= v ? 0 : old + 1;
    else if (has(in, M_dec))
        next = old == 0 || old > v ? v : old - 1;
    else if (is_float(in->type) &&
             float_op(OP_add, in, as_double(old, in->type), as_double(v, in->type), 0, &d))
        next = from_double(d, in->type);
    else {
        next = v;
        integer_op(in->rmw, in, old, v, 0, &next);
    }
    memcpy(p, &next, each);
    if (returns) set(t, &in->o[0], old);
}

static void setp(struct thread *t, const struct ins *in) {
    uint64_t a = trim(value(t, &in->o[1]), in->type), b = trim(value(t, &in->o[2]), in->type);
    bool r = compare(in->compare, in->type, a, b);
    if (in->n > 3) {
        bool c = value(t, &in->o[3]) & 1;
        r = has(in, M_and) ? r && c : has(in, M_or) ? r || c : r != c;
    }
    set(t, &in->o[0], r);
    if (in->o[0].second >= 0) t->frame->regs[in->o[0].second] = !r;
}

static uint64_t float_value(const struct ins *in, enum op op, enum type type, uint64_t a,
                            uint64_t b, uint64_t c) {
    double d = 0;
    if (in->half_mode) fesetround(rounding(in));
    if (!float_op(op, in, as_double(a, type), as_double(b, type), as_double(c, type), &d))
        fault = ILLEGAL_INSTRUCTION;
    if (has(in, M_sat)) d = d > 0 ? d < 1 ? d : 1 : 0;
    volatile uint64_t r = from_double(d, type);
    if (in->half_mode) fesetround(FE_TONEAREST);
    return r;
}

// Sums with a carry, of 32 or 64 bits: add.cc, addc, sub.cc, subc, mad.lo.cc, madc.hi ...
static void carried(struct thread *t, const struct ins *in) {
    enum type type = types[in->type].size == 8 ? T_U64 : T_U32;
    int bits = types[type].size * 8;
    uint64_t a = trim(value(t, &in->o[1]), type), b = trim(value(t, &in->o[2]), type);
    wide_uint sum;
    if (in->op == OP_mad || in->op == OP_madc) {
        wide_uint product = (wide_uint)a * b;
        sum = (has(in, M_hi) ? product >> bits : trim((uint64_t)product, type)) +
              (wide_uint)trim(value(t, &in->o[3]), type);
    } else if (in->op == OP_sub || in->op == OP_subc) {
        sum = (wide_uint)a - b - (in->op == OP_subc && t->carry);
    } else
        sum = (wide_uint)a + b;
    if (in->op == OP_addc || in->op == OP_madc) sum += t->carry;
    if (has(in, M_cc)) t->carry = (sum >> bits & 1) != 0;
    set(t, &in->o[0], trim((uint64_t)sum, type));
}

static void other(struct thread *t, const struct ins *in) {
    if (has(in, M_cc) || in->op == OP_addc || in->op == OP_subc || in->op == OP_madc) {
        carried(t, in);
        return;
    }
    uint64_t a = in->n > 1 ? trim(value(t, &in->o[1]), in->type) : 0,
             b = in->n > 2 ? value(t, &in->o[2]) : 0;
    uint64_t c = in->n > 3 ? value(t, &in->o[3]) : 0, r = 0;
    enum op op = in->op;
    if (op == OP_mov) {
        if (in->o[0].kind == O_VEC || in->o[1].kind == O_VEC)
            move_vector(t, in);
        else
            set(t, &in->o[0], value(t, &in->o[1]));
        return;
    }
    if (op == OP_cvta) {
        uint64_t base = has(in, M_shared) ? SHARED_BASE : has(in, M_local) ? LOCAL_BASE : 0;
        set(t, &in->o[0], has(in, M_to) ? a - base : a + base);
        return;
    }
    if (op == OP_cvt && (in->type == T_F16X2 || in->type == T_BF16X2)) { // two in one
        enum type half = in->type == T_F16X2 ? T_F16 : T_BF16;
        r = convert(in, half, in->type2, value(t, &in->o[1])) << 16 |
            convert(in, half, in->type2, value(t, &in->o[2]));
    } else if (op == OP_cvt)
        r = convert(in, in->type, in->type2 ? in->type2 : in->type, value(t, &in->o[1]));
    else if (op == OP_selp)
        r = c & 1 ? value(t, &in->o[1]) : b;
    else if (op == OP_testp) {
        double d = as_double(a, in->type);
        r = has(in, M_notanumber) ? isnan(d) : has(in, M_infinite) ? isinf(d) : isfinite(d) != 0;
    } else if (op == OP_prmt) {
        uint64_t both = (a & 0xffffffff) | b << 32;
        for (int i = 0; i < 4; i++) {
            uint64_t byte = both >> ((c >> (4 * i) & 7) * 8) & 255;
            if (c >> (4 * i) & 8) byte = byte & 128 ? 255 : 0; // its sign, eight times
            r |= byte << (8 * i);
        }
    } else if (op == OP_shf) {
        uint64_t both = (a & 0xffffffff) | b << 32;
        unsigned n = has(in, M_wrap) ? c & 31 : c > 32 ? 32 : (unsigned)c;
        r = has(in, M_l) ? (n ? both << n >> 32 : both >> 32) : both >> n;
    } else if (op == OP_lop3) {
        uint64_t d = trim(c, T_B32), lut = value(t, &in->o[4]);
        for (int i = 0; i < 32; i++)
            r |= (lut >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (d >> i & 1)) & 1) << i;
    } else if (op == OP_activemask) {
        for (unsigned i = 0; i < t->block->n; i++)
            if (i / 32 == t->linear / 32 && t->block->threads[i].stop != ENDED) r |= 1u << (i % 32);
    } else if (op == OP_slct) {
        r = (in->type2 == T_F32 ? as_double(c, T_F32) >= 0 : (int32_t)c >= 0) ? value(t, &in->o[1])
                                                                              : b;
    } else if (op == OP_isspacep) {
        uint64_t v = value(t, &in->o[1]);
        bool shared = v >= SHARED_BASE && v < SHARED_BASE + SHARED_MAX,
             local = v >= LOCAL_BASE && v < LOCAL_BASE + LOCAL_SIZE;
        set(t, &in->o[0],
            in->space == SHARED  ? shared
            : in->space == LOCAL ? local
                                 : !shared && !local);
        return;
    } else if (op == OP_dp4a) {
        r = c;
        for (int i = 0; i < 32; i += 8) {
            int x = in->type == T_S32 ? (int8_t)(a >> i) : (uint8_t)(a >> i),
                y = in->type2 == T_S32 ? (int8_t)(b >> i) : (uint8_t)(b >> i);
            r += (uint64_t)(int64_t)(x * y);
        }
        r = (uint32_t)r;
    } else if (in->type == T_F16X2 || in->type == T_BF16X2) {
        enum type half = in->type == T_F16X2 ? T_F16 : T_BF16;
        for (int i = 0; i < 32; i += 16)
            r |= float_value(in, op, half, a >> i & 0xffff, b >> i & 0xffff, c >> i & 0xffff) << i;
    } else if (is_float(in->type)) {
        r = float_value(in, op, in->type, a, b, c);
    } else {
        bool shift = op == OP_shl || op == OP_shr || op == OP_bfe;
        if (op == OP_bfi) {
            uint64_t where = (c & 255) | (value(t, &in->o[4]) & 255) << 8;
            integer_op(op, in, a, trim(b, in->type), where, &r);
            set(t, &in->o[0], trim(r, in->type));
            return;
        }
        if (!shift) b = trim(b, in->type), c = !has(in, M_wide) ? trim(c, in->type) : c;
        if (!integer_op(op, in, a, b, c, &r)) {
            fault = ILLEGAL_INSTRUCTION;
            return;
        }
        if (has(in, M_wide)) {
            set(t, &in->o[0], r);
            return;
        }
        r = trim(r, in->type);
    }
    bool whole = is_float(in->type) || in->type == T_NONE ||
                 (op == OP_cvt && is_signed(in->type)); // the register may be larger
    set(t, &in->o[0],
        whole                       ? r
        : types[in->type].size >= 8 ? r
                                    : r & ((1ull << (types[in->type].size * 8)) - 1));
}

static void step(struct thread *t) {
    struct frame *frame = t->frame;
    if (frame->pc >= frame->f->n) {
        leave(t);
        return;
    }
    const struct ins *in = &frame->f->code[frame->pc++];
    if (in->pred >= 0 && (frame->regs[in->pred] & 1) == in->pred_negated) return;
    enum op op = in->op;
    if (op == OP_bra)
        frame->pc = (int)value(t, &in->o[0]);
    else if (op == OP_ret)
        leave(t);
    else if (op == OP_exit)
        while (t->frame) leave(t);
    else if (op == OP_ld || op == OP_ldu)
        load_store(t, in, true);
    else if (op == OP_st)
        load_store(t, in, false);
    else if (op == OP_setp)
        setp(t, in);
    else if (op == OP_atom)
        atomic(t, in, true);
    else if (op == OP_red)
        atomic(t, in, false);
    else if (op == OP_call)
        call(t, in);
    else if (op == OP_trap || op == OP_brkpt)
        fault = FAILED;
    else if (op == OP_membar || op == OP_fence || op == OP_nanosleep)
        return;
    else if (op == OP_bar || op == OP_barrier)
        t->stop = has(in, M_warp) ? AT_WARP : AT_BARRIER;
    else if (op == OP_shfl || op == OP_vote || op == OP_redux || op == OP_match)
        t->stop = AT_WARP;
    else
        other(t, in);
}

// ---- barriers and warps -------------------------------------------------------------------------

static const struct ins *waiting_at(const struct thread *t) {
    return &t->frame->f->code[t->frame->pc - 1];
}

static void warp_lane(struct thread *warp, unsigned lane, uint64_t lanes, const uint64_t *given,
                      const struct ins *in, uint64_t *r, bool *valid) {
    struct thread *t = &warp[lane];
    *r = 0;
    *valid = true;
    if (in->op == OP_shfl) {
        unsigned b = (unsigned)value(t, &in->o[2]), c = (unsigned)value(t, &in->o[3]),
                 seg = c >> 8 & 31, clamp = c & 31;
        unsigned max = (lane & seg) | (clamp & ~seg), min = lane & seg, from;
        if (has(in, M_up))
            from = lane - (b & 31), *valid = (int)from >= (int)max;
        else if (has(in, M_down))
            from = lane + (b & 31), *valid = from <= max;
        else if (has(in, M_bfly))
            from = lane ^ (b & 31), *valid = from <= max;
        else
            from = min | (b & 31 & ~seg), *valid = from <= max;
        if (!*valid) from = lane;
        *r = lanes >> from & 1 ? given[from] : 0;
        return;
    }
    if (in->op == OP_match) {
        for (unsigned i = 0; i < 32; i++)
            if (lanes >> i & 1)
                *r |= (uint64_t)(trim(given[i], in->type) == trim(given[lane], in->type)) << i;
        *valid = *r == lanes;
        if (has(in, M_all) && !*valid) *r = 0;
        return;
    }
    bool first = true;
    for (unsigned i = 0; i < 32; i++) {
        if (!(lanes >> i & 1)) continue;
        uint64_t v = trim(given[i], in->type);
        if (has(in, M_ballot))
            *r |= (given[i] & 1) << i;
        else if (has(in, M_any))
            *r = (first ? 0 : *r) | (given[i] & 1);
        else if (has(in, M_all))
            *r = (first ? 1 : *r) & given[i];
        else if (has(in, M_uni))
            *r = (first ? 1 : *r) & (given[i] == given[lane]);
        else if (first)
            *r = v;
        else
            integer_op(in->rmw, in, *r, v, 0, r);
        first = false;
    }
}

// All live lanes of a warp that wait at one instruction, and whose masks name each other, go on
// together. true: some did.
static bool settle_warp(struct thread *warp, unsigned n) {
    bool any = false;
    for (unsigned first = 0; first < n; first++) {
        if (warp[first].stop != AT_WARP) continue;
        const struct ins *in = waiting_at(&warp[first]);
        uint64_t lanes = 0, given[32] = {0}, results[32];
        bool valid[32], sync_only = in->op == OP_bar || in->op == OP_barrier;
        uint64_t mask = value(&warp[first], &in->o[in->n - 1]);
        for (unsigned i = 0; i < n; i++) {
            bool here = warp[i].stop == AT_WARP && waiting_at(&warp[i]) == in;
            here = here && (i == first ||
                            ((mask >> i & 1) && (value(&warp[i], &in->o[in->n - 1]) >> first & 1)));
            if (!here && (mask >> i & 1) && warp[i].stop == RUNNING) return any;
            if (here) lanes |= 1ull << i;
            if (here && !sync_only) given[i] = value(&warp[i], &in->o[1]);
        }
        for (unsigned i = 0; i < n && !sync_only; i++)
            if (lanes >> i & 1) warp_lane(warp, i, lanes, given, in, &results[i], &valid[i]);
        for (unsigned i = 0; i < n; i++) {
            if (!(lanes >> i & 1)) continue;
            warp[i].stop = RUNNING;
            if (sync_only) continue;
            set(&warp[i], &in->o[0], results[i]);
            if (in->o[0].second >= 0) warp[i].frame->regs[in->o[0].second] = valid[i];
        }
        any = true;
    }
    return any;
}

static void settle_barrier(struct block *b) {
    unsigned at = 0, ended = 0;
    uint64_t votes = 0, all = 1;
    for (unsigned i = 0; i < b->n; i++) {
        struct thread *t = &b->threads[i];
        at += t->stop == AT_BARRIER;
        ended += t->stop == ENDED;
        if (t->stop != AT_BARRIER || !has(waiting_at(t), M_red)) continue;
        const struct ins *in = waiting_at(t);
        uint64_t vote = value(t, &in->o[in->n - 1]) & 1;
        votes += vote;
        all &= vote;
    }
    if (!at || at + ended < b->n) return;
    for (unsigned i = 0; i < b->n; i++) {
        struct thread *t = &b->threads[i];
        if (t->stop != AT_BARRIER) continue;
        const struct ins *in = waiting_at(t);
        if (has(in, M_red))
            set(t, &in->o[0], has(in, M_popc) ? votes : has(in, M_and) ? all : votes > 0);
        t->stop = RUNNING;
    }
}

static char *map(size_t size) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED) abort();
    return p;
}

static void make_block(struct block *b, const struct ptx_launch *l) {
    *b = (struct block){.launch = l, .n = l->block[0] * l->block[1] * l->block[2]};
    b->shared = map(SHARED_MAX);
    b->locals = map((size_t)b->n * LOCAL_SIZE);
    b->threads = calloc(b->n, sizeof *b->threads);
    for (unsigned i = 0; i < b->n; i++) {
        struct thread *t = &b->threads[i];
        t->block = b;
        t->linear = i;
        t->tid[0] = i % l->block[0];
        t->tid[1] = i / l->block[0] % l->block[1];
        t->tid[2] = i / l->block[0] / l->block[1];
        t->local = b->locals + (size_t)i * LOCAL_SIZE;
    }
}

static void start_block(struct block *b, uint64_t linear) {
    const struct ptx_launch *l = b->launch;
    b->id[0] = (unsigned)(linear % l->grid[0]);
    b->id[1] = (unsigned)(linear / l->grid[0] % l->grid[1]);
    b->id[2] = (unsigned)(linear / l->grid[0] / l->grid[1]);
    for (unsigned i = 0; i < b->n; i++) {
        struct thread *t = &b->threads[i];
        while (t->frame) leave(t);
        t->stop = RUNNING;
        t->local_used = 0;
        enter(t, l->f, NULL);
        memcpy(t->frame->params, l->params, l->f->param_bytes);
    }
}

static void drop_block(struct block *b) {
    for (unsigned i = 0; i < b->n; i++)
        while (b->threads[i].frame) leave(&b->threads[i]);
    munmap(b->locals, (size_t)b->n * LOCAL_SIZE), munmap(b->shared, SHARED_MAX);
    free(b->threads);
}

static void run_blocks(struct block *blocks, uint64_t n) {
    for (bool live = true; live && !fault;) {
        live = false;
        for (uint64_t k = 0; k < n; k++) {
            struct block *b = &blocks[k];
            for (unsigned i = 0; i < b->n; i++) {
                struct thread *t = &b->threads[i];
                for (int budget = 20000; budget && t->stop == RUNNING && !fault; budget--) step(t);
                live = live || t->stop != ENDED;
            }
            for (unsigned i = 0; i < b->n && !fault; i += 32)
                settle_warp(&b->threads[i], b->n - i < 32 ? b->n - i : 32);
            if (!fault) settle_barrier(b);
        }
    }
}

void ptx_prepare(struct ptx_launch *l, struct ptx_function *f, const unsigned *grid,
                 const unsigned *block, unsigned shared, void **params, bool cooperative) {
    *l = (struct ptx_launch){.f = f, .shared = shared, .cooperative = cooperative};
    memcpy(l->grid, grid, sizeof l->grid);
    memcpy(l->block, block, sizeof l->block);
    l->params = calloc(1, f->param_bytes + 16);
    for (int i = 0; i < f->nparams; i++)
        memcpy(l->params + f->vars[i].at, params[i], f->vars[i].size);
}

void ptx_launch_finish(struct ptx_launch *l) { free(l->params); }

int ptx_run(struct ptx_launch *l) {
    uint64_t total = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2],
             at_once = l->cooperative ? total : 1;
    struct block *blocks = calloc(at_once, sizeof *blocks);
    fault = 0;
    for (uint64_t i = 0; i < at_once; i++) make_block(&blocks[i], l);
    for (uint64_t from = 0; from < total && !fault; from += at_once) {
        for (uint64_t i = 0; i < at_once; i++) start_block(&blocks[i], from + i);
        run_blocks(blocks, at_once);
    }
    int kept = fault; // leaving frames is not running
    for (uint64_t i = 0; i < at_once; i++) drop_block(&blocks[i]);
    fault = kept;
    free(blocks);
    return fault;
}
