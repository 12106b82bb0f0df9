def setup(random, size):
    n = 10000
    return {"words": random.integers(97, 101, 24 * n).astype("u1"), "query": random.integers(97, 101, 24).astype("u1"), "out": np.zeros(n, "i4"),
            "n": np.int32(n)}


def launches(v):
    return [("levenshtein", blocks(v["n"], 128), 128)]


outputs = ["out"]
