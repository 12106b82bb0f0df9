// Names of libraries that may be used without their header in cells and .cu files, and the headers
// that have them: the C library's and CUDA's (headers.def), and C++'s behind `std::`
// (auto_include.c). hd_header_of("printf") is "stdio.h".
#ifndef HD_FRONT_LIBRARY_H
#define HD_FRONT_LIBRARY_H

// The header that declares a common C library name, or NULL.
const char *hd_header_of(const char *name);
bool hd_is_array_word(const char *name); // of one of the headers array_*.h
// The same; *kind gets 'f' function or variable, 't' type, 'm' macro (which the preprocessor must
// ask for).
const char *hd_header_find(const char *name, char *kind);
// Calls each for every such name, in any order.
void hd_header_each(void (*each)(void *user, const char *name, char kind, const char *header),
                    void *user);

// The header of ours that has C++'s `std::name`, or NULL; the same for names that are in use enough
// to be meant without `std::` (messages, what `using namespace std;` brings along); and all of
// those.
const char *hd_std_header_of(const char *name);
// The header that has the name of a library of CUDA, with its namespaces, as `cub::BlockScan`, or
// NULL.
const char *hd_library_header_of(const char *name);
const char *hd_std_usual(const char *name);
void hd_std_each(void (*each)(void *user, const char *name, char kind, const char *header),
                 void *user);

#endif
