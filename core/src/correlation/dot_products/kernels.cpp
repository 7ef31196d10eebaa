// Fills the table of kernels for every level; see base/kernel_levels.hpp.
#include "correlation/dot_products/kernels.hpp"

#include <array>
#include <cmath>

#include "base/intrinsics.hpp"

namespace parbleu::dot_products {
namespace portable {
namespace {

void add(const double* one, const double* other, std::size_t blocks, double* sums) {
  for (std::size_t at = 0; at < blocks * lanes; ++at) {
    sums[at % lanes] = std::fma(one[at], other[at], sums[at % lanes]);
  }
}

}  // namespace
}  // namespace portable

constinit const Kernels portable_kernels{portable::add};

}  // namespace parbleu::dot_products

#if defined(__x86_64__)

namespace parbleu::dot_products {
namespace avx2 {
namespace {

PARBLEU_AVX2 void add(const double* one, const double* other, std::size_t blocks, double* sums) {
  __m256d parts[4];
  for (std::size_t part = 0; part < 4; ++part) parts[part] = _mm256_loadu_pd(sums + 4 * part);
  for (std::size_t block = 0; block < blocks; ++block, one += lanes, other += lanes) {
    for (std::size_t part = 0; part < 4; ++part) {
      parts[part] =
          _mm256_fmadd_pd(_mm256_loadu_pd(one + 4 * part), _mm256_loadu_pd(other + 4 * part), parts[part]);
    }
  }
  for (std::size_t part = 0; part < 4; ++part) _mm256_storeu_pd(sums + 4 * part, parts[part]);
}

}  // namespace
}  // namespace avx2

constinit const Kernels avx2_kernels{avx2::add};

}  // namespace parbleu::dot_products

#endif

namespace parbleu::dot_products {

double dot(const double* one, const double* other, std::size_t count, const Kernels& level) {
  double sum = 0;
  if (count >= lanes) {
    std::array<double, lanes> sums{};
    level.add(one, other, count / lanes, sums.data());
    std::array<double, 8> halves;  // of the four vectors
    for (std::size_t at = 0; at < halves.size(); ++at) {
      const std::size_t lane = at / 2 * 4 + at % 2;
      halves[at] = sums[lane] + sums[lane + 2];
    }
    const auto column = [&](std::size_t at) {
      return (halves[at] + halves[at + 2]) + (halves[at + 4] + halves[at + 6]);
    };
    sum = column(0) + column(1);
  }
  for (std::size_t at = count / lanes * lanes; at < count; ++at) sum += one[at] * other[at];
  return sum;
}

}  // namespace parbleu::dot_products
