def setup(random, size):
    w = h = 512
    return {"in_": random.random(w * h, "f4"), "out": np.zeros(w * h, "f4"), "w": np.int32(w), "h": np.int32(h)}


def launches(v):
    return [("dct", (v["w"] // 8, v["h"] // 8), (8, 8), ["in_", "out", "w"])]


outputs = ["out"]
