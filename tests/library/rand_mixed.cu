// cuRAND on the host in whatever order its calls come: each stream of a generator goes on by what it gave, whether bits, floats or doubles, also amid a pair of
// normal numbers. What is expected here is what the library of CUDA 13.0 gives for this program.
/* OUTPUT:
xorwow: 0 0
dc9c927d5d2828e4 0 -0.8061 3.5713 4be298a9869602fd 0 1.530206965 1.380755313 8f347f71aab79802
9463de170b95bfff 0 3.7831 2.1793 f841c60d65f11b75 0 1.759430949 0.796941527 60c2048185622b08
d344189af22ffbc1 0 -0.6187 1.8998 2f58f51ff211195a 0 0.548870703 0.852299650 67bdbdfc9bca4463
f086ecd1194239b0 0 -3.3203 1.7540 d646ed1e7f5d3562 0 1.531789406 1.429270791 155e17a3cd12cda3
26b918822ec4e005 0 1.5058 2.3518 862d23141941efbc 0 0.821488369 1.945614506 ce67cccbebaff227
mrg32k3a: 0 0
a1ed3c8a4916b09c 0 3.1809 1.9645 2d805fc1e1ad67bf 0 1.139667859 0.887242015 2d4a056f06c52706
8bee1ab04335b872 0 -1.8441 0.6963 bc1ae26404af4ba1 0 0.942563382 0.923024813 fa61d1fa972bc463
5a8f3db013af565b 0 -2.7198 -0.4162 0c9363cfd562569b 0 1.530256425 2.470436969 548b1a3f09832090
79e1b75f90ebbc69 0 0.7357 -0.8025 c4fb7c7fbed69c34 0 1.417090323 2.226572563 fe513c61540c372a
385b14f64e41dd2b 0 5.1176 -5.3470 73144c668dfe4d45 0 1.644343862 2.235205635 569283b9bc05fb5d
mrg32k3a, legacy: 0 0
257fa9afda27d84c 0 2.1507 0.7645 17e2f57a60407b81 0 0.502276425 0.614805098 5b23c8bc24af6c2e
f658920e121d39f7 0 1.4853 1.6302 6c1889d694b7028a 0 1.328138619 0.865325000 88eb6c080d909c30
bf162ea83d7ec9b1 0 1.8249 -0.0501 9ebd6f2b1e9abde1 0 0.710970036 1.876023190 c716e8248f989c83
eb0511e70e32d0b2 0 1.1667 1.4136 a45356199ce4fcc0 0 1.205845349 1.048771405 d5d694eab024e97d
33a61488ffb92f82 0 3.3962 0.3481 6cb9dfaf6b8c4f5d 0 1.255254262 0.573450488 32f955b3fd0cda17
philox: 0 0
3be8163465f1109b 0 4.5110 3.8235 a8e8537c749c7f9f 0 0.670583228 1.422556919 b36e6e55c73d5e8b
85c6b78903597589 0 4.4831 -1.2385 5909f236405c3f7b 0 0.931374598 0.636007261 2e1fd557e9fdba20
e063d86e95106da3 0 -0.4283 3.4173 8add82406dd16d1b 0 2.108706997 0.607858156 369fa2e5676e0177
e587ee9139201656 0 0.9990 -0.8775 9b4ea8b738fffe83 0 0.716096479 1.317908201 0952b367d5786559
9c1e0be616e5ea83 0 -0.6151 -1.6418 4c4c85d7fa2c8e2c 0 0.973394875 2.251145843 a5b2c15e124f08e5
philox, seeded: 104 0
9be3b5ae59b567e3 0 2.1621 3.8634 1685e1d3b6bbb6fb 0 0.670583228 0.708970007 ba4827d7d938ddbb
79cf61828dc92976 0 -2.0193 -0.1997 0753630861840697 0 0.931374598 0.636007261 a8338b95ea5abf1a
3d2eccaa44e1a8cc 0 -0.0082 1.8453 4b1028df580bf9ad 0 1.582106606 1.096496084 5c8bb34129c0cda0
bf47046986bec8c0 0 1.5524 -0.7575 2377b24d46418240 0 0.563255502 1.317908201 b574f4c6ad9ef971
f0f21ae4e819e0eb 0 0.6008 0.9230 b79f0c5f1e13e78e 0 0.973394875 2.251145843 2ba97f65dc483786
mt19937: 0 103
27de84fc8a118932 0 2.4007 1.2562 52ce8cc3cabea8a1 0 1.298787988 0.516823385 6e8e1ee660fc314b
2d7f1e5d6c4e001b 0 -2.4320 3.5253 1152e0d89422de1b 0 1.299632006 1.440890823 027815700875e444
7683a3fe2f053510 0 0.6490 0.3901 b624cbfe7dd1cc0c 0 0.260142108 0.721888494 0dc42cbff62f7f59
c7523d6dfcaf3482 0 0.2585 3.6818 b461fcbe74a85f18 0 1.477304395 2.832126249 80415bce9c413588
68765f22a97e1166 0 -2.4881 0.4731 10e4ec5d503eb127 0 1.198197605 0.827773975 c2d64da908d02e95
mt19937, best: 104 103
284e870e4e6adb88 0 3.4417 0.7951 cb9e7d6dabb77789 0 0.895655807 0.841615030 79fdfe20ffec1b0f
63ae2c9fc3d4f3f6 0 3.6003 -0.1650 63bf7a58b0af2862 0 0.554679179 1.311144812 0f3645b4a5e08791
2a89e78b664294af 0 -3.0058 0.8630 f20bdbcd59c915f8 0 0.884572069 0.745236082 14475df20e25f858
c74ffd54c194df76 0 -0.3892 2.8765 3444a65791de032d 0 0.691064343 0.967699625 30af780a15717eca
eb193190ab1621f3 0 0.0735 1.7719 e8af1012f6e61618 0 2.214447275 1.091582171 ab43df5e5d2f0a15
sobol32: 0 0
ce1cfdb160bc38f5 0 1.6373 3.3007 27aa8e364c9fb4a4 0 1.276839911 1.276839911 f8f687633b5617d8
cc2fc2f3344f8945 0 0.3227 1.7919 7ee68c018d1c693f 0 1.679162629 0.656099261 7b5544db9fce2178
9ce1dc40e684e351 0 3.1406 3.6540 4a24e45788e3c412 0 0.920176867 0.602931637 fa6aa19f6bce4c99
15694e5ef81e29c9 0 1.8927 1.6691 a4c14145b7d36b04 0 0.981165731 0.475455140 a4eefd5d2ffaa245
36543e24769f8c25 0 -1.9269 0.2927 ad9e7f324c3f3b02 0 1.089507524 0.356906549 fb03ef770fe7f8cd
sobol64: 0 0
5467b0da1d106495 0 1.0000 1.0000 1ac4394860a80270 0 0.852723715 0.562606578 244115a3c0abe8ab
32e5357a9ce4b4f7 0 -0.8313 0.8315 f6612a897bf39cde 0 0.685472798 0.486256800 11a4b97ab2037990
86e8a4b8a7b456be 0 2.8809 2.5630 44265251b80b04f8 0 1.393262208 0.392728074 8d6667bac076d4ea
f8a4747b0b1da551 0 1.2379 1.0301 f3a44d80a93d6d4e 0 1.250047941 0.648876067 fab9b939994156ed
fb7006951270d508 0 0.8893 0.9338 b512f1e0c9fb516b 0 0.824000310 1.256290397 6816ef8f3c897561
sobol64, best: 104 0
5467b0da1d106495 0 1.0000 1.0000 1ac4394860a80270 0 0.852723715 0.562606578 244115a3c0abe8ab
32e5357a9ce4b4f7 0 -0.8313 0.8315 f6612a897bf39cde 0 0.685472798 0.486256800 11a4b97ab2037990
86e8a4b8a7b456be 0 2.8809 2.5630 44265251b80b04f8 0 1.393262208 0.392728074 8d6667bac076d4ea
f8a4747b0b1da551 0 1.2379 1.0301 f3a44d80a93d6d4e 0 1.250047941 0.648876067 fab9b939994156ed
fb7006951270d508 0 0.8893 0.9338 b512f1e0c9fb516b 0 0.824000310 1.256290397 6816ef8f3c897561
mt19937, a round on: 38aff48395c38a20
*/
// EXIT: 0
#include <curand.h>
#include <cstdio>
#include <vector>

