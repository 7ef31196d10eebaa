#if defined(__x86_64__)

#include <algorithm>
#include <bit>

#include "base/intrinsics.hpp"
#include "ngrams/kernels.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_COUNTS_BITS
#include "ngrams/kernels_loops.hpp"

namespace parbleu::ngrams {
namespace {

constexpr std::size_t most_words = 64;
constexpr std::size_t least_listed_words = ~std::size_t{0};  // never
constexpr std::size_t block_words = 8;                       // what registers hold

// A mask as a number. g++ 12 widens a mask of 8 bits to 64 by storing one byte and loading eight when registers run
// short, so that 56 bits are whatever the stack held. It cannot look through the empty instruction, whose operand is
// a general register of 32 bits.
PARBLEU_AVX512 inline std::uint64_t bits_of(std::uint32_t mask) {
  asm("" : "+r"(mask));
  return mask;
}

// White space below 256 among the bytes or 16-bit units of a register.
PARBLEU_AVX512 inline __mmask64 space_bytes(__m512i units) {
  const __m512i five = _mm512_set1_epi8(5);
  const __mmask64 tabs = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(units, _mm512_set1_epi8(0x09)), five);
  const __mmask64 separators = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(units, _mm512_set1_epi8(0x1C)), five);
  const __mmask64 next_line = _mm512_cmpeq_epi8_mask(units, _mm512_set1_epi8(static_cast<char>(0x85)));
  const __mmask64 no_break = _mm512_cmpeq_epi8_mask(units, _mm512_set1_epi8(static_cast<char>(0xA0)));
  return tabs | separators | next_line | no_break;
}

// ASCII punctuation: what is printable and neither blank nor letter nor digit.
PARBLEU_AVX512 inline __mmask64 mark_bytes(__m512i units) {
  const __m512i letter = _mm512_sub_epi8(_mm512_or_si512(units, _mm512_set1_epi8(0x20)), _mm512_set1_epi8('a'));
  const __mmask64 letters = _mm512_cmplt_epu8_mask(letter, _mm512_set1_epi8(26));
  const __m512i digit = _mm512_sub_epi8(units, _mm512_set1_epi8('0'));
  const __mmask64 digits = _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(10));
  const __m512i visible = _mm512_sub_epi8(units, _mm512_set1_epi8(0x21));
  return _mm512_cmplt_epu8_mask(visible, _mm512_set1_epi8(0x5E)) & ~letters & ~digits;
}

// Whether a unit above 255 may be white space: 1680, 2000..205F and 3000 are.
PARBLEU_AVX512 inline __mmask32 wide_spaces(__m512i units) {
  const __mmask32 narrow =
      _mm512_cmplt_epu16_mask(_mm512_sub_epi16(units, _mm512_set1_epi16(0x2000)), _mm512_set1_epi16(0x0B));
  const __mmask32 lines =
      _mm512_cmpeq_epi16_mask(_mm512_or_si512(units, _mm512_set1_epi16(1)), _mm512_set1_epi16(0x2029));
  return narrow | (lines & _mm512_cmpge_epu16_mask(units, _mm512_set1_epi16(0x2028))) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x1680)) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x202F)) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x205F)) |
         _mm512_cmpeq_epi16_mask(units, _mm512_set1_epi16(0x3000));
}

PARBLEU_AVX512 void classify_bytes(const std::uint8_t* units, std::size_t size, std::uint64_t* spaces,
                                   std::uint64_t* marks) {
  for (std::size_t word = 0; word <= size / word_bits; ++word) {
    const __mmask64 inside = first_bits(size - word * word_bits);
    const __m512i block = _mm512_maskz_loadu_epi8(inside, units + word * word_bits);
    spaces[word] = space_bytes(block) | ~inside;
    if (marks != nullptr) marks[word] = mark_bytes(block);
  }
}

PARBLEU_AVX512 void classify_pairs(const std::uint16_t* units, std::size_t size, std::uint64_t* spaces,
                                   std::uint64_t* marks) {
  for (std::size_t word = 0; word <= size / word_bits; ++word) {
    const std::uint16_t* const begin = units + word * word_bits;
    const __mmask64 inside = first_bits(size - word * word_bits);
    const __m512i low = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside), begin);
    const __m512i high = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(inside >> 32), begin + 32);
    // What is above 255 saturates to FF, which is neither white space nor punctuation.
    const __m512i bytes =
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtusepi16_epi8(low)), _mm512_cvtusepi16_epi8(high), 1);
    const __mmask64 wide = bits_of(wide_spaces(low)) | bits_of(wide_spaces(high)) << 32;
    spaces[word] = space_bytes(bytes) | wide | ~inside;
    if (marks != nullptr) marks[word] = mark_bytes(bytes);
  }
}

