"""Kernels on the CPU: heddle against C loops with OpenMP (gcc), the same kernels in OpenCL (PoCL) and Numba's prange.

A row is four files in simt/: ROW.cu is what heddle runs, ROW.c and ROW.cl the peers' programs, and ROW.py makes the inputs (setup),
says what is launched (launches) and has Numba's function (run). All peers get the same inputs and as many threads, and their
results are compared before anything is timed. Repetitions alternate between the peers, so that a noisy machine hits all of
them; medians are shown, and how many times as long a peer takes as heddle.

usage: tools/bench simt [FILTER]...     ROUNDS=25 THREADS=2 as environment variables; BEST=1: the shortest times instead of
medians, for a machine that does other work too; CLOCK=CLOCK_PROCESS_CPUTIME_ID: processor time (heddle and gcc, with THREADS=1)
"""
import importlib.util, math, os, statistics, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))
THREADS = int(os.environ.get("THREADS", len(os.sched_getaffinity(0))))
for variable in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "POCL_MAX_PTHREAD_COUNT"):
    os.environ[variable] = str(THREADS)
os.environ["OMP_WAIT_POLICY"] = "passive"  # who has finished must not take the next one's core
sys.dont_write_bytecode = True

try:
    import numpy as np
except ImportError:
    raise SystemExit("tools/bench simt needs NumPy: HEDDLE_PYTHON=PYTHON names a python that has numpy and, as a peer, numba")
sys.path.insert(0, HERE)
from simt_peers import Heddle, Loops, Numba, OpenCL

ENOUGH = 0.01  # seconds that a sample takes at least
LONG = 5.0     # seconds that the samples of one peer in one row take at most, three samples apart
ROWS = ["vector_add", "gaussian", "black_scholes", "mandelbrot", "matmul_naive", "matmul_tiled", "reduce_tree", "reduce_shuffle",
        "histogram_shared", "histogram_global", "diffusion", "diffusion_tiled", "nbody", "spmv", "transpose_naive",
        "transpose_tiled", "transpose_padded", "prefix_sum", "rgb_gray", "rgb_invert", "rgba_blend", "jacobi_float4", "complex_multiply",
        "index_3d", "table_bytes", "lattice_boltzmann", "stencil_3d", "kmeans", "sobel_bytes",
        "bilateral", "box_blur_bytes", "bitonic_shared", "pathfinder", "srad", "layer_forward", "convolution_rows", "softmax",
        "layernorm_warp", "gelu", "rope", "quantise_rows", "gemv_int8", "hash_words", "crc_table", "monte_carlo", "binomial_options",
        "spmv_ell", "fdtd_2d", "dct_8x8", "julia_double", "ray_spheres", "levenshtein", "string_match", "aes_tables",
        "equalise", "hamming", "dilate_bytes", "particles", "dot_product", "knapsack"]


