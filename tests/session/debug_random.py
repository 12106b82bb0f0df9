#!/usr/bin/env python3
"""Random commands of the debugger in random kernels: a model says where each thread must stand after each of them, and with what values.

    debug_random.py [--seed N] [--commands N]
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
MASK = 0xFFFFFFFF
MARK = 987654
DEVICE = """\
__host__ __device__ unsigned f(unsigned v) {
    unsigned w = v * 3;
    w = w + 1;
    return w;
}
__host__ __device__ unsigned r(unsigned v, unsigned d) {
    if (d == 0)
        return v;
    v = v * 5 + d;
    return r(v, d - 1);
}
template <int N> __host__ __device__ unsigned g(unsigned v) {
    v += N;
    return f(v) + N;
}
struct M {
    unsigned k;
    __host__ __device__ unsigned turn(unsigned v) {
        k++;
        return v ^ k;
    }
};
"""
BLOCK = 16
SHARED = 40  # elements of shared memory


class Kernel:
    """A random kernel: its text, and what its threads do as lists of events (line, site, depth, function, x)."""

    def __init__(self, rng, host):
        self.rng, self.lines, self.sites, self.host = rng, [], 100, host
        self.stores = set()  # sites that store a[i]
        self.add("void k(unsigned *a, unsigned i) {" if host else "__global__ void k(unsigned *a) {")
        self.body = []
        if not host:
            self.add(f"    __shared__ unsigned tile[{SHARED}];")
            self.body.append(self.simple("    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;", "i"))
        self.body.append(self.simple("    unsigned x = a[i];", "x"))
        self.body.append(self.simple("    M m = {i};", "m"))
        self.body += self.block(2, 5, True)
        self.body.append(self.simple("    a[i] = x;", "store"))
        self.add("}")
        self.end = (len(self.lines), self.site())
        self.text = "\n".join(self.lines) + "\n"

    def add(self, line):
        self.lines.append(line)
        return len(self.lines)

    def site(self):
        self.sites += 1
        return self.sites

    def simple(self, text, what, *more):
        s = (what, self.add(text), self.site(), *more)
        if what == "store":
            self.stores.add(s[2])
        return s

    def block(self, depth, n, top=False):
        """top: all threads of the block come here, as often."""
        return [self.statement(depth, top) for _ in range(self.rng.randint(1, n))]

    def statement(self, depth, top):
        rng, pad = self.rng, "    " * (3 - depth)
        kind = rng.choice(["math", "math", "f", "r", "g", "turn", "if", "for", "for", "vary", "sync", "share", "store", "warp", "shuffle"])
        if kind in ("if", "for", "vary") and depth == 0 or kind in ("sync", "share", "warp", "shuffle") and (not top or self.host):
            kind = "math"
        c = rng.randint(1, 5)
        if kind == "math":
            return self.simple(f"{pad}x = x * {c} + i;", "math", c)
        if kind in ("f", "r", "g", "turn"):
            call = {"f": "f(x)", "r": f"r(x, {c % 3})", "g": f"g<{c}>(x)", "turn": "m.turn(x)"}[kind]
            return self.simple(f"{pad}x = {call};", kind, c % 3 if kind == "r" else c)
        if kind == "store":
            return self.simple(f"{pad}a[i] = x + {c};", "store")
        if kind == "sync":
            return self.simple(f"{pad}__syncthreads();", "sync")
        if kind == "warp":
            return self.simple(f"{pad}__syncwarp();", "warp")
        if kind == "shuffle":
            call = "__shfl_sync(~0u, x, 0)" if c < 3 else "__shfl_up_sync(~0u, x, 1)"
            return self.simple(f"{pad}x += {call};", "shuffle", c >= 3)
        if kind == "share":
            parts = [self.simple(f"{pad}tile[threadIdx.x] = x;", "put"), self.simple(f"{pad}__syncthreads();", "sync"),
                     self.simple(f"{pad}x += tile[(threadIdx.x + {c}) % blockDim.x];", "get", c),
                     self.simple(f"{pad}__syncthreads();", "sync")]
            return ("block", 0, 0, parts)
        if kind == "if":
            line, site = self.add(f"{pad}if (x % {c + 1} == {rng.randint(0, c)}) {{"), self.site()
            test = int(re.search(r"== (\d+)", self.lines[-1])[1])
            yes = self.block(depth - 1, 3)
            no = []
            if rng.random() < 0.5:
                self.add(f"{pad}}} else {{")
                no = self.block(depth - 1, 2)
            self.add(f"{pad}}}")
            return ("if", line, site, c + 1, test, yes, no)
        bound = f"(x + {c}) % 4" if kind == "vary" else str(c)  # threads go round as often as their own x says, which changes
        line = self.add(f"{pad}for (unsigned j = 0; j < {bound}; j++) {{")
        init, cond = self.site(), self.site()
        body = self.block(depth - 1, 3, top and kind == "for")
        step = self.site()
        self.add(f"{pad}}}")
        return (kind, line, init, cond, step, c, body)

    def run(self, i, start, tile, thread, threads):
        """The thread's events up to where it waits for the block or its warp: ("block" or "warp", list)."""
        part, state, shuffles = [], {"x": None}, 0

        def event(line, site, depth=0, function="k"):
            part.append((line, site, depth, function, state["x"] if function == "k" else None))

        def do(s):
            nonlocal shuffles
            what, line = s[0], s[1]
            if what in ("for", "vary"):
                event(line, s[2])
                j = 0
                while True:
                    event(line, s[3])
                    if j >= (s[5] if what == "for" else (state["x"] + s[5] & MASK) % 4):
                        return
                    for t in s[6]:
                        yield from do(t)
                    event(line, s[4])
                    j += 1
            if what == "block":
                for t in s[3]:
                    yield from do(t)
                return
            event(line, s[2])
            x = state["x"]
            if what == "x":
                state["x"] = start
            elif what == "m":
                state["k"] = i
            elif what == "math":
                state["x"] = x * s[3] + i & MASK
            elif what == "f":
                state["x"] = self.f(x, event, 1)
            elif what == "r":
                state["x"] = self.r(x, s[3], event, 1)
            elif what == "g":
                event(2, -13, 1, "g")
                event(3, -14, 1, "g")
                state["x"] = self.f(x + s[3] & MASK, event, 2) + s[3] & MASK
            elif what == "turn":
                event(4, -19, 1, "turn")
                state["k"] = state["k"] + 1 & MASK
                event(5, -20, 1, "turn")
                state["x"] = x ^ state["k"]
            elif what == "put":
                tile[thread] = x
            elif what == "get":
                state["x"] = x + tile[(thread + s[3]) % threads] & MASK
            elif what in ("sync", "warp"):
                yield "block" if what == "sync" else "warp", part.copy()
                part.clear()
            elif what == "shuffle":
                shuffles += 1
                tile["lane", shuffles, thread] = x
                yield "warp", part.copy()
                part.clear()
                lane = thread % 32
                source = thread - (lane > 0 if s[3] else lane)
                state["x"] = x + tile["lane", shuffles, source] & MASK
            elif what == "if":
                for t in s[5] if x % s[3] == s[4] else s[6]:
                    yield from do(t)

        for s in self.body:
            yield from do(s)
        event(*self.end)
        yield None, part

    @staticmethod
    def f(v, event, depth):
        for n in (2, 3, 4):
            event(n, -n, depth, "f")
        return v * 3 + 1 & MASK

    @staticmethod
    def r(v, d, event, depth):
        event(2, -7, depth, "r")
        if d == 0:
            event(3, -8, depth, "r")
            return v
        event(4, -9, depth, "r")
        event(5, -10, depth, "r")
        return Kernel.r(v * 5 + d & MASK, d - 1, event, depth + 1)


