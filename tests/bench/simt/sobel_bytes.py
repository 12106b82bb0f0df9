def setup(random, size):
    w = h = 1024
    return {"src": random.integers(0, 256, w * h).astype("u1"), "out": np.zeros(w * h, "u1"), "w": np.int32(w), "h": np.int32(h)}


def launches(v):
    return [("sobel", (blocks(v["w"], 32), blocks(v["h"], 8)), (32, 8))]


outputs = ["out"]
