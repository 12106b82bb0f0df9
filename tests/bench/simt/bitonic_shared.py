def setup(random, size):
    n = 512 * 256
    return {"in_": random.random(n, "f4"), "out": np.zeros(n, "f4"), "n": np.int32(n)}


def launches(v):
    return [("bitonic", v["n"] // 512, 512, ["in_", "out"])]


outputs = ["out"]
