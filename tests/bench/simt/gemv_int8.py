def setup(random, size):
    rows, cols = 1024, 1024
    return {"m": random.integers(0, 256, rows * cols).astype("u1"), "scales": random.random(rows, "f4"), "x": random.random(cols, "f4"),
            "y": np.zeros(rows, "f4"), "rows": np.int32(rows), "quads": np.int32(cols // 4)}


types = {"m": "char4", "x": "float4"}


def launches(v):
    return [("gemv", v["rows"] // 8, 256)]


outputs = ["y"]
tolerance = 1e-3
