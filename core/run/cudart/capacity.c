// How much memory there is for the CPU as a device: the machine's, or what the container may use.
#include "run/cudart/cudart.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t read_number(const char *path, const char *key) {
    char *text;
    size_t len, value = 0;
    if (!hd_read_file(path, &text, &len)) return 0;
    const char *p = key ? strstr(text, key) : text;
    if (p) value = strtoull(p + (key ? strlen(key) : 0), NULL, 10);
    free(text);
    return value;
}

static size_t group_limit(void) // of the container, 0 none
{
    size_t limit = read_number("/sys/fs/cgroup/memory.max", NULL);
    if (!limit) limit = read_number("/sys/fs/cgroup/memory/memory.limit_in_bytes", NULL);
    return limit > (1ull << 60) ? 0 : limit;
}

size_t hd_cudart_total_memory(void) {
    size_t total = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE),
           limit = group_limit();
    return limit && limit < total ? limit : total;
}

size_t hd_cudart_free_memory(void) {
    size_t available = read_number("/proc/meminfo", "MemAvailable:") * 1024, limit = group_limit();
    size_t total = hd_cudart_total_memory();
    if (limit) {
        size_t used = read_number("/sys/fs/cgroup/memory.current", NULL);
        if (used < limit && limit - used < available) available = limit - used;
    }
    return available && available < total ? available : total;
}
