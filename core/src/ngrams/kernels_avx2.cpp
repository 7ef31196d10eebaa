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

// Eight bytes at each of four places.
PARBLEU_AVX2 inline __m256i load_fours(const std::uint8_t* const* places, std::size_t offset) {
  std::uint64_t bytes[4];
  for (std::size_t k = 0; k < 4; ++k) std::memcpy(&bytes[k], places[k] + offset, sizeof bytes[k]);
  const auto pair = [&](std::size_t k) {
    return _mm_set_epi64x(static_cast<long long>(bytes[k + 1]), static_cast<long long>(bytes[k]));
  };
  return _mm256_set_m128i(pair(2), pair(0));
}

// For four bits, the numbers of those that are set.
struct BitNumbers {
  std::uint32_t of[16][4];
};

constexpr BitNumbers bit_numbers = [] {
  BitNumbers made{};
  for (std::uint32_t bits = 0; bits < 16; ++bits) {
    std::size_t count = 0;
    for (std::uint32_t bit = 0; bit < 4; ++bit) {
      if ((bits >> bit & 1) != 0) made.of[bits][count++] = bit;
    }
  }
  return made;
}();

// The keys of four words as words.cpp makes that of one.
struct FourKeys {
  __m256i low;
  __m256i high;
  __m256i deep;  // all bits of a lane, or none
  __m256i hashed;
};

// The bytes of words of up to eight bytes, and where they are longer, of the rest of them.
struct KeyBytes {
  __m256i first;
  __m256i second;
};

PARBLEU_AVX2 inline KeyBytes bytes_within(__m256i sizes, __m256i front, __m256i back) {
  const __m256i all = _mm256_set1_epi64x(-1);
  const __m256i bits = _mm256_slli_epi64(sizes, 3);
  const __m256i behind = _mm256_sub_epi64(bits, _mm256_set1_epi64x(64));
  const __m256i longer = _mm256_cmpgt_epi64(sizes, _mm256_set1_epi64x(7));
  return {_mm256_andnot_si256(_mm256_sllv_epi64(all, bits), front),
          _mm256_and_si256(longer, _mm256_andnot_si256(_mm256_sllv_epi64(all, behind), back))};
}

// The first seven bytes below the tags, and the others below `common`.
PARBLEU_AVX2 inline FourKeys joined(const KeyBytes& bytes, __m256i tag, __m256i common, __m256i deep,
                                    __m256i hashed) {
  const __m256i seven = _mm256_and_si256(bytes.first, _mm256_set1_epi64x((1LL << 56) - 1));
  const __m256i low = _mm256_or_si256(seven, _mm256_slli_epi64(tag, 56));
  const __m256i high = _mm256_or_si256(_mm256_slli_epi64(bytes.second, 8), _mm256_srli_epi64(bytes.first, 56));
  return {_mm256_or_si256(low, hashed),
          _mm256_and_si256(deep, _mm256_or_si256(high, _mm256_slli_epi64(common, 56))),
          _mm256_or_si256(deep, hashed), hashed};
}

PARBLEU_AVX2 inline FourKeys keys_of(__m256i sizes, const std::uint8_t* const* places) {
  const KeyBytes bytes = bytes_within(sizes, load_fours(places, 0), load_fours(places, 8));
  const __m256i deep = _mm256_cmpgt_epi64(sizes, _mm256_set1_epi64x(7));
  const __m256i tag = _mm256_or_si256(sizes, _mm256_and_si256(deep, _mm256_set1_epi64x(0x80)));
  return joined(bytes, tag, _mm256_setzero_si256(), deep,
                _mm256_cmpgt_epi64(sizes, _mm256_set1_epi64x(longest_in_key)));
}

// Sixteen bytes at two places.
PARBLEU_AVX2 inline __m256i load_two(const std::uint16_t* one, const std::uint16_t* other) {
  return _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(other), reinterpret_cast<const __m128i*>(one));
}

