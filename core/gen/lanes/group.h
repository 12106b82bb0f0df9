// What a group of neighbouring accesses is (lanes/group.c), for those who make code for it:
// lanes/group.c itself and lanes/packed.c.
#ifndef HD_LANES_GROUP_H
#define HD_LANES_GROUP_H

#include "gen/lanes/lanes.h"

#define MOST_MEMBERS 32
#define MOST_TERMS 6
#define MOST_CROSSED 8 // loads between a group's stores

enum extension { AS_IT_IS, SIGNED, UNSIGNED };

struct sum { // root + c + coefficients * terms
    LLVMValueRef root, term[MOST_TERMS];
    enum extension ext[MOST_TERMS];
    int64_t factor[MOST_TERMS], c;
    int n;
    bool failed;
};

struct member {
    LLVMValueRef inst;
    LLVMTypeRef type;
    int64_t at; // from where the group's memory begins
    int size;
    unsigned align;
};

struct ln_group {
    bool load;
    struct member member[MOST_MEMBERS];
    int n;
    int64_t stride, span; // bytes from one thread to the next; that a thread touches
    int64_t start;        // of the memory, from the first member's address
    int unit, words;      // bytes of a word, words from one thread to the next
    int element;          // one word a thread: the memory is read in elements of so many bytes
    unsigned align;       // of the memory
    LLVMValueRef place;   // the access where code is made
    struct crossing {     // stores: of loads that stand between them
        LLVMValueRef address;
        int size;
        int64_t after; // the first store's address, less this, is that of the group's memory
    } crossing[MOST_CROSSED];
    int ncrossing;
    LLVMValueRef waits; // whether the stores wait for the last one, in the code being made
    enum { LN_OPEN, LN_TOGETHER, LN_ALONE } decided; // whether they do, where a branch has asked
    struct ln_pack *pack;             // stores: how all members are computed at once, or NULL
    bool wanted;                      // loads: some pack needs the memory as it is,
    int64_t chunks_at;                // from so many bytes behind where the group's begins,
    LLVMValueRef chunk[MOST_MEMBERS]; // and has it, behind the loads' place
};

struct access {
    LLVMValueRef inst, address;
    struct sum sum;
    LLVMTypeRef type;
    int64_t stride;
    int size;
    bool load, good; // good: may be of a group
};

// lanes/group.c
void ln_take_apart(struct lanes *l, LLVMValueRef address, struct sum *sum);
bool ln_same_but_constant(const struct sum *a, const struct sum *b);
LLVMValueRef ln_at_offset(struct lanes *l, LLVMValueRef p, int64_t offset);
LLVMValueRef ln_shuffled(struct lanes *l, LLVMValueRef a, LLVMValueRef b, const int *index,
                         int n); // b: or NULL; an index below 0: any element
LLVMValueRef ln_plain_load(struct lanes *l, LLVMTypeRef type, LLVMValueRef p, unsigned align);

void ln_zip(struct lanes *l, LLVMValueRef *list, int words);

// lanes/packed.c
void ln_load_chunks(struct lanes *l, struct ln_group *g, LLVMValueRef base);
bool ln_store_packed(struct lanes *l, const struct ln_group *g,
                     LLVMValueRef base); // false: as ever

#endif
