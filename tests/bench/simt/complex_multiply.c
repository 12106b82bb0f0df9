typedef struct { float x, y; } f2;

void run(const f2 *a, const f2 *b, f2 *c, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        f2 x = a[i], y = b[i];
        c[i] = (f2){x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x};
    }
}
