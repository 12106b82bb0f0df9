BLOCK = 256


def setup(random, size):
    n = 4000000
    return {"x": random.random(n, "f4"), "sums": np.zeros(blocks(n, BLOCK), "f4"), "n": np.int32(n)}


def launches(v):
    return [("reduce", blocks(v["n"], BLOCK), BLOCK)]


outputs = ["sums"]


@njit(parallel=True)
def run(x, sums, n):
    for block in prange((n + BLOCK - 1) // BLOCK):
        s = np.zeros(BLOCK, np.float32)
        for t in range(min(BLOCK, n - block * BLOCK)):
            s[t] = x[block * BLOCK + t]
        half = BLOCK // 2
        while half > 0:
            for t in range(half):
                s[t] += s[t + half]
            half //= 2
        sums[block] = s[0]
