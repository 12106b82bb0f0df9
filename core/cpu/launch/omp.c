// OpenMP at run time: teams, worksharing, locks. What the front end writes (front/omp) calls
// the functions of this file.
//
// A team is a cooperative launch: one block of one thread for each of its members, as fibers on the
// session's workers, so that there can be more members than cores, interrupts and faults end it as
// they end a kernel, and waiting gives way (hd_rt_yield). A region inside of a region has a team of
// one, which is the encountering thread itself.
//
// Worksharing constructs are counted by each thread; the k-th one is the same for all of them
// (OpenMP demands it), so what its threads share is found by k.
//
// A task is a copy of its closure in the team's list, which threads take from where they wait: at
// barriers any, at `taskwait` a child of the task that waits, at the end of a `taskgroup` one of
// that group. It is done at once where there is no team, when the list is full, and when it depends
// on others (after all of its siblings, which is one of the orders that they allow).
#include "cpu/internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HD_RUNTIME(name, ret, params) ret name params;
#include "cpu/runtime.def"

enum { MOST_THREADS = 256, LOCKS = 64, SHARED = 64, MOST_TASKS = 512, OFFERS = 16 };
enum { SCHEDULE_STATIC, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED, SCHEDULE_AUTO, SCHEDULE_RUNTIME };

struct work { // a worksharing construct in progress
    uint64_t number;
    _Atomic int64_t next;
    _Atomic int64_t ordered;
    _Atomic int turn, left, taken;
};

struct group { // of tasks: a taskgroup
    struct group *outer;
    _Atomic int left;
};

struct task {
    struct task *parent, *next, *before; // of the list
    struct group *group;
    void (*fn)(void *);
    _Atomic int children, refs; // not yet done; who may still look at it
    _Alignas(16) char object[];
};

struct implicit { // the task that a thread of a team is
    struct task *task;
    struct group *group;
    _Alignas(16) char room[sizeof(struct task)];
};

struct member {
    uint64_t constructs, works; // met so far: all, and those that share something
    int64_t n, chunk, at;       // of the loop it is in
    int schedule, inner;        // inner: regions around it that have a team of one
    bool first, own_turn;
    struct work *work;
    struct implicit now; // the task that it is in
};

struct team {
    int n;
    void (*fn)(void *);
    void *object;
    _Atomic int arrived;
    _Atomic uint32_t barriers;
    _Atomic uint32_t locks[LOCKS];
    _Atomic uint32_t making, tasking; // locks: of `shared`, of the list of tasks
    struct task *first, *last;        // tasks that nobody has begun
    int queued;
    _Atomic int unfinished; // tasks, begun or not
    struct work shared[SHARED];
    void *offered[OFFERS]; // copyprivate
    struct member members[MOST_THREADS];
};

static _Atomic int wanted_threads; // omp_set_num_threads; 0: as many as workers
static _Thread_local struct member outside = {.inner = 1};

static void run_member(struct hd_block *block, void **args) {
    struct team *team = args[0];
    team->fn(team->object);
    hd_rt_omp_barrier();
    (void)block;
}

static struct hd_thread *here(void) { return hd_current_thread(); }

static struct team *team_of(const struct hd_thread *t) {
    if (!t || !t->block || !t->block->launch) return NULL;
    const struct hd_launch_state *state = t->block->launch;
    return state->launch->fn == run_member ? state->launch->args[0] : NULL;
}

static struct member *member_of(struct team *team, const struct hd_thread *t) {
    return team ? &team->members[t->block->bid[0]] : &outside;
}

static struct member *self_of(struct team **team) {
    const struct hd_thread *t = here();
    struct team *all = team_of(t);
    struct member *m = member_of(all, t);
    *team = m->inner ? NULL : all;
    return m;
}

static int number_here(void) {
    struct team *team;
    struct member *m = self_of(&team);
    return team ? (int)(m - team->members) : 0;
}

// ---- regions ------------------------------------------------------------------------------------

