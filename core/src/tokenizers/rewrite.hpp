// Replacements that tokenizers make before they split: each takes away more than it puts in, so all of them work
// in place on one copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "parbleu/base/parallel.hpp"

namespace parbleu::tokenizing {

template <class Unit>
bool starts_with(std::span<const Unit> units, std::string_view ascii) {
  return units.size() >= ascii.size() &&
         std::ranges::equal(ascii, units.first(ascii.size()),
                            [](char c, Unit unit) { return static_cast<Unit>(c) == unit; });
}

// Replaces `from`, found left to right without overlap, by `to`, which is not longer. Returns what is left.
template <class Unit>
std::span<Unit> replace(std::span<Unit> units, std::string_view from, std::string_view to) {
  check_interruption();
  std::size_t write = 0;
  for (std::size_t read = 0; read < units.size();) {
    if (units[read] == static_cast<Unit>(from.front()) && starts_with<Unit>(units.subspan(read), from)) {
      for (const char c : to) units[write++] = static_cast<Unit>(c);
      read += from.size();
    } else {
      units[write++] = units[read++];
    }
  }
  return units.first(write);
}

// The four entities, one after the other: &amp;lt; becomes <, but &amp;quot; stays &quot;.
template <class Unit>
std::span<Unit> replace_entities(std::span<Unit> units) {
  units = replace(units, "&quot;", "\"");
  units = replace(units, "&amp;", "&");
  units = replace(units, "&lt;", "<");
  return replace(units, "&gt;", ">");
}

}  // namespace parbleu::tokenizing
