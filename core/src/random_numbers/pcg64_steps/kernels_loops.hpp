// Implements Kernels::fill with 128-bit integers.
#include "random_numbers/pcg64_steps/kernels.hpp"

namespace parbleu::pcg64_steps {
namespace PARBLEU_LEVEL {
namespace {

// Four states at a time, as many as registers hold: their multiplications overlap.
PARBLEU_KERNEL void fill(const States& states, Wide factor, Wide offset, std::size_t rounds,
                         std::uint64_t* outputs) {
  constexpr std::size_t together = 4;
  for (std::size_t first = 0; first < chains; first += together) {
    std::array<Wide, together> some;
    for (std::size_t chain = 0; chain < together; ++chain) some[chain] = states[first + chain];
    for (std::size_t round = 0; round < rounds; ++round) {
      for (std::size_t chain = 0; chain < together; ++chain) {
        outputs[round * chains + first + chain] = output(some[chain]);
        some[chain] = some[chain] * factor + offset;
      }
    }
  }
}

}  // namespace
}  // namespace PARBLEU_LEVEL
}  // namespace parbleu::pcg64_steps
