// Converts a fuzzer's bytes to one segment: options, a hypothesis and references.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "parbleu/base/cpu.hpp"
#include "points.hpp"
#include "reference/texts.hpp"

namespace parbleu::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

struct Segment {
  std::u32string hypothesis;
  std::vector<std::u32string> references;
};

// Texts are separated by 0xFF bytes, of which `points` makes no use where it reads one byte a code point.
inline Segment segment(std::span<const std::uint8_t> bytes) {
  std::vector<std::u32string> texts;
  while (texts.size() < 4) {
    const auto end = std::ranges::find(bytes, std::uint8_t{0xFF});
    const auto size = static_cast<std::size_t>(end - bytes.begin());
    texts.push_back(points(bytes.first(size)));
    if (end == bytes.end()) break;
    bytes = bytes.subspan(size + 1);
  }
  Segment made{.hypothesis = texts.front(), .references = {texts.begin() + 1, texts.end()}};
  if (made.references.empty()) made.references.push_back(made.hypothesis);
  return made;
}

inline test::Stored stored(const std::u32string& text) {
  const char32_t largest = text.empty() ? 0 : std::ranges::max(text);
  return {text, largest > 0xFFFF ? Width::four : largest > 0xFF ? Width::two : Width::one};
}

}  // namespace parbleu::fuzz
