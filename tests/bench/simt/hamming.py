def setup(random, size):
    n, count = 512, 4096
    words = lambda k: random.integers(0, 2**32, 2 * k).astype("u4")
    return {"codes": words(n), "queries": words(count), "best": np.zeros(count, "i4"), "n": np.int32(n), "count": np.int32(count)}


def launches(v):
    return [("nearest", blocks(v["count"], 256), 256)]


outputs = ["best"]
