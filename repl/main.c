// heddle: the command line. Chooses what to run, starts a session, and turns what happened into an
// exit status.
//
//   heddle                   a prompt; without a terminal as `heddle -`
//   heddle FILE [ARGS]       a program, or a file of cells
//   heddle -c CODE           one cell
//   heddle --export N.ipynb P.cu   a notebook as a program for nvcc
//   heddle --json            requests and events as JSON, for other programs
//   heddle -                 inputs from standard input, each run as soon as it is complete
//
// Status: that of the program; else 0, 1 when code failed, 2 when the command line was wrong, 130
// after Ctrl-C.
#include "repl.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FAILED = 1, BAD_USAGE = 2, INTERRUPTED = 130 };
enum { REVIVE_MS = 1000 }; // between an engine that cannot be started and the next attempt

enum mode {
    MODE_PROMPT,
    MODE_STDIN,
    MODE_FILE,
    MODE_CODE,
    MODE_TRANSCRIPT,
    MODE_EXPORT,
    MODE_JSON,
    MODE_DAP
};

struct command_line {
    enum mode mode;
    const char *file, *code, *dump, *engine;
    const char *program; // --export: what is written
    bool makefile;
    char **words; // files, flags and the program's arguments: see hd_command_read
    int nwords;
    const char *task, *from; // --syntax-only and its kin; --from
    bool check, json;
};

static const char help_text[] =
    "usage: heddle [OPTIONS]                 type CUDA C at a prompt\n"
    "       heddle [OPTIONS] FILE... [FLAGS] [ARGS...]\n"
    "                                        run a program, or cells begun by // %%\n"
    "       heddle [OPTIONS] -c CODE         run one cell\n"
    "       heddle [OPTIONS] -               run inputs from standard input\n"
    "       heddle --export NOTEBOOK FILE.cu write a notebook (or a file of cells) as\n"
    "                                        one CUDA C++ program for nvcc\n"
    "       heddle --json                    requests and events as JSON\n"
    "       heddle --dap                     debugs for an editor (DAP)\n"
    "\n"
    "  -c CODE          run CODE and exit\n"
    "  --fmad=false     kernels round a * b + c twice, as with nvcc -fmad=false\n"
    "  --use_fast_math  kernels take quick functions: __expf for expf ...\n"
    "  --check          run FILE on the CPU and tell of races, accesses out of\n"
    "                   bounds and the like; exit status 3 when there are any\n"
    "  --json           with --check: findings as a line of JSON each\n"
    "  --syntax-only    check FILE..., and run nothing\n"
    "  -M, -MM          list the files that FILE... include (-MM: but the system's)\n"
    "  --from FILE      take files and flags from compile_commands.json or a Makefile\n"
    "  -I DIR, -D NAME[=VALUE], -U NAME, -include FILE, -l LIB, -L DIR, -x LANG,\n"
    "  -std=..., -rdc=true ...   as for a compiler, before or behind the files; what\n"
    "                   looks like one and is the program's goes behind `--`\n"
    "  --dump=STAGES    also show what stages of the compiler made:\n"
    "                   tokens,ast,types,ir,opt,nvvm,ptx,asm\n"
    "  --engine PATH    start PATH instead of the heddle-engine beside heddle\n"
    "  --makefile       with --export: also write a Makefile\n"
    "  --version        show the version and exit\n"
    "  -h, --help       show this and exit\n"
    "\n"
    "At the prompt: Enter runs a complete input and continues an incomplete one,\n"
    "Alt-Enter starts a new line, Tab completes, Up and Ctrl-R recall, F1 lists\n"
    "all keys; `name?` tells about a name, `%magic` lists the commands, Ctrl-C\n"
    "interrupts, Ctrl-D leaves. The manual: `man heddle`.\n";

// ---- options ------------------------------------------------------------------------------------

static const char *const option_names[] = {
    "--check",       "--dap",        "--dump",          "--engine", "--export",
    "--fmad",        "--from",       "--help",          "--json",   "--makefile",
    "--syntax-only", "--transcript", "--use_fast_math", "--version"};
static const char *const stage_names[] = {"tokens", "ast",  "types", "ir",
                                          "opt",    "nvvm", "ptx",   "asm"};

