// A check's beginning and end, and what run/ tells of meanwhile.
#include "check/internal.h"

#include <string.h>

bool hd_check_on;
uint64_t check_serial;

void hd_check_begin(void) {
    if (hd_check_on) hd_check_end();
    finding_reset();
    access_reset();
    trace_reset();
    traffic_reset();
    check_serial++;
    object_clear();
    order_begin();
    hd_check_on = true;
    hd_cpu_change(); // calls of libraries tell of what they write from now on
}

const char *(*hd_check_error_name)(int code);
bool hd_check_streams, hd_check_host_writes;

void hd_check_host_sites(uint32_t first) { order_host_sites = first; }

void hd_check_end(void) {
    if (!hd_check_on) return;
    hd_check_on = false;
    host_finish();
    copies_finish();
    locals_finish();
    unseen_finish();
    settle_same();
    object_finish();
    wait_finish();
    shadow_finish();
    order_finish();
}

const struct hd_cpu_watch *hd_check_launch_begin(const struct hd_check_launch *launch) {
    kept_launch = *launch;
    kept_frame = __builtin_frame_address(0);
    object_clear();
    order_launch(launch);
    trace_launch(launch);
    if (launch->scalar) traffic_alone();
    skip_launch(launch);
    wait_launch(launch);
    cover_begin();
    return &order_watch;
}

void hd_check_workers(bool several) {
    shadow_shared = several;
    turn_launch();
}

void hd_check_launch_end(void) {
    shadow_shared = false;
    settle_same();
    if (!kept_launch.indirect) cover_launch(&kept_launch);
    copies_launched(kept_launch.name);
    trace_launch_end();
    object_clear();
    order_launch_end();
}

void hd_check_allocated(uint64_t from, uint64_t size) {
    if (!hd_check_on) return;
    object_clear();
    shadow_forget(from, size);
    shadow_poison(from, size, true);
}

void hd_check_unset(uint64_t from, uint64_t size) {
    if (hd_check_on && size) shadow_poison(from, size, true);
}

void hd_check_settle(void) {
    if (hd_check_on) settle_same();
}

void hd_check_freed(uint64_t from, uint64_t size) {
    if (!hd_check_on) return;
    object_clear();
    shadow_forget(from, size);
    shadow_poison(from, size, false);
}

size_t hd_check_memory(void) { return shadow_most; }

void hd_check_copied(void *to, const void *from, size_t size) {
    if (!hd_check_on || !size) return;
    if (!local_copied((uint64_t)(uintptr_t)to, (uint64_t)(uintptr_t)from, size))
        shadow_copy_unset((uint64_t)(uintptr_t)to, (uint64_t)(uintptr_t)from, size);
}

void hd_check_filled(void *to, size_t size) {
    if (!hd_check_on || !size) return;
    shadow_poison((uint64_t)(uintptr_t)to, size, false);
}

void *hd_check_runtime(const char *name) {
    static const struct {
        const char *name;
        void (*fn)(void);
    } table[] = {
#define HD_RUNTIME(name, type, parameters) {#name, (void (*)(void))name},
#include "check/check.def"
    };
    for (int i = 0; i < HD_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) return (void *)(uintptr_t)table[i].fn;
    return NULL;
}
