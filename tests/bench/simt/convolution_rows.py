def setup(random, size):
    w, h = 1024, 512
    return {"in_": random.random(w * h, "f4"), "out": np.zeros(w * h, "f4"), "w": np.int32(w), "h": np.int32(h)}


def launches(v):
    return [("rows", (v["w"] // 128, v["h"] // 4), (128, 4))]


outputs = ["out"]
