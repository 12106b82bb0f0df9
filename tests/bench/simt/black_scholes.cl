float cnd(float d) { // Abramowitz and Stegun 26.2.17
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float tail = 0.39894228040143f * exp(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    return d > 0 ? 1.0f - tail : tail;
}
__kernel void prices(__global const float *spot, __global const float *strike, __global const float *years, __global float *call, __global float *put, float rate,
                       float volatility, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        float root = sqrt(years[i]);
        float d1 = (log(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root, discount = strike[i] * exp(-rate * years[i]), n1 = cnd(d1), n2 = cnd(d2);
        call[i] = spot[i] * n1 - discount * n2;
        put[i] = discount * (1.0f - n2) - spot[i] * (1.0f - n1);
    }
}
