def setup(random, size):
    n = 16384
    words = lambda k: random.integers(0, 2**32, k).astype("u4")
    return {"in_": words(4 * n), "out": np.zeros(4 * n, "u4"), "t": words(1024), "keys": words(40), "n": np.int32(n)}


types = {"in_": "uint4", "out": "uint4", "keys": "uint4"}


def launches(v):
    return [("rounds", blocks(v["n"], 256), 256)]


outputs = ["out"]
