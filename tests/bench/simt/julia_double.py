def setup(random, size):
    w = h = 512
    return {"out": np.zeros(w * h, "i4"), "w": np.int32(w), "h": np.int32(h), "cr": np.float64(-0.8), "ci": np.float64(0.156)}


def launches(v):
    return [("julia", (blocks(v["w"], 16), blocks(v["h"], 16)), (16, 16))]


outputs = ["out"]
differing = 1e-2
