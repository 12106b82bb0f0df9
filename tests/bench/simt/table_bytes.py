def setup(random, size):
    n = 1000000
    return {"in_": random.integers(0, 256, n).astype("u1"), "out": np.zeros(n, "u1"),
            "table": random.integers(0, 256, 256).astype("u1"), "n": np.int32(n)}


def launches(v):
    return [("table_bytes", blocks(v["n"], 256), 256)]


outputs = ["out"]


@njit(parallel=True)
def run(in_, out, table, n):
    for i in prange(n):
        out[i] = table[in_[i]]
