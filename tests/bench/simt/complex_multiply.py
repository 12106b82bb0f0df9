def setup(random, size):
    n = 200000
    return {"a": random.random(2 * n, "f4"), "b": random.random(2 * n, "f4"), "c": np.zeros(2 * n, "f4"), "n": np.int32(n)}


types = {"a": "float2", "b": "float2", "c": "float2"}


def launches(v):
    return [("complex_multiply", blocks(v["n"], 256), 256)]


outputs = ["c"]


@njit(parallel=True)
def run(a, b, c, n):
    for i in prange(n):
        c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1]
        c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i]