class Host:
    """A random host function that launches the kernel several times."""

    def __init__(self, rng, blocks, threads):
        self.lines, self.parts, self.sites = ["void h(unsigned *a) {"], [], set()
        self.add("    unsigned x = 1;", "begin")
        for _ in range(rng.randint(1, 3)):
            for _ in range(rng.randint(0, 2)):
                kind, c = rng.choice(["math", "f", "read", "store"]), rng.randrange(threads * blocks)
                text = {"math": f"x = x * 3 + {c};", "f": "x = f(x);", "read": f"x += a[{c}];", "store": f"a[{c}] = x;"}[kind]
                self.add("    " + text, kind, c)
            self.add(f"    k<<<{blocks}, {threads}>>>(a);", "launch")
        self.add(f"    x += a[{threads - 1}];", "read", threads - 1)
        self.add("}", "end")
        self.text = "\n".join(self.lines) + "\n"

    def add(self, line, kind, c=None):
        self.lines.append(line)
        self.parts.append((kind, len(self.lines), 1000 + len(self.lines), c))


HOST = (-1, 0) # block and thread of host code
LAUNCH = 100 # blocks of the n-th launch are LAUNCH * n ...


class Model:
    """All events of a cell in their order, and where the debugger is among them."""

    def __init__(self, kernel, blocks, threads, values, host=None):
        self.kernel, self.blocks, self.threads, self.start, self.host = kernel, blocks, threads, values, host
        self.watched = set()  # elements of a
        self.simulate({})
        self.at = int(kernel.host or host is not None)  # the event that is about to be done
        self.focus = self.events[0][:2]
        self.middle = False  # behind a call or a store, in the statement of `caller`
        self.over = False

    def simulate(self, switches):
        """switches: by the first event of a block, the thread that is asked for before it goes on."""
        self.switches, self.events = switches, []  # (block, thread, line, site, depth, function, x)
        self.bases, self.values, self.written = {}, list(self.start), {}
        if self.host:
            return self.run_host()
        if self.kernel.host:  # the cell's own statement, that calls it
            self.events.append((0, 0, 1, -1, -1, "In", None))
        return self.run_launch(0)

    def run_host(self):
        self.events.append((*HOST, 1, -1, -1, "In", None))
        x, launches = None, 0
        for kind, line, site, c in self.host.parts:
            if kind == "store":
                self.written[len(self.events)] = c
            self.events.append((*HOST, line, site, 0, "h", x))
            if kind == "begin":
                x = 1
            elif kind == "math":
                x = x * 3 + c & MASK
            elif kind == "f":
                x = Kernel.f(x, lambda line, site, depth, name: self.events.append((*HOST, line, site, depth, name, None)), 1)
            elif kind == "read":
                x = x + self.values[c] & MASK
            elif kind == "store":
                self.values[c] = x
            elif kind == "launch":
                self.run_launch(launches)
                launches += 1

    def run_launch(self, n):
        for b in range(self.blocks):
            self.bases[n * LAUNCH + b] = len(self.events)
            self.run_block(n * LAUNCH + b, self.switches.get(len(self.events)))
        for b, t, line, site, depth, function, x in self.events[self.bases[n * LAUNCH]:]:
            if line == self.kernel.end[0] and function == "k":
                self.values[b % LAUNCH * self.threads + t] = x

    def run_block(self, b, first):
        threads, tile, n = self.threads, {}, b % LAUNCH * self.threads
        runs = [self.kernel.run(n + t, self.values[n + t], tile, t, threads) for t in range(threads)]
        ready, alive, kept = set(range(threads)), set(range(threads)), {}
        waiting = {"block": set(), **{w: set() for w in range((threads + 31) // 32)}}
        t = 0
        if first:  # thread 0 waits before its first statement, which is come to once more
            kept[0] = next(runs[0])
            self.events.append((b, 0, *kept[0][1][0]))
            t = first
        while alive:
            what, part = kept.pop(t, None) or next(runs[t])
            self.events += [(b, t, *e) for e in part]
            if what:
                group = "block" if what == "block" else t // 32
                waiting[group].add(t)
                if waiting[group] == (alive if what == "block" else {o for o in alive if o // 32 == group}):
                    ready |= waiting[group]
                    waiting[group] = set()
                    continue  # the last to arrive goes on
            else:
                alive.remove(t)
            ready.remove(t)
            t = self.next_of(t, ready)

    @staticmethod
    def next_of(t, ready):
        """The lanes above in its warp, the others there, the warps behind, those before."""
        return min(ready, default=None, key=lambda o: (
            0 if o // 32 == t // 32 and o > t else 1 if o // 32 == t // 32 else 2 if o // 32 > t // 32 else 3, o))

    def now(self):
        """The event that the focus stands at."""
        if self.middle:
            return self.caller
        k = self.at
        while self.events[k][:2] != self.focus:
            k -= 1
        return self.events[k]

    def go(self, k):
        self.over = k is None
        if k is not None:
            self.at, self.focus, self.middle = k, self.events[k][:2], False

    def of_focus(self, after):
        return [k for k in range(after + 1, len(self.events)) if self.events[k][:2] == self.focus]

    def fresh(self, e, now):
        return e[2] != now[2] or e[5] != now[5] or e[3] == now[3]

    def step(self, into, points):
        now = self.now()
        ahead = self.of_focus(self.at)
        if into and self.host and self.focus == HOST and self.at + 1 < len(self.events) and self.events[self.at + 1][:2] != HOST:
            return self.go_or_hit(self.at + 1, points) # into the launch
        for k in ahead:
            e = self.events[k]
            if into and (e[4] != now[4] or self.fresh(e, now)) or not into and (
                    e[4] < now[4] or e[4] == now[4] and self.fresh(e, now)):
                return self.go_or_hit(k, points)
        last = ahead[-1] if ahead else self.at
        self.go_or_hit(last + 1 if last + 1 < len(self.events) else None, points)

    def next_host(self):
        """Where the launch is over."""
        return next((k for k in range(self.at + 1, len(self.events)) if self.events[k][:2] == HOST), None)

    def go_or_hit(self, to, points, start=None):
        """A breakpoint, or store into something watched, that any thread comes to before is the stop."""
        for k in range(self.at if start is None else start, len(self.events) if to is None else to):
            if (k > self.at or start is not None) and self.hits(k, points):
                return self.go(k)
            if self.stores(k) and not (start is None and k == self.at and self.middle):
                self.at, self.focus, self.middle, self.caller = k, self.events[k][:2], True, self.events[k]
                return None
        return self.go(to)

    def stores(self, k):
        b, t, line, site, depth, function, x = self.events[k]
        if b == -1:
            return self.written.get(k) in self.watched
        return function == "k" and site in self.kernel.stores and b % LAUNCH * self.threads + t in self.watched

    def until(self, line, points):
        now = self.now()
        lines = sorted({s[0] for s in all_sites(self.kernel.body) if s[0]} | {self.kernel.end[0]})
        if now[5] == "h":
            lines = [p[1] for p in self.host.parts]
        line = min(n for n in lines if n >= line)
        ahead = self.of_focus(self.at)
        for k in ahead:
            e = self.events[k]
            if e[4] < now[4] or e[4] == now[4] and e[2] == line:
                return self.go_or_hit(k, points)
        last = ahead[-1] if ahead else self.at
        return self.go_or_hit(last + 1 if last + 1 < len(self.events) else None, points)

    def to_thread(self, block, thread, points):
        """Which does not stand anywhere: its block is come to, and it is the first there to go on."""
        start, here = None, self.events[self.at][0]
        if block <= here:
            start = self.bases[block if block == here else here // LAUNCH * LAUNCH]
            self.simulate({i: t for i, t in self.switches.items() if i < start})
        base = self.bases[block]
        self.go_or_hit(base, [], start) # breakpoints on the way stop nobody
        if self.at == base and not self.middle and thread:
            self.simulate({**self.switches, base: thread})
            self.go(base + 1)

    def out(self):
        now = self.now()
        last = self.at
        for k in self.of_focus(self.at - 1):
            if self.events[k][4] < now[4] and k > self.at:
                break
            last = k
        k = last
        while self.events[k][:2] != self.focus or self.events[k][4] >= now[4]:
            k -= 1
        self.at, self.middle, self.caller = last, True, self.events[k]

    def back(self, into):
        now = self.now()
        past = [k for k in range(self.at + (1 if self.middle else 0)) if self.events[k][:2] == self.focus]
        if self.middle:
            return self.return_to([k for k in past if into or self.events[k][4] <= now[4]][-1])
        i = len(past) - 1
        while i >= 0:
            e = self.events[past[i]]
            skip = not into and e[4] > now[4] or (e[2] == now[2] and e[4] == now[4] and e[3] != now[3])
            if not skip:
                break
            i -= 1
        if i < 0:
            return self.return_to(self.at)
        chunk, e = i, self.events[past[i]]
        for k in range(i - 1, -1, -1):
            o = self.events[past[k]]
            if not into and o[4] > e[4]:
                continue
            if o[2] != e[2] or o[4] != e[4]:
                break
            chunk = k
        first = max(k for k in range(chunk, i + 1)
                    if self.events[past[k]][3] == self.events[past[chunk]][3] and self.events[past[k]][4] == e[4])
        self.return_to(past[first])

    def return_to(self, k):
        """What was asked for behind it is forgotten."""
        self.simulate({i: t for i, t in self.switches.items() if i < k})
        self.go(k)

    def to_point(self, points):
        self.go_or_hit(None, points)

    def hits(self, k, points):
        b, t, line, site, depth, function, x = self.events[k]
        return any(function in "kh" and site == s and (c is None or b % LAUNCH * self.threads + t == c) for s, c in points)

    def back_to_point(self, points):
        ks = [k for k in range(self.at + int(self.middle)) if self.hits(k, points) or k < self.at and self.stores(k)]
        if ks: # else all is as it was
            self.return_to(ks[-1])

    def standing(self):
        """Threads of the block that have begun and not ended."""
        block = self.focus[0]
        seen = {self.events[k][1] for k in range(self.at + 1) if self.events[k][0] == block}
        ahead = {self.events[k][1] for k in range(self.at + 1, len(self.events)) if self.events[k][0] == block}
        return sorted(t for t in seen if t in ahead)


def session(rng, n):
    """Inputs for heddle, and what is expected at each stop."""
    host = rng.random() < 0.3
    kernel = Kernel(rng, host)
    blocks, threads = (1, 1) if host else (rng.randint(1, 2), rng.choice([1, 2, 3, 4, 5, BLOCK, 40]))
    values = [rng.randint(0, 99) for _ in range(blocks * threads)]
    launches = None if host or rng.random() < 0.5 else Host(rng, blocks, threads)
    lines = [DEVICE, kernel.text, *([launches.text] if launches else []), f"unsigned start[{len(values)}] = {{{', '.join(map(str, values))}}};",
             f"__managed__ unsigned a[{len(values)}];"]
    expected = []
    while len(expected) < n:
        points = []
        for line in rng.sample(range(2, len(kernel.lines)), min(2, len(kernel.lines) - 2)):
            sites = [s for s in all_sites(kernel.body) if s[0] == line]
            if not sites:
                continue
            condition = rng.randrange(len(values)) if rng.random() < 0.5 else None
            points.append((min(s[1] for s in sites), condition))
            lines.append(f"%break k:{line}" + ("" if condition is None else f" if i == {condition}u"))
            if condition is not None and not host and line <= 3: # i is not there yet
                lines.pop(), points.pop()
        if launches and rng.random() < 0.5:
            part = rng.choice(launches.parts[1:])
            points.append((part[2], None))
            lines.append(f"%break h:{part[1]}")
        lines.append("memcpy(a, start, sizeof a);")
        lines.append("%debug k(a, 0)" if host else "%debug h(a)" if launches else f"%debug k<<<{blocks}, {threads}>>>(a)")
        model = Model(kernel, blocks, threads, values, launches)
        command = "%debug"
        for _ in range(40):
            look(lines, expected, model, command)
            on_host = model.kernel.host or model.focus == HOST
            if rng.random() < 0.1: # a fault, or `exit`, in an expression changes nothing
                lines.append(rng.choice(["*(int *)nullptr = 3", "print x / *(int *)8", "exit(3)" if on_host else "trap()"]))
                look(lines, expected, model, lines[-4])
            if on_host and rng.random() < 0.02:
                lines.append('system("kill -9 $PPID")') # the engine is dead; the session goes on
                break
            before, command = command, choose(rng, model, points)
            again = command == before and command.split()[0] not in ("thread", "until", "watch", "why") and rng.random() < 0.5
            lines.append("" if again else command) # Enter repeats
            if model.over:
                break
        if not model.over and "kill" not in lines[-1]:
            look(lines, expected, model, command)
            lines.append("quit")
        lines.append("%break -d 0")
    return lines, expected


def all_sites(body):
    for s in body:
        yield s[1], s[2]
        for part in s[3:]:
            if isinstance(part, list):
                yield from all_sites(part)


def choose(rng, model, points):
    inside = model.now()[4] >= 1
    here = model.events[model.at][:2] == model.focus
    command = rng.choice(["step", "next", "step", "next", "back", "back in", "continue", "reverse-continue", "out", "out", "thread", "until", "watch",
                          "begin", "why"])
    if command == "why": # which goes back, and comes to where it was asked
        return f"why a[{rng.randrange(len(model.values))}]"
    in_kernel = model.host and model.focus != HOST
    if in_kernel and not inside and here and not model.middle and command == "out":
        model.go_or_hit(model.next_host(), points)
        return "out"
    if command == "out" and not (inside and here and not model.middle) or command == "until" and model.now()[5] not in "kh":
        command = "next"
    if command == "begin":
        begun, ahead = {e[:2] for e in model.events[:model.at + 1]}, {e[:2] for e in model.events[model.at + 1:]}
        to = (max(model.focus[0], 0) // LAUNCH * LAUNCH + rng.randrange(model.blocks), rng.randrange(model.threads))
        stands = to[0] == model.focus[0] and to in begun and (to in ahead or to == model.events[model.at][:2])
        if model.kernel.host or model.focus == HOST or model.middle or stands:
            command = "step"
        else:
            model.to_thread(*to, points)
            return f"thread {to[0] % LAUNCH},0,0 {to[1]},0,0"
    if command == "thread":
        others = [t for t in model.standing() if t != model.focus[1]]
        if not others or model.middle:
            command = "step"
        else:
            t = rng.choice(others)
            model.focus = (model.focus[0], t)
            return f"thread {t}"
    if command == "watch" and model.watched and rng.random() < 0.5:
        model.watched.clear()
        return "watch -d"
    if command == "watch":
        element = rng.randrange(len(model.values))
        model.watched.add(element)
        return f"watch a[{element}]"
    if command == "until":
        line = rng.randint(2, model.kernel.end[0] if model.now()[5] == "k" else len(model.host.lines))
        model.until(line, points)
        return f"until {line}"
    if command == "step" or command == "next":
        model.step(command == "step", points)
    elif command == "out":
        model.out()
    elif command.startswith("back"):
        model.back(command == "back in")
    elif command == "continue":
        model.to_point(points)
    else:
        model.back_to_point(points)
    return command


def look(lines, expected, model, command):
    e = model.now()
    lines += ["where", "print x", f"print {MARK}"]
    expected.append((command, e[5], e[2], max(e[0], 0) % LAUNCH, e[1], e[6]))


def check(seed, n):
    rng = random.Random(seed)
    lines, expected = session(rng, n)
    text = "\n".join(lines) + "\n"
    out = subprocess.run([HEDDLE, "-"], input=text, capture_output=True, text=True, timeout=300).stdout
    stops = out.split(f"\n{MARK}\n")
    for k, (command, function, line, block, thread, x) in enumerate(expected):
        stop = stops[k] if k < len(stops) else ""
        where = re.findall(r"^->#0 (?:`(?:M::)?(\w+)[^`]*` at )?In\[\d+\]:(\d+)(?:, block \((\d+),0,0\), thread \((\d+),0,0\))?", stop, re.M)
        want = (function, line, block, thread)
        got = (where[-1][0] or "In", *(int(part or 0) for part in where[-1][1:])) if where else None
        value = stop.strip().split("\n")[-1]
        if got != want or x is not None and value != str(x):
            print(f"seed {seed}, stop {k} after `{command}`: {got} x = {value}, not {want} x = {x}\n{text}\n{stop}")
            return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int)
    parser.add_argument("--commands", type=int, default=300)
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else int(time.time())
    done = 0
    while done < args.commands:
        n = min(150, args.commands - done)
        if not check(seed, n):
            return 1
        done += n
        seed += 1
        if args.seed is not None and done >= args.commands:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