PARBLEU_AVX2 inline FourKeys keys_of(__m256i sizes, const std::uint16_t* const* places) {
  const __m256i byte = _mm256_set1_epi16(0xFF);
  __m256i low[2];
  __m256i high[2];
  for (std::size_t k = 0; k < 2; ++k) {
    const __m256i even = load_two(places[0] + 8 * k, places[2] + 8 * k);
    const __m256i odd = load_two(places[1] + 8 * k, places[3] + 8 * k);
    low[k] = _mm256_packus_epi16(_mm256_and_si256(even, byte), _mm256_and_si256(odd, byte));
    high[k] = _mm256_packus_epi16(_mm256_srli_epi16(even, 8), _mm256_srli_epi16(odd, 8));
  }
  const __m256i zero = _mm256_setzero_si256();
  const __m256i eights = _mm256_setr_epi64x(0, 0x0808080808080808, 0, 0x0808080808080808);
  const __m256i everywhere = _mm256_shuffle_epi8(high[0], eights);
  const KeyBytes others =
      bytes_within(sizes, _mm256_xor_si256(high[0], everywhere), _mm256_xor_si256(high[1], everywhere));
  const __m256i same = _mm256_cmpeq_epi64(_mm256_or_si256(others.first, others.second), zero);
  const __m256i hashed = _mm256_or_si256(_mm256_cmpgt_epi64(sizes, _mm256_set1_epi64x(longest_in_key)),
                                         _mm256_andnot_si256(same, _mm256_set1_epi64x(-1)));
  const __m256i common =
      _mm256_and_si256(_mm256_cmpgt_epi64(sizes, zero), _mm256_and_si256(high[0], _mm256_set1_epi64x(0xFF)));
  const __m256i far = _mm256_cmpgt_epi64(common, _mm256_set1_epi64x(15));
  const __m256i far_one = _mm256_and_si256(far, _mm256_cmpeq_epi64(sizes, _mm256_set1_epi64x(1)));
  const __m256i deep =
      _mm256_andnot_si256(far_one, _mm256_or_si256(far, _mm256_cmpgt_epi64(sizes, _mm256_set1_epi64x(7))));
  const __m256i top = _mm256_set1_epi64x(0x80);
  __m256i tag =
      _mm256_blendv_epi8(_mm256_or_si256(sizes, _mm256_slli_epi64(common, 3)), _mm256_or_si256(sizes, top), deep);
  tag = _mm256_blendv_epi8(tag, top, far_one);
  KeyBytes bytes = bytes_within(sizes, low[0], low[1]);
  bytes.first = _mm256_or_si256(bytes.first, _mm256_and_si256(far_one, _mm256_slli_epi64(common, 8)));
  return joined(bytes, tag, common, deep, hashed);
}

// Where to read sixteen units from any place of a text: near its end from a copy of that.
template <class Unit>
class Places {
 public:
  PARBLEU_AVX2 Places(const Unit* units, std::size_t size) : units_(units), tail_(size > read ? size - read : 0) {
    std::copy_n(units + tail_, size - tail_, end_);
  }
  PARBLEU_AVX2 PARBLEU_INLINE const Unit* operator[](std::size_t begin) const {
    return begin < tail_ ? units_ + begin : end_ + (begin - tail_);
  }

 private:
  static constexpr std::size_t read = 16;

  const Unit* units_;
  std::size_t tail_;
  Unit end_[2 * read] = {};
};

// Four words at a time, and up to three more without a code point, whose low keys are 0.
template <class Unit>
PARBLEU_AVX2 WordCounts write_words(const Unit* units, std::size_t size, std::span<const tokenizing::Edges> edges,
                                    Span* spans, const KeyRoom& room) {
  const std::size_t words = tokenizing::avx2_kernels.spans(edges.data(), edges.size(), spans);
  std::fill_n(spans + words, 4, Span{});
  const Places<Unit> places(units, size);
  const KeyRoom to = room;
  std::uint32_t* listed = to.deep;
  __m256i any_hashed = _mm256_setzero_si256();
  for (std::size_t at = 0; at < words; at += 4) {
    const Unit* four[4];
    for (std::size_t k = 0; k < 4; ++k) four[k] = places[spans[at + k].begin];
    const FourKeys keys =
        keys_of(_mm256_srli_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(spans + at)), 32), four);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.low + at), keys.low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.high + at), keys.high);
    const auto deep = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(keys.deep)));
    const __m128i numbers = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bit_numbers.of[deep]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(listed),
                     _mm_add_epi32(numbers, _mm_set1_epi32(static_cast<int>(at))));
    listed += std::popcount(deep);
    any_hashed = _mm256_or_si256(any_hashed, keys.hashed);
  }
  return {words, static_cast<std::size_t>(listed - to.deep), _mm256_testz_si256(any_hashed, any_hashed) == 0};
}