static void alone(void (*fn)(void *), void *object, struct member *m) {
    struct member before = *m;
    m->inner++;
    m->work = NULL;
    fn(object);
    before.constructs = m->constructs;
    before.works = m->works;
    *m = before;
}

static _Atomic uint64_t teams; // so far

uint64_t hd_cpu_teams(void) { return teams; }

void hd_rt_omp_fork(int threads, int condition, void *fn, void *object) {
    struct team *outer;
    void (*call)(void *) = (void (*)(void *))(uintptr_t)fn;
    const struct hd_thread *t = here();
    struct member *m = self_of(&outer);
    int n = threads > 0 ? threads : atomic_load(&wanted_threads);
    if (n <= 0) n = hd_cpu_threads();
    if (n > MOST_THREADS) n = MOST_THREADS;
    if (t || !condition || n == 1) { // in a region, or of one thread
        alone(call, object, m);
        return;
    }
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct team *spare; // that an interrupted region left behind is used again
    pthread_mutex_lock(&lock);
    struct team *team = spare;
    spare = NULL;
    pthread_mutex_unlock(&lock);
    if (!team) team = hd_xcalloc(1, sizeof *team);
    for (struct task *task = team->first, *next; task; task = next) { // left by an interrupt
        next = task->next;
        free(task);
    }
    memset(team, 0, offsetof(struct team, members) + sizeof team->members[0] * (size_t)n);
    team->n = n;
    team->fn = call;
    team->object = object;
    for (int i = 0; i < SHARED; i++) team->shared[i].number = UINT64_MAX;
    void *args[] = {team};
    struct hd_cpu_launch launch = {.name = "a parallel region",
                                   .fn = run_member,
                                   .info = {.fibers = true, .local_stack = 1 << 20},
                                   .grid = {(uint32_t)n, 1, 1},
                                   .block = {1, 1, 1},
                                   .args = args,
                                   .team = true,
                                   .cooperative = true};
    teams++;
    hd_cpu_launch(&launch);
    pthread_mutex_lock(&lock);
    if (!spare) {
        spare = team;
        team = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(team);
}

// ---- waiting ------------------------------------------------------------------------------------

static void take(_Atomic uint32_t *lock) {
    struct hd_thread *t = here();
    uint32_t free_ = 0;
    while (!atomic_compare_exchange_weak(lock, &free_, 1)) {
        free_ = 0;
        hd_rt_yield(t);
    }
}

// ---- tasks --------------------------------------------------------------------------------------

static struct task *current(struct member *m) {
    return m->now.task ? m->now.task : (struct task *)(void *)m->now.room;
}

static void unref(struct team *team, struct task *task) {
    bool is_implicit = (char *)task >= (char *)team && (char *)task < (char *)(team + 1);
    if (!is_implicit && atomic_fetch_sub(&task->refs, 1) == 1) free(task);
}

static void run_task(struct team *team, struct member *m, struct task *task) {
    struct task *outer = m->now.task;
    struct group *group = m->now.group;
    m->now.task = task;
    m->now.group = task->group;
    task->fn(task->object);
    m->now.task = outer;
    m->now.group = group;
    if (task->group) atomic_fetch_sub(&task->group->left, 1);
    atomic_fetch_sub(&task->parent->children, 1);
    unref(team, task->parent);
    unref(team, task);
    atomic_fetch_sub(&team->unfinished, 1);
}

// Takes a task out of the list: a child of `parent`, one of `group`, or (both NULL) any.
static struct task *next_task(struct team *team, const struct task *parent,
                              const struct group *group) {
    if (!team->queued) return NULL;
    take(&team->tasking);
    struct task *task = team->last; // the one made last: what it works on is near
    while (task && ((parent && task->parent != parent) || (group && task->group != group)))
        task = task->before;
    if (task) {
        *(task->before ? &task->before->next : &team->first) = task->next;
        *(task->next ? &task->next->before : &team->last) = task->before;
        team->queued--;
    }
    atomic_store(&team->tasking, 0);
    return task;
}

static void help(struct team *team, struct member *m, const struct task *parent,
                 const struct group *group) {
    struct task *task = next_task(team, parent, group);
    if (task)
        run_task(team, m, task);
    else
        hd_rt_yield(here());
}

void hd_rt_omp_defer(int later, int waits, void *fn, void *object, long size) {
    struct team *team;
    struct member *m = self_of(&team);
    void (*call)(void *) = (void (*)(void *))(uintptr_t)fn;
    if (waits) hd_rt_omp_taskwait();
    if (!team || !size) {
        call(object);
        return;
    }
    struct task *task = hd_xmalloc(sizeof *task + (size_t)size), *parent = current(m);
    *task = (struct task){.parent = parent, .group = m->now.group, .fn = call, .refs = 1};
    memcpy(task->object, object, (size_t)size);
    atomic_fetch_add(&team->unfinished, 1);
    atomic_fetch_add(&parent->children, 1);
    atomic_fetch_add(&parent->refs, 1);
    if (task->group) atomic_fetch_add(&task->group->left, 1);
    bool queued = false;
    if (later && !waits) {
        take(&team->tasking);
        queued = team->queued < MOST_TASKS;
        if (queued) {
            task->before = team->last;
            *(team->last ? &team->last->next : &team->first) = task;
            team->last = task;
            team->queued++;
        }
        atomic_store(&team->tasking, 0);
    }
    if (!queued) run_task(team, m, task);
}

void hd_rt_omp_taskwait(void) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team) return;
    struct task *now = current(m);
    while (atomic_load(&now->children)) help(team, m, now, NULL);
}

