def setup(random, size):
    w = h = 256
    return {"in_": random.random(w * h, "f4"), "out": np.zeros(w * h, "f4"), "w": np.int32(w), "h": np.int32(h),
            "space": np.float32(0.1), "range": np.float32(5)}


def launches(v):
    return [("bilateral", (blocks(v["w"], 16), blocks(v["h"], 16)), (16, 16))]


outputs = ["out"]
