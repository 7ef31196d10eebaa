#include "tokenizers/character_classes.hpp"

#include <cstring>

#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/kernels.hpp"

namespace parbleu::tokenizing {
namespace {

// The entries of all code points, and `space` behind the end.
template <class Unit>
std::span<std::uint8_t> look_up(std::span<const Unit> units, const ClassTable& table, std::size_t size,
                                Arena& arena) {
  const std::span<std::uint8_t> entries = arena.make<std::uint8_t>(size);
  const ClassTable::View view = table.view();  // nothing that we write can be in there
  for (std::size_t at = 0; at < units.size(); ++at) entries[at] = view[units[at]];
  std::memset(entries.data() + units.size(), space, 64);  // a fixed number, up into the arena's slack, is fast
  return entries;
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

std::span<Planes> classify(const Text& line, const ClassTable& table, Arena& arena, Simd simd) {
  const std::span<Planes> planes = arena.make<Planes>(line.size / 64 + 1);
  const Kernels& kernel = kernels(simd);
  visit(line, [&]<class Unit>(std::span<const Unit> units) {
    if constexpr (sizeof(Unit) == 1) {
      return kernel.latin1(units.data(), units.size(), table.view().values, planes.data());
    } else if constexpr (sizeof(Unit) == 2) {
      if (kernel.ucs2 != nullptr) return kernel.ucs2(units.data(), units.size(), table.view(), planes.data());
    }
    kernel.collect(look_up(units, table, planes.size() * 64, arena).data(), planes.size(), planes.data());
  });
  return planes;
}

}  // namespace parbleu::tokenizing
