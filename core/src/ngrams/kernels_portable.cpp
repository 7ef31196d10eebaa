#include <algorithm>
#include <array>
#include <span>

#include "base/intrinsics.hpp"
#include "ngrams/kernels.hpp"
#include "parbleu/unicode/unicode.hpp"

#define PARBLEU_KERNEL
#include "ngrams/kernels_loops.hpp"

namespace parbleu::ngrams {
namespace {

constexpr std::size_t most_words = 12;
constexpr std::size_t least_listed_words = 4;

constexpr bool is_mark(std::uint32_t c) {
  return (c > 0x20 && c < 0x30) || (c > 0x39 && c < 0x41) || (c > 0x5A && c < 0x61) || (c > 0x7A && c < 0x7F);
}

// Bit 0 for white space, bit 1 for punctuation.
struct Latin1Classes {
  std::uint8_t of[256]{};
  constexpr Latin1Classes() {
    for (std::uint32_t c = 0; c < 256; ++c) of[c] = static_cast<std::uint8_t>(is_space(c) | (is_mark(c) << 1));
  }
};

void classify(const Text& text, std::uint64_t* spaces, std::uint64_t* marks) {
  static constexpr Latin1Classes table;
  visit(text, [&](auto units) {
    for (std::size_t word = 0; word <= units.size() / word_bits; ++word) {
      const std::size_t begin = word * word_bits;
      const std::size_t count = std::min(word_bits, units.size() - begin);
      std::uint64_t space = count < word_bits ? ~std::uint64_t{0} << count : 0;
      std::uint64_t mark = 0;
      for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t c = units[begin + k];
        const std::uint64_t classes = c < 256 ? table.of[c] : is_space(c);
        space |= (classes & 1) << k;
        mark |= (classes >> 1) << k;
      }
      spaces[word] = space;
      if (marks != nullptr) marks[word] = mark;
    }
  });
}

std::size_t squeeze(const Text& text, const std::uint64_t* spaces, void* out) {
  return visit(text, [&]<class Unit>(std::span<const Unit> units) {
    auto* const kept = static_cast<Unit*>(out);
    std::size_t count = 0;
    for (std::size_t at = 0; at < units.size(); ++at) {
      kept[count] = units[at];
      count += 1 - ((spaces[at / word_bits] >> (at % word_bits)) & 1);
    }
    return count;
  });
}

#if defined(__SSE2__)

// Halves of up to 64 keys apart, as SSE2 compares no more than 32 bits.
struct Halves {
  alignas(16) std::array<std::uint32_t, word_bits> low{};
  alignas(16) std::array<std::uint32_t, word_bits> high{};
};

// Sixteen keys at a time: what comparing them gives is packed to a byte for each.
void match_word(const std::uint64_t* hypothesis, std::size_t size, const Halves& reference, std::size_t count,
                std::size_t stride, std::uint64_t* rows) {
  const auto equal = [](__m128i half, const std::uint32_t* halves) {
    return _mm_cmpeq_epi32(half, _mm_load_si128(reinterpret_cast<const __m128i*>(halves)));
  };
  const std::uint64_t inside = first_bits(count);
  for (std::size_t at = 0; at < size; ++at) {
    const __m128i low = _mm_set1_epi32(static_cast<int>(hypothesis[at]));
    const __m128i high = _mm_set1_epi32(static_cast<int>(hypothesis[at] >> 32));
    std::uint64_t row = 0;
    for (std::size_t first = 0; first < count; first += 16) {
      __m128i fours[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t from = first + 4 * k;
        fours[k] = _mm_and_si128(equal(low, &reference.low[from]), equal(high, &reference.high[from]));
      }
      const __m128i bytes =
          _mm_packs_epi16(_mm_packs_epi32(fours[0], fours[1]), _mm_packs_epi32(fours[2], fours[3]));
      row |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(bytes))} << first;
    }
    rows[at * stride] = row & inside;
  }
}

void match_keys(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                std::size_t reference_size, std::size_t stride, std::uint64_t* rows) {
  Halves halves;
  for (std::size_t first = 0; first < reference_size; first += word_bits, ++rows) {
    const std::size_t count = std::min(word_bits, reference_size - first);
    for (std::size_t k = 0; k < count; ++k) {
      halves.low[k] = static_cast<std::uint32_t>(reference[first + k]);
      halves.high[k] = static_cast<std::uint32_t>(reference[first + k] >> 32);
    }
    match_word(hypothesis, size, halves, count, stride, rows);
  }
}

#else

void match_keys(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                std::size_t reference_size, std::size_t stride, std::uint64_t* rows) {
  for (std::size_t first = 0; first < reference_size; first += word_bits) {
    const std::size_t count = std::min(word_bits, reference_size - first);
    for (std::size_t at = 0; at < size; ++at) {
      const std::uint64_t key = hypothesis[at];
      std::uint64_t row = 0;
      for (std::size_t k = 0; k < count; ++k) row |= static_cast<std::uint64_t>(reference[first + k] == key) << k;
      rows[at * stride + first / word_bits] = row;
    }
  }
}

#endif

}  // namespace

constinit const Kernels portable_kernels{most_words,
                                         least_listed_words,
                                         classify,
                                         squeeze,
                                         nullptr,
                                         nullptr,
                                         nullptr,
                                         match_keys,
                                         count_by_two<most_words>,
                                         count_many,
                                         add_common_bits,
                                         count_bits<Lanes2>,
                                         chrf_scores};

}  // namespace parbleu::ngrams
