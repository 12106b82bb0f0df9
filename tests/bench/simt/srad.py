def setup(random, size):
    w = h = 512
    zeros = lambda: np.zeros(w * h, "f4")
    return {"J": random.random(w * h, "f4") + np.float32(1), "dN": zeros(), "dS": zeros(), "dW": zeros(), "dE": zeros(), "c": zeros(),
            "cols": np.int32(w), "rows": np.int32(h), "q0sqr": np.float32(0.05)}


def launches(v):
    return [("srad", (blocks(v["cols"], 16), blocks(v["rows"], 16)), (16, 16))]


outputs = ["c", "dN", "dE"]
differing = 1e-3
