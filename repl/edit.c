// %edit at the terminal: the engine sends an `edit` event with a text; when the request is over the
// editor is opened with it in a temporary file, and what it leaves there is the next input.
//
// The editor is $VISUAL, else $EDITOR, else the first of a few that is installed. Its words may
// hold options ("code --wait"). It gets the terminal as Heddle found it; Ctrl-C is its own while it
// runs. An editor that fails (vi's :cq) and a text that is empty or as it was run nothing.
#include "repl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void edit_event(struct shell *shell, const json_t *event) {
    json_decref(shell->to_edit);
    shell->to_edit = json_copy((json_t *)event);
}

static bool in_path(const char *name) {
    const char *path = getenv("PATH");
    bool found = false;
    while (path && *path && !found) {
        size_t len = strcspn(path, ":");
        struct hd_buf file = {0};
        hd_buf_add(&file, path, len);
        hd_buf_printf(&file, "/%s", name);
        found = access(hd_buf_str(&file), X_OK) == 0;
        hd_buf_finish(&file);
        path += len + (path[len] == ':');
    }
    return found;
}

static const char *editor_command(void) {
    static const char *const variables[] = {"VISUAL", "EDITOR"};
    static const char *const usual[] = {"sensible-editor", "nano", "vim", "vi", "emacs"};
    for (int i = 0; i < HD_COUNT(variables); i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) return value;
    }
    for (int i = 0; i < HD_COUNT(usual); i++)
        if (in_path(usual[i])) return usual[i];
    return NULL;
}

// Runs the editor on a file. Its status, or -1 when it could not be started.
static int run_editor(const char *command, const char *path) {
    struct hd_buf script = {0};
    hd_buf_printf(&script, "%s \"$1\"", command);
    char *argv[] = {"sh", "-c", script.s, "sh", (char *)path, NULL};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, interrupt, quit;
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGQUIT, &ignore, &quit);
    posix_spawnattr_t attributes;
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGQUIT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &ours);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t pid;
    int status = -1;
    if (posix_spawn(&pid, "/bin/sh", NULL, &attributes, argv, environ) == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    posix_spawnattr_destroy(&attributes);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    hd_buf_finish(&script);
    if (status == -1) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A new file with the text; its path replaces the pattern.
static bool write_file(char *path, struct hd_buf *text) {
    int fd = mkostemps(path, (int)strlen(".cu"), O_CLOEXEC);
    if (fd < 0) return false;
    bool ok = hd_write_all(fd, hd_buf_str(text), text->len);
    int why = errno;
    if (close(fd) == 0 && ok) return true;
    if (!ok) errno = why;
    why = errno;
    unlink(path);
    errno = why;
    return false;
}

static bool is_blank(const struct hd_buf *text) {
    for (size_t i = 0; i < text->len; i++)
        if (!strchr(" \t\r\n\f\v", text->s[i]) || !text->s[i]) return false;
    return true;
}

enum edited edit_text(struct shell *shell, struct hd_buf *text) {
    const char *command = editor_command(), *folder = getenv("TMPDIR");
    if (!command) {
        shell_printf(shell, 2,
                     "error: no editor was found; set EDITOR to the command that starts yours\n");
        return EDIT_FAILED;
    }
    struct hd_buf path = {0};
    hd_buf_printf(&path, "%s/heddle-XXXXXX.cu", folder && *folder ? folder : "/tmp");
    enum edited result = EDIT_FAILED;
    if (!write_file(path.s, text)) {
        shell_printf(shell, 2, "error: cannot write `%s`: %s\n", path.s, strerror(errno));
    } else {
        int status = run_editor(command, path.s);
        char *after = NULL;
        size_t len = 0;
        if (status == 127 || status == -1) {
            shell_printf(
                shell, 2,
                "error: cannot start the editor `%s`; set EDITOR to the command that starts yours\n",
                command);
        } else if (status != 0) {
            shell_printf(shell, 2, "the editor ended with status %d; nothing is run\n", status);
        } else if (!hd_read_file(path.s, &after, &len)) {
            shell_printf(shell, 2, "error: cannot read `%s`: %s\n", path.s, strerror(errno));
        } else {
            bool same = len == text->len && memcmp(after, hd_buf_str(text), len) == 0;
            result = same ? EDIT_SAME : EDIT_CHANGED;
            hd_buf_clear(text);
            hd_buf_add(text, after, len);
            while (text->len && text->s[text->len - 1] == '\n') text->s[--text->len] = 0;
        }
        free(after);
        unlink(path.s);
    }
    hd_buf_finish(&path);
    return result;
}

// The text of a member `code`, whose code points are bytes when `bytes` is set.
static void add_code(struct hd_buf *out, const json_t *event) {
    json_t *code = json_object_get(event, "code");
    const char *s = json_string_value(code);
    size_t len = json_string_length(code);
    if (!s) return;
    if (!json_is_true(json_object_get(event, "bytes"))) {
        hd_buf_add(out, s, len);
        return;
    }
    for (size_t i = 0; i < len;) {
        uint32_t c;
        i += (size_t)hd_utf8_decode(s + i, len - i, &c);
        hd_buf_putc(out, (char)c);
    }
}

bool edit_next(struct shell *shell, struct hd_buf *code) {
    if (!shell->to_edit) return false;
    hd_buf_clear(code);
    add_code(code, shell->to_edit);
    json_decref(shell->to_edit);
    shell->to_edit = NULL;
    enum edited result = edit_text(shell, code);
    if (result == EDIT_CHANGED && !is_blank(code)) return true;
    if (result == EDIT_CHANGED) shell_printf(shell, 2, "the text is empty; nothing is run\n");
    if (result == EDIT_SAME) shell_printf(shell, 2, "the text is as it was; nothing is run\n");
    return false;
}
