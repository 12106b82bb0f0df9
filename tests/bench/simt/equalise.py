def setup(random, size):
    n = 500000
    return {"in_": random.integers(0, 256, n).astype("u1"), "out": np.zeros(n, "u1"), "cdf": np.arange(1, 257).astype("i4") * np.int32(n // 256),
            "n": np.int32(n), "least": np.int32(1000)}


def launches(v):
    return [("apply", blocks(v["n"], 256), 256)]


outputs = ["out"]
