// Defines `Text`, a view of one segment's code points as Python, Arrow or a file stores them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace parbleu {

// Bytes per code point. `one` is Latin-1 (code points below 256, so also ASCII), `two` UCS-2, `four` UCS-4;
// lone surrogates are ordinary code points. A text need not use the narrowest width that would hold it.
enum class Width : std::uint8_t { one = 1, two = 2, four = 4 };

// A view of one segment. Does not own its code points; only the `size` units at `data` may be read.
struct Text {
  const void* data = nullptr;
  std::size_t size = 0;  // code points, not bytes
  Width width = Width::one;

  // A missing reference; the empty segment has size 0 and some non-null address.
  [[nodiscard]] bool missing() const { return data == nullptr; }
  [[nodiscard]] std::size_t bytes() const { return size * static_cast<std::size_t>(width); }
};

// One stream: the segments of one system, or of one reference translation, in corpus order.
using Stream = std::span<const Text>;

// Calls `visitor` with the code points as a span of uint8_t, uint16_t or uint32_t.
template <class Visitor>
decltype(auto) visit(const Text& text, Visitor&& visitor) {
  switch (text.width) {
    case Width::one:
      return visitor(std::span(static_cast<const std::uint8_t*>(text.data), text.size));
    case Width::two:
      return visitor(std::span(static_cast<const std::uint16_t*>(text.data), text.size));
    default:
      return visitor(std::span(static_cast<const std::uint32_t*>(text.data), text.size));
  }
}

inline std::u32string points_of(const Text& text) {
  return visit(text, [](auto units) { return std::u32string(units.begin(), units.end()); });
}

template <class Unit>
Text as_text(std::span<const Unit> units) {
  static_assert(sizeof(Unit) == 1 || sizeof(Unit) == 2 || sizeof(Unit) == 4);
  static const Unit nothing{};
  return {units.empty() ? &nothing : units.data(), units.size(), static_cast<Width>(sizeof(Unit))};
}

}  // namespace parbleu
