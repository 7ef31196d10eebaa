// Lines as code points, and what is counted in them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "parbleu/base/text.hpp"

namespace parbleu {

using View = std::u32string_view;

inline void append(std::u32string& points, const Text& text, std::size_t begin, std::size_t end) {
  if (text.missing()) return;
  visit(text, [&](auto units) {
    const std::size_t size = points.size();
    points.resize(size + end - begin);
    std::ranges::copy(units.subspan(begin, end - begin), points.begin() + static_cast<std::ptrdiff_t>(size));
  });
}

// Compares bytes, which operators of std::u32string do not.
inline bool same_text(View one, View other) { return std::ranges::equal(one, other); }

// As slices of Python: what there is of it.
inline View slice(View text, std::size_t begin, std::size_t size) {
  return text.substr(std::min(begin, text.size()), size);
}

// Compiles to vector instructions, which takes less time than to stop at the first one.
constexpr bool contains(View text, char32_t point) {
  std::uint32_t is_there = 0;
  for (const char32_t one : text) is_there |= one == point;
  return is_there != 0;
}

// Whether a text has the first two characters of a part behind one another.
constexpr bool may_contain(View text, View part) {
  if (part.size() < 2) return part.empty() || contains(text, part[0]);
  std::uint32_t is_there = 0;
  for (std::size_t at = 1; at < text.size(); ++at) {
    const bool one = text[at - 1] == part[0], other = text[at] == part[1];
    is_there |= one & other;
  }
  return is_there != 0;
}

inline bool contains(View text, View part) { return may_contain(text, part) && text.find(part) != View::npos; }

// Tells at once of most code points that they are none of some.
class Residues {
 public:
  constexpr Residues() = default;
  constexpr explicit Residues(View points) { add(points); }

  constexpr void add(View points) {
    for (const char32_t point : points) there_[point % count] = true;
  }
  [[nodiscard]] constexpr bool hold(char32_t point) const { return there_[point % count]; }

 private:
  static constexpr std::size_t count = 2048;
  std::array<bool, count> there_{};
};

// As str.count of Python: without overlaps.
template <class Unit>
std::int64_t count(std::basic_string_view<Unit> text, std::basic_string_view<Unit> part) {
  std::int64_t times = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++times;
  return times;
}

inline std::int64_t count(View text, View part) { return count<char32_t>(text, part); }

// As str.replace of Python.
inline std::u32string replaced(View text, View part, View other) {
  if (!contains(text, part.front())) return std::u32string(text);
  std::u32string result;
  std::size_t begin = 0;
  for (std::size_t at = text.find(part); at != View::npos; at = text.find(part, begin)) {
    result.append(text.substr(begin, at - begin)).append(other);
    begin = at + part.size();
  }
  return result.append(text.substr(begin));
}

// As str.join of Python, of what a function makes of each.
template <class Texts, class Of = std::identity>
std::u32string joined(const Texts& texts, View between = {}, Of&& of = {}) {
  std::u32string result;
  for (const auto& text : texts) {
    result.append(&text == std::data(texts) ? View{} : between).append(std::invoke(of, text));
  }
  return result;
}

inline bool holds(const Text& text, std::uint32_t point) {
  return !text.missing() && visit(text, [&]<class Unit>(std::span<const Unit> units) {
    const Unit wanted = static_cast<Unit>(point);
    if (wanted != point) return false;
    Unit is_there = 0;
    for (const Unit unit : units) is_there |= static_cast<Unit>(unit == wanted);
    return is_there != 0;
  });
}

// Whether one of the ranges, each from its first code point to its last, has a code point.
template <class Ranges>
constexpr bool is_within(char32_t point, const Ranges& ranges) {
  return std::ranges::any_of(ranges,
                             [&](const auto& range) { return point >= range.first && point <= range.second; });
}

// The digit of ASCII that a decimal digit of any script means; nothing for other characters.
std::optional<char32_t> digit_of(char32_t point);

// As str.isdecimal of Python.
bool is_decimal(char32_t point);

constexpr bool is_ascii_digit(std::uint32_t point) { return point >= '0' && point <= '9'; }

// Of ASCII.
constexpr bool is_capital(char32_t point) { return point >= U'A' && point <= U'Z'; }
constexpr bool is_small(char32_t point) { return point >= U'a' && point <= U'z'; }
constexpr bool is_letter(char32_t point) { return is_capital(point) || is_small(point); }

}  // namespace parbleu
