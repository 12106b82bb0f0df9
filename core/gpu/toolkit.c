// Where the CUDA toolkit is: libNVVM, libdevice, and the programs that assemble and disassemble.
//
// Roots are looked through in this order: HEDDLE_CUDA (when set it is the only one), CUDA_HOME,
// CUDA_PATH, CONDA_PREFIX, /usr/local/cuda, /usr/local/cuda-*, /opt/cuda, pip's folders (nvidia/*
// below the site-packages of VIRTUAL_ENV, of the user, of the system). Under a root everything may
// be in a few places; the loader's own path and PATH come last. Example: `pip install
// nvidia-cuda-nvcc` puts ptxas into .../site-packages/nvidia/cu13/bin.
#include "gpu/compile.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    bool done;
    struct hd_gpu_toolkit kit;
    char *roots[64];
    int nroots;
    struct hd_buf searched;
    char *libdevice;
    size_t libdevice_len;
    char *files[24]; // the toolkit's own, and a file for each library
    int nfiles;
} found;

static void add_root(const char *path) {
    if (!path || !*path || found.nroots == HD_COUNT(found.roots)) return;
    for (int i = 0; i < found.nroots; i++)
        if (!strcmp(found.roots[i], path)) return;
    hd_buf_printf(&found.searched, "%s%s\n", path, access(path, F_OK) == 0 ? "" : " (not there)");
    if (access(path, F_OK) == 0) found.roots[found.nroots++] = hd_xstrdup(path);
}

static void add_pattern(const char *pattern) {
    glob_t all = {0};
    if (glob(pattern, 0, NULL, &all) == 0)
        for (size_t i = all.gl_pathc; i > 0; i--)
            add_root(all.gl_pathv[i - 1]); // newer versions first
    globfree(&all);
}

static void add_below(const char *folder, const char *pattern) {
    if (!folder || !*folder) return;
    char path[1024];
    snprintf(path, sizeof path, "%s%s", folder, pattern);
    add_pattern(path);
}

static void find_roots(void) {
    const char *only = getenv("HEDDLE_CUDA");
    if (only) {
        add_root(only);
        return;
    }
    add_root(getenv("CUDA_HOME"));
    add_root(getenv("CUDA_PATH"));
    add_root(getenv("CONDA_PREFIX"));
    add_root("/usr/local/cuda");
    add_pattern("/usr/local/cuda-*");
    add_root("/opt/cuda");
    add_root("/usr/lib/nvidia-cuda-toolkit");
    add_below(getenv("VIRTUAL_ENV"), "/lib/python3*/site-packages/nvidia/*");
    add_below(getenv("CONDA_PREFIX"), "/lib/python3*/site-packages/nvidia/*");
    add_below(getenv("HOME"), "/.local/lib/python3*/site-packages/nvidia/*");
    add_pattern("/usr/local/lib/python3*/dist-packages/nvidia/*");
    add_pattern("/usr/lib/python3*/site-packages/nvidia/*");
}

static const char *keep(const char *path) {
    for (int i = 0; i < found.nfiles; i++)
        if (!strcmp(found.files[i], path)) return found.files[i];
    char *copy = hd_xstrdup(path);
    found.files[found.nfiles++] = copy;
    return copy;
}

static const char *find_file(const char *const *folders, int nfolders, const char *pattern) {
    char path[1024];
    for (int r = 0; r < found.nroots; r++)
        for (int i = 0; i < nfolders; i++) {
            snprintf(path, sizeof path, "%s/%s%s", found.roots[r], folders[i], pattern);
            glob_t all = {0};
            const char *hit =
                glob(path, 0, NULL, &all) == 0 && all.gl_pathc ? keep(all.gl_pathv[0]) : NULL;
            globfree(&all);
            if (hit) return hit;
        }
    return NULL;
}

static const char *find_program(const char *name) {
    static const char *const folders[] = {"bin/", ""};
    const char *hit = find_file(folders, HD_COUNT(folders), name);
    const char *list = getenv("PATH");
    if (hit || getenv("HEDDLE_CUDA") || !list) return hit;
    char path[1024];
    while (*list) {
        size_t len = strcspn(list, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)len, list, name);
        if (len && access(path, X_OK) == 0) return keep(path);
        list += len + (list[len] == ':');
    }
    return NULL;
}

const char *hd_gpu_library_file(const char *pattern) {
    static const char *const folders[] = {"lib64/", "lib/", "targets/x86_64-linux/lib/",
                                          "lib/x86_64-linux-gnu/", ""};
    if (!found.nroots) find_roots();
    return find_file(folders, HD_COUNT(folders), pattern);
}

const struct hd_gpu_toolkit *hd_gpu_toolkit(void) {
    if (found.done) return &found.kit;
    found.done = true;
    static const char *const libraries[] = {"nvvm/lib64/",           "lib64/", "lib/", "nvvm/lib/",
                                            "lib/x86_64-linux-gnu/", ""};
    static const char *const devices[] = {"nvvm/libdevice/", "libdevice/", "share/libdevice/", ""};
    if (!found.nroots) find_roots();
    found.kit.libnvvm = find_file(libraries, HD_COUNT(libraries), "libnvvm.so*");
    if (!found.kit.libnvvm && !getenv("HEDDLE_CUDA"))
        found.kit.libnvvm = "libnvvm.so.4"; // the loader's path
    found.kit.libdevice = find_file(devices, HD_COUNT(devices), "libdevice.10.bc");
    found.kit.ptxas = find_program("ptxas");
    found.kit.nvdisasm = find_program("nvdisasm");
    found.kit.cuobjdump = find_program("cuobjdump");
    found.kit.searched = hd_buf_str(&found.searched);
    const char *why = NULL;
    struct hd_gpu_options options = {.arch = 75};
    if (!hd_libnvvm_ready(&options, &why)) {
        found.kit.problem = why;
        if (!strchr(found.kit.libnvvm ? found.kit.libnvvm : "", '/')) found.kit.libnvvm = NULL;
    }
    return &found.kit;
}

void hd_gpu_toolkit_nvvm(int major, int minor) {
    found.kit.nvvm_ir[0] = major;
    found.kit.nvvm_ir[1] = minor;
}

const char *hd_gpu_libdevice(size_t *len) {
    const char *path = hd_gpu_toolkit()->libdevice;
    if (!found.libdevice && path && !hd_read_file(path, &found.libdevice, &found.libdevice_len))
        found.libdevice = NULL;
    *len = found.libdevice_len;
    return found.libdevice;
}
