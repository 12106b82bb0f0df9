def setup(random, size):
    n = 100000
    return {"wall": random.integers(0, 10, 8 * n).astype("i4"), "src": random.integers(0, 10, n).astype("i4"), "out": np.zeros(n, "i4"),
            "n": np.int32(n)}


def launches(v):
    return [("pathfinder", blocks(v["n"], 240), 256)]


outputs = ["out"]
