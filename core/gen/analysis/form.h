// Linear forms of integers and addresses, as lockstep.c compares them: sum of constants times
// terms.
//
// Wrapping around is not followed: the forms of `t > i` and `t - i > 0` are the same.
#ifndef HD_GEN_FORM_H
#define HD_GEN_FORM_H

#include <stdbool.h>
#include <stdint.h>

struct hd_sym;

#define MOST_TERMS 6

struct term {
    uint64_t key; // of what is multiplied; equal keys are equal values
    int64_t times;
    bool varies; // from thread to thread
    bool lane;   // the index of a thread, in its block or warp
    bool dim;    // a multiple of blockDim
    bool many;   // varies, but several lanes may have the same
};

struct form {                  // of an integer, or of a pointer in bytes
    const struct hd_sym *root; // what a pointer points into; NULL: not known, or an integer
    bool foreign;              // points nowhere that threads could share: a local
    int64_t constant;
    int n;
    struct term v[MOST_TERMS];
};

uint64_t form_mix(uint64_t a, uint64_t b); // a key made of two
struct form form_constant(int64_t c);
struct form form_term(uint64_t key, bool varies, bool lane);
struct form form_sum(struct form a, struct form b, int64_t times); // a + times * b
struct form form_product(struct form a, struct form b);
uint64_t form_key(const struct form *f);
bool form_differs(const struct form *f);  // from thread to thread
bool form_one_lane(const struct form *f); // no two lanes of a warp have the same

// What is known where a thread is: each form is at least 0. Facts are added as conditions are
// entered and dropped as they are left; one that a thread's step makes doubtful no longer holds.
#define MOST_FACTS 8
struct facts {
    int n;
    unsigned holding; // a bit for each
    struct form *v;   // room for MOST_FACTS where facts are added
};

void facts_add(struct facts *facts, const struct form *at_least_0);
void facts_drop(struct facts *facts, int n);             // all but the first n
void facts_forget(struct facts *facts, uint64_t key);    // what has this term
void facts_both(struct facts *a, const struct facts *b); // what does not hold in b
// Whether a of a thread where `of_a` holds and b of another, where `of_b` holds, must differ: what
// varies is another value in each of the two, the rest is the same.
bool facts_separate(const struct form *a, const struct facts *of_a, const struct form *b,
                    const struct facts *of_b);

#endif
