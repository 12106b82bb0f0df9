sizes = [1024, 1000]
TILE = 16


def setup(random, size):
    a, b = (random.random(size * size, "f4") for _ in "ab")
    return {"a": a, "b": b, "c": np.zeros(size * size, "f4"), "n": np.int32(size)}


def launches(v):
    return [("matmul", (blocks(v["n"], TILE), blocks(v["n"], TILE)), (TILE, TILE))]


outputs = ["c"]


@njit(parallel=True)
def run(a, b, c, n):
    tiles = (n + TILE - 1) // TILE
    for block in prange(tiles * tiles):
        by = block // tiles * TILE
        bx = block % tiles * TILE
        a_tile = np.empty((TILE, TILE), np.float32)
        b_tile = np.empty((TILE, TILE), np.float32)
        total = np.zeros((TILE, TILE), np.float32)
        for t in range(0, n, TILE):
            for ty in range(TILE):
                for tx in range(TILE):
                    a_tile[ty, tx] = a[(by + ty) * n + t + tx] if by + ty < n and t + tx < n else np.float32(0)
                    b_tile[ty, tx] = b[(t + ty) * n + bx + tx] if bx + tx < n and t + ty < n else np.float32(0)
            for ty in range(TILE):
                for k in range(TILE):
                    for tx in range(TILE):
                        total[ty, tx] += a_tile[ty, k] * b_tile[k, tx]
        for ty in range(min(TILE, n - by)):
            for tx in range(min(TILE, n - bx)):
                c[(by + ty) * n + bx + tx] = total[ty, tx]
