#include "parbleu/tokenizers/tokenizer.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "parbleu/base/parallel.hpp"
#include "tokenizers/joining.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {

Tokenizer::~Tokenizer() = default;
TokenizerMemory::~TokenizerMemory() = default;

namespace tokenizing {

constexpr std::size_t tokens_unchecked = std::size_t{1} << 16;

void check_size(const Text& line, std::size_t limit) {
  if (line.size < limit) return;
  throw std::length_error("a segment has " + std::to_string(line.size) +
                          " characters, and can have no more than " + std::to_string(limit - 1));
}

Text join_tokens(const Tokens& tokens, Arena& arena) {
  return visit(tokens.text, [&]<class Unit>(std::span<const Unit> units) {
    std::size_t size = 0;
    for (const Span& span : tokens.spans) size += span.size + 1;
    const std::span<Unit> joined = arena.make<Unit>(size);
    Unit* to = joined.data();
    std::size_t count = 0;
    for (const Span& span : tokens.spans) {
      if (count++ % tokens_unchecked == 0) check_interruption();
      to = append<Unit>(to, units.data() + span.begin, span.size, units.data() + units.size());
      *to++ = ' ';
    }
    return as_text<Unit>(joined.first(size - (size > 0 ? 1 : 0)));
  });
}

}  // namespace tokenizing

Tokens Tokenizer::tokenize(const Text& line, Arena& arena, Simd simd) const {
  tokenizing::check_size(line, std::numeric_limits<std::uint32_t>::max());
  return tokenizing::tokens_of(boundaries(line, arena, simd), arena, simd);
}

Tokens Tokenizer::number(const Text& line, Arena& arena, Simd simd, std::unique_ptr<TokenizerMemory>&) const {
  return tokenize(line, arena, simd);
}

Text Tokenizer::join(const Text& line, Arena& arena, Simd simd) const {
  tokenizing::check_size(line, std::numeric_limits<std::uint32_t>::max());
  return joined(line, arena, simd);
}

Text Tokenizer::joined(const Text& line, Arena& arena, Simd simd) const {
  return tokenizing::join_tokens(boundaries(line, arena, simd), arena);
}

}  // namespace parbleu
