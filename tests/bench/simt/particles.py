def setup(random, size):
    n = 100000
    return {"p": random.random(6 * n, "f4"), "n": np.int32(n), "dt": np.float32(1e-3), "g": np.float32(9.81)}


types = {"p": "particle"}


def launches(v):
    return [("move", blocks(v["n"], 256), 256)]


outputs = ["p"]
differing = 1  # runs are steps in time: the peers have made different numbers of them
