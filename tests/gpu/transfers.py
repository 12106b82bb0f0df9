#!/usr/bin/env python3
"""Session arrays move by themselves: when, when not, and what %transfers says."""

from harness import check, finish, run

FILL = "__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }\n__global__ void sum(const int *p, int *out) { atomicAdd(out, p[threadIdx.x]); }\n"

out, _ = run(FILL + """int v[1000], r[1];
fill<<<1, 1000>>>(v, 3);
fill<<<1, 500>>>(v, 4);
v[10] + v[999]
v[10]
sum<<<1, 1000>>>(v, r);
sum<<<1, 1000>>>(v, r);
r[0]
%transfers
""")
check("values", out, "7", "4", "7000")
check("listing", out, "Name", "v                GPU", "launch of `fill` at In[4]:1", "v                host", "host read at In[6]:1",
      "r                GPU", "r                host", "3.9 KiB to the GPU")
check("once_each", out, "v ", unwanted=["launch of `sum` at In[8]:1\nv  "])

out, _ = run(FILL + """int v[1000], w[1000];
fill<<<1, 1000>>>(v, 3);
v[0] = 9;
fill<<<1, 1>>>(w, 1);
sum<<<1, 2>>>(v, w);
w[0]
memcpy(w, v, sizeof v); w[0] + w[999]
fill<<<1, 1000>>>(v, 5);
FILE *f = tmpfile(); fwrite(v, 4, 1000, f);
fill<<<1, 1000>>>(v, 6);
rewind(f); fread(v, 4, 500, f);
v[499] * 10 + v[500]
#include <unistd.h>
#include <fcntl.h>
int fd = open("/dev/zero", O_RDONLY);
fill<<<1, 1000>>>(v, 7);
read(fd, v, 40)
v[9] * 10 + v[10]
""")
check("host_writes", out, "13")
check("libraries", out, "12", "56")
check("system_calls", out, "40", "7")

out, _ = run("""#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
__global__ void put(char *p, char c, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = c; }
char path[8192], out[8192]; struct stat st[100]; struct pollfd fds[1000]; int n[2000];
put<<<1, 32>>>(path, '/', 1); put<<<1, 32>>>(path + 1, 0, 1); put<<<1, 32>>>((char *)st, 9, 99);
stat(path, st)
S_ISDIR(st[0].st_mode) != 0
put<<<1, 32>>>(path, '/', 1); put<<<1, 32>>>((char *)st, 9, 99);
int fd = open(path, O_RDONLY); fstat(fd, st) + lstat("/", st + 1)
put<<<1, 32>>>(out, 9, 99); getcwd(out, sizeof out) != NULL && out[0] == '/'
put<<<1, 32>>>(out, 9, 99); readlink("/proc/self/exe", out, sizeof out) > 0 && out[0] == '/'
int pair[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
write(pair[0], "hello", 5)
for (int i = 0; i < 1000; i++) fds[i].fd = -1, fds[i].events = 0;
fds[1].fd = pair[1]; fds[1].events = POLLIN;
put<<<1, 32>>>((char *)&fds[999], 255, 4); poll(fds, 1000, 0)
put<<<1, 32>>>((char *)n, 0, 8000); ioctl(pair[1], FIONREAD, n) + n[0]
put<<<1, 32>>>((char *)n, 0, 8000); socklen_t four = 4; getsockopt(pair[0], SOL_SOCKET, SO_TYPE, n, &four) + n[0]
put<<<1, 32>>>(out, 9, 99); struct iovec v = {out, 5}; struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1}; recvmsg(pair[1], &m, 0) * 100 + out[0]
put<<<1, 32>>>(out, 'x', 99); sendmsg(pair[1], &m, 0)
put<<<1, 32>>>((char *)n, 9, 99); pipe(n) || n[0] == n[1]
""")
check("more_system_calls", out, *[f"]: {value}" for value in (0, "true", 0, "true", "true", 5, 1, 5, 1, 604, 5, "false")], unwanted=["-1", "error"])

