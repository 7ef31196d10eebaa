#define PARBLEU_KERNEL
#include "random_numbers/kernels_loops.hpp"

namespace parbleu::random_numbers {
namespace {

// A number's first bit after tempering is the sum of four of its bits.
inline std::uint32_t first_bit(std::uint32_t number) {
  return (number ^ (number << 4) ^ (number << 7) ^ (number << 15)) >> 31;
}

void bits(const MersenneState& state, MersenneBits& packed) {
  packed.fill(0);
  for (std::size_t coin = 0; coin < Mersenne::words / 2; ++coin) {
    packed[coin / 64] |= std::uint64_t{first_bit(state[2 * coin])} << (coin % 64);
  }
}

}  // namespace

constinit const Kernels portable_kernels{twist, bits};

}  // namespace parbleu::random_numbers
