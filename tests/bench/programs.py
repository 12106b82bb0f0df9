"""Big C programs: from start to first output, and the speed afterwards, against gcc -O0 (start) and gcc -O2 (speed).

The programs are not part of the repository: their sources are taken from a folder (default build/bench-sources), each in one .c
file that includes the others. `apt-get source lua5.4 zlib sqlite3` gives them; a row without sources is left out.

    lua.c      #include of Lua's sources (src/*.c but luac.c); run with LUA, below
    sqlite.c   sqlite3.c and a main that fills and queries a table
    zlib.c     zlib's sources and a main that packs and unpacks

usage: tools/bench programs [FOLDER]
"""
import os, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
LUA = """local t = {}
for i = 1, 300000 do t[i] = (i * 7919) % 100003 end
table.sort(t)
local s = 0
for i = 1, #t do s = s + t[i] % 7 end
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(s, fib(27))
"""
# arguments for a run that does nearly nothing, and for one that works
ROWS = {"lua": (["-e", "print(1)"], ["-e", LUA]), "sqlite": (["1"], ["50000"]), "zlib": (["1"], ["40"])}


def run(command):
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit("%s: %s" % (command[0], (done.stdout + done.stderr)[:2000]))
    return time.perf_counter() - begin, done.stdout


def best(command, n=3):
    return min((run(command) for _ in range(n)), key=lambda r: r[0])


def main():
    sources = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "bench-sources")
    rows = [name for name in ROWS if os.path.exists(os.path.join(sources, name + ".c"))]
    if not rows:
        raise SystemExit("no sources in %s: see the head of %s" % (sources, os.path.relpath(__file__, ROOT)))
    print("%-10s%12s%12s%8s%12s%12s%8s" % ("seconds", "start", "gcc -O0", "ratio", "work", "gcc -O2", "ratio"))
    with tempfile.TemporaryDirectory() as folder:
        for name in rows:
            path = os.path.join(sources, name + ".c")
            idle, busy = ROWS[name]
            start, said = best([HEDDLE, path] + idle)
            whole, worked = best([HEDDLE, path] + busy, 1)
            begin = time.perf_counter()
            run(["gcc", "-O0", "-w", "-o", os.path.join(folder, "slow"), path, "-lm", "-ldl", "-lpthread"])
            made = time.perf_counter() - begin + run([os.path.join(folder, "slow")] + idle)[0]
            run(["gcc", "-O2", "-w", "-o", os.path.join(folder, "fast"), path, "-lm", "-ldl", "-lpthread"])
            theirs, expected = best([os.path.join(folder, "fast")] + busy)
            if worked != expected:
                print("WRONG: %s prints\n%s\nnot\n%s" % (name, worked[:500], expected[:500]))
            work = whole - start
            print("%-10s%12.2f%12.2f%8.2f%12.2f%12.2f%8.2f" % (name, start, made, start / made, work, theirs, work / theirs), flush=True)


main()