static const char *nearest(const char *word, const char *const *names, int n) {
    const char *best = NULL;
    int least = 3;
    for (int i = 0; i < n; i++) {
        int distance = hd_edit_distance(word, names[i], least - 1);
        if (distance < least) {
            least = distance;
            best = names[i];
        }
    }
    return best;
}

static int complain(const char *what, const char *word, const char *near) {
    fprintf(stderr, "heddle: %s `%s`", what, word);
    if (near) fprintf(stderr, "; did you mean `%s`?", near);
    fprintf(stderr, "\nTry `heddle --help`.\n");
    return BAD_USAGE;
}

static int check_stages(const char *stages) {
    for (const char *at = stages; *at;) {
        size_t len = strcspn(at, ",");
        char word[32];
        snprintf(word, sizeof word, "%.*s", (int)len, at);
        bool known = false;
        for (int i = 0; i < HD_COUNT(stage_names); i++) known |= !strcmp(word, stage_names[i]);
        if (!known)
            return complain("unknown stage", word,
                            nearest(word, stage_names, HD_COUNT(stage_names)));
        at += len + (at[len] == ',');
    }
    return *stages ? 0 : complain("missing stages after", "--dump=", NULL);
}

// The value of option `name` in args[*i] or after it. NULL: args[*i] is not that option, or
// (*status) has no value.
static const char *option_value(char **args, int *i, const char *name, int *status) {
    size_t len = strlen(name);
    if (strncmp(args[*i], name, len) != 0) return NULL;
    if (args[*i][len] == '=') return args[*i] + len + 1;
    if (args[*i][len]) return NULL;
    if (args[*i + 1]) return args[++*i];
    *status = complain("missing value after", name, NULL);
    return NULL;
}

static const struct {
    const char *option, *task; // the request's
} tasks[] = {{"--syntax-only", "syntax"},
             {"-fsyntax-only", "syntax"},
             {"-M", "files"},
             {"-MM", "own-files"}};

// One option at args[*i]. -1: go on; otherwise the exit status.
static int read_option(struct command_line *line, char **args, int *i) {
    const char *word = args[*i], *value;
    int status = -1;
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
        fputs(help_text, stdout);
        return 0;
    }
    if (!strcmp(word, "--version")) {
        printf("heddle %s\n", HD_VERSION);
        return 0;
    }
    if (!strcmp(word, "--export")) {
        line->mode = MODE_EXPORT;
        return -1;
    }
    if (!strcmp(word, "--dap")) {
        line->mode = MODE_DAP;
        return -1;
    }
    if (!strcmp(word, "--json")) {
        line->json = true;
        return -1;
    }
    if (!strcmp(word, "--makefile")) {
        line->makefile = true;
        return -1;
    }
    if (!strcmp(word, "-c")) {
        if (!args[*i + 1]) return complain("missing code after", "-c", NULL);
        line->mode = MODE_CODE;
        line->code = args[++*i];
        return -1;
    }
    const char *nvcc = word + (word[1] == '-'); // which takes one dash or two
    if (!strcmp(nvcc, "-use_fast_math")) {
        setenv("HEDDLE_FAST_MATH", "1", 1);
        return -1;
    }
    if (!strncmp(nvcc, "-fmad=", 6)) {
        if (strcmp(nvcc + 6, "true") && strcmp(nvcc + 6, "false"))
            return complain("-fmad is true or false, not", nvcc + 6, NULL);
        setenv("HEDDLE_FMAD", strcmp(nvcc + 6, "true") ? "0" : "1", 1);
        return -1;
    }
    if (!strcmp(word, "--check")) {
        line->check = true;
        return -1;
    }
    for (int k = 0; k < HD_COUNT(tasks); k++) {
        if (strcmp(word, tasks[k].option) != 0) continue;
        line->task = tasks[k].task;
        return -1;
    }
    if ((value = option_value(args, i, "--from", &status))) {
        line->from = value;
        return -1;
    }
    if (status >= 0) return status;
    if ((value = option_value(args, i, "--dump", &status))) {
        line->dump = value;
        int wrong = check_stages(value);
        return wrong ? wrong : -1;
    }
    if (status < 0 && (value = option_value(args, i, "--engine", &status))) {
        line->engine = value;
        return -1;
    }
    if (status < 0 && (value = option_value(args, i, "--transcript", &status))) {
        line->mode = MODE_TRANSCRIPT;
        line->file = value;
        return -1;
    }
    if (status >= 0) return status;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    return complain("unknown option", name, nearest(name, option_names, HD_COUNT(option_names)));
}

