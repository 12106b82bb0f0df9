def setup(random, size):
    n = 2048
    return {"src": random.random(n * n, "f4"), "out": np.zeros(n * n, "f4"), "n": np.int32(n)}


def launches(v):
    return [("transpose", (blocks(v["n"], 32), blocks(v["n"], 8)), (32, 8))]


outputs = ["out"]


@njit(parallel=True)
def run(src, out, n):
    for y in prange(n):
        for x in range(n):
            out[x * n + y] = src[y * n + x]
