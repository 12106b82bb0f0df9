def setup(random, size):
    n = 512
    return {"ex": random.random(n * n, "f4"), "ey": random.random(n * n, "f4"), "hz": random.random(n * n, "f4"), "nx": np.int32(n), "ny": np.int32(n)}


def launches(v):
    grid = (blocks(v["ny"], 32), blocks(v["nx"], 8))
    return [("step1", grid, (32, 8)), ("step2", grid, (32, 8))]


outputs = ["hz"]
differing = 1  # runs are steps in time: the peers have made different numbers of them