PARBLEU_AVX512 void classify(const Text& text, std::uint64_t* spaces, std::uint64_t* marks) {
  if (text.width == Width::one) {
    classify_bytes(static_cast<const std::uint8_t*>(text.data), text.size, spaces, marks);
  } else if (text.width == Width::two) {
    classify_pairs(static_cast<const std::uint16_t*>(text.data), text.size, spaces, marks);
  } else {
    portable_kernels.classify(text, spaces, marks);
  }
}

PARBLEU_AVX512 std::size_t squeeze_bytes(const std::uint8_t* units, std::size_t size, const std::uint64_t* spaces,
                                         std::uint8_t* out) {
  std::uint8_t* to = out;
  for (std::size_t word = 0; word * word_bits < size; ++word) {
    const __mmask64 keep = ~spaces[word];
    const __m512i block = _mm512_maskz_loadu_epi8(keep, units + word * word_bits);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(keep, block));
    to += std::popcount(keep);
  }
  return static_cast<std::size_t>(to - out);
}

PARBLEU_AVX512 std::size_t squeeze_pairs(const std::uint16_t* units, std::size_t size, const std::uint64_t* spaces,
                                         std::uint16_t* out) {
  std::uint16_t* to = out;
  for (std::size_t at = 0; at < size; at += 32) {
    const auto keep = static_cast<__mmask32>(~spaces[at / word_bits] >> (at % word_bits));
    const __m512i block = _mm512_maskz_loadu_epi16(keep, units + at);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi16(keep, block));
    to += std::popcount(keep);
  }
  return static_cast<std::size_t>(to - out);
}

PARBLEU_AVX512 std::size_t squeeze(const Text& text, const std::uint64_t* spaces, void* out) {
  if (text.width == Width::one) {
    return squeeze_bytes(static_cast<const std::uint8_t*>(text.data), text.size, spaces,
                         static_cast<std::uint8_t*>(out));
  }
  if (text.width == Width::two) {
    return squeeze_pairs(static_cast<const std::uint16_t*>(text.data), text.size, spaces,
                         static_cast<std::uint16_t*>(out));
  }
  return portable_kernels.squeeze(text, spaces, out);
}

PARBLEU_AVX512 void match_units(const std::uint16_t* hypothesis, std::size_t size, const std::uint16_t* reference,
                                std::size_t reference_size, std::uint64_t* rows) {
  const std::size_t words = (reference_size + word_bits - 1) / word_bits;
  for (std::size_t word = 0; word < words; ++word) {
    const __m512i low = _mm512_loadu_si512(reference + word * word_bits);
    const __m512i high = _mm512_loadu_si512(reference + word * word_bits + 32);
    const __mmask64 inside = first_bits(reference_size - word * word_bits);
    const auto inside_low = static_cast<__mmask32>(inside);
    const auto inside_high = static_cast<__mmask32>(inside >> 32);
    for (std::size_t at = 0; at < size; ++at) {
      const __m512i unit = _mm512_set1_epi16(static_cast<short>(hypothesis[at]));
      rows[at * words + word] = _mm512_kunpackd(_mm512_mask_cmpeq_epi16_mask(inside_high, unit, high),
                                                _mm512_mask_cmpeq_epi16_mask(inside_low, unit, low));
    }
  }
}

// Against up to 8 * `registers` keys.
template <std::size_t registers>
PARBLEU_AVX512 void match_word(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                               std::size_t stride, std::uint64_t* rows) {
  __m512i keys[registers];
  for (std::size_t k = 0; k < registers; ++k) keys[k] = _mm512_loadu_si512(reference + 8 * k);
  for (std::size_t at = 0; at < size; ++at) {
    const __m512i key = _mm512_set1_epi64(static_cast<long long>(hypothesis[at]));
    std::uint64_t row = 0;
    for (std::size_t k = 0; k < registers; ++k) {
      row |= bits_of(_mm512_cmpeq_epi64_mask(key, keys[k])) << (8 * k);
    }
    rows[at * stride] = row;
  }
}

PARBLEU_AVX512 void match_keys(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                               std::size_t reference_size, std::size_t stride, std::uint64_t* rows) {
  constexpr decltype(&match_word<1>) of_registers[] = {match_word<1>, match_word<2>, match_word<3>, match_word<4>,
                                                       match_word<5>, match_word<6>, match_word<7>, match_word<8>};
  for (std::size_t first = 0; first < reference_size; first += word_bits, ++rows) {
    const std::size_t count = std::min(word_bits, reference_size - first);
    of_registers[(count - 1) / 8](hypothesis, size, reference + first, stride, rows);
  }
}

