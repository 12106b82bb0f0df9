def setup(random, size):
    n = 1000000
    return {"a": random.random(n, "f4"), "b": random.random(n, "f4"), "c": np.zeros(32, "f4"), "n": np.int32(n)}


def launches(v):
    return [("dot", 32, 256)]


outputs = ["c"]


def result(v):  # the peers differ in how many parts they sum
    return {"sum": np.array([v["c"].astype("f8").sum()])}
