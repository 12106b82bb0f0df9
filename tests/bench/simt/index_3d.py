def setup(random, size):
    nx, ny, nz = 96, 100, 104
    return {"out": np.zeros(nx * ny * nz, "f4"), "nx": np.int32(nx), "ny": np.int32(ny), "nz": np.int32(nz)}


def launches(v):
    return [("index_3d", blocks(v["nx"] * v["ny"] * v["nz"], 256), 256)]


outputs = ["out"]


@njit(parallel=True)
def run(out, nx, ny, nz):
    for i in prange(nx * ny * nz):
        out[i] = i % nx * np.float32(0.5) + i // nx % ny * np.float32(0.25) + i // (nx * ny)
