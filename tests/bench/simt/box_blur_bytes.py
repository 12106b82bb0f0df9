def setup(random, size):
    w = h = 512
    return {"in_": random.integers(0, 256, w * h).astype("u1"), "out": np.zeros(w * h, "u1"), "w": np.int32(w), "h": np.int32(h),
            "r": np.int32(2)}


def launches(v):
    return [("box_blur", (blocks(v["w"], 16), blocks(v["h"], 16)), (16, 16))]


outputs = ["out"]
