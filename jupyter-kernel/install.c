// `heddle-kernel --install`: the kernelspec, which tells Jupyter how to start us, and the colours
// of CUDA C++ in JupyterLab.
//
//   PREFIX/share/jupyter/kernels/NAME/kernel.json, logo-32x32.png, logo-64x64.png, logo-svg.svg
//   PREFIX/share/jupyter/labextensions/heddle-lab/package.json, static/remoteEntry.js
//
// for a user in Jupyter's own data folder ($JUPYTER_DATA_DIR, $XDG_DATA_HOME/jupyter or
// ~/.local/share/jupyter). The kernelspec is written to a folder beside it that then takes its
// place, so that Jupyter never sees half of one. All files are in the program (embedded.h, which
// meson makes of logos/ and labextension/).
#include "kernel.h"
#include "embedded.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int complain(const char *what, const char *path) {
    fprintf(stderr, "heddle-kernel: %s `%s`: %s\n", what, path, strerror(errno));
    return 1;
}

// ---- where --------------------------------------------------------------------------------------

static bool user_folder(struct hd_buf *path) {
    const char *jupyter = getenv("JUPYTER_DATA_DIR"), *data = getenv("XDG_DATA_HOME"),
               *home = getenv("HOME");
    if (jupyter && *jupyter)
        hd_buf_printf(path, "%s", jupyter);
    else if (data && *data)
        hd_buf_printf(path, "%s/jupyter", data);
    else if (home && *home)
        hd_buf_printf(path, "%s/.local/share/jupyter", home);
    if (path->len) return true;
    fprintf(stderr, "heddle-kernel: there is no home folder; say where with --prefix DIR\n");
    return false;
}

// Jupyter's data folder: kernelspecs are in its kernels/, JupyterLab's extensions in
// labextensions/.
static bool data_folder(const struct install *options, struct hd_buf *path) {
    if (options->place == PLACE_USER) return user_folder(path);
    const char *prefix = options->prefix;
    if (options->place == PLACE_SYS_PREFIX) {
        prefix = getenv("VIRTUAL_ENV");
        if (!prefix || !*prefix) prefix = getenv("CONDA_PREFIX");
        if (!prefix || !*prefix) {
            fprintf(
                stderr,
                "heddle-kernel: no virtual environment is active; activate one, or say where with "
                "--prefix DIR\n");
            return false;
        }
    }
    hd_buf_printf(path, "%s/share/jupyter", prefix);
    return true;
}

static bool kernels_folder(const struct install *options, struct hd_buf *path) {
    if (!data_folder(options, path)) return false;
    hd_buf_puts(path, "/kernels");
    return true;
}

static bool is_name(const char *name) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    if (*name && *name != '.' && strspn(name, allowed) == strlen(name)) return true;
    fprintf(stderr,
            "heddle-kernel: `%s` is no name for a kernel: letters, digits, `.`, `_` and `-` are\n",
            name);
    return false;
}

// ---- files --------------------------------------------------------------------------------------

static bool make_folders(const char *path) {
    char *copy = hd_xstrdup(path);
    bool ok = true;
    for (char *slash = strchr(copy + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash) *slash = 0;
        ok = mkdir(copy, 0755) == 0 || errno == EEXIST;
        if (!slash || !ok) break;
        *slash = '/';
    }
    free(copy);
    return ok;
}

static bool write_file(const char *folder, const char *name, const void *data, size_t len) {
    struct hd_buf path = {0};
    hd_buf_printf(&path, "%s/%s", folder, name);
    bool ok = hd_file_write(path.s, data, len, 0666, 0);
    hd_buf_finish(&path);
    return ok;
}

// Only what we have put there: files in one folder.
static bool remove_folder(const char *folder) {
    DIR *dir = opendir(folder);
    if (!dir) return errno == ENOENT;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.') unlinkat(dirfd(dir), entry->d_name, 0);
    closedir(dir);
    return rmdir(folder) == 0;
}

static char *own_path(void) {
    char path[4096];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    if (len <= 0) return NULL;
    path[len] = 0;
    return hd_xstrdup(path);
}

static bool write_spec(const struct install *options, const char *folder) {
    char *program = own_path();
    if (!program) return false;
    json_t *spec =
        json_pack("{s:[s, s, s], s:s, s:s, s:s, s:s, s:{}, s:{s:b}}", "argv", program, "-f",
                  "{connection_file}", "display_name", options->display_name, "language", "cuda",
                  "interrupt_mode", "message", "kernel_protocol_version", PROTOCOL_VERSION, "env",
                  "metadata", "debugger", 1);
    free(program);
    char *text = spec ? json_dumps(spec, JSON_INDENT(2)) : NULL;
    json_decref(spec);
    bool ok = text && write_file(folder, "kernel.json", text, strlen(text)) &&
              write_file(folder, "logo-32x32.png", logo_32, sizeof logo_32) &&
              write_file(folder, "logo-64x64.png", logo_64, sizeof logo_64) &&
              write_file(folder, "logo-svg.svg", logo_svg, sizeof logo_svg);
    free(text);
    return ok;
}

