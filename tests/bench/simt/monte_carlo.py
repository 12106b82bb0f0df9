def setup(random, size):
    n = 16384
    return {"hits": np.zeros(n, "u4"), "n": np.int32(n), "tries": np.int32(200)}


def launches(v):
    return [("pi", v["n"] // 256, 256, ["hits", "tries"])]


outputs = ["hits"]
differing = 1e-2