void hd_rt_omp_group(int begin) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team) return;
    if (begin) {
        struct group *group = hd_xcalloc(1, sizeof *group);
        group->outer = m->now.group;
        m->now.group = group;
        return;
    }
    struct group *group = m->now.group;
    while (atomic_load(&group->left)) help(team, m, NULL, group);
    m->now.group = group->outer;
    free(group);
}

// The last one to arrive lets the others go once all tasks are done.
void hd_rt_omp_barrier(void) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team) return;
    uint32_t turn = atomic_load(&team->barriers);
    atomic_fetch_add(&team->arrived, 1);
    while (atomic_load(&team->barriers) == turn) {
        int all = team->n;
        if (!atomic_load(&team->unfinished) &&
            atomic_compare_exchange_strong(&team->arrived, &all, 0)) {
            atomic_fetch_add(&team->barriers, 1);
            return;
        }
        help(team, m, NULL, NULL);
    }
}

// ---- locks --------------------------------------------------------------------------------------

void hd_rt_omp_lock(int number) {
    struct team *team;
    self_of(&team);
    if (team) take(&team->locks[number % LOCKS]);
}

void hd_rt_omp_unlock(int number) {
    struct team *team;
    self_of(&team);
    if (team) atomic_store(&team->locks[number % LOCKS], 0);
}

// ---- worksharing --------------------------------------------------------------------------------

// What the threads share of the construct that this one is at.
static struct work *share(struct team *team, struct member *m) {
    uint64_t number = m->works++;
    struct work *work = &team->shared[number % SHARED];
    struct hd_thread *t = here();
    for (;;) { // SHARED constructs ago somebody may still be in the one that had this place
        take(&team->making);
        if (work->number == number) break;
        if (work->number == UINT64_MAX || !atomic_load(&work->left)) {
            *work = (struct work){.number = number};
            atomic_store(&work->left, team->n);
            break;
        }
        atomic_store(&team->making, 0);
        hd_rt_yield(t);
    }
    atomic_store(&team->making, 0);
    return work;
}

void hd_rt_omp_loop(int schedule, long chunk, long n, int ordered) {
    struct team *team;
    struct member *m = self_of(&team);
    if (schedule == SCHEDULE_RUNTIME) schedule = hd_rt_omp_schedule(&chunk);
    if (schedule == SCHEDULE_AUTO) schedule = SCHEDULE_STATIC;
    m->schedule = schedule;
    m->chunk = chunk > 0 ? chunk : schedule == SCHEDULE_STATIC ? 0 : 1;
    m->n = n;
    m->at = 0;
    m->first = true;
    m->own_turn = false;
    m->work = team && (schedule != SCHEDULE_STATIC || ordered) ? share(team, m) : NULL;
}

