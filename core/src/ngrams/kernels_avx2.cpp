#if defined(__x86_64__)

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/intrinsics.hpp"
#include "ngrams/kernels.hpp"

#define PARBLEU_KERNEL PARBLEU_AVX2
#include "ngrams/kernels_loops.hpp"

namespace parbleu::ngrams {
namespace {

constexpr std::size_t most_words = 32;
constexpr std::size_t least_listed_words = 4;

PARBLEU_AVX2 inline std::uint64_t bits(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}

PARBLEU_AVX2 inline __m256i between(__m256i units, int first, int last) {
  const __m256i from_first = _mm256_sub_epi8(units, _mm256_set1_epi8(static_cast<char>(first)));
  return _mm256_cmpeq_epi8(from_first,
                           _mm256_min_epu8(from_first, _mm256_set1_epi8(static_cast<char>(last - first))));
}

PARBLEU_AVX2 inline __m256i is(__m256i units, int unit) {
  return _mm256_cmpeq_epi8(units, _mm256_set1_epi8(static_cast<char>(unit)));
}

PARBLEU_AVX2 inline __m256i space_bytes(__m256i units) {
  const __m256i ascii = _mm256_or_si256(between(units, 0x09, 0x0D), between(units, 0x1C, 0x20));
  return _mm256_or_si256(ascii, _mm256_or_si256(is(units, 0x85), is(units, 0xA0)));
}

// ASCII punctuation: what is printable and neither blank nor letter nor digit.
PARBLEU_AVX2 inline __m256i mark_bytes(__m256i units) {
  const __m256i letters = between(_mm256_or_si256(units, _mm256_set1_epi8(0x20)), 'a', 'z');
  const __m256i others = _mm256_or_si256(letters, between(units, '0', '9'));
  return _mm256_andnot_si256(others, between(units, 0x21, 0x7E));
}

PARBLEU_AVX2 inline __m256i is_wide(__m256i units, int unit) {
  return _mm256_cmpeq_epi16(units, _mm256_set1_epi16(static_cast<short>(unit)));
}

// White space above 255.
PARBLEU_AVX2 inline __m256i wide_spaces(__m256i units) {
  const __m256i from_en_quad = _mm256_sub_epi16(units, _mm256_set1_epi16(0x2000));
  const __m256i narrow = _mm256_cmpeq_epi16(from_en_quad, _mm256_min_epu16(from_en_quad, _mm256_set1_epi16(0x0A)));
  const __m256i lines = _mm256_or_si256(is_wide(units, 0x2028), is_wide(units, 0x2029));
  const __m256i others = _mm256_or_si256(is_wide(units, 0x202F), is_wide(units, 0x205F));
  const __m256i far = _mm256_or_si256(is_wide(units, 0x1680), is_wide(units, 0x3000));
  return _mm256_or_si256(_mm256_or_si256(narrow, lines), _mm256_or_si256(others, far));
}

// Two registers of 16-bit units to one of bytes, in order.
PARBLEU_AVX2 inline __m256i pack(__m256i low, __m256i high) {
  return _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xD8);
}

struct Classes {
  std::uint64_t spaces;
  std::uint64_t marks;
};

PARBLEU_AVX2 inline Classes classes(const std::uint8_t* units) {
  const __m256i block = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(units));
  return {bits(space_bytes(block)), bits(mark_bytes(block))};
}

PARBLEU_AVX2 inline Classes classes(const std::uint16_t* units) {
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(units));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(units + 16));
  // What is above 255 becomes FF, which is neither white space nor punctuation.
  const __m256i most = _mm256_set1_epi16(0xFF);
  const __m256i bytes = _mm256_permute4x64_epi64(
      _mm256_packus_epi16(_mm256_min_epu16(low, most), _mm256_min_epu16(high, most)), 0xD8);
  const __m256i wide = pack(wide_spaces(low), wide_spaces(high));
  return {bits(_mm256_or_si256(space_bytes(bytes), wide)), bits(mark_bytes(bytes))};
}

template <class Unit>
PARBLEU_AVX2 void classify_units(const Unit* units, std::size_t size, std::uint64_t* spaces,
                                 std::uint64_t* marks) {
  constexpr std::size_t half = word_bits / 2;
  for (std::size_t word = 0; word <= size / word_bits; ++word) {
    const std::size_t begin = word * word_bits;
    const std::size_t count = std::min(word_bits, size - begin);
    Unit last[word_bits];
    const Unit* from = units + begin;
    if (count < word_bits) {
      std::copy_n(from, count, last);
      std::fill(last + count, last + word_bits, Unit{});
      from = last;
    }
    const Classes low = classes(from);
    const Classes high = classes(from + half);
    spaces[word] = low.spaces | high.spaces << half | ~first_bits(count);
    if (marks != nullptr) marks[word] = low.marks | high.marks << half;
  }
}

void classify(const Text& text, std::uint64_t* spaces, std::uint64_t* marks) {
  if (text.width == Width::one) {
    classify_units(static_cast<const std::uint8_t*>(text.data), text.size, spaces, marks);
  } else if (text.width == Width::two) {
    classify_units(static_cast<const std::uint16_t*>(text.data), text.size, spaces, marks);
  } else {
    portable_kernels.classify(text, spaces, marks);
  }
}

