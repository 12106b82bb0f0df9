BLOCK = 256


def setup(random, size):
    n = 4000000
    n1 = blocks(n, BLOCK)
    n2 = blocks(n1, BLOCK)
    zeros = lambda k: np.zeros(k, "i4")
    return {"src": random.integers(0, 100, n).astype("i4"), "out": zeros(n), "sums": zeros(n1), "scanned": zeros(n1),
            "sums2": zeros(n2), "scanned2": zeros(n2), "total": zeros(1), "n": np.int32(n), "n1": np.int32(n1),
            "n2": np.int32(n2)}


def launches(v):
    n1, n2 = int(v["n1"]), int(v["n2"])
    return [("scan", n1, BLOCK, ["src", "out", "sums", "n"]), ("scan", n2, BLOCK, ["sums", "scanned", "sums2", "n1"]),
            ("scan", 1, BLOCK, ["sums2", "scanned2", "total", "n2"]), ("add", n2, BLOCK, ["scanned", "scanned2", "n1"]),
            ("add", n1, BLOCK, ["out", "scanned", "n"])]


outputs = ["out"]


@njit(parallel=True)
def scan(src, out, sums, n):
    for block in prange((n + BLOCK - 1) // BLOCK):
        total = np.int32(0)
        for i in range(block * BLOCK, min(n, (block + 1) * BLOCK)):
            total += src[i]
            out[i] = total
        sums[block] = total


@njit(parallel=True)
def add(out, sums, n):
    for block in prange(1, (n + BLOCK - 1) // BLOCK):
        for i in range(block * BLOCK, min(n, (block + 1) * BLOCK)):
            out[i] += sums[block - 1]


def run(src, out, sums, scanned, sums2, scanned2, total, n, n1, n2):
    scan(src, out, sums, n)
    scan(sums, scanned, sums2, n1)
    scan(sums2, scanned2, total, n2)
    add(scanned, scanned2, n1)
    add(out, scanned, n)
