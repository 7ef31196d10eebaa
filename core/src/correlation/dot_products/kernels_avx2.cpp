#if defined(__x86_64__)

#include "base/intrinsics.hpp"
#include "correlation/dot_products/kernels.hpp"

namespace parbleu::dot_products {
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

constinit const Kernels avx2_kernels{add};

}  // namespace parbleu::dot_products

#endif
