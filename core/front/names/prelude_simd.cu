// Operations on the two 16-bit parts of a word. tools/embed.py writes those on its four bytes from this text: there the
// parts are `char`s, 8 bits apart, and the functions' names end in 4.

// a + b, part by part, modulo 2 to the part's width.
static inline __device__ unsigned int __vadd2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x + y) & 0xffff) << i;
    }
    return r;
}

// a - b, part by part, modulo 2 to the part's width.
static inline __device__ unsigned int __vsub2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x - y) & 0xffff) << i;
    }
    return r;
}

// (a + b + 1) / 2 of unsigned parts.
static inline __device__ unsigned int __vavgu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)((x + y + 1) >> 1) & 0xffff) << i;
    }
    return r;
}

// (a + b) / 2 of signed parts, rounded away from zero.
static inline __device__ unsigned int __vavgs2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)((x + y + (x + y >= 0)) >> 1) & 0xffff) << i;
    }
    return r;
}

// The distance of unsigned parts.
static inline __device__ unsigned int __vabsdiffu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x > y ? x - y : y - x) & 0xffff) << i;
    }
    return r;
}

// The larger of unsigned parts.
static inline __device__ unsigned int __vmaxu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x > y ? x : y) & 0xffff) << i;
    }
    return r;
}

// The smaller of unsigned parts.
static inline __device__ unsigned int __vminu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x < y ? x : y) & 0xffff) << i;
    }
    return r;
}

// The larger of signed parts.
static inline __device__ unsigned int __vmaxs2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x > y ? x : y) & 0xffff) << i;
    }
    return r;
}

// The smaller of signed parts.
static inline __device__ unsigned int __vmins2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x < y ? x : y) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a == b, 0 elsewhere.
static inline __device__ unsigned int __vcmpeq2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x == y)) & 0xffff) << i;
    }
    return r;
}

// 1 in a part where a == b, 0 elsewhere.
static inline __device__ unsigned int __vseteq2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x == y) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a != b, 0 elsewhere.
static inline __device__ unsigned int __vcmpne2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x != y)) & 0xffff) << i;
    }
    return r;
}

// 1 in a part where a != b, 0 elsewhere.
static inline __device__ unsigned int __vsetne2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x != y) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a > b (unsigned), 0 elsewhere.
static inline __device__ unsigned int __vcmpgtu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x > y)) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a > b (signed), 0 elsewhere.
static inline __device__ unsigned int __vcmpgts2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x > y)) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a >= b (unsigned), 0 elsewhere.
static inline __device__ unsigned int __vcmpgeu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x >= y)) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a >= b (signed), 0 elsewhere.
static inline __device__ unsigned int __vcmpges2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x >= y)) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a < b (unsigned), 0 elsewhere.
static inline __device__ unsigned int __vcmpltu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x < y)) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a < b (signed), 0 elsewhere.
static inline __device__ unsigned int __vcmplts2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x < y)) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a <= b (unsigned), 0 elsewhere.
static inline __device__ unsigned int __vcmpleu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(-(x <= y)) & 0xffff) << i;
    }
    return r;
}

// All bits of a part where a <= b (signed), 0 elsewhere.
static inline __device__ unsigned int __vcmples2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(-(x <= y)) & 0xffff) << i;
    }
    return r;
}

// a + b of unsigned parts, at most the largest value.
static inline __device__ unsigned int __vaddus2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x + y > 65535 ? 65535 : x + y) & 0xffff) << i;
    }
    return r;
}

// a - b of unsigned parts, at least 0.
static inline __device__ unsigned int __vsubus2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x > y ? x - y : 0) & 0xffff) << i;
    }
    return r;
}

// a + b of signed parts, held in their range.
static inline __device__ unsigned int __vaddss2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x + y > 32767 ? 32767 : x + y < -32767 - 1 ? -32767 - 1 : x + y) & 0xffff) << i;
    }
    return r;
}

// a - b of signed parts, held in their range.
static inline __device__ unsigned int __vsubss2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x - y > 32767 ? 32767 : x - y < -32767 - 1 ? -32767 - 1 : x - y) & 0xffff) << i;
    }
    return r;
}

// |a| of signed parts, modulo 2 to the part's width.
static inline __device__ unsigned int __vabs2(unsigned int a)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i);
        r |= ((unsigned int)(x < 0 ? -x : x) & 0xffff) << i;
    }
    return r;
}

// |a| of signed parts; the lowest number becomes the highest.
static inline __device__ unsigned int __vabsss2(unsigned int a)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i);
        r |= ((unsigned int)(x < -32767 ? 32767 : x < 0 ? -x : x) & 0xffff) << i;
    }
    return r;
}

// -a of signed parts, modulo 2 to the part's width.
static inline __device__ unsigned int __vneg2(unsigned int a)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i);
        r |= ((unsigned int)(-x) & 0xffff) << i;
    }
    return r;
}

// -a of signed parts; the lowest number becomes the highest.
static inline __device__ unsigned int __vnegss2(unsigned int a)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i);
        r |= ((unsigned int)(x < -32767 ? 32767 : -x) & 0xffff) << i;
    }
    return r;
}

// |a - b| of signed parts, modulo 2 to the part's width.
static inline __device__ unsigned int __vabsdiffs2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x > y ? x - y : y - x) & 0xffff) << i;
    }
    return r;
}

// (a + b) / 2 of unsigned parts, rounded down.
static inline __device__ unsigned int __vhaddu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)((x + y) >> 1) & 0xffff) << i;
    }
    return r;
}

// The sum over the parts of |a - b|, signed.
static inline __device__ unsigned int __vsads2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r += (unsigned int)(x > y ? x - y : y - x);
    }
    return r;
}

// 1 in each part where a is at least b, else 0; signed.
static inline __device__ unsigned int __vsetges2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x >= y) & 0xffff) << i;
    }
    return r;
}

// 1 in each part where a is at least b, else 0; unsigned.
static inline __device__ unsigned int __vsetgeu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x >= y) & 0xffff) << i;
    }
    return r;
}

// 1 in each part where a is greater than b, else 0; signed.
static inline __device__ unsigned int __vsetgts2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x > y) & 0xffff) << i;
    }
    return r;
}

// 1 in each part where a is greater than b, else 0; unsigned.
static inline __device__ unsigned int __vsetgtu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x > y) & 0xffff) << i;
    }
    return r;
}

// 1 in each part where a is at most b, else 0; signed.
static inline __device__ unsigned int __vsetles2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x <= y) & 0xffff) << i;
    }
    return r;
}

// 1 in each part where a is at most b, else 0; unsigned.
static inline __device__ unsigned int __vsetleu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x <= y) & 0xffff) << i;
    }
    return r;
}

// 1 in each part where a is less than b, else 0; signed.
static inline __device__ unsigned int __vsetlts2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (short)(a >> i), y = (short)(b >> i);
        r |= ((unsigned int)(x < y) & 0xffff) << i;
    }
    return r;
}

// 1 in each part where a is less than b, else 0; unsigned.
static inline __device__ unsigned int __vsetltu2(unsigned int a, unsigned int b)
{
    unsigned int r = 0;
    for (int i = 0; i < 32; i += 16) {
        int x = (unsigned short)(a >> i), y = (unsigned short)(b >> i);
        r |= ((unsigned int)(x < y) & 0xffff) << i;
    }
    return r;
}
