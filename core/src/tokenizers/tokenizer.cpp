#include "parbleu/tokenizers/tokenizer.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "tokenizers/joining.hpp"

namespace parbleu {

Tokenizer::~Tokenizer() = default;

namespace tokenizing {

void check_size(const Text& line, std::size_t limit) {
  if (line.size < limit) return;
  throw std::length_error("a segment has " + std::to_string(line.size) +
                          " characters, and can have no more than " + std::to_string(limit - 1));
}

namespace {

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

}  // namespace

Text join_tokens(const Tokens& tokens, Arena& arena) {
  return visit(tokens.text, [&]<class Unit>(std::span<const Unit> units) {
    std::size_t size = 0;
    for (const Span& span : tokens.spans) size += span.size + 1;
    const std::span<Unit> joined = arena.make<Unit>(size);
    Unit* to = joined.data();
    for (const Span& span : tokens.spans) {
      to = append<Unit>(to, units.data() + span.begin, span.size, units.data() + units.size());
      *to++ = ' ';
    }
    return as_text<Unit>(joined.first(size - (size > 0 ? 1 : 0)));
  });
}

}  // namespace tokenizing

Tokens Tokenizer::tokenize(const Text& line, Arena& arena, Simd simd) const {
  tokenizing::check_size(line, std::numeric_limits<std::uint32_t>::max());
  return split(line, arena, simd);
}

Text Tokenizer::join(const Text& line, Arena& arena, Simd simd) const {
  tokenizing::check_size(line, std::numeric_limits<std::uint32_t>::max());
  return joined(line, arena, simd);
}

Text Tokenizer::joined(const Text& line, Arena& arena, Simd simd) const {
  return tokenizing::join_tokens(split(line, arena, simd), arena);
}

}  // namespace parbleu
