// SHA-256, CRC-32, Adler-32, MD5-like rotations on known strings.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))
static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static uint32_t k[64];
static void constants(void) {
    for (int n = 0, p = 2; n < 64; p++) {
        int prime = 1;
        for (int d = 2; d * d <= p; d++)
            if (p % d == 0) prime = 0;
        if (!prime) continue;
        long double x = p;
        long double r = x / 3;
        for (int i = 0; i < 200; i++) r = r - (r * r * r - x) / (3 * r * r);
        r -= (uint64_t)r;
        k[n++] = (uint32_t)(r * 4294967296.0L);
    }
}
static void block(uint32_t s[8], const uint8_t *p) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (ROR(a, 7) ^ ROR(a, 18) ^ a >> 3) + w[i - 7] +
               (ROR(b, 17) ^ ROR(b, 19) ^ b >> 10);
    }
    memcpy(v, s, 32);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = v[7] + (ROR(v[4], 6) ^ ROR(v[4], 11) ^ ROR(v[4], 25)) +
                      ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i],
                 t2 = (ROR(v[0], 2) ^ ROR(v[0], 13) ^ ROR(v[0], 22)) +
                      ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 28);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) s[i] += v[i];
}
static void sha(const char *text, size_t n) {
    uint32_t s[8];
    memcpy(s, first, sizeof s);
    uint8_t buf[64];
    size_t left = n;
    const uint8_t *p = (const uint8_t *)text;
    for (; left >= 64; left -= 64, p += 64) block(s, p);
    memset(buf, 0, 64);
    memcpy(buf, p, left);
    buf[left] = 0x80;
    if (left >= 56) {
        block(s, buf);
        memset(buf, 0, 64);
    }
    for (int i = 0; i < 8; i++) buf[63 - i] = (uint64_t)n * 8 >> 8 * i;
    block(s, buf);
    for (int i = 0; i < 8; i++) printf("%08x", s[i]);
    puts("");
}
static uint32_t crc(const char *s) {
    uint32_t c = ~0u;
    while (*s) {
        c ^= (uint8_t)*s++;
        for (int i = 0; i < 8; i++) c = c >> 1 ^ (0xedb88320 & -(c & 1));
    }
    return ~c;
}
static uint32_t adler(const char *s) {
    uint32_t a = 1, b = 0;
    for (; *s; s++) {
        a = (a + (uint8_t)*s) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
int main(void) {
    constants();
    printf("%08x %08x\n", k[0], k[63]);
    sha("", 0);
    sha("abc", 3);
    sha("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
    char a[1000];
    memset(a, 'a', 1000);
    sha(a, 1000);
    printf("%08x %08x\n", crc("123456789"), adler("Wikipedia"));
    return 0;
}

/* OUTPUT:
428a2f98 c67178f2
e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1
41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3
cbf43926 11e60398
*/
