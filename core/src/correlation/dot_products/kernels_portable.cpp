#include <cmath>

#include "correlation/dot_products/kernels.hpp"

namespace parbleu::dot_products {
namespace {

void add(const double* one, const double* other, std::size_t blocks, double* sums) {
  for (std::size_t at = 0; at < blocks * lanes; ++at) {
    sums[at % lanes] = std::fma(one[at], other[at], sums[at % lanes]);
  }
}

}  // namespace

constinit const Kernels portable_kernels{add};

}  // namespace parbleu::dot_products
