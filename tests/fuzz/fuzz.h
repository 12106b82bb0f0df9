// The fuzz targets. Each has libFuzzer's entry point and is linked in one of two ways: with clang's
// libFuzzer (see libfuzzer.sh), or with drive.c, which runs a corpus and mutations of it for a
// given time.
//
// An input is one byte of flags and then text: cells, separated by form feeds. Letters serve as
// flags, so that a corpus can be written by hand: `@` is a session's cells, `A` cells in C, `B` a
// .cu program, `C` a .c program, `P` cells that are also asked about (FUZZ_ASK), and so on.
#ifndef FUZZ_H
#define FUZZ_H

#include "base/base.h"

#include <string.h>

enum {
    FUZZ_C = 1,        // the language is C
    FUZZ_PROGRAM = 2,  // a whole file
    FUZZ_COLLECT = 4,  // memory is collected after each cell
    FUZZ_ROLLBACK = 8, // every second cell is rolled back
    FUZZ_ASK = 16,     // completeness and the type of each cell are asked for first
};
enum { FUZZ_MAX_CELLS = 16 };

struct fuzz_cell {
    const char *text;
    size_t len;
};

// Splits an input into its cells; returns their number.
static inline int fuzz_cells(const uint8_t *data, size_t size, int *flags,
                             struct fuzz_cell *cells) {
    *flags = size ? data[0] & 31 : 0;
    const char *at = (const char *)data + (size > 0), *end = (const char *)data + size;
    int n = 0;
    while (n < FUZZ_MAX_CELLS) {
        const char *stop =
            at < end && n < FUZZ_MAX_CELLS - 1 ? memchr(at, '\f', (size_t)(end - at)) : NULL;
        cells[n++] = (struct fuzz_cell){at, (size_t)((stop ? stop : end) - at)};
        if (!stop) break;
        at = stop + 1;
    }
    return n;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// warm.c: hd_front_create and hd_front_destroy, faster.
struct hd_front;
struct hd_front *fuzz_front_create(void);
void fuzz_front_destroy(struct hd_front *front);

// Changes data in place, token by token as a rule; returns the new size (at most max). The state of
// the random numbers is *seed. other: a second input to take pieces from. gentle: mostly changes
// that leave a program valid.
size_t fuzz_mutate(uint8_t *data, size_t size, size_t max, uint64_t *seed, const uint8_t *other,
                   size_t nother, bool gentle);

#endif
