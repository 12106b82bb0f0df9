#!/usr/bin/env python3
# NEEDS-SECONDS: 600
"""Every program of tests/simt and tests/programs with several numbers of lanes: it prints what it prints with one lane.

HEDDLE_LANES=W makes every launch, small ones too, run the code for W lanes (0: as many as fit). The programs about regions,
barriers, divergence, atomics and launches run with every width, of the others one half a day with one lane and with one other width, in turn;
LANES=8,32 in the environment names the widths, for all of them. `0@x86-64-v3` is with code for a processor that has no more than AVX2
(HEDDLE_CPU).
"""
import concurrent.futures, os, re, subprocess, time

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(HERE, "..", "..", "build", "heddle")
WIDTHS = os.environ.get("LANES", "0,8,0@x86-64-v3,32,0,4,0@x86-64,64").split(",")
ALL = "LANES" in os.environ
EVERY_WIDTH = ("guards", "turns", "neighbours", "packed", "narrow", "division", "small_gathers", "saturating", "unwrapped", "regions", "barriers", "divergence", "atomics_lanes", "atomics_limits", "launches", "leaving", "early_return", "warp_synchronous", "widths", "spare_vectors")
WIDER_STILL = ("turns", "regions", "warp_functions", "atomics_lanes")  # what loops that stream have beside them
NOT_ABOUT_KERNELS = ("cudart_", "curand_", "symbols", "local_vla", "xoroshiro")


def run(path, lanes, cpu):
    env = dict(os.environ, HEDDLE_LANES=lanes)
    if cpu:
        env["HEDDLE_CPU"] = cpu
    done = subprocess.run([HEDDLE, path], env=env, capture_output=True, text=True, timeout=300)
    return done.returncode, re.sub(r"0x[0-9a-f]+", "ADDRESS", done.stdout)


def check(job):
    path, widths = job
    reference = {}  # by processor
    for width in widths:
        w, _, cpu = width.partition("@")
        if cpu not in reference:
            reference[cpu] = run(path, "1", cpu)
        want, got = reference[cpu], run(path, w, cpu)
        if got != want:
            return path, "with %s lanes it ends with %d and prints\n%s\nnot with %d and\n%s" % (width, got[0], got[1][:2000], want[0], want[1][:2000])
    return path, None


def main():
    paths = [os.path.join(folder, name) for folder in (HERE, os.path.join(HERE, "..", "programs"))
             for name in sorted(os.listdir(folder)) if name.endswith(".cu") and not name.startswith(NOT_ABOUT_KERNELS)]
    if "asan" in os.environ.get("HEDDLE_BUILD", ""):
        paths = paths[::8]  # they are slow there
    elif not ALL:
        day = int(time.time() // 86400)
        paths = [path for i, path in enumerate(paths) if (i + day) % 2 or os.path.basename(path)[:-3] in EVERY_WIDTH]
    texts = {path: open(path).read() for path in paths}
    paths = [path for path in paths if "RUN:" not in texts[path] or "RUN: program" in texts[path]]
    asan = "asan" in os.environ.get("HEDDLE_BUILD", "")
    names = {path: os.path.basename(path)[:-3] for path in paths}
    jobs = [(path, ["128", "256"]) for path in paths if names[path] in WIDER_STILL and not ALL]
    jobs += [(path, WIDTHS if ALL else ["4", "8", "16", "32", "64"]
             if names[path] in EVERY_WIDTH and not asan else [WIDTHS[i % len(WIDTHS)]]) for i, path in enumerate(paths)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, wrong in pool.map(check, jobs):
            name = os.path.splitext(os.path.basename(path))[0]
            print("ok %s" % name if not wrong else "not ok %s: %s" % (name, wrong.replace("\n", "\n    ")), flush=True)


main()
