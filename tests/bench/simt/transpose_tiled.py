TILE = 32


def setup(random, size):
    n = 2048
    return {"src": random.random(n * n, "f4"), "out": np.zeros(n * n, "f4"), "n": np.int32(n)}


def launches(v):
    return [("transpose", (blocks(v["n"], TILE), blocks(v["n"], TILE)), (TILE, 8))]


outputs = ["out"]


@njit(parallel=True)
def run(src, out, n):
    tiles = (n + TILE - 1) // TILE
    for block in prange(tiles * tiles):
        by = block // tiles * TILE
        bx = block % tiles * TILE
        rows = min(TILE, n - by)
        columns = min(TILE, n - bx)
        tile = np.empty((TILE, TILE), np.float32)
        for y in range(rows):
            for x in range(columns):
                tile[y, x] = src[(by + y) * n + bx + x]
        for y in range(columns):
            for x in range(rows):
                out[(bx + y) * n + by + x] = tile[x, y]
