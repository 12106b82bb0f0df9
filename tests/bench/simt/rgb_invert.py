def setup(random, size):
    n = 1000000
    return {"in_": random.integers(0, 256, 3 * n).astype("u1"), "out": np.zeros(3 * n, "u1"), "n": np.int32(n)}


def launches(v):
    return [("rgb_invert", blocks(v["n"], 256), 256)]


outputs = ["out"]


@njit(parallel=True)
def run(in_, out, n):
    for i in prange(n):
        for k in range(3):
            out[3 * i + k] = 255 - in_[3 * i + k]
