def setup(random, size):
    n = 4000000
    return {"data": (random.random(n) * random.random(n) * 256).astype("u1"), "bins": np.zeros(256, "u4"), "n": np.int32(n)}


def launches(v):
    return [("clear", 1, 256, ["bins"]), ("histogram", 64, 256)]


outputs = ["bins"]


run = None
without_numba = "Numba has no atomics on the CPU"
