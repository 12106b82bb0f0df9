// away.h: calls of CUDA's libraries that go to NVIDIA's own, because kernels run on a GPU.
#ifndef HD_AWAY_H
#define HD_AWAY_H

#include "run/library/library.h"

// A library's functions on a GPU.
struct away_library {
    const char *prefix;  // of its functions' names
    const char *pattern; // of its file, below the toolkit's folders
    const char *package; // of Python's, that has it
    int missing,
        failed;       // the status when it is not there, and when arguments cannot be given to it
    const char *file; // NULL: not looked for, or not found
    void *handle;     // of dlopen
};

extern HD_NEAR char library_routed; // 0: there are no GPUs

// The address to call instead of `local` for a function that deals with objects of a library; NULL:
// it deals with none, and is the same everywhere.
void *library_gate(const char *name, void *local);
// A line about each real library for %doctor: `prefix` is "cublas".
void library_report_away(struct hd_buf *out, const char *prefix);

#endif
