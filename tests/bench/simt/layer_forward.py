def setup(random, size):
    n, hid = 65536, 16
    return {"input": random.random(n + 1, "f4"), "weights": random.random((n + 1) * (hid + 1), "f4"), "partial": np.zeros(n // 16 * hid, "f4"),
            "hid": np.int32(hid), "n": np.int32(n)}


def launches(v):
    return [("layer", (1, v["n"] // 16), (16, 16), ["input", "weights", "partial", "hid"])]


outputs = ["partial"]