static std::vector<double> room(1 << 20);
static unsigned *bits = (unsigned *)room.data();
static float *narrow = (float *)room.data();
static double *wide = room.data();

static unsigned long long hash(size_t n) {
    unsigned long long h = 14695981039346656037ull;
    for (size_t i = 0; i < n; i++) h = (h ^ ((const unsigned char *)bits)[i]) * 1099511628211ull;
    return h;
}
static void calls(const char *name, curandRngType_t type, curandOrdering_t order, unsigned long long offset, bool odd) {
    curandGenerator_t g;
    curandCreateGeneratorHost(&g, type);
    if (type < 200) curandSetPseudoRandomGeneratorSeed(g, 1099511627781);
    else curandSetQuasiRandomGeneratorDimensions(g, 3);
    printf("%s: %d %d", name, curandSetGeneratorOrdering(g, order), curandSetGeneratorOffset(g, offset));
    for (size_t n : {odd ? 3 : 6, 12000, 300, 6, 120000}) {
        if (type == CURAND_RNG_QUASI_SOBOL64) curandGenerateLongLong(g, (unsigned long long *)bits, n);
        else curandGenerate(g, bits, n);
        printf("\n%016llx", hash(4 * n));
        printf(" %d", curandGenerateNormal(g, narrow, n, 1, 2));
        printf(" %.4f %.4f", narrow[0], narrow[n - 1]);
        curandGenerateUniformDouble(g, wide, n);
        printf(" %016llx", hash(8 * n));
        printf(" %d", curandGenerateLogNormalDouble(g, wide, n + 6, 0, 0.5));
        printf(" %.9f %.9f", wide[1], wide[n + 5]);
        curandGenerateUniform(g, narrow, n);
        printf(" %016llx", hash(4 * n));
    }
    printf("\n");
    curandDestroyGenerator(g);
}
int main() {
    calls("xorwow", CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 4095, false);
    calls("mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_BEST, 81919, false);
    calls("mrg32k3a, legacy", CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 0, false);
    calls("philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 0, true);
    calls("philox, seeded", CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_SEEDED, 262142, true);
    calls("mt19937", CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_DEFAULT, 0, true);
    calls("mt19937, best", CURAND_RNG_PSEUDO_MT19937, CURAND_ORDERING_PSEUDO_BEST, 1, false);
    calls("sobol32", CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, 5, true);
    calls("sobol64", CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, 0, true);
    calls("sobol64, best", CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_PSEUDO_BEST, 0, true);
    curandGenerator_t g; // past a round of MT19937's streams, which is 78 * 65536 numbers
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MT19937);
    for (int i = 0; i < 5; i++) curandGenerate(g, bits, 1 << 20);
    printf("mt19937, a round on: %016llx\n", hash(4 << 20));
}
