def setup(random, size):
    tokens, heads, half = 128, 32, 64
    n = tokens * heads * half
    return {"q": random.random(2 * n, "f4"), "inv": (10000.0 ** (-np.arange(half) / half)).astype("f4"), "tokens": np.int32(tokens),
            "heads": np.int32(heads), "half": np.int32(half), "out": np.zeros(2 * n, "f4")}


types = {"q": "float2", "out": "float2"}


def launches(v):
    return [("rope", blocks(v["tokens"] * v["heads"] * v["half"], 256), 256)]


outputs = ["out"]
