def setup(random, size):
    n = 1000000
    return {"spot": 5 + 25 * random.random(n, "f4"), "strike": 1 + 99 * random.random(n, "f4"),
            "years": np.float32(0.25) + np.float32(9.75) * random.random(n, "f4"), "call": np.zeros(n, "f4"),
            "put": np.zeros(n, "f4"), "rate": np.float32(0.02), "volatility": np.float32(0.3), "n": np.int32(n)}


def launches(v):
    return [("prices", 480, 128)]


outputs = ["call", "put"]


@njit
def cnd(d):
    k = np.float32(1) / (np.float32(1) + np.float32(0.2316419) * abs(d))
    series = k * (np.float32(0.31938153) + k * (np.float32(-0.356563782) + k * (np.float32(1.781477937) + k * (
        np.float32(-1.821255978) + k * np.float32(1.330274429)))))
    tail = np.float32(0.39894228040143) * math.exp(np.float32(-0.5) * d * d) * series
    return np.float32(1) - tail if d > 0 else tail


@njit(parallel=True)
def run(spot, strike, years, call, put, rate, volatility, n):
    for i in prange(n):
        root = math.sqrt(years[i])
        d1 = (math.log(spot[i] / strike[i]) + (rate + np.float32(0.5) * volatility * volatility) * years[i]) / (
            volatility * root)
        d2 = d1 - volatility * root
        discount = strike[i] * math.exp(-rate * years[i])
        n1 = cnd(d1)
        n2 = cnd(d2)
        call[i] = spot[i] * n1 - discount * n2
        put[i] = discount * (np.float32(1) - n2) - spot[i] * (np.float32(1) - n1)
