// A main() for the fuzz targets where libFuzzer is not to be had: runs every file of a corpus, then
// mutations of them.
//
//     fuzz_front [--seconds S] [--seed N] [--find FILE] [--gentle] FILE|FOLDER...
//
// The input that runs is always in the --find file (NAME.find by default), which is deleted at a
// good end: after a crash, a sanitizer's report or a hang (HANG_SECONDS of processor time) it holds
// what did it. The last line says how many inputs ran. A .cu or .c file is taken as a program, a
// transcript (.txt) as its cells.
#include "fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

// HANG_SECONDS, of the processor: the longest program takes 8, and 30 with sanitizers.
#if defined(__SANITIZE_ADDRESS__)
enum { HANG_SECONDS = 90 };
static const bool measure_memory = false; // freed memory is kept for a while
#else
enum { HANG_SECONDS = 30 };
static const bool measure_memory = true;
#endif
enum { MOST_BYTES = 1 << 16, MOST_MEMORY_KB = 2 << 20 };

struct input {
    uint8_t *data;
    size_t size;
};
static HD_VEC(struct input) corpus;
static const char *find_path;
static int find_fd = -1;

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

// The inputs of a transcript, as cells.
static void take_transcript(struct hd_buf *out, const char *text) {
    bool first = true;
    for (const char *at = text; *at;) {
        size_t len = strcspn(at, "\n");
        if (len >= 4 && (strncmp(at, ">>> ", 4) == 0 || strncmp(at, "... ", 4) == 0)) {
            if (*at == '>' && !first) hd_buf_putc(out, '\f');
            first = false;
            hd_buf_add(out, at + 4, len - 4);
            hd_buf_putc(out, '\n');
        }
        at += len + (at[len] == '\n');
    }
}

static void take_file(const char *path) {
    char *text;
    size_t len;
    if (!hd_read_file(path, &text, &len)) return;
    struct hd_buf b = {0};
    if (ends_with(path, ".cu")) hd_buf_putc(&b, 'B');
    if (ends_with(path, ".c")) hd_buf_putc(&b, 'C');
    if (ends_with(path, ".txt")) {
        hd_buf_putc(&b, '@');
        take_transcript(&b, text);
    } else {
        hd_buf_add(&b, text, len);
    }
    HD_XPUSH(&corpus, ((struct input){(uint8_t *)b.s, b.len}));
    free(text);
}

static void take(const char *path) {
    DIR *dir = opendir(path);
    if (!dir) {
        take_file(path);
        return;
    }
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        struct hd_buf b = {0};
        hd_buf_printf(&b, "%s/%s", path, entry->d_name);
        take(b.s);
        hd_buf_finish(&b);
    }
    closedir(dir);
}

static int by_content(const void *a, const void *b) { // folders list their files in any order
    const struct input *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return x->size ? memcmp(x->data, y->data, x->size) : 0;
}

static void hang(int signal) {
    static const char text[] = "fuzz: the input takes too long\n";
    if (write(2, text, sizeof text - 1) < 0) _exit(2);
    abort();
}

static void run_one(const uint8_t *data, size_t size) {
    if (ftruncate(find_fd, 0) != 0 || pwrite(find_fd, data, size, 0) != (ssize_t)size)
        perror(find_path);
    struct itimerval limit = {.it_value.tv_sec = HANG_SECONDS};
    setitimer(ITIMER_PROF, &limit, NULL);
    uint8_t *copy = hd_xmalloc(size); // of its exact size: reading past the end is seen
    if (size) memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    struct rusage use;
    if (measure_memory && getrusage(RUSAGE_SELF, &use) == 0 && use.ru_maxrss > MOST_MEMORY_KB) {
        fprintf(stderr, "fuzz: %ld MB of memory\n", use.ru_maxrss >> 10);
        abort();
    }
}

static long mutate_until(int64_t end, uint64_t seed, bool gentle) {
    uint8_t *data = hd_xmalloc(MOST_BYTES);
    long runs = 0;
    while (corpus.n > 0 && hd_now_ns() < end) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t state = seed ^ seed >> 29;
        struct input *in = &corpus.v[(state >> 8) % (unsigned)corpus.n],
                     *other = &corpus.v[(state >> 32) % (unsigned)corpus.n];
        size_t size = in->size < MOST_BYTES ? in->size : MOST_BYTES;
        if (size) memcpy(data, in->data, size);
        size = fuzz_mutate(data, size, MOST_BYTES, &state, other->data, other->size, gentle);
        run_one(data, size);
        runs++;
    }
    free(data);
    return runs;
}

int main(int argc, char **argv) {
    double seconds = 0;
    uint64_t seed = 1;
    bool gentle = false;
    const char *name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    struct hd_buf find = {0};
    hd_buf_printf(&find, "%s.find", name);
    find_path = find.s;
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            seconds = atof(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 0);
        else if (strcmp(argv[i], "--find") == 0 && i + 1 < argc)
            find_path = argv[++i];
        else if (strcmp(argv[i], "--gentle") == 0)
            gentle = true;
        else
            take(argv[i]);
    }
    find_fd = open(find_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (find_fd < 0) return perror(find_path), 2;
    signal(SIGPROF, hang);
    if (corpus.n) qsort(corpus.v, (size_t)corpus.n, sizeof *corpus.v, by_content);
    int64_t end = hd_now_ns() + (int64_t)(seconds * 1e9);
    for (int i = 0; i < corpus.n; i++) run_one(corpus.v[i].data, corpus.v[i].size);
    long runs = mutate_until(end, seed, gentle);
    printf("%s: %d inputs and %ld mutations\n", name, corpus.n, runs);
    unlink(find_path);
    for (int i = 0; i < corpus.n; i++) free(corpus.v[i].data);
    HD_FREE_VEC(&corpus);
    hd_buf_finish(&find);
    return 0;
}
