def setup(random, size):
    cols, rows = 1024, 512
    return {"in_": random.standard_normal(cols * rows, "f4"), "out": np.zeros(cols * rows, "u1"), "scales": np.zeros(rows, "f4"),
            "cols": np.int32(cols), "rows": np.int32(rows)}


def launches(v):
    return [("quantise", v["rows"], 128, ["in_", "out", "scales", "cols"])]


outputs = ["out", "scales"]
