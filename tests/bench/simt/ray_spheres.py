def setup(random, size):
    w = h = 256
    n = 20
    s = np.concatenate([random.random((n, 3)) * 256 - 128, random.random((n, 1)) * 20 + 10, random.random((n, 3))], axis=1)
    return {"s": s.astype("f4").ravel(), "n": np.int32(n), "image": np.zeros(4 * w * h, "u1"), "w": np.int32(w), "h": np.int32(h)}


types = {"s": "sphere", "image": "uchar4"}


def launches(v):
    return [("rays", (blocks(v["w"], 16), blocks(v["h"], 16)), (16, 16))]


outputs = ["image"]
differing = 1e-2
