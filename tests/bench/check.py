"""What `%check` costs: the rows of tools/bench simt, checked and not, in one session.

For each row: the ordinary run's time (vector code, all cores), the checked run's, how many times as long that is, and the memory that
the check takes as a multiple of the row's arrays, in whole pages of 4 KiB, which is how it is kept. At the end how long the first finding of a small kernel takes.

usage: tools/bench check [FILTER]...     THREADS=2 ROUNDS=3 as environment variables; WORST=50 MEDIAN=15: fails beyond these;
CLOCK=CLOCK_PROCESS_CPUTIME_ID: processor time, for a machine that does other work too
"""
import os, re, statistics, sys, tempfile, time

import simt
from simt_peers import Heddle

os.environ["HEDDLE_CHECK_DEBUG"] = "1"
ROUNDS = int(os.environ.get("ROUNDS", "3"))


def checked(heddle):
    """(seconds of a checked run, findings)"""
    said = heddle.tell('%check printf("%.9f\\n", bench(1));')
    first = next((line for line in said.split("\n") if line and line[0].isdigit()), "")
    try:
        return float(first), said
    except ValueError:
        raise SystemExit("heddle says:\n" + said)


def row_of(name, heddle, size):
    import numpy as np
    row = simt.load(name)
    values = row.setup(np.random.default_rng(1), size)
    why = heddle.prepare(row, size, values)
    if why:
        raise SystemExit(f"{name}: {why}")
    plain = min(heddle.sample(1) for _ in range(2))
    inner = max(1, min(100, int(0.01 / plain)))
    plain = statistics.median(heddle.sample(inner) / inner for _ in range(2 * ROUNDS + 1))
    begin = time.perf_counter()
    seconds, said = checked(heddle)
    first = time.perf_counter() - begin
    seconds = statistics.median([checked(heddle)[0] for _ in range(ROUNDS)] if seconds < 5 else [seconds])
    match = re.search(r"\[check: \d+ accesses, (\d+) KiB of shadow\]", said)
    touched = sum((v.nbytes + 4095) // 4096 * 4096 for v in values.values() if isinstance(v, np.ndarray))
    heddle.close()
    clean = "nothing found" in said
    return plain, seconds, first - seconds, (int(match.group(1)) * 1024 if match else 0) / touched, clean


def first_finding(heddle):
    """Seconds from the text of a kernel with a race to what is found, in a running session."""
    heddle.start()
    heddle.tell("int total, data[1024];")
    times = []
    for k in range(8):
        begin = time.perf_counter()
        said = heddle.tell(f"__global__ void sum{k}(const int *a, int *out) {{ *out += a[blockIdx.x * blockDim.x + threadIdx.x]; }}\n"
                           f"%check sum{k}<<<4, 256>>>(data, &total);")
        times.append(time.perf_counter() - begin)
        if "race" not in said:
            raise SystemExit("the race was not found:\n" + said)
    heddle.close()
    return statistics.median(times[1:])


def main():
    wanted = sys.argv[1:]
    ratios = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        heddle = Heddle(simt.HEDDLE, folder, simt.THREADS)
        print("%d threads, ms%25s%10s%10s%10s%10s" % (simt.THREADS, "ordinary", "checked", "times", "compile", "memory"))
        for name in simt.ROWS:
            if wanted and not any(w in name for w in wanted):
                continue
            size = getattr(simt.load(name), "sizes", [None])[0]
            plain, seconds, compile_time, memory, clean = row_of(name, heddle, size)
            ratios.append(seconds / plain)
            print("%-16s %-12s%10.2f%10.1f%10.1f%10.0f%10.2f%s" % (name, size or "", plain * 1e3, seconds * 1e3, ratios[-1],
                  compile_time * 1e3, memory, "" if clean else "  with findings"), flush=True)
        if ratios:
            print("median %.1f, worst %.1f; first finding after %.0f ms" % (statistics.median(ratios), max(ratios), first_finding(heddle) * 1e3))
    bounds = (float(os.environ.get("MEDIAN", "inf")), float(os.environ.get("WORST", "inf")))
    return int(bool(ratios) and (statistics.median(ratios) > bounds[0] or max(ratios) > bounds[1]))


if __name__ == "__main__":
    sys.exit(main())
