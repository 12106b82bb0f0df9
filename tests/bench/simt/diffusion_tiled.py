TILE = 8


def setup(random, size):
    n = 2000
    a, b = (np.zeros(n * n, "f4") for _ in "ab")
    return {"a": a, "b": b, "start": random.random(n * n, "f4"), "n": np.int32(n), "k": np.float32(0.2)}


def launches(v):
    grid = (blocks(v["n"], TILE), blocks(v["n"], TILE))
    return [("diffuse", grid, (TILE, TILE), ["start", "a", "n", "k"]), ("diffuse", grid, (TILE, TILE), ["a", "b", "n", "k"])]


outputs = ["b"]


@njit(parallel=True)
def step(src, out, n, k):
    tiles = (n + TILE - 1) // TILE
    for block in prange(tiles * tiles):
        by = block // tiles * TILE
        bx = block % tiles * TILE
        tile = np.empty((TILE + 2, TILE + 2), np.float32)
        for ty in range(TILE + 2):
            for tx in range(TILE + 2):
                tile[ty, tx] = src[max(min(by + ty - 1, n - 1), 0) * n + max(min(bx + tx - 1, n - 1), 0)]
        for ty in range(1, min(TILE, n - by) + 1):
            for tx in range(1, min(TILE, n - bx) + 1):
                c = tile[ty, tx]
                around = tile[ty, tx - 1] + tile[ty, tx + 1] + tile[ty - 1, tx] + tile[ty + 1, tx]
                out[(by + ty - 1) * n + bx + tx - 1] = c + k * (around - np.float32(4) * c)


def run(a, b, start, n, k):
    step(start, a, n, k)
    step(a, b, n, k)
