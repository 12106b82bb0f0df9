// check: checked execution. What checked code (gen/instrument/check.c) announces is compared with
// what other threads did before: races, accesses outside of an object, reads of memory that nobody
// set, barriers.
//
// run/ starts a check, tells of objects (variables, allocations), launches and synchronisation, and
// takes the findings. Everything here happens on the thread that runs cells, one block after
// another: checked launches use one worker.
//
// Order between accesses is what CUDA's memory model gives, never what happened to come first:
// order.c says how clocks are kept, shadow.c what is remembered of each 4 bytes (each byte, where
// accesses are smaller), access.c what conflicts.
#ifndef HD_CHECKED_H
#define HD_CHECKED_H

#include "cpu/cpu.h"

// ---- sites: places in the source that access memory
// -----------------------------------------------

struct hd_check_site {
    struct hd_range range;
    hd_loc loc;
    const char *name;   // what the access goes through, interned; or NULL
    bool plain_name;    // that name alone is the lvalue
    uint32_t bytes;     // of an access
    bool writes, looks; // as in hd_gen_site
    bool silenced;      // its line says `heddle: race-ok`
    uint32_t same_as;   // the first site at this place
};
uint32_t hd_check_next_site(void);
void hd_check_add_sites(const struct hd_gen_site *sites, int n); // numbered from hd_check_next_site
const struct hd_check_site *hd_check_site(uint32_t number);      // never NULL

// ---- objects
// --------------------------------------------------------------------------------------

enum hd_object_kind {
    HD_OBJECT_VARIABLE, // of the session; `type` says more
    HD_OBJECT_ARRAY,    // elements of `ndarray`s; whoever uses them finds them
    HD_OBJECT_DEVICE,   // cudaMalloc and its kin
    HD_OBJECT_MANAGED,
    HD_OBJECT_PINNED,
    HD_OBJECT_SHARED, // of the running block
    HD_OBJECT_HEAP,   // malloc or new in a kernel
    HD_OBJECT_HOST,   // ... in host code
    HD_OBJECT_OTHER,  // memory that may be used, of which no more is known (literals)
};
struct hd_object {
    uint64_t from, size;
    enum hd_object_kind kind;
    const char *name; // or NULL
    const struct hd_type *type;
    hd_loc at, freed_at; // where it was allocated and freed
    bool freed;
    bool read_only; // __constant__ in a kernel
};
// Asked for memory that check/ does not know itself. false: nothing is known of it.
extern bool (*hd_check_find_object)(uint64_t address, struct hd_object *out);
// Memory begins to be in use, with unknown contents; or ends. Only during a check.
void hd_check_allocated(uint64_t from, uint64_t size);
void hd_check_unset(uint64_t from, uint64_t size); // it has been in use, and nobody has set it
void hd_check_settle(void);                        // before memory goes away
void hd_check_freed(uint64_t from, uint64_t size);

// ---- a check
// ---------------------------------------------------------------------------------------

extern bool hd_check_on; // a check is running

void hd_check_begin(void);
void hd_check_host_sites(uint32_t first); // of the host code that runs
void hd_check_end(void);                  // findings stay until the next begin

struct hd_check_shared { // a kernel's __shared__ variable
    const char *name;
    uint32_t offset;
    const struct hd_type *type;
};
struct hd_check_launch {
    const char *name;
    const uint32_t *grid, *block;
    hd_loc loc; // of the launch
    void *stream;
    uint32_t first_site;
    bool indirect;     // it calls through pointers, code that is not checked
    bool plain;        // it has no fences, and no block reaches another's shared memory
    bool warps;        // it has warp operations
    bool scalar;       // it runs one thread at a time
    bool waits;        // it has loops that wait for memory to change
    bool accesses;     // it has accesses to memory
    bool any_grid;     // it is for grids of any size; or its blocks run at the same time
    uint8_t dims;      // a bit for each dimension of threadIdx and blockIdx that it looks at
    bool writes_known; // it writes, but for shared memory, what these lead to and nothing else:
    const uint64_t *written;
    int nwritten;
    size_t static_shared, dyn_shared;
    const struct hd_check_shared *shared;
    int nshared;
};
// What hd_cpu_launch.watch is to be for this launch.
const struct hd_cpu_watch *hd_check_launch_begin(const struct hd_check_launch *launch);
extern bool hd_check_host_writes; // host code of this check may write what is not its own
extern bool hd_check_streams; // streams that run beside the default one may be made in this check
void hd_check_workers(bool several); // before the launch: whether it may run on several threads
void hd_check_launch_end(void);
// For hd_cpu_watch.
uint64_t hd_check_progress(void);
struct hd_thread *hd_check_deadlock(struct hd_thread *t, struct hd_fault *fault);

// ---- host: streams, events, copies
// -------------------------------------------------------------------

