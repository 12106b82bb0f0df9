// usage_request: what the kernel uses, for the meters that front-ends draw. Read from /proc.
//
// The kernel is this process and all below it: the engine, and what user code has started.
// Percentages of processors are those since the question before; 100 is one processor.
#include "kernel.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PROCESSES = 4096, MOST_TEXT = 4096 };

static bool read_text(const char *path, char text[MOST_TEXT]) {
    FILE *file = fopen(path, "re");
    size_t n = file ? fread(text, 1, MOST_TEXT - 1, file) : 0;
    if (file) fclose(file);
    text[n] = 0;
    return n > 0;
}

struct process {
    int pid, parent;
    double seconds; // of processor time
    bool ours;
};

static bool read_process(struct process *p, int pid) {
    char path[64], text[MOST_TEXT];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    if (!read_text(path, text)) return false;
    const char *rest = strrchr(text, ')'); // the name may hold anything
    unsigned long long user, system;
    int parent;
    if (!rest || sscanf(rest + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &parent,
                        &user, &system) != 3)
        return false;
    *p = (struct process){pid, parent, (double)(user + system) / (double)sysconf(_SC_CLK_TCK),
                          pid == getpid()};
    return true;
}

static double memory_of(int pid) { // bytes; shared pages in parts, so that none counts twice
    char path[64], text[MOST_TEXT];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
    const char *pss = read_text(path, text) ? strstr(text, "\nPss:") : NULL;
    return pss ? strtod(pss + 5, NULL) * 1024 : 0;
}

static double meminfo(const char *text, const char *name) { // bytes
    const char *at = strstr(text, name);
    return at ? strtod(at + strlen(name), NULL) * 1024 : 0;
}

// Busy and all seconds of all processors since the start.
static void host_seconds(double *busy, double *all) {
    char text[MOST_TEXT];
    double t[8] = {0};
    if (read_text("/proc/stat", text))
        sscanf(text, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &t[0], &t[1], &t[2], &t[3], &t[4],
               &t[5], &t[6], &t[7]);
    *all = 0;
    for (int i = 0; i < 8; i++) *all += t[i];
    *busy = *all - t[3] - t[4];
}

static void measure(double *seconds, double *bytes) {
    static struct process all[MOST_PROCESSES];
    int n = 0;
    DIR *dir = opendir("/proc");
    for (struct dirent *entry; dir && (entry = readdir(dir)) && n < MOST_PROCESSES;)
        if (atoi(entry->d_name) > 0 && read_process(&all[n], atoi(entry->d_name))) n++;
    if (dir) closedir(dir);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n && !all[i].ours; k++)
                if (all[k].ours && all[k].pid == all[i].parent) more = all[i].ours = true;
    }
    *seconds = *bytes = 0;
    for (int i = 0; i < n; i++) {
        if (!all[i].ours) continue;
        *seconds += all[i].seconds;
        *bytes += memory_of(all[i].pid);
    }
}

json_t *usage_content(void) {
    static struct {
        double seconds, busy, all;
        int64_t at; // ns
    } before;       // of the control thread alone
    double seconds, bytes, busy, all;
    measure(&seconds, &bytes);
    host_seconds(&busy, &all);
    int64_t now = hd_now_ns();
    double since = before.at ? (double)(now - before.at) / 1e9 : 0;
    double own =
        since > 0 && seconds > before.seconds ? 100 * (seconds - before.seconds) / since : 0;
    double host =
        before.at && all > before.all ? 100 * (busy - before.busy) / (all - before.all) : 0;
    before.seconds = seconds;
    before.busy = busy;
    before.all = all;
    before.at = now;
    char text[MOST_TEXT], name[256] = "";
    if (!read_text("/proc/meminfo", text)) text[0] = 0;
    gethostname(name, sizeof name - 1);
    double total = meminfo(text, "MemTotal:"), available = meminfo(text, "MemAvailable:");
    return json_pack(
        "{s:s, s:s, s:i, s:f, s:f, s:i, s:f, s:{s:I, s:I, s:f, s:I, s:I}}", "status", "ok",
        "hostname", name, "pid", (int)getpid(), "kernel_cpu", own, "kernel_memory", bytes,
        "cpu_count", (int)sysconf(_SC_NPROCESSORS_ONLN), "host_cpu_percent", host,
        "host_virtual_memory", "total", (json_int_t)total, "available", (json_int_t)available,
        "percent", total > 0 ? 100 * (total - available) / total : 0, "used",
        (json_int_t)(total - available), "free", (json_int_t)meminfo(text, "MemFree:"));
}
