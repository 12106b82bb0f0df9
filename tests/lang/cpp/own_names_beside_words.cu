// A program's own functions with the names of Heddle's words for arrays, beside `using namespace std`.
#include <cstdio>
#include <string>
#include <vector>
using namespace std;
long power(long a, long b) { return a * 10 + b; }
long square(long a, long b) { return a * 10 + b; }
long sign(long a, long b) { return a * 10 + b; }
long maximum(long a, long b) { return a * 10 + b; }
long minimum(long a, long b) { return a * 10 + b; }
long reciprocal(long a, long b) { return a * 10 + b; }
long outer(long a, long b) { return a * 10 + b; }
long inner(long a, long b) { return a * 10 + b; }
long cross(long a, long b) { return a * 10 + b; }
long mean(long a, long b) { return a * 10 + b; }
long median(long a, long b) { return a * 10 + b; }
long average(long a, long b) { return a * 10 + b; }
long dot(long a, long b) { return a * 10 + b; }
long trace(long a, long b) { return a * 10 + b; }
long zeros(long a, long b) { return a * 10 + b; }
long ones(long a, long b) { return a * 10 + b; }
long full(long a, long b) { return a * 10 + b; }
long linspace(long a, long b) { return a * 10 + b; }
long argmax(long a, long b) { return a * 10 + b; }
long cumsum(long a, long b) { return a * 10 + b; }
long histogram(long a, long b) { return a * 10 + b; }
long norm(long a, long b) { return a * 10 + b; }
int main() {
    printf("power %ld\n", power(0, 3));
    printf("square %ld\n", square(1, 3));
    printf("sign %ld\n", sign(2, 3));
    printf("maximum %ld\n", maximum(3, 3));
    printf("minimum %ld\n", minimum(4, 3));
    printf("reciprocal %ld\n", reciprocal(5, 3));
    printf("outer %ld\n", outer(6, 3));
    printf("inner %ld\n", inner(7, 3));
    printf("cross %ld\n", cross(8, 3));
    printf("mean %ld\n", mean(9, 3));
    printf("median %ld\n", median(10, 3));
    printf("average %ld\n", average(11, 3));
    printf("dot %ld\n", dot(12, 3));
    printf("trace %ld\n", trace(13, 3));
    printf("zeros %ld\n", zeros(14, 3));
    printf("ones %ld\n", ones(15, 3));
    printf("full %ld\n", full(16, 3));
    printf("linspace %ld\n", linspace(17, 3));
    printf("argmax %ld\n", argmax(18, 3));
    printf("cumsum %ld\n", cumsum(19, 3));
    printf("histogram %ld\n", histogram(20, 3));
    printf("norm %ld\n", norm(21, 3));
}
/* OUTPUT:
power 3
square 13
sign 23
maximum 33
minimum 43
reciprocal 53
outer 63
inner 73
cross 83
mean 93
median 103
average 113
dot 123
trace 133
zeros 143
ones 153
full 163
linspace 173
argmax 183
cumsum 193
histogram 203
norm 213
*/
