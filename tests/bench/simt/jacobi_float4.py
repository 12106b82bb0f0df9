def setup(random, size):
    w = h = 512
    return {"in_": random.random(4 * w * h, "f4"), "out": np.zeros(4 * w * h, "f4"), "w": np.int32(w), "h": np.int32(h)}


types = {"in_": "float4", "out": "float4"}


def launches(v):
    return [("jacobi", (blocks(v["w"], 32), blocks(v["h"], 8)), (32, 8))]


outputs = ["out"]


@njit(parallel=True)
def run(in_, out, w, h):
    for y in prange(1, h - 1):
        for x in range(1, w - 1):
            for k in range(4):
                at = 4 * (y * w + x) + k
                out[at] = np.float32(0.25) * (in_[at - 4] + in_[at + 4] + in_[at - 4 * w] + in_[at + 4 * w])
