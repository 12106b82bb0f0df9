def setup(random, size):
    n = 1000000
    return {"x": random.random(n, "f4") * np.float32(8) - np.float32(4), "out": np.zeros(n, "f4"),
            "mean": np.float32(0.25), "sigma": np.float32(1.5), "n": np.int32(n)}


def launches(v):
    return [("gaussian", blocks(v["n"], 256), 256)]


outputs = ["out"]


@njit(parallel=True)
def run(x, out, mean, sigma, n):
    for i in prange(n):
        d = (x[i] - mean) / sigma
        out[i] = math.exp(np.float32(-0.5) * d * d) / (sigma * math.sqrt(np.float32(2.0 * 3.14159265)))
