// An event queue simulation, a bank, a matrix of function pointers and a state machine.
#include <stdio.h>
#include <string.h>
enum state { IDLE, RUN, WAIT, DONE, NSTATES };
enum event { START, TICK, BLOCK, WAKE, NEVENTS };
struct proc {
    int id, left;
    enum state st;
    unsigned log;
};
typedef enum state (*action)(struct proc *);
static enum state start(struct proc *p) {
    p->log |= 1;
    return RUN;
}
static enum state tick(struct proc *p) {
    p->log += 0x10;
    return --p->left ? RUN : DONE;
}
static enum state block(struct proc *p) {
    p->log |= 2;
    return WAIT;
}
static enum state wake(struct proc *p) {
    p->log |= 4;
    return RUN;
}
static const action table[NSTATES][NEVENTS] = {
    [IDLE][START] = start, [RUN] = {[TICK] = tick, [BLOCK] = block}, [WAIT][WAKE] = wake};
static const char *const names[] = {"idle", "run", "wait", "done"};
static void send(struct proc *p, enum event e) {
    action a = table[p->st][e];
    enum state old = p->st;
    if (a) p->st = a(p);
    if (old != p->st) printf("%d:%s>%s ", p->id, names[old], names[p->st]);
}
struct ev {
    int at, kind, who;
};
static struct ev heap[32];
static int n;
static void put(struct ev e) {
    int i = n++;
    while (i && heap[(i - 1) / 2].at > e.at) heap[i] = heap[(i - 1) / 2], i = (i - 1) / 2;
    heap[i] = e;
}
static struct ev get(void) {
    struct ev r = heap[0], l = heap[--n];
    int i = 0, c;
    while ((c = i * 2 + 1) < n) {
        if (c + 1 < n && heap[c + 1].at < heap[c].at) c++;
        if (heap[c].at >= l.at) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = l;
    return r;
}
int main(void) {
    struct proc p[3] = {{1, 2}, {2, 3}, {3, 1}};
    enum event script[] = {START, TICK, BLOCK, TICK, WAKE, TICK, TICK, START};
    for (unsigned e = 0; e < sizeof script / sizeof *script; e++)
        for (int i = 0; i < 3; i++) send(&p[i], script[e]);
    puts("");
    for (int i = 0; i < 3; i++) printf("%x ", p[i].log);
    puts("");
    for (int i = 0; i < 10; i++) put((struct ev){i * 7 % 11, i, i % 3});
    int total[3] = {0};
    while (n) {
        struct ev e = get();
        total[e.who] += e.at;
        printf("%d", e.kind);
        if (e.kind == 5) put((struct ev){e.at + 2, 9, 0});
    }
    printf(" %d %d %d\n", total[0], total[1], total[2]);
    return 0;
}

/* OUTPUT:
1:idle>run 2:idle>run 3:idle>run 3:run>done 1:run>wait 2:run>wait 1:wait>run 2:wait>run 1:run>done 2:run>done 
27 37 11 
08529741963 31 18 6
*/
