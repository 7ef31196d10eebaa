#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <cstring>

#include "base/intrinsics.hpp"
#include "unicode/kernels.hpp"
#include "unicode/utf8_faults.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX2
#include "unicode/kernels_loops.hpp"

namespace parbleu::unicode {
namespace {

constexpr std::size_t stride = 32;

PARBLEU_AVX2 inline __m256i load(const void* bytes) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(bytes));
}

PARBLEU_AVX2 inline __m256i set(unsigned byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }

// The block at `at`, zeros behind the end.
PARBLEU_AVX2 inline __m256i block_at(Bytes bytes, std::size_t at) {
  if (at + stride <= bytes.size()) return load(bytes.data() + at);
  std::array<std::uint8_t, stride> rest{};
  if (at < bytes.size()) std::memcpy(rest.data(), bytes.data() + at, bytes.size() - at);
  return load(rest.data());
}

// The bytes that stand `distance` before those of a block.
template <int distance>
PARBLEU_AVX2 inline __m256i before(__m256i previous, __m256i block) {
  return _mm256_alignr_epi8(block, _mm256_permute2x128_si256(previous, block, 0x21), 16 - distance);
}

PARBLEU_AVX2 inline __m256i look_up(const Nibbles& faults, __m256i nibbles) {
  const __m128i row = _mm_load_si128(reinterpret_cast<const __m128i*>(faults.data()));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), nibbles);
}

PARBLEU_AVX2 inline __m256i high_nibbles(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), set(0x0F));
}

// Not zero where something is wrong.
PARBLEU_AVX2 inline __m256i faults(__m256i previous, __m256i block) {
  const __m256i first = before<1>(previous, block);
  const __m256i pair =
      _mm256_and_si256(_mm256_and_si256(look_up(by_first_high, high_nibbles(first)),
                                        look_up(by_first_low, _mm256_and_si256(first, set(0x0F)))),
                       look_up(by_second_high, high_nibbles(block)));
  const __m256i third = _mm256_subs_epu8(before<2>(previous, block), set(0xE0 - 0x80));
  const __m256i fourth = _mm256_subs_epu8(before<3>(previous, block), set(0xF0 - 0x80));
  return _mm256_xor_si256(pair, _mm256_and_si256(_mm256_or_si256(third, fourth), set(two_in_a_row)));
}

PARBLEU_AVX2 inline __m256i continuations(__m256i block) { return _mm256_cmpgt_epi8(set(0xC0), block); }

PARBLEU_AVX2 inline unsigned bits(__m256i mask) { return static_cast<unsigned>(_mm256_movemask_epi8(mask)); }

PARBLEU_AVX2 inline bool any_from(__m256i bytes, unsigned least) {
  return bits(_mm256_cmpeq_epi8(_mm256_max_epu8(bytes, set(least)), bytes)) != 0;
}

PARBLEU_AVX2 Census take_census(Bytes bytes) {
  __m256i previous = _mm256_setzero_si256();
  __m256i wrong = previous;
  __m256i largest = previous;
  std::size_t points = bytes.size();
  for (std::size_t at = 0; at <= bytes.size(); at += stride) {  // at least a zero behind the end
    const __m256i block = block_at(bytes, at);
    wrong = _mm256_or_si256(wrong, faults(previous, block));
    largest = _mm256_max_epu8(largest, block);
    points -= static_cast<std::size_t>(_mm_popcnt_u32(bits(continuations(block))));
    previous = block;
  }
  const Width width = any_from(largest, first_above_ucs2)     ? Width::four
                      : any_from(largest, first_above_latin1) ? Width::two
                                                              : Width::one;
  return {_mm256_testz_si256(wrong, wrong) != 0, width, points};
}

// The payload of each byte that is the last of its character: six bits of a continuation, all of ASCII.
PARBLEU_AVX2 inline __m256i last_bits(__m256i block, __m256i continues) {
  return _mm256_andnot_si256(_mm256_and_si256(continues, set(0xC0)), block);
}

// The code point that ends at each byte, if it does end there: characters of at most two bytes.
PARBLEU_AVX2 inline void store_points(__m256i previous, __m256i block, __m256i continues, std::uint8_t* points) {
  const __m256i upper = _mm256_and_si256(_mm256_slli_epi16(before<1>(previous, block), 6), set(0xC0));
  const __m256i value = _mm256_or_si256(last_bits(block, continues), _mm256_and_si256(upper, continues));
  _mm256_store_si256(reinterpret_cast<__m256i*>(points), value);
}

PARBLEU_AVX2 inline __m256i combine(__m128i low, __m128i middle, __m128i high) {
  return _mm256_or_si256(_mm256_cvtepu8_epi16(low),
                         _mm256_or_si256(_mm256_slli_epi16(_mm256_cvtepu8_epi16(middle), 6),
                                         _mm256_slli_epi16(_mm256_cvtepu8_epi16(high), 12)));
}

// The same for characters of at most three bytes. The lead byte of two has a zero above its payload.
PARBLEU_AVX2 inline void store_points(__m256i previous, __m256i block, __m256i continues, std::uint16_t* points) {
  const __m256i first = before<1>(previous, block);
  const __m256i three = _mm256_and_si256(continues, continuations(first));
  const __m256i low = last_bits(block, continues);
  const __m256i middle = _mm256_and_si256(_mm256_and_si256(first, set(0x3F)), continues);
  const __m256i high = _mm256_and_si256(_mm256_and_si256(before<2>(previous, block), set(0x0F)), three);
  auto* const halves = reinterpret_cast<__m256i*>(points);
  _mm256_store_si256(
      halves, combine(_mm256_castsi256_si128(low), _mm256_castsi256_si128(middle), _mm256_castsi256_si128(high)));
  _mm256_store_si256(halves + 1, combine(_mm256_extracti128_si256(low, 1), _mm256_extracti128_si256(middle, 1),
                                         _mm256_extracti128_si256(high, 1)));
}

template <class Unit>
PARBLEU_AVX2 void decode(Bytes bytes, Unit* points) {
  __m256i previous = _mm256_setzero_si256();
  alignas(32) std::array<Unit, stride> candidates;
  for (std::size_t at = 0; at < bytes.size(); at += stride) {
    const __m256i block = block_at(bytes, at);
    const __m256i continues = continuations(block);
    store_points(previous, block, continues, candidates.data());
    const std::uint32_t open = at + stride < bytes.size() && is_continuation(bytes[at + stride]) ? 1 : 0;
    const std::uint32_t not_last = (bits(continues) >> 1) | (open << 31);
    std::uint32_t lasts = _bzhi_u32(~not_last, static_cast<unsigned>(std::min(stride, bytes.size() - at)));
    for (; lasts != 0; lasts = _blsr_u32(lasts)) *points++ = candidates[_tzcnt_u32(lasts)];
    previous = block;
  }
}

}  // namespace

constinit const Kernels avx2_kernels{take_census, decode<std::uint8_t>, decode<std::uint16_t>, decode_ucs4,
                                     lower_latin1};

}  // namespace parbleu::unicode

#endif
