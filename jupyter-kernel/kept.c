// The inputs of a notebook, in case its kernel is killed (kill -9, no memory, a power cut). Each
// that ran without an error goes to a file in the form that %run takes; a kernel that is told to
// shut down or to restart removes it.
//
// The file is named after the notebook where the server says which it is (JPY_SESSION_NAME), so
// that a new server's kernel finds it too, else after the connection file, which a restarted kernel
// gets again. A file that nobody holds locked is of a kernel that was killed: it is renamed, and
// the first cell of the next kernel says how to run it.
#include "kernel.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_DAYS 30 // files of notebooks that were never opened again

static void remove_old(const char *folder) {
    DIR *dir = opendir(folder);
    struct stat st;
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (strstr(entry->d_name, ".cu") && fstatat(dirfd(dir), entry->d_name, &st, 0) == 0 &&
            st.st_mtime < time(NULL) - MOST_DAYS * 86400)
            unlinkat(dirfd(dir), entry->d_name, 0);
    if (dir) closedir(dir);
}

static int count_cells(int fd) {
    int cells = 0;
    char line[64];
    FILE *file = fdopen(dup(fd), "r");
    for (bool fresh = true; file && fgets(line, sizeof line, file); fresh = strchr(line, '\n'))
        cells += fresh && strncmp(line, "// %% In[", 9) == 0;
    if (file) fclose(file);
    return cells;
}

void kept_open(struct kept *kept, const char *connection_file) {
    struct hd_buf folder = {0}, path = {0}, cut_off = {0};
    const char *name = getenv("JPY_SESSION_NAME");
    char real[PATH_MAX];
    if (!name || !*name) name = realpath(connection_file, real) ? real : connection_file;
    *kept = (struct kept){.fd = -1};
    if (!history_place(&folder)) goto out;
    *strrchr(folder.s, '/') = 0;
    hd_buf_printf(&path, "%s/kernels", folder.s);
    mkdir(path.s, 0700);
    remove_old(path.s);
    hd_buf_printf(&path, "/%016llx", (unsigned long long)hd_hash(name, strlen(name)));
    hd_buf_printf(&cut_off, "%s-killed.cu", path.s);
    hd_buf_puts(&path, ".cu");
    kept->fd = open(path.s, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (kept->fd < 0) goto out;
    if (flock(kept->fd, LOCK_EX | LOCK_NB) != 0) { // another kernel of that notebook
        close(kept->fd);
        kept->fd = -1;
        goto out;
    }
    int cells = count_cells(kept->fd);
    if (cells && rename(path.s, cut_off.s) == 0) {
        struct hd_buf text = {0};
        hd_buf_printf(&text,
                      "The kernel was killed before this one was started. Its %d input%s that ran "
                      "without an error can be run again:\n%%run %s\n",
                      cells, cells == 1 ? "" : "s", cut_off.s);
        kept->offer = text.s;
        close(kept->fd);
        kept->fd = open(path.s, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
        if (kept->fd >= 0) flock(kept->fd, LOCK_EX | LOCK_NB);
    }
    kept->path = hd_xstrdup(path.s);
out:
    hd_buf_finish(&folder);
    hd_buf_finish(&path);
    hd_buf_finish(&cut_off);
}

void kept_add(struct kept *kept, int count, const char *code) {
    struct hd_buf text = {0};
    const char *first = code + strspn(code, " \t\n");
    if (kept->fd < 0 || !*first || strchr("%!?", *first)) return;
    hd_buf_printf(&text, "// %%%% In[%d]\n%s\n", count, code);
    hd_write_all(kept->fd, text.s, text.len); // a full disk loses this, and nothing else
    hd_buf_finish(&text);
}

void kept_close(struct kept *kept, bool told) {
    if (kept->fd >= 0 && told) unlink(kept->path);
    if (kept->fd >= 0) close(kept->fd);
    free(kept->path);
    free(kept->offer);
}
