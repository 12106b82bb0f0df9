#!/usr/bin/env python3
"""Graph kernels, made: what graph codes do to their vertices, right and wrong, on several graphs; each verdict is judged.

A kernel is a pattern (conditional-edge, conditional-vertex, pull, push, worklist, compression, rounds), done by a thread, a warp or a
block for each vertex; by as many as there are vertices, or by some that go on to the next (persistent); over neighbours in one of several
orders; for a type; with at most one bug: `atomic` (left out), `scope` (too small), `guard` (a plain read before the atomic), `bounds`,
`sync` (a barrier left out), `race` (shared what was one's own). A bug counts as wrong where it shows on that graph with that launch: for
that the model below, which knows nothing of the checker, looks whether two threads meet.

Each kernel runs on each graph with the blocks in order and backwards.

NEEDS-SECONDS: 60 (NOT-UNDER-SANITIZERS: kernels.py is)

usage: graph.py [--all] [--count N] [--seed N] [--only NAME] [--show] [--list]
"""

import argparse
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kernels import run_checks  # noqa: E402

# ---- graphs: lists of neighbours ----------------------------------------------------------------


def ring(n):
    return [[(v + 1) % n, (v + 7) % n, (v + n - 1) % n] for v in range(n)]


def star(n):
    return [list(range(1, n))] + [[0]] * (n - 1)


def grid(w, h):
    def at(x, y):
        return y * w + x

    return [[at(x + i, y + k) for i, k in ((1, 0), (-1, 0), (0, 1), (0, -1)) if 0 <= x + i < w and 0 <= y + k < h]
            for y in range(h) for x in range(w)]