PARBLEU_AVX2 WordCounts byte_words(const std::uint8_t* units, std::size_t size,
                                   std::span<const tokenizing::Edges> edges, Span* spans, const KeyRoom& room) {
  return write_words(units, size, edges, spans, room);
}

PARBLEU_AVX2 WordCounts pair_words(const std::uint16_t* units, std::size_t size,
                                   std::span<const tokenizing::Edges> edges, Span* spans, const KeyRoom& room) {
  return write_words(units, size, edges, spans, room);
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
template <bool first>
PARBLEU_AVX2 inline void match_part(const std::uint64_t* hypothesis, std::size_t size,
                                    const std::uint64_t* reference, std::size_t count, std::size_t stride,
                                    std::uint64_t* rows) {
  const std::size_t last = (count - 1) & ~std::size_t{3};  // there, as everywhere before, four keys can be read
  const auto four = [&](std::size_t at) __attribute__((always_inline)) PARBLEU_AVX2 {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(reference + std::min(at, last)));
  };
  __m256i keys[8];
  for (std::size_t k = 0; k < 4; ++k) {
    const __m256i low = four(4 * k);
    const __m256i high = four(16 + 4 * k);
    keys[2 * k] = _mm256_permute2x128_si256(low, high, 0x20);
    keys[2 * k + 1] = _mm256_permute2x128_si256(low, high, 0x31);
  }
  const std::uint64_t inside = (std::uint64_t{1} << count) - 1;
  for (std::size_t at = 0; at < size; ++at) {
    const __m256i key = _mm256_set1_epi64x(static_cast<long long>(hypothesis[at]));
    __m256i pairs[4];
    for (std::size_t k = 0; k < 4; ++k) {
      pairs[k] =
          _mm256_packs_epi32(_mm256_cmpeq_epi64(key, keys[2 * k]), _mm256_cmpeq_epi64(key, keys[2 * k + 1]));
    }
    const __m256i equal =
        _mm256_packs_epi16(_mm256_packs_epi16(pairs[0], pairs[1]), _mm256_packs_epi16(pairs[2], pairs[3]));
    std::uint64_t& row = rows[at * stride];
    row = first ? bits(equal) & inside : row | (bits(equal) & inside) << 32;
  }
}

PARBLEU_AVX2 void match_keys(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                             std::size_t reference_size, std::size_t stride, std::uint64_t* rows) {
  constexpr std::size_t together = 32;
  for (std::size_t at = 0; at < reference_size; at += word_bits, ++rows) {
    const std::size_t count = std::min(word_bits, reference_size - at);
    match_part<true>(hypothesis, size, reference + at, std::min(together, count), stride, rows);
    if (count > together) {
      match_part<false>(hypothesis, size, reference + at + together, count - together, stride, rows);
    }
  }
}

PARBLEU_AVX2 void count(const std::uint64_t* rows, const std::uint16_t* index, std::size_t size, std::size_t words,
                        std::size_t orders, std::uint16_t*, std::int64_t* shared) {
  if (orders <= 4) return count_registers<Lanes4, 1, most_words>(rows, index, size, words, orders, shared);
  return count_registers<Lanes4, 2, most_words>(rows, index, size, words, orders, shared);
}

}  // namespace

constinit const Kernels avx2_kernels{most_words,      least_listed_words, classify,   squeeze, byte_words,
                                     pair_words,      match_units,        match_keys, count,   count_many,
                                     add_common_bits, count_bits<Lanes4>, chrf_scores};

}  // namespace parbleu::ngrams

#endif
