#if defined(__aarch64__)

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/intrinsics.hpp"
#include "ngrams/kernels.hpp"

#define PARBLEU_KERNEL
#include "ngrams/kernels_loops.hpp"

namespace parbleu::ngrams {
namespace {

constexpr std::size_t most_words = 12;
constexpr std::size_t least_listed_words = 2;

// A class of bytes: a byte is in it if the entries of its two nibbles have a bit in common.
struct Nibbles {
  std::uint8_t low[16];
  std::uint8_t high[16];
};

// 09 to 0D, 1C to 20, 85 and A0.
constexpr Nibbles space_nibbles{{4, 0, 0, 0, 0, 8, 0, 0, 0, 1, 1, 1, 3, 3, 2, 2},
                                {1, 2, 4, 0, 0, 0, 0, 0, 8, 0, 4, 0, 0, 0, 0, 0}};
// ASCII punctuation: 21 to 2F, 3A to 40, 5B to 60 and 7B to 7E.
constexpr Nibbles mark_nibbles{{4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 27, 27, 27, 27, 11},
                               {0, 0, 1, 2, 4, 8, 4, 16, 0, 0, 0, 0, 0, 0, 0, 0}};

uint8x16_t are_in(const Nibbles& nibbles, uint8x16_t low, uint8x16_t high) {
  return vtstq_u8(vqtbl1q_u8(vld1q_u8(nibbles.low), low), vqtbl1q_u8(vld1q_u8(nibbles.high), high));
}

// White space above 255.
uint16x8_t wide_spaces(uint16x8_t units) {
  const auto is = [units](unsigned unit) {
    return vceqq_u16(units, vdupq_n_u16(static_cast<std::uint16_t>(unit)));
  };
  const uint16x8_t narrow = vcleq_u16(vsubq_u16(units, vdupq_n_u16(0x2000)), vdupq_n_u16(0x0A));
  const uint16x8_t lines = vorrq_u16(is(0x2028), is(0x2029));
  const uint16x8_t others = vorrq_u16(is(0x202F), is(0x205F));
  const uint16x8_t far = vorrq_u16(is(0x1680), is(0x3000));
  return vorrq_u16(vorrq_u16(narrow, lines), vorrq_u16(others, far));
}

struct Block {
  uint8x16_t bytes[4];  // what is above 255 becomes FF, which is neither white space nor punctuation
  std::uint64_t wide_spaces;
};

Block load(const std::uint8_t* units) {
  return {{vld1q_u8(units), vld1q_u8(units + 16), vld1q_u8(units + 32), vld1q_u8(units + 48)}, 0};
}

Block load(const std::uint16_t* units) {
  Block block;
  uint8x16_t wide[4];
  for (std::size_t k = 0; k < 4; ++k) {
    const uint16x8_t low = vld1q_u16(units + 16 * k);
    const uint16x8_t high = vld1q_u16(units + 16 * k + 8);
    block.bytes[k] = vcombine_u8(vqmovn_u16(low), vqmovn_u16(high));
    wide[k] = vcombine_u8(vmovn_u16(wide_spaces(low)), vmovn_u16(wide_spaces(high)));
  }
  block.wide_spaces = bits_of(wide[0], wide[1], wide[2], wide[3]);
  return block;
}

template <class Unit>
void classify_units(std::span<const Unit> units, std::uint64_t* spaces, std::uint64_t* marks) {
  for (std::size_t word = 0; word <= units.size() / word_bits; ++word) {
    const std::size_t begin = word * word_bits;
    const std::size_t count = std::min(word_bits, units.size() - begin);
    const Unit* from = units.data() + begin;
    Unit last[word_bits];
    if (count < word_bits) {
      std::fill(last, last + word_bits, Unit{});
      std::copy_n(from, count, last);
      from = last;
    }
    const Block block = load(from);
    uint8x16_t low[4];
    uint8x16_t high[4];
    for (std::size_t k = 0; k < 4; ++k) {
      low[k] = vandq_u8(block.bytes[k], vdupq_n_u8(0x0F));
      high[k] = vshrq_n_u8(block.bytes[k], 4);
    }
    const auto bits = [&](const Nibbles& nibbles) {
      return bits_of(are_in(nibbles, low[0], high[0]), are_in(nibbles, low[1], high[1]),
                     are_in(nibbles, low[2], high[2]), are_in(nibbles, low[3], high[3]));
    };
    spaces[word] = bits(space_nibbles) | block.wide_spaces | ~first_bits(count);
    if (marks != nullptr) marks[word] = bits(mark_nibbles);
  }
}

void classify(const Text& text, std::uint64_t* spaces, std::uint64_t* marks) {
  visit(text, [&]<class Unit>(std::span<const Unit> units) {
    if constexpr (sizeof(Unit) == 4) {
      portable_kernels.classify(text, spaces, marks);
    } else {
      classify_units(units, spaces, marks);
    }
  });
}

uint8x8_t load_eight(const std::uint8_t* units) { return vld1_u8(units); }
uint16x8_t load_eight(const std::uint16_t* units) { return vld1q_u16(units); }

template <class Unit>
std::size_t squeeze_units(std::span<const Unit> units, const std::uint64_t* spaces, Unit* out) {
  constexpr std::size_t together = 8;
  Unit* to = out;
  std::size_t at = 0;
  for (; at + together <= units.size(); at += together) {
    to = store_kept(load_eight(units.data() + at), spaces[at / word_bits] >> (at % word_bits), to);
  }
  for (; at < units.size(); ++at) {
    *to = units[at];
    to += 1 - ((spaces[at / word_bits] >> (at % word_bits)) & 1);
  }
  return static_cast<std::size_t>(to - out);
}

std::size_t squeeze(const Text& text, const std::uint64_t* spaces, void* out) {
  return visit(text, [&]<class Unit>(std::span<const Unit> units) {
    if constexpr (sizeof(Unit) == 4) {
      return portable_kernels.squeeze(text, spaces, out);
    } else {
      return squeeze_units(units, spaces, static_cast<Unit*>(out));
    }
  });
}

void match_units(const std::uint16_t* hypothesis, std::size_t size, const std::uint16_t* reference,
                 std::size_t reference_size, std::uint64_t* rows) {
  const std::size_t words = (reference_size + word_bits - 1) / word_bits;
  for (std::size_t word = 0; word < words; ++word) {
    uint16x8_t units[8];
    for (std::size_t k = 0; k < 8; ++k) units[k] = vld1q_u16(reference + word * word_bits + 8 * k);
    const std::uint64_t inside = first_bits(reference_size - word * word_bits);
    for (std::size_t at = 0; at < size; ++at) {
      const uint16x8_t unit = vdupq_n_u16(hypothesis[at]);
      const auto equal = [&](std::size_t k) {
        return vuzp1q_u8(vreinterpretq_u8_u16(vceqq_u16(unit, units[k])),
                         vreinterpretq_u8_u16(vceqq_u16(unit, units[k + 1])));
      };
      rows[at * words + word] = bits_of(equal(0), equal(2), equal(4), equal(6)) & inside;
    }
  }
}

// Eight bits that differ for most keys.
std::uint8_t digest(std::uint64_t key) { return static_cast<std::uint8_t>(key * 0x9E3779B97F4A7C15ULL >> 56); }

// Digests are compared, 64 at once, and keys where those are equal.
void match_keys(const std::uint64_t* hypothesis, std::size_t size, const std::uint64_t* reference,
                std::size_t reference_size, std::size_t stride, std::uint64_t* rows) {
  std::array<std::uint8_t, word_bits> digests{};
  for (std::size_t first = 0; first < reference_size; first += word_bits) {
    const std::size_t count = std::min(word_bits, reference_size - first);
    const std::uint64_t* const keys = reference + first;
    for (std::size_t k = 0; k < count; ++k) digests[k] = digest(keys[k]);
    const uint8x16_t quarters[4] = {vld1q_u8(digests.data()), vld1q_u8(digests.data() + 16),
                                    vld1q_u8(digests.data() + 32), vld1q_u8(digests.data() + 48)};
    const std::uint64_t inside = first_bits(count);
    for (std::size_t at = 0; at < size; ++at) {
      const std::uint64_t key = hypothesis[at];
      const uint8x16_t wanted = vdupq_n_u8(digest(key));
      std::uint64_t row = bits_of(vceqq_u8(wanted, quarters[0]), vceqq_u8(wanted, quarters[1]),
                                  vceqq_u8(wanted, quarters[2]), vceqq_u8(wanted, quarters[3])) &
                          inside;
      for (std::uint64_t bits = row; bits != 0; bits &= bits - 1) {
        if (keys[std::countr_zero(bits)] != key) row ^= bits & (~bits + 1);
      }
      rows[at * stride + first / word_bits] = row;
    }
  }
}

}  // namespace

constinit const Kernels neon_kernels{most_words,
                                     least_listed_words,
                                     classify,
                                     squeeze,
                                     nullptr,
                                     nullptr,
                                     match_units,
                                     match_keys,
                                     count_by_two<most_words>,
                                     count_many,
                                     add_common_bits,
                                     count_bits<Lanes2>,
                                     chrf_scores};

}  // namespace parbleu::ngrams

#endif