static int next_static(const struct team *team, struct member *m, long *low, long *high) {
    int64_t id = m - team->members, threads = team->n;
    if (!m->chunk) {
        int64_t each = m->n / threads, rest = m->n % threads;
        *low = id * each + (id < rest ? id : rest);
        *high = *low + each + (id < rest);
        bool there = m->first && *high > *low;
        m->first = false;
        return there;
    }
    *low = m->first ? id * m->chunk : m->at + threads * m->chunk;
    m->first = false;
    m->at = *low;
    *high = *low + m->chunk < m->n ? *low + m->chunk : m->n;
    return *low < m->n;
}

int hd_rt_omp_next(long *low, long *high) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team) {
        *low = 0;
        *high = m->n;
        bool there = m->first && m->n > 0;
        m->first = false;
        return there;
    }
    if (m->schedule == SCHEDULE_STATIC) return next_static(team, m, low, high);
    struct work *work = m->work;
    int64_t at = atomic_load(&work->next), many;
    do {
        if (at >= m->n) return 0;
        many = m->chunk;
        if (m->schedule == SCHEDULE_GUIDED) {
            int64_t part = (m->n - at + team->n - 1) / team->n;
            if (part > many) many = part;
        }
        if (many > m->n - at) many = m->n - at;
    } while (!atomic_compare_exchange_weak(&work->next, &at, at + many));
    *low = at;
    *high = at + many;
    return 1;
}

static void leave(struct member *m) {
    if (m->work) atomic_fetch_sub(&m->work->left, 1);
    m->work = NULL;
}

// The end of a construct; nowait: no barrier.
void hd_rt_omp_end(int nowait) {
    struct team *team;
    struct member *m = self_of(&team);
    leave(m);
    if (!nowait) hd_rt_omp_barrier();
}

int hd_rt_omp_single(void) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team) return 1;
    m->work = share(team, m);
    return atomic_exchange(&m->work->taken, 1) == 0;
}

int hd_rt_omp_is_master(void) { return number_here() == 0; }

// Results are put together in the order of the threads' numbers, so that sums do not differ from
// run to run.
void hd_rt_omp_turn(void) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team) return;
    leave(m);
    m->work = share(team, m);
    struct hd_thread *t = here();
    while (atomic_load(&m->work->turn) != (int)(m - team->members)) hd_rt_yield(t);
}

void hd_rt_omp_turn_end(void) {
    struct team *team;
    struct member *m = self_of(&team);
    if (team) atomic_fetch_add(&m->work->turn, 1);
}

// `ordered`: iteration i waits for those before it, whether they come here or not.
void hd_rt_omp_ordered(long i) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team || !m->work) return;
    struct hd_thread *t = here();
    while (atomic_load(&m->work->ordered) != i) hd_rt_yield(t);
}

void hd_rt_omp_iteration(long i) {
    struct team *team;
    struct member *m = self_of(&team);
    if (!team || !m->work) return;
    hd_rt_omp_ordered(i);
    atomic_store(&m->work->ordered, i + 1);
}

// ---- variables with a value in each thread, values that are handed on ---------------------------

// Thread 0 has the variable itself; the others' copies begin with what it was when it was first
// asked for, which is before it can have changed.
struct own {
    struct own *next;
    const void *address;
    long size;
    _Atomic(void *) copies[MOST_THREADS];
    char image[];
};

