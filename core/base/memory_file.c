// The file in memory that holds what outlives an engine: variables, the heap, device memory
// (core/run/cell/store.c says where).
//
// It is sparse: as large as the system allows, and nothing is used until it is written to. Its size
// is sealed, so that user code that truncates every descriptor it finds gets an error instead of
// taking the session away.
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGEST (1ull << 40)
#define SMALLEST (1ull << 33) // below, the parts have no room

int hd_memory_file(struct hd_buf *why) {
    int fd = memfd_create("heddle-store", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    for (uint64_t size = LARGEST; fd >= 0 && size >= SMALLEST; size /= 2) {
        if (ftruncate(fd, (off_t)size) != 0) continue;
        if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) break;
        return fd;
    }
    hd_buf_printf(why, "cannot create the memory for variables: %s", strerror(errno));
    if (fd >= 0) close(fd);
    return -1;
}