// What is an option of Heddle's, although compilers have one of that name.
static bool is_own(const char *word) {
    static const char *const own[] = {
        "-c", "-M", "-MM", "-fsyntax-only", "-fmad", "-use_fast_math"};
    const char *name = word + (word[1] == '-');
    for (int i = 0; i < HD_COUNT(own); i++) {
        size_t n = strlen(own[i]);
        if (!strncmp(name, own[i], n) && (!name[n] || name[n] == '=')) return true;
    }
    return false;
}

static int read_command_line(struct command_line *line, int argc, char **argv) {
    *line = (struct command_line){.mode = isatty(0) ? MODE_PROMPT : MODE_STDIN};
    line->words = hd_xcalloc((size_t)argc + 1, sizeof *line->words);
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        if (!strcmp(argv[i], "--")) {
            if (line->from) break; // the program's arguments follow
            i++;
            break;
        }
        int flag = hd_command_flag((const char *const *)argv + i, argc - i, false);
        if (flag && !is_own(argv[i])) { // a compiler's: for the engine
            while (flag--) line->words[line->nwords++] = argv[i++];
            i--;
            continue;
        }
        int status = read_option(line, argv, &i);
        if (status >= 0) return status;
    }
    if (line->json && !line->check) line->mode = MODE_JSON;
    if (line->mode == MODE_EXPORT) {
        if (argc - i < 2)
            return complain("missing file after", argc > i ? argv[i] : "--export", NULL);
        if (argc - i > 2) return complain("unexpected argument", argv[i + 2], NULL);
        line->file = argv[i];
        line->program = argv[i + 1];
        return -1;
    }
    if (line->makefile) return complain("only with --export:", "--makefile", NULL);
    if (line->check && (i == argc || !strcmp(argv[i], "-") || line->mode == MODE_CODE))
        return complain("missing file after", line->json ? "--json" : "--check", NULL);
    if (line->from) {
        line->mode = MODE_FILE;
        line->file = line->from;
        while (i < argc) line->words[line->nwords++] = argv[i++];
        return -1;
    }
    if (i == argc && (line->nwords || line->task))
        return complain("missing file after", argv[argc - 1], NULL);
    if (i == argc) return -1;
    if (line->mode == MODE_JSON || line->mode == MODE_DAP || line->mode == MODE_CODE ||
        line->mode == MODE_TRANSCRIPT)
        return complain("unexpected argument", argv[i], NULL);
    if (!strcmp(argv[i], "-")) {
        line->mode = MODE_STDIN;
        if (i + 1 < argc) return complain("unexpected argument", argv[i + 1], NULL);
        return -1;
    }
    line->mode = MODE_FILE;
    line->file = argv[i];
    while (i < argc) line->words[line->nwords++] = argv[i++];
    return -1;
}

// ---- the terminal -------------------------------------------------------------------------------

