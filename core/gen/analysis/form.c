// Linear forms: constants times what is not looked into, for the addresses and conditions of
// warp-synchronous code (lockstep.c), and facts about them.
#include "gen/analysis/form.h"

#include "base/base.h"

uint64_t form_mix(uint64_t a, uint64_t b) {
    uint64_t both[2] = {a, b};
    return hd_hash(both, sizeof both);
}

struct form form_constant(int64_t c) { return (struct form){.constant = c}; }

struct form form_term(uint64_t key, bool varies, bool lane) {
    return (struct form){.n = 1, .v = {{key, 1, varies, lane, false, false}}};
}

bool form_differs(const struct form *f) {
    for (int i = 0; i < f->n; i++)
        if (f->v[i].varies) return true;
    return false;
}

static bool shared_by_lanes(const struct form *f) {
    for (int i = 0; i < f->n; i++)
        if (f->v[i].many) return true;
    return false;
}

uint64_t form_key(const struct form *f) {
    uint64_t key = form_mix((uint64_t)f->constant, (uint64_t)(uintptr_t)f->root), sum = 0;
    for (int i = 0; i < f->n; i++) sum += form_mix(f->v[i].key, (uint64_t)f->v[i].times);
    return form_mix(key, sum); // the terms' order does not matter
}

static struct form opaque(const struct form *f) {
    struct form r = form_term(form_key(f), form_differs(f), false);
    r.v[0].many = shared_by_lanes(f);
    r.root = f->root;
    r.foreign = f->foreign;
    return r;
}

struct form form_sum(struct form a, struct form b, int64_t times) {
    a.constant += times * b.constant;
    if (!a.root) {
        a.root = b.root;
        a.foreign = b.foreign;
    }
    for (int i = 0; i < b.n; i++) {
        int k = 0;
        while (k < a.n && a.v[k].key != b.v[i].key) k++;
        if (k == a.n) {
            if (a.n == MOST_TERMS) return opaque(&a);
            a.v[a.n] = b.v[i];
            a.v[a.n++].times = 0;
        }
        a.v[k].times += times * b.v[i].times;
        if (!a.v[k].times) a.v[k] = a.v[--a.n];
    }
    return a;
}

struct form form_product(struct form a, struct form b) {
    if (a.n && b.n) {
        struct form r = form_constant(0);
        for (int i = 0; i < a.n; i++)
            for (int k = 0; k < b.n; k++) {
                struct form one =
                    form_term(a.v[i].key ^ b.v[k].key, a.v[i].varies || b.v[k].varies, false);
                one.v[0].dim = a.v[i].dim || b.v[k].dim;
                r = form_sum(r, one, a.v[i].times * b.v[k].times);
            }
        struct form rest_a = a, rest_b = b;
        rest_a.constant = rest_b.constant = 0;
        r = form_sum(r, rest_a, b.constant);
        r = form_sum(r, rest_b, a.constant);
        r.constant += a.constant * b.constant;
        return r;
    }
    return a.n ? form_sum(form_constant(0), a, b.constant)
               : form_sum(form_constant(0), b, a.constant);
}

bool form_one_lane(const struct form *f) { // only one of the warp has this address
    for (int i = 0; i < f->n; i++)
        if (f->v[i].varies && !f->v[i].many) return true;
    return false;
}

// ---- facts --------------------------------------------------------------------------------------

void facts_add(struct facts *facts, const struct form *at_least_0) {
    if (facts->n == MOST_FACTS) return;
    facts->holding |= 1u << facts->n;
    facts->v[facts->n++] = *at_least_0;
}

void facts_drop(struct facts *facts, int n) {
    if (facts->n < n) return;
    facts->n = n;
    facts->holding &= (1u << n) - 1;
}

static bool has_term(const struct form *f, uint64_t key) {
    for (int i = 0; i < f->n; i++)
        if (f->v[i].key == key) return true;
    return false;
}

void facts_forget(struct facts *facts, uint64_t key) {
    for (int i = 0; i < facts->n; i++)
        if (has_term(&facts->v[i], key)) facts->holding &= ~(1u << i);
}

void facts_both(struct facts *a, const struct facts *b) {
    for (int i = 0; i < a->n; i++) {
        bool found = false;
        for (int k = 0; k < b->n && !found; k++)
            found = (b->holding >> k & 1) && form_key(&a->v[i]) == form_key(&b->v[k]);
        if (!found) a->holding &= ~(1u << i);
    }
}

// The other thread's: what varies has other keys there.
static struct form of_other(struct form f) {
    for (int i = 0; i < f.n; i++)
        if (f.v[i].varies) f.v[i].key = form_mix(f.v[i].key, 7);
    return f;
}

// Whether d >= 1 follows from a fact of each, or of one of them.
static bool is_positive(const struct form *d, const struct facts *of_a, const struct facts *of_b) {
    for (int i = -1; i < of_a->n; i++) {
        if (i >= 0 && !(of_a->holding >> i & 1)) continue;
        struct form rest = i < 0 ? *d : form_sum(*d, of_a->v[i], -1);
        for (int k = -1; k < of_b->n; k++) {
            if (k >= 0 && !(of_b->holding >> k & 1)) continue;
            struct form r = k < 0 ? rest : form_sum(rest, of_other(of_b->v[k]), -1);
            if (!r.n && r.constant >= 1) return true;
        }
    }
    return false;
}

bool facts_separate(const struct form *a, const struct facts *of_a, const struct form *b,
                    const struct facts *of_b) {
    struct form other = of_other(*b), over = form_sum(*a, other, -1);
    struct form under = form_sum(other, *a, -1);
    return is_positive(&over, of_a, of_b) || is_positive(&under, of_a, of_b);
}
