#define PARBLEU_KERNEL
#include "correlation/soft_pairwise_accuracy/kernels_loops.hpp"

namespace parbleu::random_signs {
namespace {

void pack(const std::uint32_t* draws, std::size_t blocks, std::uint8_t* signs, std::size_t apart) {
  for (std::size_t at = 0; at < blocks; ++at) {
    unsigned byte = 0;
    for (std::size_t item = 0; item < sign_block; ++item) {
      byte |= static_cast<unsigned>(draws[at * sign_block + item] >= above_half) << item;
    }
    signs[at * apart] = static_cast<std::uint8_t>(byte);
  }
}

}  // namespace

constinit const Kernels portable_kernels{pack, add, add_rounded, count, count_rounded};

}  // namespace parbleu::random_signs