static bool takes_color(int fd) {
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    return isatty(fd) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

static bool same_file(int a, int b) {
    struct stat first, second;
    return fstat(a, &first) == 0 && fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino && first.st_rdev == second.st_rdev;
}

static int terminal_columns(void) {
    struct winsize size;
    if (ioctl(2, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 0;
    return size.ws_col;
}

static struct shell *shell_to_interrupt;
static volatile sig_atomic_t was_interrupted;

static void on_interrupt(int sig) {
    was_interrupted = 1;
    if (shell_to_interrupt->interactive) // the terminal shows ^C
        shell_to_interrupt->mid_line[1] = shell_to_interrupt->mid_line[2] = true;
    if (shell_to_interrupt->prompt) prompt_interrupted(shell_to_interrupt->prompt);
    hd_session_interrupt(shell_to_interrupt->session);
}

static void on_nothing(int sig) {}

// Not restarting system calls is what lets Ctrl-C clear the line that is being typed.
static void catch_interrupts(struct shell *shell) {
    shell_to_interrupt = shell;
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    // A file over its limit is told by errno. A handler, unlike SIG_IGN, is not inherited.
    action.sa_handler = on_nothing;
    sigaction(SIGXFSZ, &action, NULL);
}

// ---- modes --------------------------------------------------------------------------------------

static int status_of(struct shell *shell, enum hd_session_status status) {
    switch (status) {
    case HD_SESSION_OK: return 0;
    case HD_SESSION_EXITED: return shell->exit_status;
    case HD_SESSION_INTERRUPTED: return INTERRUPTED;
    default: return FAILED;
    }
}

static bool next_command(struct shell *shell, struct hd_buf *line) {
    return input_command(shell->commands, line);
}

static bool typed_command(struct shell *shell, struct hd_buf *line) {
    enum input_end end = prompt_command(shell->prompt, line);
    return end != INPUT_EOF;
}

static int run_inputs(struct shell *shell, bool prompt) {
    static const char now_there[] =
        "note: an engine could be started now: going on with the next input\n";
    struct input input = {.shell = shell, .prompt = prompt};
    shell->read_command = next_command;
    shell->commands = &input;
    struct hd_buf code = {0};
    int result = 0;
    for (;;) {
        hd_buf_clear(&code);
        enum input_end end = input_read(&input, &code);
        if (end == INPUT_EOF) break;
        if (end == INPUT_CLEARED) {
            if (prompt) continue;
            result = INTERRUPTED;
            break;
        }
        if (!prompt && was_interrupted) { // while it was read
            result = INTERRUPTED;
            break;
        }
        if (code.s[code.len - 1] == '\n') code.s[--code.len] = 0;
        enum hd_session_status status =
            input.lost ? HD_SESSION_LOST : shell_run(shell, code.s, code.len, NULL);
        while (edit_next(shell, &code)) status = shell_run(shell, code.s, code.len, NULL);
        if (status == HD_SESSION_EXITED) {
            result = shell->exit_status;
            break;
        }
        if (prompt) continue;
        if (status != HD_SESSION_OK) result = FAILED;
        // What kept one engine from starting may be over, or all other inputs fail alike.
        bool lost = status == HD_SESSION_LOST && !was_interrupted &&
                    !hd_session_revive(shell->session, REVIVE_MS);
        if (status == HD_SESSION_LOST && !lost && !was_interrupted)
            shell_write(shell, 2, now_there, sizeof now_there - 1);
        if (was_interrupted || shell->broken || lost) {
            result = was_interrupted ? INTERRUPTED : FAILED;
            break;
        }
    }
    if (prompt) shell_write(shell, 1, "\n", shell->mid_line[1] || input.eof ? 1 : 0);
    shell->read_command = NULL;
    input_finish(&input);
    hd_buf_finish(&code);
    return prompt && result == FAILED ? 0 : result;
}

// At a terminal: cells from the line editor until Ctrl-D, `exit`, or the terminal's end.
static int run_prompt(struct shell *shell) {
    struct prompt *prompt = shell->prompt;
    struct hd_buf code = {0};
    struct kept kept;
    int result = 0;
    kept_open(&kept, shell);
    shell->read_command = typed_command;
    for (enum input_end end; (end = prompt_read(prompt, &code)) != INPUT_EOF; hd_buf_clear(&code)) {
        if (end == INPUT_CLEARED) continue;
        shell->columns = terminal_columns();
        enum hd_session_status status = shell_run(shell, code.s, code.len, NULL);
        if (status == HD_SESSION_OK) kept_add(&kept, shell->count, code.s, code.len);
        while (edit_next(shell, &code)) {
            prompt_show_cell(prompt, code.s, code.len);
            status = shell_run(shell, code.s, code.len, NULL);
            if (status == HD_SESSION_OK) kept_add(&kept, shell->count, code.s, code.len);
        }
        if (status == HD_SESSION_EXITED) result = shell->exit_status;
        if (status == HD_SESSION_EXITED || shell->broken) break;
    }
    if (prompt_end_signal(prompt)) result = 128 + prompt_end_signal(prompt);
    kept_close(&kept, prompt_end_signal(prompt) != 0);
    hd_buf_finish(&code);
    return result;
}

static int run_file(struct shell *shell, const struct command_line *line, const char *text,
                    size_t len) {
    json_t *words = json_array();
    for (int i = 0; i < line->nwords; i++) {
        json_t *word = json_string(line->words[i]);
        json_array_append_new(words, word ? word : json_string("?")); // not UTF-8
    }
    json_t *path = json_string(line->file);
    json_t *members = json_pack("{s:s, s:o, s:o}", "mode", "file", "path",
                                path ? path : json_string("file.cu"), "words", words);
    if (line->task) json_object_set_new(members, "task", json_string(line->task));
    if (line->from) json_object_set_new(members, "from", json_string(line->from));
    if (line->check)
        json_object_set_new(members, "check", line->json ? json_string("json") : json_true());
    return status_of(shell, shell_run(shell, text, len, members));
}

// A word of a magic's line, whatever it holds.
static void add_word(struct hd_buf *out, const char *word) {
    for (const char *p = word; *p;) {
        char quote = *p == '"' ? '\'' : '"';
        size_t n = strcspn(p, quote == '"' ? "\"" : "'");
        hd_buf_printf(out, "%c%.*s%c", quote, (int)n, p, quote);
        p += n;
    }
}

static int run_export(struct shell *shell, const struct command_line *line) {
    struct hd_buf code = {0};
    hd_buf_printf(&code, "%%export %s--from ", line->makefile ? "--makefile " : "");
    add_word(&code, line->file);
    hd_buf_putc(&code, ' ');
    add_word(&code, line->program);
    int status = status_of(shell, shell_run(shell, code.s, code.len, NULL));
    hd_buf_finish(&code);
    return status;
}

static int run(struct shell *shell, const struct command_line *line, const char *text, size_t len) {
    switch (line->mode) {
    case MODE_FILE: return run_file(shell, line, text, len);
    case MODE_CODE: return status_of(shell, shell_run(shell, line->code, strlen(line->code), NULL));
    case MODE_STDIN: return run_inputs(shell, false);
    case MODE_EXPORT: return run_export(shell, line);
    case MODE_TRANSCRIPT: return transcript_run(shell, line->file);
    case MODE_JSON:
    case MODE_DAP:
    case MODE_PROMPT: break;
    }
    shell->prompt = prompt_create(shell);
    if (shell->prompt) {
        int status = run_prompt(shell);
        prompt_destroy(shell->prompt);
        return status;
    }
    shell_printf(shell, 1, "Heddle %s: `%%help` for help, Ctrl-D to leave.\n", HD_VERSION);
    return run_inputs(shell, true);
}

int main(int argc, char **argv) {
    struct command_line line;
    int status = read_command_line(&line, argc, argv);
    if (status >= 0) return status;
    char *text = NULL, *error;
    size_t len = 0;
    if (line.mode == MODE_FILE && !hd_read_file(line.file, &text, &len)) {
        fprintf(stderr, "heddle: cannot read `%s`: %s\n", line.file, strerror(errno));
        return BAD_USAGE;
    }
    if (line.mode == MODE_DAP) return dap_serve(line.engine);
    if (line.mode == MODE_JSON)
        return json_serve(&(struct hd_session_options){.engine = line.engine, .dump = line.dump});
    struct shell shell = {.interactive = line.mode == MODE_PROMPT};
    bool plain = line.mode == MODE_TRANSCRIPT;
    if (plain) dup2(1, 2);
    shell.merged = same_file(1, 2);
    shell.color = !plain && takes_color(2);
    shell.color_results = !plain && takes_color(1);
    shell.columns = plain ? 0 : terminal_columns();
    bool own_stdin = line.mode == MODE_STDIN || line.mode == MODE_TRANSCRIPT;
    struct hd_session_options options = {.engine = line.engine,
                                         .dump = line.dump,
                                         .color = shell.color,
                                         .stdin_fd = own_stdin ? -1 : 0,
                                         .merge_output = shell.merged,
                                         .line_output = isatty(1),
                                         .hooks = shell_hooks(&shell)};
    shell.session = hd_session_create(&options, &error);
    if (!shell.session) {
        fprintf(stderr, "heddle: %s\n", error);
        free(error);
        free(text);
        return FAILED;
    }
    catch_interrupts(&shell);
    status = run(&shell, &line, text, len);
    hd_session_finish(shell.session);
    hd_session_destroy(shell.session);
    hd_buf_finish(&shell.transient.text);
    json_decref(shell.to_edit);
    free(shell.next_input);
    free(line.words);
    free(text);
    return shell.broken ? FAILED : status;
}
