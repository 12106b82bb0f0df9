// The headers that Heddle carries (headers/), as tools/embed.py made them into tables.
//
// A header of C++'s library *waits*: including it reads nothing but what cannot wait, its `at_once`
// (the C headers that it and those within it include, for their macros). It is read when a name
// that it declares in namespace std is looked up (names/waiting.c).
#ifndef HD_EMBEDDED_H
#define HD_EMBEDDED_H

#include <stddef.h>

struct hd_embedded {
    const char *name; // relative to headers/; the table is sorted by it
    const char *text;
    size_t len;
};
extern const struct hd_embedded hd_embedded[];
extern const int hd_embedded_count;

struct hd_waits {        // one for each row of hd_embedded
    const char *at_once; // #include lines; NULL: the header does not wait
    const short *within; // rows of those that it includes and that wait; -1 ends them
};
extern const struct hd_waits hd_embedded_waits[];

struct hd_waiting_name {
    const char *name;   // without `std::`; the table is sorted by it
    const short *where; // rows of the headers that declare it, -1 ends them
};
extern const struct hd_waiting_name hd_embedded_names[];
extern const int hd_embedded_names_count;

// Names of CUDA's libraries (Thrust, CUB, libcu++, cooperative groups, wmma), whose headers include
// each other in ways that programs rely on: they bring their header along (names/auto_include.c).
struct hd_library_name {
    const char *name; // "thrust::sort", "nvcuda::wmma::fragment"; the table is sorted by it
    const char *header;
};
extern const struct hd_library_name hd_embedded_library[];
extern const int hd_embedded_library_count;

#endif
