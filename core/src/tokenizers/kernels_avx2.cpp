#if defined(__x86_64__)

#include <cstring>

#include "base/intrinsics.hpp"
#include "tokenizers/kernels.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX2
#include "tokenizers/kernels_loops.hpp"

namespace parbleu::tokenizing {
namespace {

// Sixteen entries of a 256-entry table for those of 32 units that index them, zero for the others: a saturating
// addition leaves the top bit clear only where the high nibble is `row`, and a shuffle gives zero for a set one.
PARBLEU_AVX2 inline __m256i look_up_row(__m256i units, const std::uint8_t* table, unsigned row) {
  const __m256i entries = _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(table + std::size_t{16} * row)));
  const __m256i relative = _mm256_xor_si256(units, _mm256_set1_epi8(static_cast<char>(row << 4)));
  return _mm256_shuffle_epi8(entries, _mm256_adds_epu8(relative, _mm256_set1_epi8(0x70)));
}

PARBLEU_AVX2 inline __m256i look_up(__m256i units, const std::uint8_t* table) {
  __m256i found = _mm256_setzero_si256();
  for (unsigned row = 0; row < 8; ++row) found = _mm256_or_si256(found, look_up_row(units, table, row));
  if (_mm256_movemask_epi8(units) == 0) return found;
  for (unsigned row = 8; row < 16; ++row) found = _mm256_or_si256(found, look_up_row(units, table, row));
  return found;
}

// Bit `bit` of all 64 entries.
template <int bit>
PARBLEU_AVX2 inline std::uint64_t plane(__m256i low, __m256i high) {
  const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - bit)));
  const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - bit)));
  return first | std::uint64_t{second} << 32;
}

PARBLEU_AVX2 inline Planes to_planes(__m256i low, __m256i high) {
  return {plane<0>(low, high),
          plane<1>(low, high),
          plane<2>(low, high),
          plane<3>(low, high),
          plane<4>(low, high),
          plane<5>(low, high),
          {plane<6>(low, high), plane<7>(low, high)}};
}

PARBLEU_AVX2 inline __m256i load(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

PARBLEU_AVX2 void collect(const std::uint8_t* entries, std::size_t words, Planes* planes) {
  for (; words > 0; --words, entries += 64) *planes++ = to_planes(load(entries), load(entries + 32));
}

PARBLEU_AVX2 void latin1(const std::uint8_t* units, std::size_t size, const std::uint8_t* table, Planes* planes) {
  std::size_t at = 0;
  for (; at + 64 <= size; at += 64) {
    *planes++ = to_planes(look_up(load(units + at), table), look_up(load(units + at + 32), table));
  }
  std::array<std::uint8_t, 64> rest{};
  if (at < size) std::memcpy(rest.data(), units + at, size - at);
  *planes = to_planes(look_up(load(rest.data()), table), look_up(load(rest.data() + 32), table));
  cut_off(*planes, size - at);
}

}  // namespace

constinit const Kernels avx2_kernels{latin1, nullptr, collect, spans};

}  // namespace parbleu::tokenizing

#endif
