// C++20: constants from the bits of others.
#include <bit>
#include <cstdio>
static_assert(std::bit_cast<unsigned>(1.0f) == 0x3f800000u && std::bit_cast<float>(0x40490fdbu) > 3.14f);
struct Halves { unsigned short low, high; };
static_assert(std::bit_cast<Halves>(0x12345678u).high == 0x1234);
constexpr unsigned bits = std::bit_cast<unsigned>(-0.5f);
int main() { printf("%08x %d\n", bits, std::popcount(255u)); }
/* OUTPUT:
bf000000 8
*/
