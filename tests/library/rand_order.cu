// The numbers of cuRAND's own generators on the host, in its order: which stream makes an element, from how many of its numbers, and where an
// offset begins. What is expected here is what the library of CUDA 13.0 gives for this program: whole sequences as sums (FNV-1a), of normal numbers
// some, to five digits and ten.
/* OUTPUT:
xorwow from 0: f5b96d4a096e0d73 e35a000250458aba b11fea87e6e72c17
0.88587 56.0021299818, 0.42472 0.5177894837, 0.02964 262.9796202857, -0.73396 0.2395836916, -0.73682 0.5738568966, -0.50561 0.7003993369
xorwow from 7: e228ecbb735ee7f6 79d5e8073b2f4e7f 91b213a8d2f81fbf
0.90662 0.3182619878, -0.88292 0.1690941395, -1.14153 0.2930815609, 0.89014 4.8569384324, -0.11051 0.6388806186, 0.52428 0.1216516447
xorwow from 300001: e30bff227acab8d6 4c40070a8bae0568 abe65fa1af7b1330
-0.86917 1.1531938412, 1.49271 3.5157577383, -0.17715 1.3675529916, -0.06273 5.9184839763, -0.40172 2.6891290422, 1.59922 73.0964421944
mrg32k3a from 0: f8f9521ba1388094 dcf8d8e178643e6b 82a998c041714d06
-0.06593 1.4450545159, -1.18833 0.1530994081, 0.22466 2.5839739474, 0.86158 9.2364988297, -0.29003 0.9230660344, 0.35397 3.3465684343
mrg32k3a from 7: a596e0ea9480705b 069ce1ded1ea6585 6cb068d6654c8175
0.94592 10.9336309143, 1.47472 31.4827198791, 0.13596 2.1639042881, 1.15075 16.4691927114, 0.80102 8.1828149952, -0.00346 1.6373385732
mrg32k3a from 300001: 233a43cdd7fd7c6d ddb5c4584fe91593 5c3629142b0daff3
-2.16301 0.0217963917, 0.43206 3.9122457649, 0.30460 3.0319377370, 0.06445 1.8755284319, -0.80039 0.3326118278, 2.01719 93.1652973159
philox from 0: 074d70531f3b7d97 dc6a8c3ff176c7cf 4faee5866458a00f
0.55031 2.7299760089, 0.04165 0.0577765271, 0.09798 6.6420759029, -0.76668 0.9123436599, -0.25055 1.8436850805, 1.18672 5.8180885651
philox from 7: 6bd725fd71e8b798 31605aacc7a64c59 0343b2cdf6860c30
0.23261 49.0139427667, 0.85606 67.5892801001, 1.75248 24.2322808944, -1.79145 0.8030622082, -0.87030 3.0805602700, -0.34863 0.3670007579
philox from 300001: 972af00452e7332b ebfe278022f745cb 51c13b458f28a772
-2.05258 0.2008584078, -0.01513 6.2278253289, -0.80503 0.9748174548, 0.09788 6.5710033474, 0.97996 3.4370741443, -1.31114 6.5922774741
mrg32k3a, legacy: 2e7447c272e33fe1
in pieces: 2.90856 1.98879
*/
// EXIT: 0
#include <curand.h>
#include <cstdio>
#include <vector>

static unsigned long long hash(const void *p, size_t n) {
    unsigned long long h = 14695981039346656037ull;
    for (size_t i = 0; i < n; i++) h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211ull;
    return h;
}
static curandGenerator_t make(curandRngType_t type, unsigned long long offset, curandOrdering_t order = CURAND_ORDERING_PSEUDO_DEFAULT) {
    curandGenerator_t g;
    curandCreateGeneratorHost(&g, type);
    curandSetGeneratorOrdering(g, order);
    curandSetPseudoRandomGeneratorSeed(g, 1234567);
    curandSetGeneratorOffset(g, offset);
    return g;
}
int main() {
    const struct { const char *name; curandRngType_t type; } types[] = {
        {"xorwow", CURAND_RNG_PSEUDO_XORWOW}, {"mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A}, {"philox", CURAND_RNG_PSEUDO_PHILOX4_32_10}};
    enum { N = 400000 };
    std::vector<unsigned> bits(N);
    std::vector<float> narrow(N);
    std::vector<double> wide(N);
    for (auto t : types)
        for (unsigned long long offset : {0ull, 7ull, 300001ull}) {
            curandGenerate(make(t.type, offset), bits.data(), N);
            curandGenerateUniform(make(t.type, offset), narrow.data(), N);
            curandGenerateUniformDouble(make(t.type, offset), wide.data(), N);
            printf("%s from %llu: %016llx %016llx %016llx\n", t.name, offset, hash(bits.data(), 4 * N), hash(narrow.data(), 4 * N), hash(wide.data(), 8 * N));
            curandGenerateNormal(make(t.type, offset), narrow.data(), N, 0, 1);
            curandGenerateLogNormalDouble(make(t.type, offset), wide.data(), N, 0.5, 2);
            for (int i : {0, 1, 2, 9000, 170001, 399999}) printf("%.5f %.10f%s", narrow[i], wide[i], i == 399999 ? "\n" : ", ");
        }
    curandGenerate(make(CURAND_RNG_PSEUDO_MRG32K3A, 0, CURAND_ORDERING_PSEUDO_LEGACY), bits.data(), N);
    printf("mrg32k3a, legacy: %016llx\n", hash(bits.data(), 4 * N));
    curandGenerator_t g = make(CURAND_RNG_PSEUDO_XORWOW, 0);
    for (int i = 0; i < N; i += 1000) curandGenerateNormal(g, narrow.data() + i, 1000, 3, 2);
    printf("in pieces: %.5f %.5f\n", narrow[12345], narrow[N - 1]);
}