out, _ = run("""__device__ int counter; __constant__ int factor = 2; __managed__ int total; __device__ float table[300];
__global__ void work(int n) { atomicAdd(&counter, factor); atomicAdd(&total, n); table[threadIdx.x] = factor; }
work<<<1, 10>>>(3);
total
int c; cudaMemcpyFromSymbol(&c, counter, sizeof c); c
int five = 5; cudaMemcpyToSymbol(factor, &five, sizeof five);
total = 100;
work<<<1, 10>>>(1);
total
cudaMemcpyFromSymbol(&c, counter, sizeof c); c
float t[300]; cudaMemcpyFromSymbol(t, table, sizeof t); t[9]
work<<<1, 1, 0, cpu>>>(1);
total
cudaMemcpyFromSymbol(&c, counter, sizeof c); c
""")
check("device_variables", out, "30", "20", "110", "70", "5.0", "111", "75")

out, _ = run("""%device cpu
int a[3] = {1, 2, 3}, b[3] = {10, 20, 30}; int n = 7;
%device gpu
__global__ void swap(int *a, int *b, int *n) { int i = threadIdx.x, t = a[i]; a[i] = b[i]; b[i] = t; if (!i) *n += 1; }
swap<<<1, 3>>>(a, b, &n);
a[2] + b[1] + n
n = 50;
swap<<<1, 3>>>(a, b, &n);
a[2] + b[1] + n
""")
check("small_neighbours", out, "40", "74")

out, _ = run("""float a[100], b[100]; float *rows[3] = {a, b, &a[50]};
__global__ void set(float **rows) { rows[0][1] = 1; rows[1][2] = 2; rows[2][3] = 3; float *t = rows[0]; rows[0] = rows[1] + 5; rows[1] = t; }
set<<<1, 1>>>(rows);
a[1] + b[2] + a[53]
rows[1] == a && rows[0] == b + 5
struct node { struct node *next; int v; };
struct node list[4] = {{&list[2], 1}, {NULL, 2}, {&list[3], 30}, {&list[1], 400}};
int total[1];
__global__ void walk(struct node *n, int *sum) { for (; n; n = n->next) { *sum += n->v; n->v = -n->v; } }
walk<<<1, 1>>>(list, total);
total[0]
list[0].next->next->v
walk<<<1, 1>>>(list, total);
total[0]
""")
check("pointers_inside", out, "6.0", "1", "433", "-400", "0")

out, _ = run(FILL + "int v[1000];\nfill<<<1, 1000>>>(v, 3);\nint v[2000];\nfill<<<1, 1000>>>(v, 4);\nv[0] + v[1999]\n%reset v\nint v[10];\nv[5]\n")
check("redeclared", out, "4", "0")
out, _ = run(FILL + "int v[1000];\nfill<<<1, 1000, 0, gpu0>>>(v, 3);\nfill<<<1, 5, 0, gpu1>>>(v, 4);\nv[4] * 10 + v[5]\n%transfers\n", "devices 2\n")
check("two_gpus", out, "43", "another GPU")
out, _ = run(FILL + "int v[1000]; int *m; cudaMallocManaged(&m, 4096);\nfill<<<1, 1000>>>(v, 3); fill<<<1, 9>>>(m, 1);\n%transfers\n")
check("managed_memory", out, "launch of `fill`", "managed memory (4.0 KiB) is moved by the driver")
for call in ("cuMemcpyHtoD_v2", "cuMemAlloc_v2"):
    out, _ = run(FILL + "int v[1000];\nfill<<<1, 1000>>>(v, 3);\nfill<<<1, 1000>>>(v, 3);\nv[7]\n", f"fail {call} 1 801\n")
    check("fails_" + call, out, "sending the kernel's data to the GPU failed", "3")
out, _ = run(FILL + "int v[1000];\nfill<<<1, 1000>>>(v, 3);\nv[7]\nv[8]\n", "fail cuMemcpyDtoH_v2 1 700\n")
check("fetch_fails", out, "error: ", "CUDA_ERROR_ILLEGAL_ADDRESS", "a new engine has the definitions", "`v` (its newest values were only on the GPU)")
finish()
