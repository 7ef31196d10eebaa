#define PARBLEU_KERNEL
#include "correlation/pair_counting/kernels_loops.hpp"

namespace parbleu::pair_counting {
namespace {

void compare(const double* row, std::size_t length, double epsilon, std::uint64_t* up, std::uint64_t* down) {
  for (std::size_t i = 0; i < length; ++i) {
    std::uint64_t above = 0;
    std::uint64_t below = 0;
    for (std::size_t j = 0; j < length; ++j) {
      const double apart = row[j] - row[i];
      above |= std::uint64_t{apart > epsilon} << j;
      below |= std::uint64_t{apart < -epsilon} << j;
    }
    append(up, i * length, above, length);
    append(down, i * length, below, length);
  }
}

}  // namespace

constinit const Kernels portable_kernels{compare, common, mixed, before};

}  // namespace parbleu::pair_counting
