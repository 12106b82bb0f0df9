#!/usr/bin/env python3
"""imshow, plot and display of what a kernel on the GPU has just written, wherever it lies."""

from harness import check, finish, run

FILL = "__global__ void fill(float *p, float v) { p[threadIdx.x] = v + threadIdx.x; }\n"

out, _ = run(FILL + """float a[4][8];
fill<<<1, 32>>>(a[0], 1);
imshow(a)
fill<<<1, 32>>>(a[0], 101);
display(a)
fill<<<1, 32>>>(a[0], 201);
a
fill<<<1, 32>>>(a[0], 301);
plot(&a[0][0], 32)
struct point { float x, y; } p[16];
fill<<<1, 32>>>(&p[0].x, 1);
display(p[15])
""")
check("session_arrays", out, "a: float, 4 x 8, 1 to 32", "{101.0, 102.0", "{201.0, 202.0", "332 ┤", "301 ┤", "{.x = 31.0, .y = 32.0}")

out, _ = run(FILL + """float *d, *m;
cudaMalloc(&d, 128); cudaMallocManaged(&m, 128);
fill<<<1, 32>>>(d, 1); fill<<<1, 32>>>(m, 11);
imshow(d, 4, 8)
plot(m, 32)
imshow(d, 4, 9)
cudaFree(d); imshow(d, 4, 8)
""")
check("device_memory", out, "d: float, 4 x 8, 1 to 32", "42 ┤", "11 ┤", "`d` ends after 32 elements, and height * width is 36",
      "`d` (0x", "cannot be read")
finish()
