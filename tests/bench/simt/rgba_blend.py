def setup(random, size):
    n = 1000000
    return {"a": random.integers(0, 256, 4 * n).astype("u1"), "b": random.integers(0, 256, 4 * n).astype("u1"),
            "out": np.zeros(4 * n, "u1"), "alpha": np.int32(96), "n": np.int32(n)}


types = {"a": "uchar4", "b": "uchar4", "out": "uchar4"}


def launches(v):
    return [("rgba_blend", blocks(v["n"], 256), 256)]


outputs = ["out"]


@njit(parallel=True)
def run(a, b, out, alpha, n):
    for i in prange(n):
        for k in range(3):
            out[4 * i + k] = (np.int32(a[4 * i + k]) * alpha + np.int32(b[4 * i + k]) * (255 - alpha) + 128) >> 8
        out[4 * i + 3] = max(a[4 * i + 3], b[4 * i + 3])
