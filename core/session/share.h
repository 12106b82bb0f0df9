// Sessions and their arrays for other languages: a table of C functions, found by dlopen of
// libheddle-share.so and its one symbol, hd_share_table.
//
// No element is copied: an array lies in a file in memory that engine and client both map. What the
// one writes the other reads; who writes while a cell runs has a race.
//
// Ownership:
// - `share` pins the array by a hidden variable of the session, so it outlives the variable that it
//   was (also redefinition and an engine that dies), until `release` and the deleters of all
//   tensors made of it were called. These may come from any thread, at any time: the pin goes with
//   the next `run` or `share`.
// - Elements stay readable after `close`: the mapping holds the file.
// - The other way there is no sharing: memory of the client's own heap is not in that file, and an
//   engine, another process, cannot see it. `put` copies a tensor, once, and does not take it over.
//   Who wants no copy makes the array in the session (`auto a = zeros(n)`) and writes to it.
//
// Errors are texts on the heap, freed by `forget`. Calls for one session are made by one thread at
// a time, but for `release` and deleters.
#ifndef HD_SESSION_SHARE_H
#define HD_SESSION_SHARE_H

#include <stddef.h>
#include <stdint.h>

enum { HD_SHARE_VERSION = 1, HD_SHARE_RANK = 8 };

struct hd_dl_tensor { // DLTensor of DLPack's standard
    void *data;
    int32_t device_type, device_id; // 1, 0: the CPU
    int32_t rank;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; // strides in elements; NULL: contiguous, the last index fastest
    uint64_t byte_offset;
};
struct hd_dl_managed { // DLManagedTensor: what a capsule named "dltensor" holds
    struct hd_dl_tensor tensor;
    void *owner;
    void (*deleter)(struct hd_dl_managed *self);
};

struct hd_shared_view { // for __array_interface__
    void *data;         // of element (0, ..., 0)
    char type[8];       // its typestr, "<f4"; "": NumPy has none
    int32_t rank;
    int64_t shape[HD_SHARE_RANK], strides[HD_SHARE_RANK]; // in bytes
};

struct hd_share_session;
struct hd_shared;

struct hd_share_table {
    int32_t version;
    // engine: the path of heddle-engine. output: gets what user code prints; NULL: nobody does.
    struct hd_share_session *(*open)(const char *engine,
                                     void (*output)(void *user, const char *text, size_t n),
                                     void *user, char **error);
    void (*close)(struct hd_share_session *session); // NULL is fine
    // Runs an input. False: it ended with an error, whose text is *error.
    int32_t (*run)(struct hd_share_session *session, const char *code, char **error);
    // `expression` is an array: a name, or a section such as `x[1:, ::2]`.
    struct hd_shared *(*share)(struct hd_share_session *session, const char *expression,
                               char **error);
    const struct hd_shared_view *(*view)(const struct hd_shared *shared);
    struct hd_dl_managed *(*tensor)(struct hd_shared *shared); // NULL: no memory
    void (*release)(struct hd_shared *shared);                 // NULL is fine
    // Makes a variable `name` with the elements of a tensor on the CPU.
    int32_t (*put)(struct hd_share_session *session, const char *name,
                   const struct hd_dl_tensor *from, char **error);
    void (*forget)(char *error);
};

const struct hd_share_table *hd_share_table(void);

#endif