// Eight bytes at a time, out of which pext takes the units to keep.
template <class Unit>
PARBLEU_AVX2 std::size_t squeeze_units(const Unit* units, std::size_t size, const std::uint64_t* spaces,
                                       Unit* out) {
  constexpr std::size_t together = 8 / sizeof(Unit);
  constexpr std::uint64_t one = sizeof(Unit) == 1 ? 0x0101010101010101 : 0x0001000100010001;
  constexpr std::uint64_t all = (std::uint64_t{1} << (8 * sizeof(Unit))) - 1;
  Unit* to = out;
  std::size_t at = 0;
  for (; at + together <= size; at += together) {
    const std::uint64_t keep = _pdep_u64(~spaces[at / word_bits] >> (at % word_bits), one);
    std::uint64_t eight;
    std::memcpy(&eight, units + at, sizeof eight);
    eight = _pext_u64(eight, keep * all);
    std::memcpy(to, &eight, sizeof eight);
    to += std::popcount(keep);
  }
  for (; at < size; ++at) {
    *to = units[at];
    to += 1 - ((spaces[at / word_bits] >> (at % word_bits)) & 1);
  }
  return static_cast<std::size_t>(to - out);
}

std::size_t squeeze(const Text& text, const std::uint64_t* spaces, void* out) {
  if (text.width == Width::one) {
    return squeeze_units(static_cast<const std::uint8_t*>(text.data), text.size, spaces,
                         static_cast<std::uint8_t*>(out));
  }
  if (text.width == Width::two) {
    return squeeze_units(static_cast<const std::uint16_t*>(text.data), text.size, spaces,
                         static_cast<std::uint16_t*>(out));
  }
  return portable_kernels.squeeze(text, spaces, out);
}

PARBLEU_AVX2 void match_units(const std::uint16_t* hypothesis, std::size_t size, const std::uint16_t* reference,
                              std::size_t reference_size, std::uint64_t* rows) {
  const std::size_t words = (reference_size + word_bits - 1) / word_bits;
  for (std::size_t word = 0; word < words; ++word) {
    __m256i units[4];
    for (std::size_t k = 0; k < 4; ++k) {
      units[k] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(reference + word * word_bits + 16 * k));
    }
    const std::uint64_t inside = first_bits(reference_size - word * word_bits);
    for (std::size_t at = 0; at < size; ++at) {
      const __m256i unit = _mm256_set1_epi16(static_cast<short>(hypothesis[at]));
      const __m256i low = pack(_mm256_cmpeq_epi16(unit, units[0]), _mm256_cmpeq_epi16(unit, units[1]));
      const __m256i high = pack(_mm256_cmpeq_epi16(unit, units[2]), _mm256_cmpeq_epi16(unit, units[3]));
      rows[at * words + word] = (bits(low) | bits(high) << 32) & inside;
    }
  }
}

// Thirty-two keys at a time. What comparing them gives is packed to a byte for each; packing works on the two halves of
// registers apart, so that one half of each register has keys of the first sixteen, and the other half of the rest.
PARBLEU_AVX2 void match_keys(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                             std::size_t reference_size, std::size_t stride, std::uint64_t* rows) {
  constexpr std::size_t together = 32;
  for (std::size_t first = 0; first < reference_size; first += together) {
    const std::size_t count = std::min(together, reference_size - first);
    const std::uint64_t inside =
        (std::uint64_t{1} << count) - 1;  // a token id may be 0, as what follows the last is
    std::uint64_t padded[together] = {};
    std::copy_n(reference + first, count, padded);
    __m256i keys[8];
    for (std::size_t k = 0; k < 8; ++k) {
      keys[k] = _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(padded + together / 2 + 2 * k),
                                    reinterpret_cast<const __m128i*>(padded + 2 * k));
    }
    const std::size_t shift = first % word_bits;
    for (std::size_t at = 0; at < size; ++at) {
      const __m256i key = _mm256_set1_epi64x(static_cast<long long>(hypothesis[at]));
      __m256i pairs[4];
      for (std::size_t k = 0; k < 4; ++k) {
        pairs[k] =
            _mm256_packs_epi32(_mm256_cmpeq_epi64(key, keys[2 * k]), _mm256_cmpeq_epi64(key, keys[2 * k + 1]));
      }
      const __m256i equal =
          _mm256_packs_epi16(_mm256_packs_epi16(pairs[0], pairs[1]), _mm256_packs_epi16(pairs[2], pairs[3]));
      std::uint64_t& row = rows[at * stride + first / word_bits];
      row = (shift == 0 ? 0 : row) | (bits(equal) & inside) << shift;
    }
  }
}

PARBLEU_AVX2 void count(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size, std::size_t words,
                        std::size_t orders, std::uint16_t*, std::int64_t* shared) {
  if (orders <= 4) return count_registers<Lanes4, 1, most_words>(rows, index, size, words, orders, shared);
  return count_registers<Lanes4, 2, most_words>(rows, index, size, words, orders, shared);
}

}  // namespace

constinit const Kernels avx2_kernels{most_words,      least_listed_words, classify,   squeeze, nullptr,
                                     nullptr,         match_units,        match_keys, count,   count_many,
                                     add_common_bits, count_bits<Lanes4>, chrf_scores};

}  // namespace parbleu::ngrams

#endif
