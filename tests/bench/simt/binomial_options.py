def setup(random, size):
    n = 128
    return {"price": random.random(n, "f4") * np.float32(50) + np.float32(10), "strike": random.random(n, "f4") * np.float32(50) + np.float32(10),
            "value": np.zeros(n, "f4"), "up": np.float32(0.02), "pu": np.float32(0.505), "pd": np.float32(0.494), "n": np.int32(n)}


def launches(v):
    return [("binomial", v["n"], 256, ["price", "strike", "value", "up", "pu", "pd"])]


outputs = ["value"]
