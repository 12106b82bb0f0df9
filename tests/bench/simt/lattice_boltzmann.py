def setup(random, size):
    w = h = 256
    return {"f": random.random(9 * w * h, "f4") + np.float32(0.5), "out": np.zeros(9 * w * h, "f4"),
            "w": np.int32(w), "h": np.int32(h), "omega": np.float32(1.2)}


def launches(v):
    return [("lattice_boltzmann", (blocks(v["w"], 32), blocks(v["h"], 8)), (32, 8))]


outputs = ["out"]


@njit(parallel=True)
def run(f, out, w, h, omega):
    cx, cy = (0, 1, 0, -1, 0, 1, -1, -1, 1), (0, 0, 1, 0, -1, 1, 1, -1, -1)
    for y in prange(h):
        v = np.empty(9, np.float32)
        for x in range(w):
            rho = ux = uy = np.float32(0)
            for k in range(9):
                v[k] = f[(k * h + (y - cy[k] + h) % h) * w + (x - cx[k] + w) % w]
                rho += v[k]
                ux += cx[k] * v[k]
                uy += cy[k] * v[k]
            ux /= rho
            uy /= rho
            for k in range(9):
                cu = np.float32(3) * (cx[k] * ux + cy[k] * uy)
                weight = np.float32(4 / 9 if k == 0 else 1 / 9 if k < 5 else 1 / 36)
                eq = weight * rho * (1 + cu + np.float32(0.5) * cu * cu - np.float32(1.5) * (ux * ux + uy * uy))
                out[(k * h + y) * w + x] = v[k] + omega * (eq - v[k])
