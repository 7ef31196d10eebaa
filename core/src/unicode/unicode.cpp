#include "parbleu/unicode/unicode.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "unicode/code_point_map.hpp"
#include "unicode/kernels.hpp"

namespace parbleu {
namespace {

using unicode::Bytes;
using unicode::is_continuation;

bool is_ascii(Bytes bytes) {
  constexpr std::size_t stride = 32;
  std::uint8_t seen = 0;
  std::size_t at = 0;
  for (; at + stride <= bytes.size() && seen < 0x80; at += stride) {
    std::uint64_t words[4];
    std::memcpy(words, bytes.data() + at, stride);
    const std::uint64_t high = (words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080ULL;
    seen = high == 0 ? 0 : 0x80;
  }
  for (; at < bytes.size() && seen < 0x80; ++at) seen |= bytes[at];
  return seen < 0x80;
}

// Length of the sequence that `lead` begins, 0 if none does; and the bounds of its second byte.
struct Lead {
  std::size_t length;
  std::uint8_t low;
  std::uint8_t high;
};

Lead classify(std::uint8_t lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xC2) return {0, 0, 0};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

// How many of the first bytes a sequence with this lead may begin with, the lead among them.
std::size_t length_of_begin(Bytes bytes, const Lead& lead) {
  std::size_t length = 1;
  const auto goes_on = [&](std::uint8_t byte) {
    return length == 1 ? byte >= lead.low && byte <= lead.high : is_continuation(byte);
  };
  while (length < std::min(lead.length, bytes.size()) && goes_on(bytes[length])) ++length;
  return length;
}

// Where the first invalid sequence begins, in bytes that have one.
std::size_t first_bad_byte(Bytes bytes) {
  std::size_t at = 0;
  for (;;) {
    const Lead lead = classify(bytes[at]);
    if (length_of_begin(bytes.subspan(at), lead) != lead.length) return at;
    at += lead.length;
  }
}

template <class Unit>
Text decode(Bytes bytes, std::size_t size, void (*kernel)(Bytes, Unit*), Arena& arena) {
  const std::span<Unit> points = arena.make<Unit>(size);
  kernel(bytes, points.data());
  return as_text<Unit>(points);
}

}  // namespace

Decoded decode_utf8(Bytes bytes, Arena& arena, Simd simd) {
  if (is_ascii(bytes)) return {as_text(bytes), std::nullopt};
  const unicode::Kernels& kernels = unicode::kernels(simd);
  const unicode::Census census = kernels.take_census(bytes);
  if (!census.valid) return {{}, first_bad_byte(bytes)};
  switch (census.width) {
    case Width::one:
      return {decode(bytes, census.points, kernels.to_latin1, arena), std::nullopt};
    case Width::two:
      return {decode(bytes, census.points, kernels.to_ucs2, arena), std::nullopt};
    default:
      return {decode(bytes, census.points, kernels.to_ucs4, arena), std::nullopt};
  }
}

std::u32string decoded_utf8(Bytes bytes, std::u32string_view for_invalid) {
  std::u32string text;
  Arena arena;
  while (!bytes.empty()) {
    const Lead lead = classify(bytes[0]);
    const std::size_t length = length_of_begin(bytes, lead);
    text += length == lead.length ? points_of(decode_utf8(bytes.first(length), arena).text) : for_invalid;
    bytes = bytes.subspan(length);
  }
  return text;
}

namespace {

// Code points first, first + step, ..., last, whose lower case lies `delta` further.
struct CaseRun {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t step;
  std::int32_t delta;
};

#include "generated/lower_unicode_14_0.inc"

constexpr std::uint32_t capital_i_dot = 0x130;
constexpr std::uint32_t combining_dot = 0x307;
constexpr std::uint32_t capital_sigma = 0x3A3;
constexpr std::uint32_t small_sigma = 0x3C3;
constexpr std::uint32_t final_sigma = 0x3C2;
// Stands for the delta of a character whose lower case is not always the same one character.
constexpr std::int32_t special_delta = 1 << 24;

const CodePointMap<std::int32_t>& lower_deltas() {
  static const CodePointMap<std::int32_t> deltas = [] {
    CodePointMap<std::int32_t> made;
    for (const CaseRun& run : lower_runs) {
      for (std::uint32_t point = run.first; point <= run.last; point += run.step) made.at(point) = run.delta;
    }
    made.at(capital_i_dot) = made.at(capital_sigma) = special_delta;
    return made;
  }();
  return deltas;
}

// Whether the capital sigma at `at` ends a word: a cased letter before it and none behind it, not counting
// case-ignorable characters.
template <class Unit>
bool sigma_is_final(std::span<const Unit> units, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && holds(case_ignorable, units[before - 1])) --before;
  if (before == 0 || !holds(cased, units[before - 1])) return false;
  std::size_t after = at + 1;
  while (after < units.size() && holds(case_ignorable, units[after])) ++after;
  return after == units.size() || !holds(cased, units[after]);
}

template <class Unit>
std::span<Unit> lower_units(std::span<const Unit> units, Arena& arena) {
  const std::span<Unit> result = arena.make<Unit>(2 * units.size());
  const auto deltas = lower_deltas().view();
  std::size_t to = 0;
  for (std::size_t at = 0; at < units.size(); ++at) {
    const std::uint32_t point = units[at];
    const std::int32_t delta = deltas[point];
    if (delta != special_delta) [[likely]] {
      result[to++] = static_cast<Unit>(static_cast<std::int32_t>(point) + delta);
    } else if (point == capital_i_dot) {
      result[to++] = 'i';
      result[to++] = static_cast<Unit>(combining_dot);
    } else {
      result[to++] = static_cast<Unit>(sigma_is_final(units, at) ? final_sigma : small_sigma);
    }
  }
  return arena.shrink(result, to);
}

template <class Unit>
Text narrowed(std::u32string_view points, Arena& arena) {
  const std::span<Unit> units = arena.make<Unit>(points.size());
  const char32_t* const from = points.data();
  Unit* const to = units.data();
  for (std::size_t at = 0; at < points.size(); ++at) to[at] = static_cast<Unit>(from[at]);
  return as_text<Unit>(units);
}

}  // namespace

Text lower(const Text& text, Arena& arena, Simd simd) {
  return visit(text, [&]<class Unit>(std::span<const Unit> units) {
    if constexpr (sizeof(Unit) == 1) {
      const std::span<Unit> result = arena.make<Unit>(units.size());
      unicode::kernels(simd).lower_latin1(units.data(), units.size(), result.data());
      return as_text<Unit>(result);
    } else {
      return as_text<Unit>(lower_units(units, arena));
    }
  });
}

Text narrowed(std::u32string_view points, Arena& arena) {
  std::uint32_t bits = 0;
  for (const char32_t point : points) bits |= point;
  return bits < 0x100     ? narrowed<std::uint8_t>(points, arena)
         : bits < 0x10000 ? narrowed<std::uint16_t>(points, arena)
                          : narrowed<std::uint32_t>(points, arena);
}

Case case_of(std::uint32_t point) {
  if (lower_deltas()[point] != 0) return Case::upper;
  return holds(cased, point) ? Case::lower : Case::none;
}

}  // namespace parbleu