def load(name):
    """A row's module, with what its text uses: np, math, blocks, njit, prange."""
    path = os.path.join(HERE, "simt", name)
    module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path + ".py"))
    try:
        from numba import njit, prange
    except ImportError:
        njit, prange = (lambda *a, **k: a[0] if a else lambda f: None), range
    module.__dict__.update(np=np, math=math, njit=njit, prange=prange, blocks=lambda n, size: -(-int(n) // size))
    module.__spec__.loader.exec_module(module)
    module.path, module.name = path, name
    return module


def compare(row, peer, ours, theirs):
    """None, or how the results differ."""
    if hasattr(row, "result"):
        ours, theirs = row.result(ours), row.result(theirs)
    for name in ours:
        a, b = ours[name].astype("f8"), theirs[name].astype("f8")
        tolerance = getattr(row, "tolerance", 1e-4)
        wrong = np.count_nonzero(~(np.abs(a - b) <= tolerance * np.maximum(1.0, np.abs(b)))) / a.size
        if wrong > getattr(row, "differing", 0):
            return "%s differs from %s in %.3g %% of its elements" % (name, peer.name, 100 * wrong)
    return None


def measure(row, size, peers, rounds):
    """({peer's name: median seconds}, notes)"""
    values = row.setup(np.random.default_rng(1), size)
    notes, ready = [], []
    for peer in peers:
        why = peer.prepare(row, size, values)
        if why:
            notes.append("%s: %s" % (peer.name, why))
        else:
            ready.append(peer)
    inner, longest = {}, 0
    for peer in ready:  # first runs compile, and warm caches: the repetitions that fill a sample are found behind them
        seconds = peer.sample(1)
        if seconds < 1:
            peer.sample(3)
            time.sleep(0.05)  # code that is made meanwhile
            count, seconds = 1, peer.sample(1)
            while seconds < ENOUGH and count < 1000:
                count = min(1000, 2 * count)
                seconds = peer.sample(count)
            seconds /= count
        longest = max(longest, seconds)
        inner[peer] = max(1, min(1000, math.ceil(ENOUGH / max(seconds, 1e-7))))
    rounds = max(3, min(rounds, int(LONG / longest) if longest else rounds))
    if ready and ready[0].name == "heddle":
        ours = ready[0].results()
        for peer in ready[1:]:
            why = compare(row, peer, ours, peer.results())
            if why:
                notes.append("WRONG: " + why)
    times = {peer: [] for peer in ready}
    for _ in range(rounds):
        for peer in ready:
            times[peer].append(peer.sample(inner[peer]) / inner[peer])
            time.sleep(0.002)
    for peer in peers:
        peer.close()
    typical = min if os.environ.get("BEST") else statistics.median
    return {peer.name: typical(times[peer]) for peer in ready}, notes


def launch_overhead(heddle):
    """Seconds for a launch of one small block."""
    heddle.start()
    heddle.tell("__global__ void nothing(int *p) { p[threadIdx.x] = threadIdx.x; }\nint small[32];\n"
                "double bench(int inner) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a);\n"
                "for (int i = 0; i < inner; i++) nothing<<<1, 32>>>(small);\nclock_gettime(CLOCK_MONOTONIC, &b);\n"
                "return b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9; }\n")
    heddle.sample(100000)
    seconds = statistics.median(heddle.sample(10000) / 10000 for _ in range(15))
    heddle.close()
    return seconds


def first_result(heddle):
    """Seconds from the text of a tiled matrix multiply to its first result, in a running session: the median of many texts."""
    text = open(os.path.join(HERE, "simt", "matmul_tiled.cu")).read()
    heddle.start()
    heddle.tell("float *a, *b, *c;\ncudaMallocManaged(&a, 4096 * 4);\ncudaMallocManaged(&b, 4096 * 4);\ncudaMallocManaged(&c, 4096 * 4);\n")
    times = []
    for k in range(12):
        begin = time.perf_counter()
        said = heddle.tell(text.replace("matmul", "matmul%d" % k) +
                           "\nmatmul%d<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c, 64);\nprintf(\"%%g\\n\", c[0]);" % k)
        times.append(time.perf_counter() - begin)
        if said.strip() != "0":
            raise SystemExit("tiled matmul printed: " + said)
    heddle.close()
    return statistics.median(times[2:])


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def show(title, seconds, peers, ratios):
    cells = []
    for peer in peers:
        mine = seconds.get(peer.name)
        cells.append("%10s" % ("-" if mine is None else "%.3f" % (mine * 1e3)))
    for peer in peers[1:]:
        ratio = seconds[peer.name] / seconds["heddle"] if peer.name in seconds and "heddle" in seconds else None
        cells.append("%9s" % ("-" if ratio is None else "%.2f" % ratio))
        if ratio is not None:
            ratios[peer.name].append(ratio)
    print("%-22s%s" % (title, "".join(cells)), flush=True)


def main():
    wanted, rounds = sys.argv[1:], int(os.environ.get("ROUNDS", "15"))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        peers = [Heddle(HEDDLE, folder, THREADS), Loops(folder), OpenCL(), Numba()]
        ratios, all_notes = {p.name: [] for p in peers}, []
        print("%d threads, %s of %d, ms; then how many times heddle's time" % (
            THREADS, "shortest" if os.environ.get("BEST") else "medians", rounds))
        print("%-22s%s%s" % ("", "".join("%10s" % p.name for p in peers), "".join("%9s" % p.name for p in peers[1:])))
        for name in ROWS:
            row = load(name)
            for size in getattr(row, "sizes", [None]):
                title = name if size is None else "%s %s" % (name, size)
                if wanted and not any(w in title for w in wanted):
                    continue
                seconds, notes = measure(row, size, peers, rounds)
                show(title, seconds, peers, ratios)
                all_notes += ["%s: %s" % (title, note) for note in notes]
        means = [geometric_mean(ratios[p.name]) if ratios[p.name] else None for p in peers[1:]]
        print("%-62s%s" % ("geometric mean", "".join("%9s" % ("-" if m is None else "%.2f" % m) for m in means)))
        print("%-62s%s" % ("lowest", "".join("%9s" % ("%.2f" % min(ratios[p.name]) if ratios[p.name] else "-") for p in peers[1:])))
        for note in all_notes:
            print(note)
        if not wanted or "launch" in wanted:
            print("a launch of one block of 32 threads: %.2f us" % (launch_overhead(peers[0]) * 1e6))
            print("tiled matmul, from text to first result: %.1f ms" % (first_result(peers[0]) * 1e3))
    return 1 if any("WRONG" in note for note in all_notes) else 0


if __name__ == "__main__":
    sys.exit(main())
