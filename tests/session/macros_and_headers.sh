#!/usr/bin/env bash
# A session's macros do not reach Heddle's own headers, whatever they are called.
set -u
names=(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z a b c d e f g h i j k l m n o p q r s t u v w x y z
    SIZE BLOCK TILE PI THREADS WIDTH HEIGHT ROWS COLS MASK LANES MODE DIM NUM
    first last elements text digits error wide mask lanes before result ns mode prev sum half best middle spare)
code=""
for name in "${names[@]}"; do code+="#define $name 1024"$'\n'; done
code+=$'#define min(x, y) ((x) < (y) ? (x) : (y))\n#define max(x, y) ((x) > (y) ? (x) : (y))\n'
status=0
while IFS='|' read -r header use expected; do
    printed=$(printf '%s#include <%s>\n%s\n' "$code" "$header" "$use" | "$HEDDLE" - 2>&1)
    if [[ $printed == "$expected" ]]; then
        echo "ok $header"
    else
        printf '%s\n' "$printed" | head -20 | sed 's/^/# /'
        echo "not ok $header"
        status=1
    fi
done <<'END'
iostream|std::cout << N << ' ' << 2.5 << std::endl;|1024 2.5
iomanip|std::cout << std::setw(6) << std::fixed << std::setprecision(2) << 1.5 << std::endl;|  1.50
algorithm|int v_[3] = {3, 1, 2}; std::sort(v_, v_ + 3); std::swap(v_[0], v_[2]); printf("%d%d%d\n", v_[0], v_[1], v_[2]);|321
numeric|int v_[3] = {3, 1, 2}; printf("%d\n", std::accumulate(v_, v_ + 3, 0));|6
utility|std::pair<int, float> p_ = {1, 2.5f}; printf("%g\n", p_.second);|2.5
chrono|auto d_ = std::chrono::milliseconds(1500); printf("%ld\n", std::chrono::duration_cast<std::chrono::seconds>(d_).count());|1
limits|printf("%d\n", std::numeric_limits<int>::digits10);|9
forward_list|std::forward_list<int> l_{3, 1, 2}; l_.sort(); printf("%d\n", l_.front());|1
charconv|char t_[8]; auto r_ = std::to_chars(t_, t_ + 8, 255, 16); printf("%d%c\n", (int)(r_.ptr - t_), t_[0]);|2f
valarray|std::valarray<double> v_{1, 2, 3}; v_ *= 2.0; printf("%g\n", v_[2]);|6
random|std::mt19937 r_(1); int v_[3] = {1, 2, 3}; std::shuffle(v_, v_ + 3, r_); printf("%d\n", v_[0] + v_[1] + v_[2]);|6
complex|std::complex<double> z_(1, 2); std::cout << z_ * z_ << std::abs(std::complex<float>(3, 4)) << std::endl;|(-3,4)5
span|int v_[3] = {1, 2, 3}; printf("%d\n", (int)std::span<int>(v_, 3).size());|3
bit|printf("%d\n", std::popcount(255u));|8
array|std::array<int, 2> a_ = {{4, 5}}; printf("%d\n", a_[1]);|5
functional|printf("%d\n", std::plus<int>()(2, 3));|5
iterator|int v_[3]; printf("%d\n", (int)(std::end(v_) - std::begin(v_)));|3
cooperative_groups.h|__global__ void kernel_(int *out_) { auto t_ = cooperative_groups::tiled_partition<4>(cooperative_groups::this_thread_block()); out_[cooperative_groups::this_thread_block().thread_rank()] = (int)t_.meta_group_rank(); } int out_[8]; kernel_<<<1, 8>>>(out_); cudaDeviceSynchronize(); printf("%d\n", out_[7]);|1
curand_kernel.h|__global__ void kernel_(float *out_) { curandState s_; curand_init(1, 0, 0, &s_); *out_ = curand_uniform(&s_); } float out_; kernel_<<<1, 1>>>(&out_); cudaDeviceSynchronize(); printf("%d\n", out_ > 0 && out_ <= 1);|1
cuComplex.h|cuFloatComplex z_ = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, 4)); printf("%g\n", cuCimagf(z_));|10
END
exit $status
