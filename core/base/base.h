// base: what every layer uses. Arenas, growable strings and vectors, a string-keyed hash map,
// interned names, sources and locations, diagnostics, and JSON frames on a file descriptor.
//
// Ownership: memory from an arena lives as long as the arena and is never freed singly. A thing
// with a `create` has a `destroy`, and `destroy(NULL)` is safe. Text is UTF-8 unless said
// otherwise.
#ifndef HD_BASE_H
#define HD_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 hd_int128;
__extension__ typedef unsigned __int128 hd_uint128;

#define HD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
// Of a variable that is looked at on the shortest ways: its address is no word to be read first.
#define HD_NEAR __attribute__((visibility("hidden")))
#define HD_COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define HD_ROUND_UP(n, align) (((n) + (align) - 1) / (align) * (align))

// ---- arena.c: memory that is freed together -----------------------------------------------------

struct hd_arena;

struct hd_arena *hd_arena_create(void);
void hd_arena_destroy(struct hd_arena *arena);
size_t hd_arena_bytes(const struct hd_arena *arena); // bytes handed out, for tests and `%memory`

// Zeroed memory, aligned for any type. Never NULL: exhausting memory ends the process with a
// message.
void *hd_alloc(struct hd_arena *arena, size_t size);
char *hd_strdup(struct hd_arena *arena, const char *s);
char *hd_strndup(struct hd_arena *arena, const char *s, size_t len);
char *hd_printf(struct hd_arena *arena, const char *fmt, ...) HD_PRINTF(2, 3);
char *hd_vprintf(struct hd_arena *arena, const char *fmt, va_list args);
#define HD_NEW(arena, type) ((type *)hd_alloc((arena), sizeof(type)))
#define HD_NEW_ARRAY(arena, type, n) ((type *)hd_alloc((arena), sizeof(type) * (size_t)(n)))

// malloc and friends that never return NULL.
void *hd_xmalloc(size_t size);
void *hd_xcalloc(size_t count, size_t size);
void *hd_xrealloc(void *p, size_t size);
char *hd_xstrdup(const char *s);

// ---- vectors: `HD_VEC(struct thing *) things;`, zero-initialised is empty -----------------------

#define HD_VEC(type) \
    struct {         \
        type *v;     \
        int n;       \
        int cap;     \
    }
// Appends to a vector whose storage lives in an arena (the old storage stays there until the arena
// goes).
#define HD_PUSH(arena, vec, item)                                                                 \
    ((vec)->n == (vec)->cap                                                                       \
         ? (void)((vec)->v = hd_vec_grow_arena((arena), (vec)->v, &(vec)->cap, sizeof *(vec)->v)) \
         : (void)0,                                                                               \
     (vec)->v[(vec)->n++] = (item))
// The same on the heap; free with HD_FREE_VEC.
#define HD_XPUSH(vec, item)                                                        \
    ((vec)->n == (vec)->cap                                                        \
         ? (void)((vec)->v = hd_vec_grow((vec)->v, &(vec)->cap, sizeof *(vec)->v)) \
         : (void)0,                                                                \
     (vec)->v[(vec)->n++] = (item))
#define HD_FREE_VEC(vec) (free((vec)->v), (vec)->v = NULL, (vec)->n = (vec)->cap = 0)
void *hd_vec_grow_arena(struct hd_arena *arena, void *v, int *cap, size_t item_size);
void *hd_vec_grow(void *v, int *cap, size_t item_size);

// ---- buf.c: growable text (always NUL-terminated once anything was appended) --------------------

struct hd_buf {
    char *s;    // heap; NULL while empty
    size_t len; // without the NUL
    size_t cap;
};
void hd_buf_add(struct hd_buf *buf, const char *s, size_t len);
void hd_buf_puts(struct hd_buf *buf, const char *s);
void hd_buf_putc(struct hd_buf *buf, char c);
void hd_buf_utf8(struct hd_buf *buf, uint32_t code_point);
void hd_buf_printf(struct hd_buf *buf, const char *fmt, ...) HD_PRINTF(2, 3);
void hd_buf_vprintf(struct hd_buf *buf, const char *fmt, va_list args);
void hd_buf_clear(struct hd_buf *buf);      // keeps the memory
void hd_buf_finish(struct hd_buf *buf);     // frees it
const char *hd_buf_str(struct hd_buf *buf); // "" when empty

// ---- utf8.c -------------------------------------------------------------------------------------