enum hd_check_sync {
    HD_SYNC_DEVICE,       // the host waits for everything
    HD_SYNC_STREAM,       // ... for a stream
    HD_SYNC_EVENT,        // ... for an event
    HD_SYNC_RECORD,       // an event is recorded in a stream
    HD_SYNC_STREAM_EVENT, // a stream waits for an event
};
void hd_check_sync(enum hd_check_sync what, void *stream, void *event);
void hd_check_stream_made(void *stream, bool non_blocking);
struct hd_check_copy { // a copy, or a fill (from NULL)
    void *to;
    const void *from;
    size_t size;
    void *stream;
    bool async;
    hd_loc loc; // of the call
    const char *api;
};
void hd_check_copy(const struct hd_check_copy *copy); // before it is done
// The runtime API has written memory: what is known to be set there.
void hd_check_copied(void *to, const void *from, size_t size);
void hd_check_filled(void *to, size_t size);

// A launch failed: why, and the error's name. The program has asked for the last error. How many
// are kept; those from the nth on were returned by a call.
void hd_check_launch_failed(hd_loc loc, const char *why, const char *error);
void hd_check_errors_seen(void);
int hd_check_errors(void);
void hd_check_errors_returned(int n);
extern const char *(*hd_check_error_name)(int code);

// ---- what launches have touched
// -------------------------------------------------------------------------------

struct hd_check_counted { // a launch
    const char *kernel;
    uint32_t grid[3], block[3];
    uint64_t threads;
    uint64_t global[3], shared[3]; // elements read, written, updated atomically
    uint64_t sectors, needed;      // of 32 bytes that warps have asked global memory for; the
                                   // least that their bytes fill. 0: not known
    uint64_t requests, lanes;      // of these: accesses of a warp, and threads that made them
    bool traced;                   // its accesses are all there:
    int first_touch, touches;
};
struct hd_check_touch {     // an access of a thread
    uint32_t block, thread; // linear
    enum hd_check_op op;
    const char *name; // of the array, or of the pointer to it; may be NULL
    uint64_t array;   // tells arrays apart
    uint64_t element, elements;
    uint32_t size; // of an element
    bool shared;
};
extern bool hd_check_tracing;           // small launches are to be traced, from the next check on
bool hd_check_traces(uint64_t threads); // a launch of so many threads is: one thread at a time
// Of the last check. The number of launches.
int hd_check_launches(const struct hd_check_counted **out, const struct hd_check_touch **touches);

// What warps have asked memory for at one place of the code (traffic.c), of the last check.
struct hd_check_traffic {
    uint32_t site;
    enum hd_check_op op;
    bool shared;
    uint32_t size;           // of an element, in bytes
    uint64_t requests;       // accesses of a warp
    uint64_t lanes, threads; // that made them; that these warps have
    uint64_t did, needed;    // global: sectors of 32 bytes; shared: steps. The least that would do
    uint64_t in_turn;        // atomics: of each request, updates of its busiest address
    bool one_address;        // of all lanes, in each request
    uint64_t step;           // bytes from lane to lane; 0: not the same everywhere
};
extern bool hd_check_counting; // it is counted
void hd_check_count(bool on);  // from the next launch on
// The number of places. *scalar: some launch ran one thread at a time, of which nothing is known.
int hd_check_traffic(const struct hd_check_traffic **out, bool *scalar);

// ---- findings
// ------------------------------------------------------------------------------------------

enum hd_finding_kind {
#define HD_FINDING(id, name, page, help) HD_FINDING_##id,
#include "check/findings.def"
    HD_FINDING_KINDS
};
const char *hd_finding_name(enum hd_finding_kind kind);
const char *hd_finding_page(enum hd_finding_kind kind);
const char *hd_finding_help(enum hd_finding_kind kind);

struct hd_party {  // of a finding: who, where
    uint32_t site; // 0: none
    hd_loc loc;    // used when site is 0
    bool device;
    uint32_t block[3], thread[3];
    const char *kernel;
    uint32_t phase;   // parties of different ones are of different launches
    const char *copy; // a copy: the function
    const char *did;  // "reads", "writes", "updates atomically"
    bool several;     // other threads of the block than the other party's
};
struct hd_finding {
    enum hd_finding_kind kind;
    bool remark;          // not an error
    bool silenced;        // `heddle: race-ok`
    bool from_fault;      // it ended the kernel, and is reported as a fault too
    struct hd_party a, b; // a: the one that was noticed; b: the other, if any
    bool has_b;
    char object[160];  // "`a` (`int [5]`)", "400 bytes of device memory"
    char element[160]; // "a[7]"
    char message[512];
    char help[300];
    uint64_t size;                 // out of bounds: of the array
    bool below;                    // ... by an index below 0
    bool wraps;                    // ... by one of 32 bits without a sign that has gone below 0
    uint64_t address, count, same; // same: of count, with the same value
    uint64_t last_one;             // number of the access that it was last seen in, and lane
    uint64_t times;                // of races: as `count`, but each thread of a vector by itself
};
// A finding of somebody else: a fault in a checked kernel.
struct hd_finding *hd_check_add(enum hd_finding_kind kind, const char *message, hd_loc loc,
                                const uint32_t block[3], const uint32_t thread[3], hd_loc other);
int hd_check_findings(const struct hd_finding **out);
uint64_t hd_check_accesses(void);
size_t hd_check_memory(void); // bytes that the shadow has taken at most

void *hd_check_runtime(const char *name); // functions that checked code calls; NULL: none

#endif