// The new folder gets the old one's name. Where the file system cannot swap two names there is a
// moment without either, and an old folder that cannot be removed stays.
static bool take_place(const char *fresh, const char *old) {
    if (access(old, F_OK) == 0 && renameat2(AT_FDCWD, fresh, AT_FDCWD, old, RENAME_EXCHANGE) == 0) {
        remove_folder(fresh); // which is the old one now
        return true;
    }
    return remove_folder(old) && rename(fresh, old) == 0;
}

// ---- the extension ------------------------------------------------------------------------------

static struct hd_buf extension_folder(const struct install *options) {
    struct hd_buf path = {0};
    if (data_folder(options, &path)) hd_buf_puts(&path, "/labextensions/heddle-lab");
    return path;
}

// package.json last: with it JupyterLab looks for the other.
static bool write_extension(const struct install *options) {
    struct hd_buf folder = extension_folder(options), code = {0};
    hd_buf_printf(&code, "%s/static", folder.s);
    bool ok = make_folders(code.s) &&
              write_file(code.s, "remoteEntry.js", lab_entry, sizeof lab_entry) &&
              write_file(folder.s, "package.json", lab_package, sizeof lab_package);
    if (!ok) complain("cannot write to", folder.s);
    hd_buf_finish(&code);
    hd_buf_finish(&folder);
    return ok;
}

// Whether a kernel of ours, under any name, is still there.
static bool is_needed(const char *kernels) {
    DIR *dir = opendir(kernels);
    bool found = false;
    for (struct dirent *entry; dir && !found && (entry = readdir(dir));) {
        struct hd_buf path = {0};
        hd_buf_printf(&path, "%s/%s/kernel.json", kernels, entry->d_name);
        json_t *spec = json_load_file(path.s, 0, NULL);
        const char *program = json_string_value(json_array_get(json_object_get(spec, "argv"), 0));
        size_t len = program ? strlen(program) : 0, own = strlen("/heddle-kernel");
        found = len > own && strcmp(program + len - own, "/heddle-kernel") == 0;
        json_decref(spec);
        hd_buf_finish(&path);
    }
    if (dir) closedir(dir);
    return found;
}

static void remove_extension(const struct install *options) {
    struct hd_buf folder = extension_folder(options), code = {0};
    hd_buf_printf(&code, "%s/static", folder.s);
    if (!remove_folder(code.s) || !remove_folder(folder.s)) complain("cannot remove", folder.s);
    hd_buf_finish(&code);
    hd_buf_finish(&folder);
}

// ---- install and uninstall ----------------------------------------------------------------------

int install_kernel(const struct install *options) {
    struct hd_buf kernels = {0}, folder = {0}, beside = {0};
    int status = 1;
    if (!is_name(options->name) || !kernels_folder(options, &kernels)) goto done;
    hd_buf_printf(&folder, "%s/%s", kernels.s, options->name);
    hd_buf_printf(&beside, "%s/.%s.%d", kernels.s, options->name, (int)getpid());
    if (!make_folders(kernels.s) || mkdir(beside.s, 0755) != 0) {
        complain("cannot make the folder", kernels.s);
        goto done;
    }
    if (!write_spec(options, beside.s)) {
        complain("cannot write to", kernels.s);
        remove_folder(beside.s);
        goto done;
    }
    if (!take_place(beside.s, folder.s)) {
        complain("cannot replace", folder.s);
        remove_folder(beside.s);
        goto done;
    }
    if (!write_extension(options)) goto done;
    printf("Installed the kernel `%s` in %s\n", options->name, folder.s);
    status = 0;
done:
    hd_buf_finish(&kernels);
    hd_buf_finish(&folder);
    hd_buf_finish(&beside);
    return status;
}

int uninstall_kernel(const struct install *options) {
    struct hd_buf kernels = {0}, folder = {0};
    int status = 1;
    if (!is_name(options->name) || !kernels_folder(options, &kernels)) goto done;
    hd_buf_printf(&folder, "%s/%s", kernels.s, options->name);
    if (access(folder.s, F_OK) != 0) {
        fprintf(stderr, "heddle-kernel: no kernel `%s` is installed in %s\n", options->name,
                kernels.s);
    } else if (!remove_folder(folder.s)) {
        complain("cannot remove", folder.s);
    } else {
        if (!is_needed(kernels.s)) remove_extension(options);
        printf("Removed the kernel `%s` from %s\n", options->name, kernels.s);
        status = 0;
    }
done:
    hd_buf_finish(&kernels);
    hd_buf_finish(&folder);
    return status;
}
