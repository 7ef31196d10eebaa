#include "tokenizers/classes.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "parbleu/unicode.hpp"

namespace parbleu::tokenizing {
namespace {

// Rows to columns of an 8 x 8 bit matrix: byte k of the result has bit k of every byte.
std::uint64_t transpose(std::uint64_t x) {
  std::uint64_t swap = (x ^ (x >> 7)) & 0x00AA00AA00AA00AAULL;
  x ^= swap ^ (swap << 7);
  swap = (x ^ (x >> 14)) & 0x0000CCCC0000CCCCULL;
  x ^= swap ^ (swap << 14);
  swap = (x ^ (x >> 28)) & 0x00000000F0F0F0F0ULL;
  return x ^ swap ^ (swap << 28);
}

Planes gather_planes(const std::uint8_t* classes) {
  std::array<std::uint64_t, 8> planes{};
  for (unsigned group = 0; group < 8; ++group) {
    std::uint64_t eight = 0;
    for (unsigned k = 0; k < 8; ++k) eight |= std::uint64_t{classes[group * 8 + k]} << (8 * k);
    eight = transpose(eight);
    for (unsigned plane = 0; plane < 8; ++plane) {
      planes[plane] |= ((eight >> (8 * plane)) & 0xFF) << (8 * group);
    }
  }
  return std::bit_cast<Planes>(planes);
}

}  // namespace

void add(ClassTable& table, std::span<const Range> ranges, std::uint8_t classes) {
  for (const Range& range : ranges) {
    for (std::uint32_t point = range.first; point <= range.last; ++point) table.at(point) |= classes;
  }
}

void add(ClassTable& table, std::initializer_list<Range> ranges, std::uint8_t classes) {
  add(table, std::span(ranges.begin(), ranges.size()), classes);
}

ClassTable white_space() {
  ClassTable table;
  for (std::uint32_t point = 0; point <= 0x3000; ++point) {
    if (is_space(point)) table.at(point) |= space;
  }
  return table;
}

void add_western(ClassTable& table) {
  add(table, {{0x20, 0x26}, {0x28, 0x2B}, {0x2F, 0x2F}, {0x3A, 0x40}, {0x5B, 0x60}, {0x7B, 0x7E}}, single);
  add(table, {{',', ','}, {'.', '.'}}, point);
  add(table, {{'0', '9'}}, digit);
  add(table, {{'-', '-'}}, hyphen);
}

std::span<Planes> classify(const Text& line, const ClassTable& table, Arena& arena, [[maybe_unused]] Simd simd) {
  const std::span<Planes> planes = arena.make<Planes>(line.size / 64 + 1);
  visit(line, [&](auto units) {
    std::array<std::uint8_t, 64> classes{};
    for (std::size_t word = 0; word < planes.size(); ++word) {
      const auto block = units.subspan(word * 64, std::min<std::size_t>(64, units.size() - word * 64));
      for (std::size_t k = 0; k < block.size(); ++k) classes[k] = table[block[k]];
      std::fill(classes.begin() + static_cast<std::ptrdiff_t>(block.size()), classes.end(), std::uint8_t{space});
      planes[word] = gather_planes(classes.data());
    }
  });
  return planes;
}

}  // namespace parbleu::tokenizing
