// `!command`: run in /bin/sh, which ends on Ctrl-C.
#include "run/magic/magic.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t shell_pid;

static void run_shell(struct hd_run *run, void (*entry)(void)) {
    (void)entry;
    fflush(stdout);
    shell_pid = fork();
    if (shell_pid == 0) { // a command ends on Ctrl-C, whatever the engine does with it
        static const int own[] = {SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGHUP};
        sigset_t none;
        sigemptyset(&none);
        for (int i = 0; i < HD_COUNT(own); i++) signal(own[i], SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execl("/bin/sh", "sh", "-c", (const char *)run->driver_data, (char *)NULL);
        _exit(127);
    }
    int status = 0, asked = 0; // asked: milliseconds since it was first told to end
    for (int ms = 1; waitpid(shell_pid, &status, WNOHANG) == 0; ms = ms < 16 ? 2 * ms : 20) {
        struct timespec pause = {0, ms * 1000000L};
        nanosleep(&pause, NULL);
        if (!hd_interrupt_flag) continue;
        if (asked == 0)
            kill(shell_pid, SIGINT);
        else if (asked > 300)
            kill(shell_pid, asked > 500 ? SIGKILL : SIGTERM);
        asked += ms;
    }
    run->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool hd_shell(struct hd_run *run, const char *command) {
    run->driver = run_shell;
    run->driver_data = (void *)command;
    hd_run_driver(run);
    run->driver = NULL;
    if (run->status == HD_STATUS_INTERRUPTED) kill(shell_pid, SIGTERM);
    if (run->status == HD_STATUS_OK && run->exit_status != 0)
        hd_notice("the command ended with status %d", run->exit_status);
    run->exit_status = 0;
    return run->status == HD_STATUS_OK;
}
