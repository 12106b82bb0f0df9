def setup(random, size):
    n = 500000
    return {"x": random.standard_normal(n, "f4"), "out": np.zeros(n, "f4"), "n": np.int32(n)}


def launches(v):
    return [("gelu", 128, 256)]


outputs = ["out"]
