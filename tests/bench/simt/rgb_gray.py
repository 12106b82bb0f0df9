def setup(random, size):
    n = 1000000
    return {"rgb": random.integers(0, 256, 3 * n).astype("u1"), "gray": np.zeros(n, "u1"), "n": np.int32(n)}


def launches(v):
    return [("rgb_gray", blocks(v["n"], 256), 256)]


outputs = ["gray"]


@njit(parallel=True)
def run(rgb, gray, n):
    for i in prange(n):
        gray[i] = (np.int32(rgb[3 * i]) * 77 + np.int32(rgb[3 * i + 1]) * 150 + np.int32(rgb[3 * i + 2]) * 29) >> 8
