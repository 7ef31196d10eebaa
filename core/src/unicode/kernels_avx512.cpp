#if defined(__x86_64__)

#include <algorithm>

#include "base/intrinsics.hpp"
#include "unicode/kernels.hpp"
#include "unicode/utf8_faults.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX512
#include "unicode/kernels_loops.hpp"

namespace parbleu::unicode {
namespace {

constexpr std::size_t stride = 64;

PARBLEU_AVX512 inline __m512i set(unsigned byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }

PARBLEU_AVX512 inline __mmask64 first_bits(std::size_t count) {
  return _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(std::min(stride, count)));
}

// The block at `at`, zeros behind the end.
PARBLEU_AVX512 inline __m512i block_at(Bytes bytes, std::size_t at) {
  return _mm512_maskz_loadu_epi8(first_bits(bytes.size() - at), bytes.data() + at);
}

// The bytes that stand `distance` before those of a block.
template <int distance>
PARBLEU_AVX512 inline __m512i before(__m512i previous, __m512i block) {
  const __m512i straddling = _mm512_alignr_epi32(block, previous, 12);  // a quarter of each earlier
  return _mm512_alignr_epi8(block, straddling, 16 - distance);
}

PARBLEU_AVX512 inline __m512i look_up(const Nibbles& faults, __m512i nibbles) {
  const __m128i row = _mm_load_si128(reinterpret_cast<const __m128i*>(faults.data()));
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(row), nibbles);
}

PARBLEU_AVX512 inline __m512i high_nibbles(__m512i bytes) {
  return _mm512_and_si512(_mm512_srli_epi16(bytes, 4), set(0x0F));
}

// Not zero where something is wrong.
PARBLEU_AVX512 inline __m512i faults(__m512i previous, __m512i block) {
  const __m512i first = before<1>(previous, block);
  const __m512i pair =
      _mm512_and_si512(_mm512_and_si512(look_up(by_first_high, high_nibbles(first)),
                                        look_up(by_first_low, _mm512_and_si512(first, set(0x0F)))),
                       look_up(by_second_high, high_nibbles(block)));
  const __m512i third = _mm512_subs_epu8(before<2>(previous, block), set(0xE0 - 0x80));
  const __m512i fourth = _mm512_subs_epu8(before<3>(previous, block), set(0xF0 - 0x80));
  return _mm512_xor_si512(pair, _mm512_and_si512(_mm512_or_si512(third, fourth), set(two_in_a_row)));
}

PARBLEU_AVX512 inline __mmask64 continuations(__m512i block) { return _mm512_cmplt_epi8_mask(block, set(0xC0)); }

PARBLEU_AVX512 inline bool any_from(__m512i bytes, unsigned least) {
  return _mm512_cmpge_epu8_mask(bytes, set(least)) != 0;
}

PARBLEU_AVX512 Census take_census(Bytes bytes) {
  __m512i previous = _mm512_setzero_si512();
  __m512i wrong = previous;
  __m512i largest = previous;
  std::size_t points = bytes.size();
  for (std::size_t at = 0; at <= bytes.size(); at += stride) {  // at least a zero behind the end
    const __m512i block = block_at(bytes, at);
    wrong = _mm512_or_si512(wrong, faults(previous, block));
    largest = _mm512_max_epu8(largest, block);
    points -= static_cast<std::size_t>(_mm_popcnt_u64(continuations(block)));
    previous = block;
  }
  const Width width = any_from(largest, first_above_ucs2)     ? Width::four
                      : any_from(largest, first_above_latin1) ? Width::two
                                                              : Width::one;
  return {_mm512_test_epi8_mask(wrong, wrong) == 0, width, points};
}

// Six bits of a continuation, all of ASCII.
PARBLEU_AVX512 inline __m512i last_bits(__m512i block, __mmask64 continues) {
  return _mm512_and_si512(block, _mm512_mask_blend_epi8(continues, set(0xFF), set(0x3F)));
}

// Writes the code points that end in a block, at `lasts`: characters of at most two bytes.
PARBLEU_AVX512 inline void store_points(__m512i previous, __m512i block, __mmask64 continues, __mmask64 lasts,
                                        std::uint8_t* points) {
  const __m512i upper = _mm512_and_si512(_mm512_slli_epi16(before<1>(previous, block), 6), set(0xC0));
  const __m512i value = _mm512_or_si512(last_bits(block, continues), _mm512_maskz_mov_epi8(continues, upper));
  _mm512_storeu_si512(points, _mm512_maskz_compress_epi8(lasts, value));
}

PARBLEU_AVX512 inline __m512i combine(__m256i low, __m256i middle, __m256i high) {
  return _mm512_or_si512(_mm512_cvtepu8_epi16(low),
                         _mm512_or_si512(_mm512_slli_epi16(_mm512_cvtepu8_epi16(middle), 6),
                                         _mm512_slli_epi16(_mm512_cvtepu8_epi16(high), 12)));
}

// The same for characters of at most three bytes. The lead byte of two has a zero above its payload.
PARBLEU_AVX512 inline void store_points(__m512i previous, __m512i block, __mmask64 continues, __mmask64 lasts,
                                        std::uint16_t* points) {
  const __m512i first = before<1>(previous, block);
  const __mmask64 three = continues & continuations(first);
  const __m512i low = last_bits(block, continues);
  const __m512i middle = _mm512_maskz_mov_epi8(continues, _mm512_and_si512(first, set(0x3F)));
  const __m512i high = _mm512_maskz_mov_epi8(three, _mm512_and_si512(before<2>(previous, block), set(0x0F)));
  const __m512i front =
      combine(_mm512_castsi512_si256(low), _mm512_castsi512_si256(middle), _mm512_castsi512_si256(high));
  const __m512i back = combine(_mm512_extracti64x4_epi64(low, 1), _mm512_extracti64x4_epi64(middle, 1),
                               _mm512_extracti64x4_epi64(high, 1));
  const auto front_lasts = static_cast<__mmask32>(lasts);
  const auto back_lasts = static_cast<__mmask32>(lasts >> 32);
  _mm512_storeu_si512(points, _mm512_maskz_compress_epi16(front_lasts, front));
  _mm512_storeu_si512(points + _mm_popcnt_u32(front_lasts), _mm512_maskz_compress_epi16(back_lasts, back));
}

template <class Unit>
PARBLEU_AVX512 void decode(Bytes bytes, Unit* points) {
  __m512i previous = _mm512_setzero_si512();
  for (std::size_t at = 0; at < bytes.size(); at += stride) {
    const __m512i block = block_at(bytes, at);
    const __mmask64 continues = continuations(block);
    const std::uint64_t open = at + stride < bytes.size() && is_continuation(bytes[at + stride]) ? 1 : 0;
    const __mmask64 lasts = ~((continues >> 1) | (open << 63)) & first_bits(bytes.size() - at);
    store_points(previous, block, continues, lasts, points);
    points += _mm_popcnt_u64(lasts);
    previous = block;
  }
}

}  // namespace

constinit const Kernels avx512_kernels{take_census, decode<std::uint8_t>, decode<std::uint16_t>, decode_ucs4,
                                       lower_latin1};

}  // namespace parbleu::unicode

#endif