static struct own *own_of(void *address, long size) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static _Atomic(struct own *) all;
    for (int locked = 0; locked < 2; locked++) {
        for (struct own *o = atomic_load(&all); o; o = o->next)
            if (o->address == address && o->size == size) {
                if (locked) pthread_mutex_unlock(&lock);
                return o;
            }
        if (!locked) pthread_mutex_lock(&lock);
    }
    struct own *o = hd_xcalloc(1, sizeof *o + (size_t)size);
    o->address = address;
    o->size = size;
    o->next = atomic_load(&all);
    memcpy(o->image, address, (size_t)size);
    atomic_store(&all, o);
    pthread_mutex_unlock(&lock);
    return o;
}

void *hd_rt_omp_own(void *address, long size) {
    struct own *o = own_of(address, size);
    int number = number_here();
    if (!number) return address;
    void *mine = atomic_load(&o->copies[number]);
    if (mine) return mine;
    mine = hd_xmalloc((size_t)size);
    memcpy(mine, o->image, (size_t)size);
    atomic_store(&o->copies[number], mine);
    return mine;
}

void hd_rt_omp_copyin(void *address, long size) {
    void *mine = hd_rt_omp_own(address, size);
    if (mine != address) memcpy(mine, address, (size_t)size);
}

void hd_rt_omp_offer(int k, void *address) {
    struct team *team;
    self_of(&team);
    if (team && k < OFFERS) team->offered[k] = address;
}

void *hd_rt_omp_offered(int k) {
    struct team *team;
    self_of(&team);
    return team && k < OFFERS ? team->offered[k] : NULL;
}

// ---- schedule(runtime) --------------------------------------------------------------------------

static _Atomic int64_t run_schedule = -1; // kind, and the chunk above it; -1: OMP_SCHEDULE says

static int64_t schedule_of_environment(void) {
    static const char *const kinds[] = {"static", "dynamic", "guided", "auto"};
    const char *text = getenv("OMP_SCHEDULE"), *colon = text ? strchr(text, ':') : NULL;
    if (colon) text = colon + 1; // monotonic:
    for (int i = 0; text && i < HD_COUNT(kinds); i++) {
        size_t n = strlen(kinds[i]);
        while (*text == ' ') text++;
        if (strncasecmp(text, kinds[i], n)) continue;
        const char *comma = strchr(text, ',');
        long chunk = comma ? atol(comma + 1) : 0;
        return i | (int64_t)(chunk > 0 && chunk < INT32_MAX ? chunk : 0) << 8;
    }
    return SCHEDULE_DYNAMIC | 1 << 8; // as gcc has it where nothing is said
}

int hd_rt_omp_schedule(long *chunk) {
    int64_t all = atomic_load(&run_schedule);
    if (all < 0) atomic_store(&run_schedule, all = schedule_of_environment());
    *chunk = all >> 8;
    return (int)(all & 255);
}

void hd_rt_omp_set_schedule(int kind, int chunk) {
    if (kind >= SCHEDULE_STATIC && kind <= SCHEDULE_AUTO)
        atomic_store(&run_schedule, kind | (int64_t)(chunk > 0 ? chunk : 0) << 8);
}

// ---- omp.h --------------------------------------------------------------------------------------

int hd_rt_omp_ask(int what) {
    struct team *team;
    struct member *m = self_of(&team);
    switch (what) {
    case 0: return team ? (int)(m - team->members) : 0;
    case 1: return team ? team->n : 1;
    case 2: {
        int n = atomic_load(&wanted_threads);
        return n > 0 ? n : hd_cpu_threads();
    }
    case 3: return team != NULL;
    case 4: return hd_cpu_threads();
    default: return here() && team_of(here()) ? 1 + m->inner : m->inner - 1;
    }
}

void hd_rt_omp_set_threads(int n) { atomic_store(&wanted_threads, n > 0 ? n : 0); }

// A lock of the program: a word.
void hd_rt_omp_take(void *lock) { take(lock); }

int hd_rt_omp_try(void *lock) {
    uint32_t free_ = 0;
    return atomic_compare_exchange_strong((_Atomic uint32_t *)lock, &free_, 1);
}

void hd_rt_omp_give(void *lock) { atomic_store((_Atomic uint32_t *)lock, 0); }

long hd_rt_omp_time(void) { return (long)hd_now_ns(); }
