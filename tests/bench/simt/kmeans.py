def setup(random, size):
    n = 100000
    return {"points": random.random(n * 4, "f4"), "centers": random.random(64, "f4"), "which": np.zeros(n, "i4"), "n": np.int32(n)}


def launches(v):
    return [("assign", blocks(v["n"], 256), 256)]


outputs = ["which"]
differing = 1e-4
