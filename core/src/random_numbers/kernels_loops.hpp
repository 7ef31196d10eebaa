// Implements Kernels::twist for every level.
#include "random_numbers/kernels.hpp"

namespace parbleu::random_numbers {
namespace PARBLEU_LEVEL {
namespace {

PARBLEU_INLINE std::uint32_t twisted(std::uint32_t upper, std::uint32_t lower, std::uint32_t far) {
  const std::uint32_t mixed = (upper & 0x80000000U) | (lower & 0x7fffffffU);
  return far ^ (mixed >> 1) ^ ((0U - (lower & 1U)) & 0x9908b0dfU);
}

// All numbers of the state anew; in three loops, none of which reads what it wrote less than 227 numbers ago.
PARBLEU_KERNEL void twist(MersenneState& state) {
  constexpr std::size_t rest = Mersenne::words - mersenne_shift;
  for (std::size_t at = 0; at < rest; ++at)
    state[at] = twisted(state[at], state[at + 1], state[at + mersenne_shift]);
  for (std::size_t at = rest; at < Mersenne::words - 1; ++at) {
    state[at] = twisted(state[at], state[at + 1], state[at - rest]);
  }
  state.back() = twisted(state.back(), state.front(), state[mersenne_shift - 1]);
}

}  // namespace
}  // namespace PARBLEU_LEVEL
}  // namespace parbleu::random_numbers
