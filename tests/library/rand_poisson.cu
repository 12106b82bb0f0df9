// Poisson's numbers of cuRAND on the host: of one uniform number each by an alias table (quasi-random ones by inversion), large ones of a normal number.
// What is expected here is what the library of CUDA 13.0 gives for this program.
/* OUTPUT:
xorwow: 0 042a3110292eaa1d 0 79a864bbd5e0d1c3 0 13f03a9f5868d268 0 77d0f2a6163f0b7c 0 06d0aec307f8eba3 0 ac0dd26785cdaf59 0 6b4d758decd8a23b 0 d56ced7ea0b51bad 0 f59d2422750aced5 0 98f795dffcfcfa20 0 d33c50f2dc02ad2a 0 e006ad55e2d876f2 0 2e9fa180f953ae01 0 d5d449802abc21f8 0 1376d8852fef5a28 0 ca11cd1961a71a1f 0 dc9f18a2c77936d5 0 97a90d55f49e2500 0 95766ba663774650 0 1826f9dfb7dc23af
3025 2910 2985 3080 104 104 104
mrg32k3a: 0 b552ed17bc5673aa 0 d66cd35f50ee0e0a 0 97da413be714fa59 0 4eb3f3e1e110e99e 0 1b67a9499bcd4290 0 b4000d518e6517df 0 ae9581311b978077 0 b3e683fe8dbf9a95 0 ec052b628163ab65 0 7f2545e5cae72b73 0 6bb33b944b46b67c 0 4bc421449e4e15a1 0 efbcaec899a6d1e3 0 ec20116a6097f2b1 0 52fe310e869c61e0 0 e9e737a820f8e2a2 0 8c0fef4e15d0a2bc 0 4106c1bc509b5ad7 0 23bd556bca0c4e8d 0 3bc990d092a86427
3055 3117 2955 3041 104 104 104
philox: 0 042a3110292eaa1d 0 77b39937fbcc5f20 0 c0d6ca2e394b159f 0 19e08a72453aa039 0 34eae9e74f683c7d 0 b92560be093ad979 0 b3a44052a15880bf 0 1a210700ed135670 0 5dc61e881e9d7b23 0 c121448dab464327 0 56eac1832dca4c9b 0 fd4609f542024002 0 72a5a417f50349d3 0 3ae61c1044b6fc41 0 14c8380a2b8b586d 0 984372affe20aa58 0 5c2ececec81f0acf 0 06d8983e8bbafcff 0 b87a200486ad12a3 0 9cea0f57ec1b6f68
3036 2981 3038 3061 104 104 104
mt19937: 0 042a3110292eaa1d 0 f2f03c7d4edc227a 0 64c120cfd515b140 0 83bbb0fdc27c43ab 0 bdb4bc9c3c8ba0dd 0 7ccbcb6ab9bde6b2 0 cc33e8eb65b23d2d 0 b370fe220f589470 0 472b31e544d4ba45 0 b8035aab5a1fda92 0 f96c36f169caaee7 0 7ef481b37eda6b4f 0 2035 1939 0 1949 2003 0 6957 7082 0 7016 7077 0 400022 400671 0 400266 399440 0 2084 1997 0 1984 1986
2979 2942 2984 2970 104 104 104
sobol32: 0 042a3110292eaa1d 0 9b2f2e8eae9412cc 0 f6fb865a043e5515 0 8e90c112a41ed116 0 1186397ec2168964 0 130f63b56a2f17b4 0 407644d5a0b0d631 0 1c63b7dfd2585649 0 3cc6bc4c7df8934f 0 730f25108254777c 0 5fb41b3391fa11bf 0 dc5b68d87635b307 0 da8fcdfb9dbee2f4 0 f9b06efbb01ac995 0 ef31cb0691860402 0 75a119b51fce8ca1 0 399794 400246 0 400361 399802 0 a5ac7731f232dd6d 0 68934b28fdcc46b7
2999 3046 3053 3020 104 104 104
sobol64: 0 1660582f14d43eeb 0 a9d44bbb4ec45955 0 26910011406d2414 0 7c52b17a9ddfaeb1 0 b26814d907daccf2 0 13a978b4b925fc7a 0 26f56e7d0a0be050 0 221daa0711505edd 0 890c8c4adfbd23a2 0 f39f647d10a8362e 0 78428cb9794255f8 0 f8e5edf4b45ddabd 0 1998 2037 0 2075 1947 0 6996 7082 0 7137 7132 0 399996 399520 0 401154 399795 0 1997 2010 0 2071 2008
3128 3029 3012 3058 104 104 104
*/
// EXIT: 0
#include <curand.h>
#include <cstdio>
#include <vector>

static std::vector<unsigned> room(200000);
static unsigned *p = room.data();

static unsigned long long hash(size_t n) {
    unsigned long long h = 14695981039346656037ull;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 1099511628211ull;
    return h;
}
static void calls(const char *name, curandRngType_t type, unsigned long long offset) {
    curandGenerator_t g;
    curandCreateGeneratorHost(&g, type);
    if (type < 200) curandSetPseudoRandomGeneratorSeed(g, 77);
    else curandSetQuasiRandomGeneratorDimensions(g, 3);
    curandSetGeneratorOffset(g, offset);
    bool rounded = type == CURAND_RNG_PSEUDO_MT19937 || type == CURAND_RNG_QUASI_SOBOL64; // large ones hang on a float's last bit
    printf("%s:", name);
    for (double lambda : {0.01, 3.5, 10.0, 9.99, 800.0, 1999.5, 2000.0, 7000.0, 400000.0, 2000.0})
        for (size_t n : {30, 100002}) {
            int status = curandGeneratePoisson(g, p, n, lambda);
            if ((rounded && lambda >= 2000) || (type >= 200 && lambda > 8000)) printf(" %d %u %u", status, p[1], p[n - 1]);
            else printf(" %d %016llx", status, hash(n));
        }
    // Normal numbers of other calls do not come in between.
    curandGeneratePoisson(g, p, 9, 3000), printf("\n%u %u", p[0], p[8]);
    curandGenerateNormal(g, (float *)p, 12, 0, 1);
    curandGeneratePoisson(g, p, 6, 3000), printf(" %u %u", p[0], p[5]);
    printf(" %d %d %d\n", curandGeneratePoisson(g, p, 3, 0), curandGeneratePoisson(g, p, 3, 400001), curandGeneratePoisson(g, p, 3, -1));
    curandDestroyGenerator(g);
}
int main() {
    calls("xorwow", CURAND_RNG_PSEUDO_XORWOW, 4095);
    calls("mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, 0);
    calls("philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, 3);
    calls("mt19937", CURAND_RNG_PSEUDO_MT19937, 0);
    calls("sobol32", CURAND_RNG_QUASI_SOBOL32, 0xAAAAAAAB);
    calls("sobol64", CURAND_RNG_QUASI_SOBOL64, 0xAAAAAAAAAAAAAAAA);
}
