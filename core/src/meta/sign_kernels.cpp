#include "meta/sign_kernels.hpp"

#include "simd.hpp"

namespace parbleu {
namespace {

#define PARBLEU_INLINE inline __attribute__((always_inline))

constexpr std::uint32_t above_half = 0x80000100U;

using Sums = std::array<double, sign_columns>;

// All ways to sign eight rows of numbers: bit k of the entry's number is the sign of row k.
PARBLEU_INLINE void all_sums(const Sums* rows, Sums* table) {
  table[0] = {};
  for (std::size_t item = 0; item < sign_block; ++item) {
    for (std::size_t column = 0; column < sign_columns; ++column) table[0][column] -= rows[item][column];
  }
  for (std::size_t item = 0; item < sign_block; ++item) {
    const std::size_t known = std::size_t{1} << item;
    for (std::size_t entry = 0; entry < known; ++entry) {
      for (std::size_t column = 0; column < sign_columns; ++column) {
        table[known + entry][column] = table[entry][column] + 2 * rows[item][column];
      }
    }
  }
}

PARBLEU_INLINE void add_all(const SignedNumbers& numbers, const std::uint8_t* first, const std::uint8_t* second,
                            std::size_t trials, double* sums, std::size_t stride) {
  alignas(64) std::array<Sums, 256> one;
  alignas(64) std::array<Sums, 256> other;
  all_sums(numbers.data(), one.data());
  all_sums(numbers.data() + sign_block, other.data());
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const Sums& low = one[first[trial]];
    const Sums& high = other[second[trial]];
    for (std::size_t column = 0; column < sign_columns; ++column) sums[column] += low[column] + high[column];
    sums += stride;
  }
}

PARBLEU_INLINE void count_all(const double* sums, const double* observed, std::size_t trials, std::size_t width,
                              std::size_t stride, double* counts) {
  for (std::size_t i = 0; i + 1 < width; ++i) {
    double* const count = counts + i * stride;
    for (std::size_t from = i / sign_columns * sign_columns; from < stride; from += sign_columns) {
      Sums reached{};
      Sums limits;
      for (std::size_t column = 0; column < sign_columns; ++column) {
        limits[column] = observed[i] - observed[from + column];
      }
      const double* row = sums;
      for (std::size_t trial = 0; trial < trials; ++trial, row += stride) {
        for (std::size_t column = 0; column < sign_columns; ++column) {
          reached[column] += row[i] - row[from + column] >= limits[column] ? 1.0 : 0.0;
        }
      }
      for (std::size_t column = 0; column < sign_columns; ++column) count[from + column] = reached[column];
    }
  }
}

void pack_portable(const std::uint32_t* draws, std::size_t blocks, std::uint8_t* signs, std::size_t apart) {
  for (std::size_t at = 0; at < blocks; ++at) {
    unsigned byte = 0;
    for (std::size_t item = 0; item < sign_block; ++item) {
      byte |= static_cast<unsigned>(draws[at * sign_block + item] >= above_half) << item;
    }
    signs[at * apart] = static_cast<std::uint8_t>(byte);
  }
}

void add_portable(const SignedNumbers& numbers, const std::uint8_t* first, const std::uint8_t* second,
                  std::size_t trials, double* sums, std::size_t stride) {
  add_all(numbers, first, second, trials, sums, stride);
}

void count_portable(const double* sums, const double* observed, std::size_t trials, std::size_t width,
                    std::size_t stride, double* counts) {
  count_all(sums, observed, trials, width, stride, counts);
}

constexpr SignKernels portable{pack_portable, add_portable, count_portable};

#if defined(__x86_64__)

PARBLEU_AVX2 void pack_avx2(const std::uint32_t* draws, std::size_t blocks, std::uint8_t* signs,
                            std::size_t apart) {
  const __m256i turn = _mm256_set1_epi32(static_cast<int>(0x80000000U));  // for comparing as signed numbers
  const __m256i limit = _mm256_set1_epi32(static_cast<int>((above_half - 1) ^ 0x80000000U));
  for (std::size_t at = 0; at < blocks; ++at) {
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(draws + at * sign_block));
    const __m256i above = _mm256_cmpgt_epi32(_mm256_xor_si256(eight, turn), limit);
    signs[at * apart] = static_cast<std::uint8_t>(_mm256_movemask_ps(_mm256_castsi256_ps(above)));
  }
}

PARBLEU_AVX2 void add_avx2(const SignedNumbers& numbers, const std::uint8_t* first, const std::uint8_t* second,
                           std::size_t trials, double* sums, std::size_t stride) {
  add_all(numbers, first, second, trials, sums, stride);
}

PARBLEU_AVX2 void count_avx2(const double* sums, const double* observed, std::size_t trials, std::size_t width,
                             std::size_t stride, double* counts) {
  count_all(sums, observed, trials, width, stride, counts);
}

constexpr SignKernels avx2{pack_avx2, add_avx2, count_avx2};

PARBLEU_AVX512 void add_avx512(const SignedNumbers& numbers, const std::uint8_t* first, const std::uint8_t* second,
                               std::size_t trials, double* sums, std::size_t stride) {
  add_all(numbers, first, second, trials, sums, stride);
}

PARBLEU_AVX512 void count_avx512(const double* sums, const double* observed, std::size_t trials, std::size_t width,
                                 std::size_t stride, double* counts) {
  count_all(sums, observed, trials, width, stride, counts);
}

constexpr SignKernels avx512{pack_avx2, add_avx512, count_avx512};

#endif

}  // namespace

const SignKernels& sign_kernels([[maybe_unused]] Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return avx512;
  if (simd == Simd::avx2) return avx2;
#endif
  return portable;
}

}  // namespace parbleu