// Decodes one code point at s (len bytes left, len > 0). Returns the bytes consumed, at least 1;
// invalid bytes give U+FFFD and consume 1.
int hd_utf8_decode(const char *s, size_t len, uint32_t *code_point);
int hd_utf8_encode(char out[4], uint32_t code_point); // returns the number of bytes
size_t hd_utf8_count(const char *s, size_t len);      // code points
int hd_utf8_width(uint32_t code_point);               // terminal columns: 0, 1 or 2
bool hd_utf8_valid(const char *s, size_t len);
// What stands for a code point that a terminal would obey (U+241B for Escape) or not understand.
uint32_t hd_utf8_visible(uint32_t code_point);
// Appends text that others wrote, for a terminal: only newlines and tabs are still obeyed.
void hd_buf_visible(struct hd_buf *out, const char *s, size_t len);

// ---- map.c: names -------------------------------------------------------------------------------

// The one copy of a name: equal names have equal pointers. Lives as long as the process.
// Thread-safe.
const char *hd_intern(const char *s, size_t len);
const char *hd_intern_str(const char *s);

// Hash map keyed by *interned* names (by pointer). Zero-initialised is empty.
struct hd_map {
    struct hd_map_slot {
        const char *key;
        void *value;
    } *slots;
    int n;    // live entries
    int used; // live entries and tombstones
    int cap;  // a power of two, or 0
};
void *hd_map_get(const struct hd_map *map, const char *key); // NULL when absent
void hd_map_set(struct hd_map *map, const char *key, void *value);
void hd_map_remove(struct hd_map *map, const char *key);
void hd_map_finish(struct hd_map *map);
// Iteration: `for (int i = 0; (i = hd_map_next(&map, i, &key, &value)) > 0;)`; any order.
int hd_map_next(const struct hd_map *map, int i, const char **key, void **value);

uint64_t hd_hash(const void *data, size_t len); // not cryptographic

// Edit distance for "did you mean" (Damerau-Levenshtein, cut off above `limit`, then limit + 1).
int hd_edit_distance(const char *a, const char *b, int limit);

// ---- source.c: sources and locations ------------------------------------------------------------

// A position in any source of the process: source->base + byte offset. 0 is "nowhere".
typedef uint32_t hd_loc;

struct hd_range {
    hd_loc from; // first byte
    hd_loc to;   // one past the last byte; to <= from means the single position `from`
};

enum hd_lang {
    HD_LANG_CU, // cells and .cu files: C11, CUDA and the C++ habits
    HD_LANG_C,  // .c files: C11 (gnu11)
};

struct hd_source {
    const char *name; // as shown: "In[3]", "diffusion.cu", "/usr/include/stdio.h"
    const char *path; // real path for files, NULL for cells; resolves #include "..."
    const char *text; // NUL-terminated; may hold NUL bytes inside `len`
    size_t len;
    hd_loc base; // location of text[0]; text[len] has a location too
    enum hd_lang lang;
    bool system; // from a system directory: no warnings, function bodies checked when first used
    int cell;    // serial of the cell that it is or that first included it; 0: built in
    hd_loc
        included_at; // [mutable] where the text was included that it was last a part of; 0: nowhere
    const char *above; // a cell: the comment that was the whole input before it (interned), or NULL
    int first_line;    // line number of text[0], 1 unless this is a part of a file
    uint32_t *lines;   // offsets of line starts, made on demand
    int nlines;
};

struct hd_place { // a location in human terms
    const struct hd_source *source;
    int line;              // from 1
    int column;            // from 1, in code points
    const char *line_text; // not NUL-terminated
    size_t line_len;       // without the newline
    size_t line_offset;    // byte offset of the location in line_text
};

// Sources are kept by the process-wide table. Text is copied. Thread-safe.
struct hd_source *hd_source_add(const char *name, const char *path, const char *text, size_t len);
// Frees a source that nothing refers to any more; its locations are then nowhere.
void hd_source_release(struct hd_source *source);
struct hd_source *hd_source_at(hd_loc loc);               // NULL for 0
bool hd_source_place(hd_loc loc, struct hd_place *place); // false for nowhere or released text
// `source` is included by the text at `at`. The first such place in one text counts.
void hd_source_include(struct hd_source *source, hd_loc at);
// Whether `a` comes after `b` in the text that both are parts of, itself or by what it includes.
bool hd_text_follows(hd_loc a, hd_loc b);

