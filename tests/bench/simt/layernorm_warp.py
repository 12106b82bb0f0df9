def setup(random, size):
    cols, rows = 768, 1024
    return {"in_": random.random(cols * rows, "f4"), "out": np.zeros(cols * rows, "f4"), "gamma": random.random(cols, "f4"),
            "beta": random.random(cols, "f4"), "rows": np.int32(rows), "cols": np.int32(cols)}


def launches(v):
    return [("layernorm", v["rows"] // 8, 256)]


outputs = ["out"]
