// The inputs of the session at a terminal, in case it is cut off: a closed window, a lost
// connection, a power cut. Each that ran without an error goes to a file of its own session beside
// the history (open-PID.cu, in the form that %run takes); a session that ends well removes it.
//
// A file that nobody holds locked is of a session that was cut off. The next start renames it to
// cut-off.cu, where it stays until another takes its place, and offers it.
#include "repl.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// How many cells a file holds that no session has open; -1: one has, or it is no such file.
static int cells_of_dead(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC), cells = 0;
    if (fd < 0) return -1;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        return -1;
    }
    FILE *file = fdopen(fd, "r");
    char line[64];
    for (bool fresh = true; file && fgets(line, sizeof line, file); fresh = strchr(line, '\n'))
        cells += fresh && strncmp(line, "// %% In[", 9) == 0;
    if (file)
        fclose(file);
    else
        close(fd);
    return cells;
}

static void offer(struct shell *shell, const char *folder) {
    DIR *dir = opendir(folder);
    struct hd_buf path = {0}, kept = {0};
    int best = 0;
    hd_buf_printf(&kept, "%s/cut-off.cu", folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (strncmp(entry->d_name, "open-", 5) != 0 || !dot || strcmp(dot, ".cu") != 0) continue;
        hd_buf_clear(&path);
        hd_buf_printf(&path, "%s/%s", folder, entry->d_name);
        int cells = cells_of_dead(path.s);
        if (cells == 0) unlink(path.s);
        if (cells <= best) continue; // of several the longest is offered, the others next time
        if (rename(path.s, kept.s) == 0) best = cells;
    }
    if (dir) closedir(dir);
    if (best) {
        hd_buf_clear(&path);
        hd_buf_printf(&path, "%%run %s", kept.s);
        if (shell->prompt) prompt_offer(shell->prompt, path.s);
        shell_printf(shell, 1,
                     "A session with %d input%s was cut off; this runs them again:\n  %s\n", best,
                     best == 1 ? "" : "s", path.s);
    }
    hd_buf_finish(&path);
    hd_buf_finish(&kept);
}

void kept_open(struct kept *kept, struct shell *shell) {
    *kept = (struct kept){.fd = -1};
    char *folder = history_folder();
    struct hd_buf path = {0};
    if (!folder) return;
    offer(shell, folder);
    hd_buf_printf(&path, "%s/open-%d.cu", folder, (int)getpid());
    kept->path = path.s;
    free(folder);
}

void kept_add(struct kept *kept, int count, const char *code, size_t len) {
    struct hd_buf text = {0};
    if (!kept->path || !len || strchr("%!?", code[0])) return;
    if (kept->fd < 0) {
        kept->fd = open(kept->path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
        if (kept->fd < 0 || flock(kept->fd, LOCK_EX | LOCK_NB) != 0) return;
    }
    hd_buf_printf(&text, "// %%%% In[%d]\n", count);
    hd_buf_add(&text, code, len);
    hd_buf_putc(&text, '\n');
    hd_write_all(kept->fd, text.s, text.len); // a full disk loses this, and nothing else
    hd_buf_finish(&text);
}

void kept_close(struct kept *kept, bool cut_off) {
    if (kept->fd >= 0) close(kept->fd);
    if (kept->fd >= 0 && !cut_off) unlink(kept->path);
    free(kept->path);
}
