// Poisson's numbers as cuRAND has them: one uniform number gives one, by an alias table (Walker,
// "An efficient method for generating discrete random variables", 1977) or by inversion.
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "run/library/rand/rand.h"

struct rand_poisson {
    double lambda;
    bool inverse;
    unsigned low; // the least count whose probability is not 0 as a double
    unsigned n;   // how many there are
    double *p;    // inverse: of at most low + i; else which part of box i is its own
    unsigned *alias;
};

static double log_probability(double lambda, unsigned k) {
    return k * log(lambda) - lambda - lgamma(k + 1.0);
}

// Each box holds 1. Boxes with less are filled up from the last that has more, in the order of the
// counts, pass by pass; what that one has left may be less than 1, which a later pass fills up.
static void fill_boxes(struct rand_poisson *t) {
    bool *full = hd_xcalloc(t->n, sizeof *full), changed = true;
    for (unsigned i = 0; i < t->n; i++) {
        t->p[i] *= t->n;
        t->alias[i] = i;
    }
    for (unsigned from = t->n; changed;) {
        changed = false;
        for (unsigned i = 0; i < t->n; i++) {
            if (full[i] || t->p[i] >= 1) continue;
            while (from && (full[from - 1] || t->p[from - 1] < 1)) from--;
            if (!from) break;
            t->alias[i] = from - 1;
            t->p[from - 1] -= 1 - t->p[i];
            full[i] = changed = true;
        }
    }
    free(full);
}

struct rand_poisson *rand_poisson_create(double lambda, bool inverse) {
    struct rand_poisson *t = hd_xcalloc(1, sizeof *t);
    unsigned low = (unsigned)lambda, high = low;
    while (low && exp(log_probability(lambda, low - 1)) > 0) low--;
    while (exp(log_probability(lambda, high + 1)) > 0) high++;
    *t = (struct rand_poisson){lambda, inverse, low, high - low + 1, NULL, NULL};
    t->p = hd_xcalloc(t->n, sizeof *t->p);
    for (unsigned i = 0; i < t->n; i++) t->p[i] = exp(log_probability(lambda, low + i));
    if (inverse) {
        for (unsigned i = 1; i < t->n; i++) t->p[i] += t->p[i - 1];
        while (t->n > 1 && t->p[t->n - 2] == t->p[t->n - 1]) t->n--;
    } else {
        t->alias = hd_xcalloc(t->n, sizeof *t->alias);
        fill_boxes(t);
    }
    return t;
}

void rand_poisson_destroy(struct rand_poisson *t) {
    if (!t) return;
    free(t->p);
    free(t->alias);
    free(t);
}

bool rand_poisson_is(const struct rand_poisson *t, double lambda, bool inverse) {
    return t && t->lambda == lambda && t->inverse == inverse;
}

unsigned rand_poisson_of(const struct rand_poisson *t, double u) {
    if (!t->inverse) {
        double at = u * t->n;
        unsigned box = at < t->n ? (unsigned)at : t->n - 1;
        return t->low + (at < box + t->p[box] ? box : t->alias[box]);
    }
    unsigned a = 0, b = t->n - 1;
    while (a < b) {
        unsigned middle = (a + b) / 2;
        if (t->p[middle] < u)
            a = middle + 1;
        else
            b = middle;
    }
    return t->low + a;
}
