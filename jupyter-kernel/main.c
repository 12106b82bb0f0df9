// heddle-kernel: the command line.
//
//   heddle-kernel --install            tell Jupyter about us
//   heddle-kernel -f CONNECTION_FILE   what Jupyter starts
//
// Status: 0; 1 when something failed; 2 when the command line was wrong.
#include "kernel.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const char help_text[] =
    "usage: heddle-kernel --install [WHERE] [--name NAME] [--display-name TEXT]\n"
    "       heddle-kernel --uninstall [WHERE] [--name NAME]\n"
    "       heddle-kernel -f CONNECTION_FILE\n"
    "\n"
    "  --install          make Heddle a kernel that Jupyter offers\n"
    "  --uninstall        undo that\n"
    "  -f FILE            run as a kernel, as Jupyter does\n"
    "  --name NAME        the kernel's name (heddle)\n"
    "  --display-name TEXT  what people see (CUDA C (Heddle))\n"
    "  --engine PATH      start PATH instead of the heddle-engine beside heddle-kernel\n"
    "  --version          show the version and exit\n"
    "  -h, --help         show this and exit\n"
    "\n"
    "WHERE is one of\n"
    "  --user             for you alone (this is the default)\n"
    "  --sys-prefix       in the active virtual or conda environment\n"
    "  --prefix DIR       in DIR/share/jupyter/kernels (/usr/local: for everybody)\n";

enum action { ACT_NONE, ACT_INSTALL, ACT_UNINSTALL, ACT_RUN };

struct command_line {
    enum action action;
    const char *file, *engine;
    struct install install;
};

static int complain(const char *what, const char *word) {
    fprintf(stderr, "heddle-kernel: %s `%s`\nTry `heddle-kernel --help`.\n", what, word);
    return 2;
}

static int set_action(struct command_line *line, enum action action, const char *word) {
    if (line->action && line->action != action)
        return complain("this does not go with the other options:", word);
    line->action = action;
    return -1;
}

// Options that take a value: `--name x` or `--name=x`. The value, or NULL when args[*i] is another
// option.
static const char *value_of(char **args, int *i, const char *name, bool *missing) {
    size_t len = strlen(name);
    if (strncmp(args[*i], name, len) != 0) return NULL;
    if (args[*i][len] == '=' && len > 2) return args[*i] + len + 1;
    if (args[*i][len]) return NULL;
    *missing = !args[*i + 1];
    return *missing ? NULL : args[++*i];
}

// -1: go on; otherwise the exit status.
static int read_option(struct command_line *line, char **args, int *i) {
    const char *word = args[*i], *value;
    struct install *install = &line->install;
    bool missing = false;
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) return fputs(help_text, stdout) < 0;
    if (!strcmp(word, "--version")) return printf("heddle-kernel %s\n", HD_VERSION) < 0;
    if (!strcmp(word, "--install")) return set_action(line, ACT_INSTALL, word);
    if (!strcmp(word, "--uninstall")) return set_action(line, ACT_UNINSTALL, word);
    if (!strcmp(word, "--user")) return install->place = PLACE_USER, -1;
    if (!strcmp(word, "--sys-prefix")) return install->place = PLACE_SYS_PREFIX, -1;
    if ((value = value_of(args, i, "--prefix", &missing))) {
        install->place = PLACE_PREFIX;
        install->prefix = value;
    } else if (!missing && (value = value_of(args, i, "-f", &missing))) {
        line->file = value;
        return set_action(line, ACT_RUN, word);
    } else if (!missing && (value = value_of(args, i, "--name", &missing))) {
        install->name = value;
    } else if (!missing && (value = value_of(args, i, "--display-name", &missing))) {
        install->display_name = value;
    } else if (!missing && (value = value_of(args, i, "--engine", &missing))) {
        line->engine = value;
    } else if (*word != '-' && line->action == ACT_RUN) {
        // `jupyter run --kernel heddle p.cu` gives the kernel its own arguments, too.
    } else {
        return complain(missing ? "missing value after" : "unknown option", word);
    }
    return -1;
}

static void on_nothing(int sig) {}

int main(int argc, char **argv) {
    struct command_line line = {.install = {.name = "heddle", .display_name = "CUDA C (Heddle)"}};
    // A file over its limit is told by errno. A handler, unlike SIG_IGN, is not inherited.
    struct sigaction nothing = {.sa_handler = on_nothing};
    sigaction(SIGXFSZ, &nothing, NULL);
    for (int i = 1; i < argc; i++) {
        int status = read_option(&line, argv, &i);
        if (status >= 0) return status;
    }
    switch (line.action) {
    case ACT_INSTALL: return install_kernel(&line.install);
    case ACT_UNINSTALL: return uninstall_kernel(&line.install);
    case ACT_RUN: return kernel_run(line.file, line.engine);
    case ACT_NONE: break;
    }
    fputs(help_text, stderr);
    return 2;
}
