#include <limits>
#include <stdexcept>
#include <string>

#include "parbleu/tokenize.hpp"
#include "tokenizers/joining.hpp"

namespace parbleu {

Tokenizer::~Tokenizer() = default;

namespace tokenizing {

void check_size(const Text& line, std::size_t limit) {
  if (line.size < limit) return;
  throw std::length_error("a segment has " + std::to_string(line.size) +
                          " characters; a tokenizer takes fewer than " + std::to_string(limit));
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
  const Tokens tokens = split(line, arena, simd);
  return tokenizing::join_tokens(tokens, arena, [](auto) { return false; }).text;
}

}  // namespace parbleu
