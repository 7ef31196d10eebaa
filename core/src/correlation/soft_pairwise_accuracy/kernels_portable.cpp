#define PARBLEU_KERNEL
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
namespace {

void pack(const std::uint32_t* draws, std::size_t words, std::uint32_t* signs, std::size_t apart) {
  for (std::size_t at = 0; at < words; ++at) {
    std::uint32_t word = 0;
    for (std::size_t item = 0; item < sign_items; ++item) {
      word |= static_cast<std::uint32_t>(draws[at * sign_items + item] >= above_half) << item;
    }
    signs[at * apart] = word;
  }
}

}  // namespace

constinit const Kernels portable_kernels{pack,      add,         add_single, to_columns,
                                         mark_near, add_rounded, count,      count_rounded};

}  // namespace parbleu::random_signs
