#include "parbleu/unicode/letter_case.hpp"

#include <algorithm>
#include <cstddef>

#include "unicode/code_point_map.hpp"
#include "unicode/kernels.hpp"

namespace parbleu {
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
constexpr std::uint32_t final_sigma = 0x3C2;

const CodePointMap<std::int32_t>& lower_deltas() {
  static const CodePointMap<std::int32_t> deltas = [] {
    CodePointMap<std::int32_t> made;
    for (const CaseRun& run : lower_runs) {
      for (std::uint32_t point = run.first; point <= run.last; point += run.step) made.at(point) = run.delta;
    }
    return made;
  }();
  return deltas;
}

template <std::size_t n>
bool contains(const Range (&ranges)[n], std::uint32_t point) {
  const Range* found = std::ranges::lower_bound(ranges, point, {}, &Range::last);
  return found != std::end(ranges) && found->first <= point;
}

// Whether the capital sigma at `at` ends a word: a cased letter before it and none behind it, not counting
// case-ignorable characters.
template <class Unit>
bool sigma_is_final(std::span<const Unit> units, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && contains(case_ignorable, units[before - 1])) --before;
  if (before == 0 || !contains(cased, units[before - 1])) return false;
  std::size_t after = at + 1;
  while (after < units.size() && contains(case_ignorable, units[after])) ++after;
  return after == units.size() || !contains(cased, units[after]);
}

// Whether there is a character whose lower case is not just another character.
template <class Unit>
bool has_special(std::span<const Unit> units) {
  unsigned found = 0;  // without a branch, so that the compiler may use vectors
  for (const Unit unit : units) found |= (unit == capital_i_dot ? 1U : 0U) | (unit == capital_sigma ? 1U : 0U);
  return found != 0;
}

template <class Unit>
std::span<Unit> lower_special(std::span<const Unit> units, Arena& arena) {
  const auto dotted = static_cast<std::size_t>(std::ranges::count(units, capital_i_dot));
  const std::span<Unit> result = arena.make<Unit>(units.size() + dotted);
  const auto deltas = lower_deltas().view();
  std::size_t to = 0;
  for (std::size_t at = 0; at < units.size(); ++at) {
    const std::uint32_t point = units[at];
    if (point == capital_i_dot) {
      result[to++] = 'i';
      result[to++] = static_cast<Unit>(combining_dot);
    } else if (point == capital_sigma && sigma_is_final(units, at)) {
      result[to++] = static_cast<Unit>(final_sigma);
    } else {
      result[to++] = static_cast<Unit>(static_cast<std::int32_t>(point) + deltas[point]);
    }
  }
  return result;
}

template <class Unit>
std::span<Unit> lower_units(std::span<const Unit> units, Arena& arena) {
  if (has_special(units)) return lower_special(units, arena);
  const std::span<Unit> result = arena.make<Unit>(units.size());
  const auto deltas = lower_deltas().view();
  for (std::size_t at = 0; at < units.size(); ++at) {
    result[at] = static_cast<Unit>(static_cast<std::int32_t>(units[at]) + deltas[units[at]]);
  }
  return result;
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

}  // namespace parbleu
