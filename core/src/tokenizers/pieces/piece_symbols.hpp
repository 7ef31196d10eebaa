// Numbers the characters of a model's pieces, so that a character is one step in a trie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "tokenizers/pieces/symbol_trie.hpp"
#include "tokenizers/pieces/text_rules.hpp"

namespace parbleu::pieces {

class PieceSymbols {
 public:
  PieceSymbols() = default;
  // Of all characters of these texts. The more frequent, the smaller the number. Throws
  // OtherPieceModel for more characters than there are symbols.
  explicit PieceSymbols(std::span<const Bytes> texts);

  // Writes the symbol of each character, and 0 behind the last. Returns how many there are.
  std::size_t write(Bytes text, Symbol* to) const {
    Symbol* const begin = to;
    for_each_character(text, [&](std::uint32_t character) { *to++ = symbol(character); });
    *to = 0;
    return static_cast<std::size_t>(to - begin);
  }

  [[nodiscard]] Symbol symbol(std::uint32_t character) const {
    if (character < plane_.size()) return plane_[character];
    const auto found = far_.find(character);
    return found == far_.end() ? Symbol{0} : found->second;
  }

 private:
  std::vector<Symbol> plane_;  // of characters below U+10000
  std::unordered_map<std::uint32_t, Symbol> far_;
};

}  // namespace parbleu::pieces
