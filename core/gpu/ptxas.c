// What the toolkit's programs say of a kernel's PTX: ptxas' resources, machine code as text; and
// occupancy, which needs no program: how many blocks a multiprocessor takes at once, and what keeps
// it from taking more.
//
// Example: for `Used 40 registers, 4096 bytes smem` and blocks of 256 threads on sm_86, 6 blocks
// fit: 48 warps of 48.
#include "gpu/gpu.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// ---- running a program --------------------------------------------------------------------------

struct files {
    char dir[64], ptx[80], cubin[80], text[80];
};

static bool files_create(struct files *f, const char *ptx) {
    snprintf(f->dir, sizeof f->dir, "/tmp/heddle-XXXXXX");
    if (!mkdtemp(f->dir)) return false;
    snprintf(f->ptx, sizeof f->ptx, "%s/k.ptx", f->dir);
    snprintf(f->cubin, sizeof f->cubin, "%s/k.cubin", f->dir);
    snprintf(f->text, sizeof f->text, "%s/k.txt", f->dir);
    int fd = open(f->ptx, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && hd_write_all(fd, ptx, strlen(ptx));
    int why = errno;
    if (fd >= 0 && close(fd) != 0 && ok) ok = false, why = errno;
    errno = why;
    return ok;
}

static void files_destroy(struct files *f) {
    unlink(f->ptx);
    unlink(f->cubin);
    unlink(f->text);
    rmdir(f->dir);
}

// Runs argv with both streams in f->text. The text (heap), or NULL; *status gets the exit status.
static char *run(struct files *f, const char *const *argv, int *status) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, f->text, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pid_t pid;
    int rc = posix_spawn(&pid, argv[0], &actions, &attributes, (char *const *)argv, environ),
        state = 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (rc != 0) return NULL;
    while (waitpid(pid, &state, 0) < 0)
        if (errno != EINTR) return NULL;
    *status = WIFEXITED(state) ? WEXITSTATUS(state) : 128;
    char *text;
    size_t len;
    return hd_read_file(f->text, &text, &len) ? text : NULL;
}

static void why_not(struct hd_buf *why, const char *program, char *text) {
    char *line = text ? strstr(text, "error") : NULL;
    if (!line) line = text;
    hd_buf_printf(why, "%s failed: %.*s", program, line ? (int)strcspn(line, "\n") : 14,
                  line ? line : "no output text");
}

static char *assemble(struct files *f, const struct hd_gpu_code *code, struct hd_buf *why) {
    const char *ptxas = hd_gpu_toolkit()->ptxas;
    if (!ptxas) {
        hd_buf_puts(
            why,
            "this needs ptxas, which was not found: install the CUDA toolkit, or `pip install nvidia-cuda-nvcc`");
        return NULL;
    }
    if (!files_create(f, code->ptx)) {
        hd_buf_printf(why, "no room for temporary files in /tmp: %s", strerror(errno));
        return NULL;
    }
    char arch[24];
    int status = 0;
    snprintf(arch, sizeof arch, "-arch=sm_%d", code->arch);
    const char *argv[] = {ptxas, "-v", "-lineinfo", arch, "-o", f->cubin, f->ptx, NULL};
    char *text = run(f, argv, &status);
    if (text && status == 0) return text;
    why_not(why, "ptxas", text);
    free(text);
    return NULL;
}

// ---- resources ----------------------------------------------------------------------------------

static int number_before(const char *text, const char *what) { // "18 registers"
    const char *at = strstr(text, what);
    if (!at) return 0;
    while (at > text && at[-1] == ' ') at--;
    const char *end = at;
    while (at > text && at[-1] >= '0' && at[-1] <= '9') at--;
    return at < end ? atoi(at) : 0;
}

bool hd_gpu_resources(const struct hd_gpu_code *code, struct hd_gpu_resources *out,
                      struct hd_buf *why) {
    struct files f = {0};
    *out = (struct hd_gpu_resources){0};
    char *text = assemble(&f, code, why);
    if (f.dir[0]) files_destroy(&f);
    if (!text) return false;
    char name[256];
    snprintf(name, sizeof name, "Function properties for %s\n",
             code->entry); // a module has other functions too
    const char *own = strstr(text, name);
    if (!own) own = text;
    out->stack = number_before(own, "bytes stack frame");
    out->spill_stores = number_before(own, "bytes spill stores");
    out->spill_loads = number_before(own, "bytes spill loads");
    const char *used = strstr(own, "Used ");
    char line[512] = "";
    if (used) snprintf(line, sizeof line, "%.*s", (int)strcspn(used, "\n"), used);
    out->registers = number_before(line, "registers");
    out->shared = number_before(line, "bytes smem");
    out->barriers = number_before(line, "barriers");
    out->constant = number_before(line, "bytes cmem[3]");
    free(text);
    return true;
}

