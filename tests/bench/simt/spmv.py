def setup(random, size):
    n = 100000
    lengths = random.integers(4, 29, n)
    row = np.zeros(n + 1, "i4")
    row[1:] = np.cumsum(lengths)
    nnz = int(row[n])
    near = np.repeat(np.arange(n), lengths) + random.integers(-1000, 1001, nnz)  # a broad band, as from a mesh
    return {"row": row, "col": np.clip(near, 0, n - 1).astype("i4"), "val": random.random(nnz, "f4"),
            "x": random.random(n, "f4"), "y": np.zeros(n, "f4"), "n": np.int32(n)}


def launches(v):
    return [("spmv", blocks(v["n"], 128), 128)]


outputs = ["y"]


@njit(parallel=True)
def run(row, col, val, x, y, n):
    for r in prange(n):
        total = np.float32(0)
        for k in range(row[r], row[r + 1]):
            total += val[k] * x[col[k]]
        y[r] = total