// ---- diag.c: diagnostics ------------------------------------------------------------------------

enum hd_severity { HD_ERROR, HD_WARNING, HD_NOTE };

struct hd_diag {
    enum hd_severity severity;
    struct hd_range range; // what to underline; the caret is at `caret` or at range.from
    hd_loc caret;
    const char *message;   // one line, no final full stop
    const char *help;      // "did you mean `blockDim`?", or NULL
    const char *flag;      // name of the warning ("missing-return"), or NULL
    struct hd_diag *notes; // attached notes, in order, linked by next
    struct hd_diag *next;
};

struct hd_diags {
    struct hd_arena *arena;
    struct hd_diag *first, *last;
    int errors, warnings;
    int max_errors;  // stop (unwind) after so many; 0: 20
    bool muted;      // while set nothing is recorded but errors are counted (trial parsing)
    jmp_buf *unwind; // where hd_diags_abort goes
    const volatile bool *stop; // set by another thread: nobody waits for the result any more
    bool stopped;              // that was noticed: there are errors, but none to show
};

// Each returns the new diagnostic, so that notes and help can be hung on it; never NULL. hd_error
// unwinds when max_errors is reached. A diagnostic equal to an earlier one (same place, same text)
// is dropped.
struct hd_diag *hd_error(struct hd_diags *diags, struct hd_range range, const char *fmt, ...)
    HD_PRINTF(3, 4);
struct hd_diag *hd_warning(struct hd_diags *diags, struct hd_range range, const char *flag,
                           const char *fmt, ...) HD_PRINTF(4, 5);
void hd_note(struct hd_diags *diags, struct hd_diag *on, struct hd_range range, const char *fmt,
             ...) HD_PRINTF(4, 5);
void hd_help(struct hd_diags *diags, struct hd_diag *on, const char *fmt, ...) HD_PRINTF(3, 4);
_Noreturn void hd_diags_abort(struct hd_diags *diags); // unwinds to the nearest hd_diags_protect
// Calls fn. false: an error unwound out of it. What fn had begun is its caller's to put in order.
bool hd_diags_protect(struct hd_diags *diags, void (*fn)(void *user), void *user);

// Looks whether to stop, and unwinds then. To be called by whatever can take long, once a statement
// or so.
bool hd_diags_stop(struct hd_diags *diags); // true: stopped, which counts as an error from now on
static inline void hd_diags_poll(struct hd_diags *diags) {
    if (diags->stop && *diags->stop && diags->unwind && hd_diags_stop(diags)) hd_diags_abort(diags);
}

// Renders one diagnostic with its notes: place, message, source line, caret and underline. Example:
//   In[3]:2:5: error: `n` is not declared
//       2 |     n = 3;
//         |     ^
// color: ANSI escapes. Tabs are kept aligned; long source lines are cut around the caret to
// `columns` (0: 100); messages and help go on below, indented, between words (0: they are one
// line).
void hd_diag_render(struct hd_buf *out, const struct hd_diag *diag, bool color, int columns);

// ---- wrap.c -------------------------------------------------------------------------------------

// Adds text that begins at `column`; a word that would end behind `columns` begins the next line,
// behind `indent` blanks. `code` of up to 40 bytes is one word; a word that fits nowhere is not
// broken. columns: 0, or below twice the indentation: one line. Returns the column where the text
// ends.
int hd_buf_wrapped(struct hd_buf *out, const char *text, int column, int indent, int columns);

// ---- base64.c -----------------------------------------------------------------------------------

void hd_base64_add(struct hd_buf *out, const void *data, size_t len); // appends the text
bool hd_base64_decode(struct hd_buf *out, const char *text,
                      size_t len); // appends the bytes; false: not base64

// ---- frame.c: length-prefixed JSON --------------------------------------------------------------

struct json_t; // Jansson's
// A frame is a 4-byte little-endian length and that many bytes of JSON text (at most HD_FRAME_MAX).
#define HD_FRAME_MAX (1u << 30)
bool hd_frame_write(int fd,
                    const struct json_t *json); // whole or false (errno); retries EINTR and EAGAIN
struct json_t *hd_frame_read(int fd); // new reference; NULL at end of file or on a bad frame

// ---- file.c: files that are written whole or not at all
// ------------------------------------------