// All orders in the lanes of one register, order n in lane n - 1; `words` words in registers, out of rows of
// `stride` words. `passed` takes from one such block to the next, at every place of the hypothesis and for every
// order, the last bit of E_n (in its low byte) and whether no free bit has been found yet (in its high byte).
template <std::size_t words, bool indexed, bool first, bool last>
PARBLEU_AVX512 __m512i count_block(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                   std::size_t stride, std::uint16_t* passed) {
  const __m512i zero = _mm512_setzero_si512();
  const __m512i all = _mm512_set1_epi64(-1);
  __m512i equal[words];
  __m512i used[words];
#pragma GCC unroll 8  // else GCC clears memory that it does not use
  for (std::size_t word = 0; word < words; ++word) equal[word] = used[word] = zero;
  __m512i carried = zero;  // what the block before had at the place before
  for (std::size_t at = 0; at < size; ++at) {
    const std::uint64_t* const row = rows + (indexed ? index[at] : at) * stride;
    __m512i before = carried;
    auto looking = static_cast<__mmask8>(first ? 0xFF : passed[at] >> 8);
    if constexpr (!first) carried = _mm512_movm_epi64(static_cast<__mmask8>(passed[at]));
    for (std::size_t word = 0; word < words; ++word) {
      const bool leftmost = first && word == 0;
      const __m512i shifted =
          leftmost ? _mm512_slli_epi64(equal[word], 1) : _mm512_shldi_epi64(equal[word], before, 1);
      before = equal[word];
      equal[word] = _mm512_and_si512(_mm512_alignr_epi64(shifted, all, 7),
                                     _mm512_set1_epi64(static_cast<long long>(row[word])));
      const __m512i free = _mm512_andnot_si512(used[word], equal[word]);
      const __m512i minus = _mm512_sub_epi64(zero, free);
      constexpr int a_or_b_and_c = 0xF8;
      if (leftmost) {
        used[word] = _mm512_ternarylogic_epi64(used[word], free, minus, a_or_b_and_c);
      } else {
        used[word] = _mm512_mask_ternarylogic_epi64(used[word], looking, free, minus, a_or_b_and_c);
      }
      if (!last || word + 1 < words) looking = _mm512_mask_testn_epi64_mask(looking, free, free);
    }
    if constexpr (!last)
      passed[at] =
          static_cast<std::uint16_t>(bits_of(_mm512_movepi64_mask(equal[words - 1])) | bits_of(looking) << 8);
  }
  __m512i sum = zero;
  for (std::size_t word = 0; word < words; ++word) sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(used[word]));
  return sum;
}

template <bool indexed, bool first>
PARBLEU_AVX512 __m512i count_last(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                  std::size_t stride, std::size_t words, std::uint16_t* passed) {
  switch (words) {
    case 1:
      return count_block<1, indexed, first, true>(rows, index, size, stride, passed);
    case 2:
      return count_block<2, indexed, first, true>(rows, index, size, stride, passed);
    case 3:
      return count_block<3, indexed, first, true>(rows, index, size, stride, passed);
    case 4:
      return count_block<4, indexed, first, true>(rows, index, size, stride, passed);
    case 5:
      return count_block<5, indexed, first, true>(rows, index, size, stride, passed);
    case 6:
      return count_block<6, indexed, first, true>(rows, index, size, stride, passed);
    case 7:
      return count_block<7, indexed, first, true>(rows, index, size, stride, passed);
    default:
      return count_block<block_words, indexed, first, true>(rows, index, size, stride, passed);
  }
}

template <bool indexed>
PARBLEU_AVX512 __m512i count_blocks(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                                    std::size_t words, std::uint16_t* passed) {
  if (words <= block_words) return count_last<indexed, true>(rows, index, size, words, words, nullptr);
  __m512i sum = count_block<block_words, indexed, true, false>(rows, index, size, words, passed);
  std::size_t done = block_words;
  for (; words - done > block_words; done += block_words) {
    sum = _mm512_add_epi64(
        sum, count_block<block_words, indexed, false, false>(rows + done, index, size, words, passed));
  }
  return _mm512_add_epi64(sum, count_last<indexed, false>(rows + done, index, size, words, words - done, passed));
}

PARBLEU_AVX512 void count(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size,
                          std::size_t words, std::size_t orders, std::uint16_t* room, std::int64_t* shared) {
  const __m512i sum = index != nullptr ? count_blocks<true>(rows, index, size, words, room)
                                       : count_blocks<false>(rows, index, size, words, room);
  _mm512_mask_storeu_epi64(shared, static_cast<__mmask8>(first_bits(orders)), sum);
}

}  // namespace

constinit const Kernels avx512_kernels{most_words,      least_listed_words, classify, squeeze,
                                       match_units,     match_keys,         count,    count_many,
                                       add_common_bits, count_bits<Lanes8>};

}  // namespace parbleu::ngrams

#endif
