def setup(random, size):
    n = 1 << 22
    return {"a": random.random(n, "f4"), "b": random.random(n, "f4"), "c": np.zeros(n, "f4"), "n": np.int32(n)}


def launches(v):
    return [("vector_add", blocks(v["n"], 256), 256)]


outputs = ["c"]


@njit(parallel=True)
def run(a, b, c, n):
    for i in prange(n):
        c[i] = a[i] + b[i]
