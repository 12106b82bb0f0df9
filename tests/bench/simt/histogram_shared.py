def setup(random, size):
    n = 4000000
    return {"data": (random.random(n) * random.random(n) * 256).astype("u1"), "bins": np.zeros(256, "u4"), "n": np.int32(n)}


def launches(v):
    return [("clear", 1, 256, ["bins"]), ("histogram", 64, 256)]


outputs = ["bins"]


@njit(parallel=True)
def run(data, bins, n):
    parts = np.zeros((64, 256), np.uint32)
    for p in prange(64):
        for i in range(n * p // 64, n * (p + 1) // 64):
            parts[p, data[i]] += np.uint32(1)
    for b in range(256):
        bins[b] = 0
        for p in range(64):
            bins[b] += parts[p, b]
