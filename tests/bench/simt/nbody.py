def setup(random, size):
    n = 4096
    pos = random.random(4 * n, "f4")
    pos[3::4] = 1 / n
    return {"pos": pos, "acc": np.zeros(4 * n, "f4"), "n": np.int32(n)}


types = {"pos": "float4", "acc": "float4"}


def launches(v):
    return [("forces", blocks(v["n"], 128), 128)]


outputs = ["acc"]
tolerance = 2e-3


@njit(parallel=True)
def run(pos, acc, n):
    for i in prange(n):
        x = np.float32(0)
        y = np.float32(0)
        z = np.float32(0)
        for k in range(n):
            rx = pos[4 * k] - pos[4 * i]
            ry = pos[4 * k + 1] - pos[4 * i + 1]
            rz = pos[4 * k + 2] - pos[4 * i + 2]
            inv = np.float32(1) / math.sqrt(rx * rx + ry * ry + rz * rz + np.float32(1e-3))
            s = pos[4 * k + 3] * inv * inv * inv
            x += rx * s
            y += ry * s
            z += rz * s
        acc[4 * i] = x
        acc[4 * i + 1] = y
        acc[4 * i + 2] = z
        acc[4 * i + 3] = 0
