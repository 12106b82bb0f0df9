def setup(random, size):
    n = 500000
    return {"key": random.integers(0, 2**32, n).astype("u4"), "slot": np.zeros(n, "u4"), "n": np.int32(n), "slots": np.int32(100003)}


def launches(v):
    return [("hash", blocks(v["n"], 256), 256)]


outputs = ["slot"]
