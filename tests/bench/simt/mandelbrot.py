def setup(random, size):
    n = 1024
    return {"image": np.zeros(n * n, "u1"), "n": np.int32(n), "iterations": np.int32(255)}


def launches(v):
    return [("mandelbrot", (blocks(v["n"], 32), blocks(v["n"], 8)), (32, 8))]


outputs = ["image"]
differing = 0.02  # of the pixels: at the edge of the set, the last bit decides


@njit(parallel=True)
def run(image, n, iterations):
    step = np.float32(3.0) / np.float32(n)
    for y in prange(n):
        for x in range(n):
            c_re = np.float32(-2.0) + np.float32(x) * step
            c_im = np.float32(-1.5) + np.float32(y) * step
            re = np.float32(0)
            im = np.float32(0)
            count = iterations
            for i in range(iterations):
                following = re * re - im * im + c_re
                im = np.float32(2) * re * im + c_im
                re = following
                if re * re + im * im >= np.float32(4):
                    count = i
                    break
            image[y * n + x] = count
