def setup(random, size):
    n = 96
    return {"src": random.random(n * n * n, "f4"), "out": np.zeros(n * n * n, "f4"), "nx": np.int32(n), "ny": np.int32(n), "nz": np.int32(n),
            "c": np.float32(0.1)}


def launches(v):
    return [("stencil", (blocks(v["nx"], 8), blocks(v["ny"], 8), blocks(v["nz"], 8)), (8, 8, 8))]


outputs = ["out"]
