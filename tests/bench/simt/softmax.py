def setup(random, size):
    cols, rows = 1000, 512
    return {"in_": random.random(cols * rows, "f4") * np.float32(8), "out": np.zeros(cols * rows, "f4"), "cols": np.int32(cols),
            "rows": np.int32(rows)}


def launches(v):
    return [("softmax", v["rows"], 256, ["in_", "out", "cols"])]


outputs = ["out"]