char *hd_gpu_sass(const struct hd_gpu_code *code, struct hd_buf *why) {
    const struct hd_gpu_toolkit *kit = hd_gpu_toolkit();
    const char *program = kit->nvdisasm ? kit->nvdisasm : kit->cuobjdump;
    if (!program) {
        hd_buf_puts(
            why,
            "machine code needs nvdisasm or cuobjdump, and neither was found: install the CUDA toolkit's "
            "cuda-nvdisasm or cuda-cuobjdump, or `pip install nvidia-cuda-nvdisasm`; %ptx shows the step before");
        return NULL;
    }
    struct files f = {0};
    char *text = assemble(&f, code, why);
    free(text);
    char *sass = NULL;
    if (text) {
        int status = 0;
        const char *code_and_lines[] = {program, "-c", "-g", f.cubin, NULL},
                   *code_only[] = {program, "-sass", f.cubin, NULL};
        const char *const *argv = kit->nvdisasm ? code_and_lines : code_only;
        sass = run(&f, argv, &status);
        if (!sass || status != 0) {
            why_not(why, program, sass);
            free(sass);
            sass = NULL;
        }
    }
    if (f.dir[0]) files_destroy(&f);
    return sass;
}

// ---- occupancy ----------------------------------------------------------------------------------

static const struct machine {
    int arch, warps, blocks, shared_kb, block_shared_kb, unit, reserved;
} machines[] = {
    {75, 32, 16, 64, 64, 256, 0},       {80, 64, 32, 164, 163, 128, 1024},
    {86, 48, 16, 100, 99, 128, 1024},   {87, 48, 16, 164, 163, 128, 1024},
    {89, 48, 24, 100, 99, 128, 1024},   {90, 64, 32, 228, 227, 128, 1024},
    {100, 64, 32, 228, 227, 128, 1024}, {103, 64, 32, 228, 227, 128, 1024},
    {110, 48, 24, 228, 227, 128, 1024}, {120, 48, 24, 100, 99, 128, 1024},
    {121, 48, 24, 100, 99, 128, 1024},
};
#define REGISTERS 65536   // of a multiprocessor, on all of these
#define REGISTER_UNIT 256 // given out per warp
#define WARP_UNIT 4       // warps are spread over four schedulers

static const struct machine *machine_of(int arch) {
    const struct machine *m = NULL;
    for (int i = 0; i < HD_COUNT(machines); i++)
        if (machines[i].arch <= arch) m = &machines[i];
    return m;
}

bool hd_gpu_occupancy(int arch, const struct hd_gpu_resources *r, int block, size_t dynamic,
                      struct hd_gpu_occupancy *out) {
    const struct machine *m = machine_of(arch);
    *out = (struct hd_gpu_occupancy){0};
    if (!m || block < 1 || block > 1024) return false;
    int warps = (block + 31) / 32, by_registers = m->blocks + 1, by_shared = m->blocks + 1;
    size_t shared = (size_t)r->shared + dynamic;
    if (r->registers) {
        int each = HD_ROUND_UP(r->registers * 32, REGISTER_UNIT);
        by_registers = REGISTERS / each / WARP_UNIT * WARP_UNIT / warps;
    }
    if (shared + (size_t)m->reserved) {
        size_t each = HD_ROUND_UP(shared + (size_t)m->reserved, (size_t)m->unit);
        by_shared = shared > (size_t)m->block_shared_kb * 1024
                        ? 0
                        : (int)((size_t)m->shared_kb * 1024 / each);
    }
    int by_warps = m->warps / warps, most = by_warps;
    out->limit = "the number of warps";
    if (m->blocks < most) most = m->blocks, out->limit = "the number of blocks";
    if (by_registers < most) most = by_registers, out->limit = "registers";
    if (by_shared < most) most = by_shared, out->limit = "shared memory";
    out->blocks = most;
    out->warps = most * warps;
    out->max_warps = m->warps;
    return true;
}
