// The sum of products in the order in which OpenBLAS, which NumPy and SciPy come with, adds it up on processors with
// AVX2 and no AVX-512: sixteen running sums of fused multiplications and additions, then the rest one by one.
#pragma once

#include <cstddef>

#include "base/kernel_levels.hpp"

namespace parbleu::dot_products {

inline constexpr std::size_t lanes = 16;

struct Kernels {
  // Adds the products of `blocks` times sixteen numbers to the running sums.
  void (*add)(const double* one, const double* other, std::size_t blocks, double* sums);
};

PARBLEU_KERNEL_TABLES(avx2, portable)

double dot(const double* one, const double* other, std::size_t count, const Kernels& level = kernels());

}  // namespace parbleu::dot_products
