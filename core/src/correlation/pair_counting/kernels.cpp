// Fills the table of kernels for every level; see base/kernel_levels.hpp.
#include "base/intrinsics.hpp"

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#include "correlation/pair_counting/kernels_loops.hpp"

namespace parbleu::pair_counting {
namespace portable {
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
}  // namespace portable

constinit const Kernels portable_kernels{portable::compare, portable::common, portable::mixed, portable::before};

}  // namespace parbleu::pair_counting

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#if defined(__x86_64__)

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#include "correlation/pair_counting/kernels_loops.hpp"

namespace parbleu::pair_counting {
namespace avx2 {
namespace {

PARBLEU_AVX2 void compare(const double* row, std::size_t length, double epsilon, std::uint64_t* up,
                          std::uint64_t* down) {
  const __m256d above_limit = _mm256_set1_pd(epsilon);
  const __m256d below_limit = _mm256_set1_pd(-epsilon);
  const std::uint64_t inside = (std::uint64_t{1} << length) - 1;
  for (std::size_t i = 0; i < length; ++i) {
    const __m256d own = _mm256_set1_pd(row[i]);
    std::uint64_t above = 0;
    std::uint64_t below = 0;
    for (std::size_t j = 0; j < length; j += 4) {
      const __m256d apart = _mm256_sub_pd(_mm256_loadu_pd(row + j), own);
      const auto mask = [&](__m256d bits) PARBLEU_AVX2 {
        return static_cast<std::uint64_t>(static_cast<unsigned>(_mm256_movemask_pd(bits))) << j;
      };
      above |= mask(_mm256_cmp_pd(apart, above_limit, _CMP_GT_OQ));
      below |= mask(_mm256_cmp_pd(apart, below_limit, _CMP_LT_OQ));
    }
    append(up, i * length, above & inside, length);
    append(down, i * length, below & inside, length);
  }
}

}  // namespace
}  // namespace avx2

constinit const Kernels avx2_kernels{avx2::compare, avx2::common, avx2::mixed, avx2::before};

}  // namespace parbleu::pair_counting

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#endif
