def setup(random, size):
    n = 2000
    a, b = (np.zeros(n * n, "f4") for _ in "ab")
    return {"a": a, "b": b, "start": random.random(n * n, "f4"), "n": np.int32(n), "k": np.float32(0.2)}


def launches(v):
    grid = (blocks(v["n"], 32), blocks(v["n"], 8))
    return [("diffuse", grid, (32, 8), ["start", "a", "n", "k"]), ("diffuse", grid, (32, 8), ["a", "b", "n", "k"])]


outputs = ["b"]


@njit(parallel=True)
def step(src, out, n, k):
    for y in prange(1, n - 1):
        for x in range(1, n - 1):
            i = y * n + x
            out[i] = src[i] + k * (src[i - 1] + src[i + 1] + src[i - n] + src[i + n] - np.float32(4) * src[i])


def run(a, b, start, n, k):
    step(start, a, n, k)
    step(a, b, n, k)
