// Rewrites text as a SentencePiece model asks for: the longest rule at each place, and white space.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "tokenizers/pieces/byte_trie.hpp"
#include "tokenizers/pieces/model_file.hpp"

namespace parbleu::pieces {

using Bytes = std::span<const std::uint8_t>;

// Stands for U+2581, the mark of white space, in text and pieces: a byte that no UTF-8 has.
inline constexpr std::uint8_t mark = 0xFF;
inline constexpr std::string_view mark_in_utf8 = "\xE2\x96\x81";

// The bytes of a character, by its first one.
constexpr std::size_t character_size(std::uint8_t first) {
  if (first < 0xC0 || first == mark) return 1;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// The compiled rules of a model: a double array of Darts-clone, whose values are places of strings that end with NUL.
class CompiledRules {
 public:
  CompiledRules() = default;
  // Throws BadPieceModel unless all of it can be read without looking at bounds, and OtherPieceModel for strings that
  // are not UTF-8.
  explicit CompiledRules(std::string_view blob);

  // The longest rule that the text begins with: its length, 0 if there is none, and what replaces it.
  struct Found {
    std::size_t length = 0;
    Bytes replacement;
  };
  [[nodiscard]] Found longest(Bytes text) const;
  // Whether some rule is of ASCII alone and begins with printable ASCII. True if that takes long to find out.
  [[nodiscard]] bool rewrites_printable() const;

 private:
  [[nodiscard]] bool rewrites_from(std::uint32_t node, int depth, int& steps) const;

  std::vector<std::uint32_t> units_;
  std::vector<std::uint8_t> strings_;
};

class TextRules {
 public:
  // `symbols` are the user-defined ones, which no rule changes. Views into the file must stay.
  TextRules(const ModelFile& file, std::span<const ByteTrie::Key> symbols);

  // UTF-8 rewritten, with `mark` for U+2581, and 32 more marks behind the text. Throws std::length_error for a text that is too long.
  [[nodiscard]] Bytes rewrite(Bytes utf8, Arena& arena) const;
  // Of code points below 256; empty if the text needs `rewrite`, which is never wrong.
  [[nodiscard]] Bytes rewrite_plain(Bytes latin, Arena& arena) const;

 private:
  struct Prefix {
    Bytes text;
    std::size_t consumed;
  };
  [[nodiscard]] Prefix prefix(Bytes rest) const;
  [[nodiscard]] std::size_t leading_spaces(Bytes utf8) const;

  CompiledRules rules_;
  ByteTrie symbols_;
  bool plain_ = false;  // printable ASCII stays as it is, but where something else than ASCII follows
  bool dummy_prefix_;
  bool dummy_suffix_;
  bool remove_spaces_;
  bool escape_;
};

}  // namespace parbleu::pieces
