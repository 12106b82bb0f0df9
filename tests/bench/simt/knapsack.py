def setup(random, size):
    n, items = 64, 64
    return {"weight": random.integers(1, 100, n * items).astype("i4"), "value": random.integers(1, 100, n * items).astype("i4"),
            "best": np.zeros(n, "i4"), "items": np.int32(items), "capacity": np.int32(1000), "n": np.int32(n)}


def launches(v):
    return [("knapsack", v["n"], 1024, ["weight", "value", "best", "items", "capacity"])]


outputs = ["best"]
