// Tokens back to one string.
#pragma once

#include "parbleu/tokenize.hpp"

namespace parbleu::tokenizing {

// Throws std::length_error for a line of `limit` code points or more.
void check_size(const Text& line, std::size_t limit);

// The tokens with one blank between them, without the characters of which drop(character) is true and without
// tokens that have no others.
template <class Drop>
Tokens join_tokens(const Tokens& tokens, Arena& arena, Drop&& drop) {
  const auto spans = arena.make<Span>(tokens.spans.size());
  return visit(tokens.text, [&]<class Unit>(std::span<const Unit> units) -> Tokens {
    std::size_t room = tokens.spans.size();
    for (const Span& span : tokens.spans) room += span.size;
    const auto joined = arena.make<Unit>(room);
    std::size_t to = 0;
    std::size_t count = 0;
    for (const Span& span : tokens.spans) {
      const std::size_t blank = to;
      if (count > 0) joined[to++] = ' ';
      const std::size_t begin = to;
      for (const Unit unit : units.subspan(span.begin, span.size)) {
        if (!drop(unit)) joined[to++] = unit;
      }
      if (to == begin) {
        to = blank;
      } else {
        spans[count++] = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(to - begin)};
      }
    }
    return {as_text<Unit>(joined.first(to)), spans.first(count)};
  });
}

}  // namespace parbleu::tokenizing
