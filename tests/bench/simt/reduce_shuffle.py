def setup(random, size):
    n = 4000000
    return {"x": random.random(n, "f4"), "sums": np.zeros(64, "f4"), "n": np.int32(n)}


def launches(v):
    return [("reduce", 64, 256)]


outputs = ["sums"]


def result(v):  # the peers differ in how many parts they sum
    return {"sum": np.array([v["sums"].astype("f8").sum()])}


@njit(parallel=True)
def run(x, sums, n):
    total = np.float32(0)
    for i in prange(n):
        total += x[i]
    sums[0] = total
