// Rewrites text as a SentencePiece model asks for: the longest rule at each place, and white space.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/text.hpp"
#include "tokenizers/pieces/model_file.hpp"
#include "tokenizers/pieces/symbol_trie.hpp"

namespace parbleu::pieces {

using Bytes = std::span<const std::uint8_t>;

inline Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Stands for U+2581, the mark of white space, in text and pieces: a byte that no UTF-8 has.
inline constexpr std::uint8_t mark = 0xFF;
inline constexpr std::string_view mark_in_utf8 = "\xE2\x96\x81";
inline constexpr std::uint32_t mark_character = 0x2581;

// The bytes of a character, by its first one.
constexpr std::size_t character_size(std::uint8_t first) {
  if (first < 0xC0 || first == mark) return 1;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

constexpr bool is_surrogate(std::uint32_t character) { return character >= 0xD800 && character < 0xE000; }

// Writes a character, at most four bytes. Returns how many.
inline std::size_t encode_utf8(std::uint32_t character, std::uint8_t* to) {
  const auto byte = [&](std::uint32_t value) { return static_cast<std::uint8_t>(value); };
  const auto later = [&](unsigned shift) { return byte(0x80 | (character >> shift & 0x3F)); };
  if (character < 0x80) {
    to[0] = byte(character);
    return 1;
  }
  if (character < 0x800) {
    to[0] = byte(0xC0 | character >> 6);
    to[1] = later(0);
    return 2;
  }
  if (character < 0x10000) {
    to[0] = byte(0xE0 | character >> 12);
    to[1] = later(6);
    to[2] = later(0);
    return 3;
  }
  to[0] = byte(0xF0 | character >> 18);
  to[1] = later(12);
  to[2] = later(6);
  to[3] = later(0);
  return 4;
}

// Calls use(character) for each code point of UTF-8 in which `mark` may stand for U+2581. Up to three bytes behind the text
// are read only if it ends within a character.
template <class Use>
void for_each_character(Bytes text, Use&& use) {
  const std::uint8_t* at = text.data();
  const std::uint8_t* const end = at + text.size();
  const auto follows = [&](std::size_t place) { return at[place] & 0x3FU; };
  while (at < end) {
    const std::uint8_t first = *at;
    if (first < 0x80) {
      use(std::uint32_t{first});
      at += 1;
    } else if (first < 0xE0) {
      use((first & 0x1FU) << 6 | follows(1));
      at += 2;
    } else if (first < 0xF0) {
      use((first & 0x0FU) << 12 | follows(1) << 6 | follows(2));
      at += 3;
    } else if (first == mark) {
      use(mark_character);
      at += 1;
    } else {
      use((first & 0x07U) << 18 | follows(1) << 12 | follows(2) << 6 | follows(3));
      at += 4;
    }
  }
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
  // A character of a rule: how many are before it, and what replaces those up to it if they are a rule.
  struct Part {
    std::size_t before;
    std::uint32_t character;
    const std::uint8_t* replacement;  // ends with NUL; null if there is none
  };
  // Calls use for each. Returns false, perhaps after some calls, if rules end within a character, or there are very many.
  [[nodiscard]] bool for_each_part(const std::function<void(const Part&)>& use) const;

 private:
  class Parts;

  std::vector<std::uint32_t> units_;
  std::vector<std::uint8_t> strings_;
};

class TextRules {
 public:
  // `symbols` are the user-defined ones, which no rule changes. Views into the file must stay.
  TextRules(const ModelFile& file, std::span<const SymbolTrie::Key> symbols);

  // UTF-8 rewritten, with `mark` for U+2581, and 32 more marks behind the text. Throws std::length_error for a text that is too long.
  [[nodiscard]] Bytes rewrite(Bytes utf8, Arena& arena) const;
  // The same of code points, in less time; empty if the text needs `rewrite`, which is never wrong.
  [[nodiscard]] Bytes rewrite_known(const Text& line, Arena& arena) const;

 private:
  struct Prefix {
    Bytes text;
    std::size_t consumed;
  };
  [[nodiscard]] Prefix prefix(Bytes rest) const;
  [[nodiscard]] std::size_t leading_spaces(Bytes utf8) const;
  void read_known();
  void know(std::uint32_t character, Bytes replacement);
  [[nodiscard]] Bytes rewrite_printable(Bytes ascii, Arena& arena) const;
  template <class Unit>
  [[nodiscard]] Bytes rewrite_units(std::span<const Unit> units, Arena& arena) const;

  CompiledRules rules_;
  SymbolTrie symbols_;
  // By code point below U+10000: up to three bytes that replace it wherever it stands, or 0 if that depends on others or
  // is longer. Empty if nothing is known.
  std::vector<std::uint32_t> known_;
  bool plain_ = false;  // printable ASCII stays as it is, but where something else than ASCII follows
  bool dummy_prefix_;
  bool dummy_suffix_;
  bool remove_spaces_;
  bool escape_;
};

}  // namespace parbleu::pieces