def tree(n):
    return [[d for d in ((v - 1) // 2, 2 * v + 1, 2 * v + 2) if 0 <= d < n and (v or d)] for v in range(n)]


def uneven(n, seed):
    rng = random.Random(seed)
    return [sorted({int(n * rng.random() ** 2) for _ in range(1 + int(40 / (1 + v)))}) for v in range(n)]


GRAPHS = {"ring": ring(70), "star": star(45), "grid": grid(9, 7), "tree": tree(75), "uneven": uneven(66, 1)}
# Threads in a block, and blocks of persistent kernels.
LAUNCHES = {"ring": (64, 2), "star": (32, 2), "grid": (96, 2), "tree": (128, 3), "uneven": (64, 3)}

# ---- kernels ------------------------------------------------------------------------------------

LEVELS = ("thread", "warp", "block")
TYPES = ("int", "unsigned", "unsigned long long", "float", "double", "short", "unsigned char")
ATOMIC_MAX = ("int", "unsigned", "unsigned long long")
ATOMIC_ADD = ATOMIC_MAX + ("float", "double")


class Kernel:
    """body: what is done for vertex v; edges from nindex[v] to nindex[v + 1]."""

    def __init__(self, pattern, level, persistent, order, type, bug, variant=""):
        self.pattern, self.level, self.persistent, self.order = pattern, level, persistent, order
        self.type, self.bug, self.variant = type, bug, variant

    @property
    def name(self):
        parts = [self.pattern, self.variant, self.level, "persistent" if self.persistent else "", self.order,
                 self.type.replace(" ", "-"), self.bug + "-bug" if self.bug else ""]
        return ".".join(part for part in parts if part)

    def members(self, launch):
        """Threads that share a vertex, and groups of them."""
        threads, blocks = launch[0], self.blocks(launch)
        each = {"thread": 1, "warp": 32, "block": threads}[self.level]
        return each, blocks * threads // each

    def blocks(self, launch, n=None):
        if self.persistent:
            return launch[1]
        each = {"thread": 1, "warp": 32, "block": launch[0]}[self.level]
        return -(-self.vertices * each // launch[0])


def loop(k, body, stop=""):
    """Over the edges of v: `d` is the neighbour."""
    step = {"thread": "1", "warp": "32", "block": "blockDim.x"}[k.level]
    lane = {"thread": "", "warp": " + lane", "block": " + threadIdx.x"}[k.level]
    end = "end" if k.bug != "edges" else "end + 1"
    if k.order == "reverse":
        head = f"for (int e = {end} - 1{lane.replace('+', '-')}; e >= begin; e -= {step})"
    else:
        head = f"for (int e = begin{lane}; e < {end}; e += {step})"
    tail = f" if ({stop}) break;" if stop and k.order == "until" else ""
    return f"    {head} {{ int d = nlist[e]; {body}{tail} }}\n"


def wrap(k, body, before="", after=""):
    own = {"thread": "blockIdx.x * blockDim.x + threadIdx.x", "warp": "(blockIdx.x * blockDim.x + threadIdx.x) / 32",
           "block": "blockIdx.x"}[k.level]
    all_ = {"thread": "gridDim.x * blockDim.x", "warp": "gridDim.x * blockDim.x / 32", "block": "gridDim.x"}[k.level]
    lane = "    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n" if k.level != "thread" else ""
    bounds = k.bug == "bounds"
    if k.persistent:
        head = f"    for (int v = {own}; v {'<=' if bounds else '<'} n; v += {all_}) {{\n"
    else:
        head = f"    int v = {own};\n    " + ("{\n" if bounds else "if (v < n) {\n")
    edges = "    int begin = nindex[v], end = nindex[v + 1];\n"
    return lane + before + head + edges + body + "    }\n" + after


def reduce(k, last):
    """m of all threads of the group to one of them, which then does `last`."""
    T = k.type
    sync = "" if k.bug == "sync" else None
    if k.level == "thread":
        return "", f"    {last}\n"
    if k.level == "warp" and k.variant != "shared":
        return "", (f"    for (int o = 16; o; o /= 2) {{ {T} other = __shfl_xor_sync(~0u, m, o); if (other > m) m = other; }}\n"
                    f"    if (lane == 0) {{ {last} }}\n")
    if k.level == "warp":
        return f"    __shared__ {T} part[128];\n", (
            f"    part[threadIdx.x] = m;\n    {'__syncwarp();' if sync is None else ''}\n"
            f"    if (lane == 0) {{ for (int i = 1; i < 32; i++) if (part[warp * 32 + i] > m) m = part[warp * 32 + i]; {last} }}\n"
            f"    __syncwarp();\n")
    if k.variant == "tree":
        return f"    __shared__ {T} part[128];\n", (
            f"    part[threadIdx.x] = m;\n    __syncthreads();\n"
            f"    for (int o = 64; o; o /= 2) {{\n"
            f"        if (threadIdx.x < o && threadIdx.x + o < blockDim.x)"
            f" part[threadIdx.x] = max(part[threadIdx.x], part[threadIdx.x + o]);\n        {'__syncthreads();' if sync is None else ''}\n    }}\n"
            f"    if (threadIdx.x == 0) {{ m = part[0]; {last} }}\n    __syncthreads();\n")
    if k.variant == "warps":
        return f"    __shared__ {T} part[4];\n", (
            f"    for (int o = 16; o; o /= 2) {{ {T} other = __shfl_down_sync(~0u, m, o); if (other > m) m = other; }}\n"
            f"    if (lane == 0) part[warp] = m;\n    {'__syncthreads();' if sync is None else ''}\n"
            f"    if (threadIdx.x == 0) {{ for (int i = 1; i < blockDim.x / 32; i++) if (part[i] > m) m = part[i]; {last} }}\n"
            f"    __syncthreads();\n")
    again = "__syncthreads();" if not (k.bug == "sync" and k.variant == "again") else ""
    first = "__syncthreads();" if sync is None or k.variant == "again" else ""
    return f"    __shared__ {T} part[128];\n", (
        f"    part[threadIdx.x] = m;\n    {first}\n"
        f"    if (threadIdx.x == 0) {{ for (int i = 1; i < blockDim.x; i++) if (part[i] > m) m = part[i]; {last} }}\n"
        f"    {again}\n")


def update_max(k, where, value):
    if k.bug == "atomic":
        return f"if ({where} < {value}) {where} = {value};"
    if k.bug == "guard":
        return f"if ({where} < {value}) atomicMax(&{where}, {value});"
    return f"atomicMax{'_block' if k.bug == 'scope' else ''}(&{where}, {value});"


def update_add(k, where, value):
    if k.bug == "atomic":
        return f"{where} += {value};"
    if k.bug == "guard":
        return f"if ({where} < 10000) atomicAdd(&{where}, {value});"
    return f"atomicAdd{'_block' if k.bug == 'scope' else ''}(&{where}, {value});"


def source(k):
    T = k.type
    if k.pattern == "conditional-edge":
        return wrap(k, loop(k, f"if (v < d) {{ {update_add(k, 'out[0]', f'({T})1')} }}", "v < d"))
    if k.pattern == "conditional-vertex":
        before, end = reduce(k, f"if (m > 2) {{ {update_max(k, 'out[0]', 'm')} }}")
        return wrap(k, f"    {T} m = 0;\n" + loop(k, "if (in[d] > m) m = in[d];", "m > 60") + end, before)
    if k.pattern == "pull":
        take = f"if ({'out' if k.bug == 'race' else 'in'}[d] > m) m = {'out' if k.bug == 'race' else 'in'}[d];"
        if k.variant == "atomic":  # by every thread of the group
            end = {"": f"    atomicMax(&out[v], m + {'lane' if k.level != 'thread' else '0'});\n",
                   "race": "    atomicMax(&out[v], m);\n",
                   "atomic": "    out[v] = m + threadIdx.x;\n",
                   "sync": "", "bounds": "    atomicMax(&out[v], m);\n", "edges": "    atomicMax(&out[v], m);\n"}[k.bug]
            return wrap(k, f"    {T} m = 0;\n" + loop(k, take, "m > 60") + end)
        before, end = reduce(k, "out[v] = m;")
        return wrap(k, f"    {T} m = 0;\n" + loop(k, take, "m > 60") + end, before)
    if k.pattern == "push":
        if k.variant == "add":
            return wrap(k, loop(k, update_add(k, "out[d]", f"({T})(in[v] + 1)"), "d > v"))
        return wrap(k, f"    {T} mine = in[v] + 1;\n" + loop(k, update_max(k, "out[d]", "mine"), "d > v"))
    if k.pattern == "worklist":
        put = {"": "list[at] = v;", "race": "list[at % 2] = v;", "bounds": "list[n - at] = v;"}.get(k.bug, "list[at] = v;")
        at = {"atomic": "int at = *size; *size = at + 1;", "guard": "int at = *size < n ? atomicAdd(size, 1) : n;",
              "scope": "int at = atomicAdd_block(size, 1);"}.get(k.bug, "int at = atomicAdd(size, 1);")
        k_ = Kernel(k.pattern, k.level, k.persistent, k.order, T, "" if k.bug == "bounds" else k.bug, k.variant)
        search = "    bool found = false;\n" + loop(k_, "if (in[d] > 3) found = true;", "found")
        if k.level == "thread" and k.variant == "warp":  # one atomic for the threads of a warp that have something
            test = "    if (found) {\n        auto those = cooperative_groups::coalesced_threads();\n" \
                   "        int start = 0;\n        if (those.thread_rank() == 0) start = atomicAdd(size, those.size());\n" \
                   "        int at = those.shfl(start, 0) + those.thread_rank();\n"
            if k.bug == "atomic":
                test = test.replace("start = atomicAdd(size, those.size());", "{ start = *size; *size = start + those.size(); }")
            return wrap(k_, search + test + f"        {put}\n    }}\n")
        any_ = {"thread": "found", "warp": "__any_sync(~0u, found) && lane == 0",
                "block": "__syncthreads_or(found) && threadIdx.x == 0"}[k.level]
        return wrap(k_, search + f"    bool mine = {any_};\n    if (mine) {{ {at} {put} }}\n")
    if k.pattern == "compression":  # parents[v] <= v; the root is its own
        load, store = "atomicAdd(&parents[{}], 0)", "atomicExch(&parents[{}], {});"
        if k.bug == "race":
            load, store = "parents[{}]", "parents[{}] = {};"
        if k.bug == "atomic":
            store = "parents[{}] = {};"
        if k.bug == "guard":
            load = "parents[{}]"
        if k.bug == "scope":
            store = "atomicExch_block(&parents[{}], {});"
        body = (f"    int last = v, at = {load.format('v')}, next;\n"
                f"    while (at > (next = {load.format('at')})) {{ {store.format('last', 'next')} last = at; at = next; }}\n")
        if k.variant == "join":  # with a neighbour's root
            swap = "atomicCAS(&parents[high], high, low)"
            if k.bug == "swap":
                swap = "parents[high]; if (seen == high) parents[high] = low"
            body += ("    for (int e = begin; e < end; e++) {\n        int low = nlist[e], high = at;\n        for (;;) {\n"
                     f"            int up = {load.format('low')};\n            if (up == low) break;\n            low = up;\n        }}\n"
                     "        while (low != high) {\n            if (low > high) { int t = low; low = high; high = t; }\n"
                     f"            int seen = {swap};\n            if (seen == high) break;\n            high = seen;\n        }}\n    }}\n")
        return wrap(k, body)
    assert k.pattern == "rounds"  # two arrays take turns; all wait between
    sync = {"": "everybody.sync();", "sync": "", "barrier": "__syncthreads();"}[k.bug]
    body = wrap(k, f"    {T} m = 0;\n" + loop(k, "if (from[d] > m) m = from[d];") + reduce(k, "to[v] = m;")[1], "")
    return ("    auto everybody = cooperative_groups::this_grid();\n" + reduce(k, "")[0] +
            f"    for (int round = 0; round < 3; round++) {{\n    {T} *from = round % 2 ? out : ({T} *)in, *to = round % 2 ? ({T} *)in : out;\n"
            + body + f"    {sync}\n    }}\n")


def kernels():
    for level in LEVELS:
        for persistent in (False, True):
            def K(pattern, order, type, bug, variant="", level=level, persistent=persistent):
                return Kernel(pattern, level, persistent, order, type, bug, variant)

            for order in ("", "reverse", "until"):
                for bug in ("", "atomic", "guard", "scope", "bounds", "edges"):
                    for type in ATOMIC_ADD if bug in ("", "atomic") else ATOMIC_ADD[:1]:
                        yield K("conditional-edge", order, type, bug)
                        yield K("push", order, type, bug, "add")
                    for type in ATOMIC_MAX if bug in ("", "atomic") else ATOMIC_MAX[:1]:
                        yield K("push", order, type, bug)
                variants = {"thread": [""], "warp": ["", "shared"], "block": ["", "again", "tree", "warps"]}[level]
                for variant in variants:
                    syncs = ("sync",) if level == "block" or variant == "shared" else ()
                    if variant == "again" and not persistent:
                        syncs = ()
                    for bug in ("", "atomic", "guard", "scope", "bounds", "edges") + syncs:
                        yield K("conditional-vertex", order, "int" if order else "unsigned", bug, variant)
                    for bug in ("", "race", "bounds") + syncs:
                        shuffled = level == "warp" and not variant or variant == "warps"
                        for type in TYPES if not order and bug in ("", "race") else TYPES[:1]:
                            if not (shuffled and type in ("short", "unsigned char")):
                                yield K("pull", order, type, bug, variant)
                for bug in ("", "race", "bounds", "edges") + (("atomic",) if level != "thread" else ()):
                    yield K("pull", order, "int", bug, "atomic")
                for bug in ("", "atomic", "guard", "scope", "race", "bounds"):
                    yield K("worklist", order, "int", bug)
                if level == "thread":
                    for bug in ("", "atomic", "race"):
                        yield K("worklist", order, "int", bug, "warp")
            if level == "thread":
                for bug in ("", "race", "atomic", "guard", "scope", "bounds"):
                    yield K("compression", "", "int", bug)
                for bug in ("", "race", "atomic", "guard", "swap", "bounds"):
                    yield K("compression", "", "int", bug, "join")
            if persistent:
                for bug in ("", "sync", "barrier"):
                    for type in ("int", "double", "unsigned char") if level != "warp" else ("int", "double"):
                        yield K("rounds", "", type, bug)


# ---- which bug shows ----------------------------------------------------------------------------


def groups_of(k, graph, launch):
    """The group that does each vertex."""
    each, groups = k.members(launch)
    return {v: v % groups if k.persistent else v for v in range(len(graph))}


def threads_of_edges(k, graph, launch):
    """(thread, block, v, d) of each edge that is looked at, in the order of the thread; `until` only as far as is sure."""
    each, _ = k.members(launch)
    group = groups_of(k, graph, launch)
    for v, neighbours in enumerate(graph):
        order = list(enumerate(neighbours))
        if k.order == "reverse":
            order = [(i, d) for i, (_, d) in enumerate(reversed(order))]
        for i, d in order:
            thread = group[v] * each + i % each
            yield thread, thread // launch[0], v, d, i // each


def meets(pairs):
    """Whether two threads (or whatever stands first) share an address."""
    seen = {}
    return any(seen.setdefault(address, who) != who for who, address in pairs)


def expected(k, graph_name):
    """The kind of the finding that there must be, None for none, "?" where both will do."""
    graph, launch = GRAPHS[graph_name], LAUNCHES[graph_name]
    each, groups = k.members(launch)
    group = groups_of(k, graph, launch)
    n = len(graph)
    several_blocks = len({g * each // launch[0] for g in group.values()}) > 1
    if not k.bug:
        return None
    if k.bug == "edges":
        return "out-of-bounds" if k.order != "until" else "?"
    if k.bug == "bounds":
        if k.pattern == "worklist":
            return "out-of-bounds"
        return "out-of-bounds" if k.persistent or groups > n + 1 else ("?" if groups > n else None)
    if k.pattern == "rounds":
        return "race" if k.bug == "sync" or several_blocks else None
    if k.bug == "sync":
        return "race" if k.variant != "warps" or each > 32 else None  # shuffles order a warp
    if k.pattern == "compression":
        return "race" if k.bug != "scope" else "atomic-scope" if several_blocks else None
    which = 1 if k.bug == "scope" else 0  # blocks, or threads
    kind = "atomic-scope" if k.bug == "scope" else "race"
    edges = list(threads_of_edges(k, graph, launch))
    if k.order == "until" and k.pattern in ("push", "conditional-edge"):
        taken, done = [], set()
        for thread, block, v, d, _ in sorted(edges, key=lambda e: (e[0], e[2], e[4])):
            if (thread, v) not in done:
                taken.append((thread, block, v, d, 0))
            if v < d:
                done.add((thread, v))
        edges = taken
    if k.pattern == "conditional-edge":
        return kind if meets((e[which], 0) for e in edges if e[2] < e[3]) else None
    if k.pattern == "push":
        return kind if meets((e[which], e[3]) for e in edges) else None
    value = [value_of(v) for v in range(n)]
    if k.pattern == "conditional-vertex":
        doers = [group[v] * each for v in range(n) if any(value[d] > 2 for d in graph[v])]
        return kind if meets((t // launch[0] if which else t, 0) for t in doers) else None
    if k.pattern == "pull" and k.bug == "race":
        if k.variant == "atomic" and each > 1:
            return "race"
        # m > 60 may end the search of `until` only after other edges
        first = {}
        for thread, _, v, d, _ in sorted(edges, key=lambda e: e[4]):
            first.setdefault((thread, v), (thread, d))
        reads = list(first.values()) if k.order == "until" else [(e[0], e[3]) for e in edges]
        return "race" if any(group[d] * each != thread for thread, d in reads) else None
    if k.pattern == "pull":
        return "race"  # several threads write each vertex
    doers = [group[v] * each for v in range(n) if any(value[d] > 3 for d in graph[v])]
    if k.bug == "race":
        return "race" if meets((t, 0) for t in doers) and len(doers) > 3 else None
    return kind if meets((t // launch[0] if which else t, 0) for t in doers) else None


def value_of(v):
    return v * 7 % 61


# ---- running ------------------------------------------------------------------------------------

PRELUDE = """#include <cooperative_groups.h>
int *nindex, *nlist, *list, *size_, *parents, n; void *in, *out; long edges;
"""


def load_function():
    lines = ["const int shapes[] = {" + ", ".join(str(len(g)) for g in GRAPHS.values()) + "};"]
    for name, graph in GRAPHS.items():
        ends, all_ = [0], []
        for neighbours in graph:
            all_ += neighbours
            ends.append(len(all_))
        lines.append(f"const int index_{name}[] = {{{', '.join(map(str, ends))}}}, list_{name}[] = {{{', '.join(map(str, all_))}}};")
    lines.append("int *copy(const int *from, size_t bytes) { int *p; cudaMallocManaged(&p, bytes); memcpy(p, from, bytes); return p; }")
    lines.append("template <typename T> void load(int graph, bool forest) {")
    lines.append("    cudaFree(nindex); cudaFree(nlist); cudaFree(list); cudaFree(size_); cudaFree(parents); cudaFree(in); cudaFree(out);")
    lines.append("    n = shapes[graph];")
    for i, name in enumerate(GRAPHS):
        lines.append(f"    if (graph == {i}) {{ nindex = copy(index_{name}, sizeof index_{name}); nlist = copy(list_{name}, sizeof list_{name}); }}")
    lines.append("    cudaMallocManaged(&list, n * sizeof(int)); memset(list, 0, n * sizeof(int));")
    lines.append("    cudaMallocManaged(&size_, sizeof(int)); *size_ = 0;")
    lines.append("    cudaMallocManaged(&parents, n * sizeof(int)); for (int v = 0; v < n; v++) parents[v] = (forest ? v % 4 : v) ? v - 1 : v;")
    lines.append("    cudaMallocManaged(&in, n * sizeof(T)); for (int v = 0; v < n; v++) ((T *)in)[v] = v * 7 % 61;")
    lines.append("    cudaMallocManaged(&out, n * sizeof(T)); memset(out, 0, n * sizeof(T));")
    lines.append("}")
    return "\n".join(lines)


PARAMETERS = "const int *nindex, const int *nlist, const {T} *in, {T} *out, int *list, int *size, int *parents, int n"


def cells_of(number, k, graphs):
    text = f"__global__ void k({PARAMETERS.format(T=k.type)}) {{\n{source(k)}}}"
    yield text
    for backwards in (False, True):
        yield 'setenv("HEDDLE_CHECK_BACKWARDS", "1", 1);' if backwards else 'unsetenv("HEDDLE_CHECK_BACKWARDS");'
        for name in graphs:
            threads = LAUNCHES[name][0]
            k.vertices = len(GRAPHS[name])
            blocks = k.blocks(LAUNCHES[name])
            order = "backwards" if backwards else "forwards"
            yield f'load<{k.type}>({list(GRAPHS).index(name)}, {int(k.variant == "join")}); printf("@@ {number} {name} {order}\\n");'
            args = f"nindex, nlist, (const {k.type} *)in, ({k.type} *)out, list, size_, parents, n"
            if k.pattern == "rounds":
                yield (f"%check --json {{ const int *a0 = nindex, *a1 = nlist; void *a2 = in, *a3 = out; int *a4 = list, *a5 = size_, *a6 = parents, a7 = n;"
                       f" void *args[] = {{&a0, &a1, &a2, &a3, &a4, &a5, &a6, &a7}};"
                       f" cudaLaunchCooperativeKernel((void *)k, {blocks}, {threads}, args, 0, 0); cudaDeviceSynchronize(); }}")
            else:
                yield f"%check --json k<<<{blocks}, {threads}>>>({args});"


def judge(want, findings):
    errors = {f["kind"] for f in findings if f["severity"] == "error"}
    remarks = {f["kind"] for f in findings if f["severity"] == "remark"} - {"cover"}
    if want == "?":
        return True
    if want is None:
        return not errors and not remarks
    return want in errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true", help="not only some")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", default="")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep", help="a file for the session of kernels of which something was complained about")
    args = parser.parse_args()
    chosen = [k for k in kernels() if args.only in k.name]
    seed = args.seed if args.seed is not None else random.randrange(10**6)
    if not args.all and len(chosen) > args.count:
        chosen = random.Random(seed).sample(chosen, args.count)
        print(f"# {args.count} kernels, --seed {seed}")
    if args.list:
        for k in chosen:
            print(k.name)
            print(source(k) if args.show else "", end="")
        return 0
    failed, right, wrong, open_ = 0, 0, 0, 0
    for start in range(0, len(chosen), 60):
        part = chosen[start:start + 60]
        cells = [PRELUDE, load_function()]
        for i, k in enumerate(part):
            cells += cells_of(i, k, GRAPHS)
        found, complaints = run_checks(cells)
        if complaints and args.keep:
            open(args.keep, "w").write("".join(f"// %%\n{cell}\n" for cell in cells))
        for i, k in enumerate(part):
            bad, wants = [], set()
            for name in GRAPHS:
                k.vertices = len(GRAPHS[name])
                want = expected(k, name)
                wants.add(want)
                for order in ("forwards", "backwards"):
                    findings = found.get((i, name, order))
                    if args.show and findings:
                        for f in findings:
                            print(k.name, name, order, f["kind"], f.get("line"), f["message"])
                    if findings is None or not judge(want, findings):
                        kinds = "nothing was run" if findings is None else ", ".join(
                            f"{f['kind']} ({f['severity']}) line {f.get('line')}: {f['message']}" for f in findings) or "nothing"
                        bad.append(f"{name} {order}: expected {want}, found {kinds}")
            right += wants == {None}
            wrong += bool(wants - {None, "?"})
            open_ += wants == {"?"}
            if bad:
                failed += 1
                print(f"not ok {k.name}")
                print("\n".join("    " + line for line in bad[:4]))
                print("\n".join("    | " + line for line in source(k).splitlines() if line.strip()))
        if complaints:
            print(complaints[:3000], file=sys.stderr)
    if open_:
        print(f"# {open_} of which nothing is known")
    print(f"# {right} right and {wrong} wrong kernels on {len(GRAPHS)} graphs, {failed} verdicts wrong")
    if not failed:
        print("ok graph kernels")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