enum hd_file_flags {
    HD_FILE_SYNC = 1, // on the disk before it takes the old one's name: for what cannot be made
                      // again
};
// Replaces the file's text, or makes it with `mode` (less the umask). false: errno says why, and
// the old file is as it was. Thread-safe.
bool hd_file_write(const char *path, const void *data, size_t len, unsigned mode, unsigned flags);
// All of it; false: errno, and some of it may be written. For blocking descriptors.
bool hd_write_all(int fd, const void *data, size_t len);
// Whether a file in a folder is what a process that died left of hd_file_write, an hour ago or
// more.
struct stat;
bool hd_file_is_leftover(const char *name, const struct stat *info);

// ---- cache.c: what was made once and can be made again, on disk ---------------------------------

struct hd_cache_key {
    uint64_t a, b;
};
// options: whatever else decides what is made of the data.
struct hd_cache_key hd_cache_key(const void *data, size_t len, const char *options);

struct hd_cache {
    const char *name;   // of its folder and in its files: at most 15 letters
    int64_t most_bytes; // the oldest entries go before it takes more
    _Atomic unsigned writes;
};
// All are thread-safe; where there is no folder that is the user's alone nothing is kept.
char *hd_cache_read(const struct hd_cache *cache, struct hd_cache_key key,
                    size_t *len); // heap, with a 0 behind; NULL: not there
void hd_cache_write(struct hd_cache *cache, struct hd_cache_key key, const void *data, size_t len);
void hd_cache_size(const struct hd_cache *cache, int *files, int64_t *bytes);
void hd_cache_clear(const struct hd_cache *cache);
bool hd_cache_folder(const struct hd_cache *cache, char *path, size_t size); // made if need be

// ---- command.c: command lines as for a compiler
// --------------------------------------------------

// What a source file is: by its name's end, or as `-x` said.
enum hd_file_kind {
    HD_FILE_CUDA, // .cu, and whatever has no name that says otherwise
    HD_FILE_CPP,  // .cpp .cc .cxx .C: C++ for the host
    HD_FILE_C     // .c
};

// A command line: files, what is set for all of them, and the program's arguments. All strings are
// the caller's words, or parts of them.
struct hd_command {
    HD_VEC(struct hd_command_file {
        const char *path;
        enum hd_file_kind kind;
    })
    files;
    HD_VEC(struct hd_command_macro {
        const char *text; // "N=4", "N"
        bool undefine;
    })
    macros;
    HD_VEC(const char *) dirs;         // -I, -isystem
    HD_VEC(const char *) includes;     // -include
    HD_VEC(const char *) libraries;    // -l
    HD_VEC(const char *) library_dirs; // -L
    HD_VEC(const char *) objects;      // .o, .a, .so among the files
    int arch;                          // the newest that is asked for: 80 for sm_80; 0: none
    int standard;                      // of C++: 20 for c++20; 0: not said
    const char *output;                // -o
    bool compiles_only;                // -c, -dc
    bool relocatable;                  // -rdc=true, -dc: device names are one program's
    bool fast_math, fmad_off;
    int args; // index of the first word that is the program's
};
// How words are read.
enum hd_command_how {
    HD_COMMAND_RUN,   // of somebody who runs a program: files, flags, then its arguments
    HD_COMMAND_RECORD // of a build: flags and files to the end; what is unknown is passed over
};
// words[0] is the first word behind the command's name. false: *wrong is the word that cannot be,
// and *why says what is the matter with it.
bool hd_command_read(struct hd_command *command, const char *const *words, int n,
                     enum hd_command_how how, const char **wrong, const char **why);
void hd_command_finish(struct hd_command *command);
// How many words at `words` are a compiler's flag and its value; 0: it is none. A flag among a
// program's arguments is one only if it is `plain` (-I, -D, -l and the like).
int hd_command_flag(const char *const *words, int n, bool plain);

// ---- misc.c -------------------------------------------------------------------------------------

int64_t hd_now_ns(void); // CLOCK_MONOTONIC
bool hd_read_file(const char *path, char **text,
                  size_t *len); // heap, NUL-terminated; false: errno says why
#define HD_VERSION "0.1.0"

// ---- memory_file.c ------------------------------------------------------------------------------

// The client's store: a sparse file of fixed size, all zero. -1: why says why.
int hd_memory_file(struct hd_buf *why);

// Whether a line that begins with `!` is for the shell. `!(x > 2)` and `!any(x)` are expressions.
bool hd_is_shell_line(const char *line, size_t len);

#endif
