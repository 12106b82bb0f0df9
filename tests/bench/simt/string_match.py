def setup(random, size):
    n, m = 500000, 8
    return {"text": random.integers(97, 101, n).astype("u1"), "pattern": random.integers(97, 101, m).astype("u1"), "found": np.zeros(n, "u1"),
            "n": np.int32(n), "m": np.int32(m)}


def launches(v):
    return [("match", blocks(v["n"], 256), 256)]


outputs = ["found"]
