// What tokenizers do to a text before they split it, and to tokens after. Replacements take away more than they put in,
// so all of them work in place on one copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include "parbleu/base/parallel.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"

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
  check_interruption(units.size());
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

struct Entity {
  std::string_view name;
  std::string_view character;
};
inline constexpr Entity entities[] = {{"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}};

// The entities, one after the other: &amp;lt; becomes <, but &amp;quot; stays &quot;.
template <class Unit>
std::span<Unit> replace_entities(std::span<Unit> units) {
  for (const auto& [name, character] : entities) units = replace(units, name, character);
  return units;
}

template <class Unit>
bool begins_entity(std::span<const Unit> units) {
  return std::ranges::any_of(entities, [units](const Entity& entity) { return starts_with(units, entity.name); });
}

// --- joining tokens to one string

// Throws std::length_error for a line of `limit` code points or more.
void check_size(const Text& line, std::size_t limit);

// Most tokens are shorter than 16 bytes: one load and one store of that size, where there is that much to load.
template <class Unit>
Unit* append(Unit* to, const Unit* from, std::size_t size, const Unit* end) {
  constexpr std::size_t stride = 16 / sizeof(Unit);
  if (size <= stride && static_cast<std::size_t>(end - from) >= stride) {
    std::memcpy(to, from, 16);
    return to + size;
  }
  return std::copy_n(from, size, to);
}

// The tokens with one blank between them.
Text join_tokens(const Tokens& tokens, Arena& arena);

// The tokens without the characters of which drop(character) is true, and without tokens that have no others.
template <class Drop>
Tokens drop_characters(const Tokens& tokens, Arena& arena, Drop&& drop) {
  const auto spans = arena.make<Span>(tokens.spans.size());
  return visit(tokens.text, [&]<class Unit>(std::span<const Unit> units) -> Tokens {
    const auto kept = arena.make<Unit>(units.size());
    std::uint32_t to = 0;
    std::size_t count = 0;
    for (const Span& span : tokens.spans) {
      const std::uint32_t begin = to;
      for (const Unit unit : units.subspan(span.begin, span.size)) {
        kept[to] = unit;
        to += drop(unit) ? 0 : 1;
      }
      if (to > begin) spans[count++] = {begin, to - begin};
    }
    return {as_text<Unit>(kept.first(to)), spans.first(count)};
  });
}

}  // namespace parbleu::tokenizing
