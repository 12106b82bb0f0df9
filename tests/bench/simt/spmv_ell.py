def setup(random, size):
    rows, width = 20000, 16
    return {"value": random.random(rows * width, "f4"), "column": random.integers(-rows // 4, rows, rows * width).astype("i4"),
            "x": random.random(rows, "f4"), "y": np.zeros(rows, "f4"), "rows": np.int32(rows), "width": np.int32(width)}


def launches(v):
    return [("spmv", blocks(v["rows"], 256), 256)]


outputs = ["y"]
