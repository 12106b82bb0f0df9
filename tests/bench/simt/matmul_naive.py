sizes = [1024, 1000]


def setup(random, size):
    a, b = (random.random(size * size, "f4") for _ in "ab")
    return {"a": a, "b": b, "c": np.zeros(size * size, "f4"), "n": np.int32(size)}


def launches(v):
    return [("matmul", (blocks(v["n"], 32), blocks(v["n"], 8)), (32, 8))]


outputs = ["c"]


@njit(parallel=True)
def run(a, b, c, n):
    for y in prange(n):
        for x in range(n):
            total = np.float32(0)
            for k in range(n):
                total += a[y * n + k] * b[k * n + x]
            c[y * n + x] = total
