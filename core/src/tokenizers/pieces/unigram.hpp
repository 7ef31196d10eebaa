// The best pieces of a text by a unigram model: the path of the largest sum of scores.
//
// The library adds the scores in single precision, from the beginning of the line, but from 0 again wherever the sum
// has come below -100,000 or above 100,000, and of equal sums the path that it met first stays; `walk` does the same.
// Where no piece goes over the beginning of a word (which U+2581 marks), every path has a border there, so what comes
// before a word only moves all sums within it by the same number. Then the best path of a word is that of any other line,
// but for the rounding of these sums. `study_word` finds the path in double precision, by how much each of its pieces
// wins, and so up to which sum before the word rounding cannot change a decision: an addition errs by 2^-24 of its result
// at most, and a sum within the word is of no more additions than the word has characters. Up to that sum the path is
// kept for other lines; else `walk` decides. ASCII that no piece has behind the character before it, as most marks of
// punctuation, is a word of its own.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "tokenizers/pieces/model_file.hpp"
#include "tokenizers/pieces/symbol_trie.hpp"
#include "tokenizers/pieces/text_rules.hpp"

namespace parbleu::pieces {

// Numbers the characters of a model's pieces, so that a character is one step in a trie.

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

class KeptMemories;
class WordMemory;
struct WordKey;

// The pieces of one text, by their ids.
struct Segmented {
  std::span<const std::uint32_t> ids;
  bool plain = true;  // whether each is one token, known by its id
};

class Unigram {
 public:
  // Throws as PieceModel's constructor does.
  explicit Unigram(const ModelFile& file);

  [[nodiscard]] const TextRules& rules() const { return rules_; }
  // The pieces of a text that `rules` rewrote; with a memory, words of earlier texts and calls are not studied again.
  [[nodiscard]] Segmented segment(Bytes text, Arena& arena, std::unique_ptr<TokenizerMemory>* memory) const;

  // Calls piece(id, bytes) for each token that is a piece, and other(bytes) for each piece that is none: unknown
  // characters, as many as follow each other, and pieces with white space in them.
  template <class Piece, class Other>
  void for_each_token(Bytes text, std::span<const std::uint32_t> ids, Piece&& piece, Other&& other) const {
    std::size_t at = 0;
    std::size_t unknown = 0;  // bytes of unknown characters before this place
    const auto end_unknown = [&] {
      if (unknown > 0) other(text.subspan(at - unknown, unknown));
      unknown = 0;
    };
    for (const std::uint32_t id : ids) {
      const std::size_t size = id == unknown_ ? character_size(text[at]) : sizes_[id];
      const Bytes bytes = text.subspan(at, size);
      if (id == unknown_ && !byte_fallback_) {
        unknown += size;
      } else {
        end_unknown();
        if (id == unknown_) {
          each_byte(bytes, [&](std::uint8_t byte) { piece(byte_ids_[byte], bytes_of(byte_texts_[byte])); });
        } else if (special_[id] != 0) {
          other(bytes);
        } else {
          piece(id, bytes);
        }
      }
      at += size;
    }
    end_unknown();
  }

  // The id of the piece that is exactly this text, and a token; `SymbolTrie::none` if there is none.
  [[nodiscard]] std::uint32_t token_of(Bytes text) const;

  [[nodiscard]] std::string decode(std::span<const std::string> tokens) const;

 private:
  // The bytes that the text has in UTF-8.
  template <class Use>
  static void each_byte(Bytes text, Use&& use) {
    for (const std::uint8_t byte : text) {
      if (byte != mark) {
        use(byte);
      } else {
        for (const char part : mark_in_utf8) use(static_cast<std::uint8_t>(part));
      }
    }
  }

  void read_scores(const ModelFile& file);
  void read_pieces(const ModelFile& file);
  void read_keys(const ModelFile& file, std::size_t bytes);
  void read_neighbours(std::string_view text);
  void read_best(std::span<const SymbolTrie::Key> keys);
  void read_reserved(const PieceEntry& entry, std::uint32_t id);
  void read_bytes();
  // Writes the ids of the best path to `to`, at most one a byte; `sum` is that before the text, and then behind it.
  // Returns how many there are.
  std::size_t walk(Bytes text, float& sum, Arena& arena, std::uint32_t* to) const;
  // Calls offer(end, score, id) for each way to go on from a character; 0 ends the symbols.
  template <class Offer>
  void for_each_step(const Symbol* symbols, std::size_t start, Offer&& offer) const;
  std::size_t walk_words(Bytes text, Arena& arena, WordMemory& memory, std::uint32_t* to, bool& plain) const;
  // Whether the pieces of the word can be kept; these are then in `memory.studied`.
  bool study_word(Bytes word, const WordKey& key, WordMemory& memory) const;
  bool study_piece(const Symbol* symbols, std::size_t characters, const WordKey& key, WordMemory& memory) const;
  [[nodiscard]] std::uint32_t find(Bytes text) const;
  [[nodiscard]] bool are_plain(std::span<const std::uint32_t> ids) const;

  TextRules rules_;
  PieceSymbols symbols_;
  SymbolTrie trie_;
  std::vector<float> scores_;                                // by id; of the unknown one, that of a character
  std::vector<std::uint32_t> sizes_;                         // by id, in bytes, of which U+2581 is one
  std::vector<std::uint8_t> special_;                        // by id: whether it is no token, known by its id
  std::vector<PieceType> types_;                             // by id
  std::unordered_map<std::string, std::uint32_t> reserved_;  // control symbols, the unknown one, bytes
  std::size_t longest_key_ = 0;                              // characters
  std::unordered_set<std::string> unused_;                   // pieces that no text gets
  std::array<std::uint32_t, 256> byte_ids_{};
  std::array<std::string, 256> byte_texts_;
  std::uint32_t unknown_ = SymbolTrie::none;
  std::string unknown_text_;
  std::string unknown_surface_;
  bool byte_fallback_ = false;
  bool strips_beginning_ = false;  // where text is put together again
  bool strips_all_ = false;
  // Whether some piece has ASCII behind this byte. Elsewhere every path has a border.
  std::bitset<std::size_t{1} << 15> adjacent_;
  static std::size_t adjacency(std::uint8_t byte, std::uint8_t ascii) { return std::size_t{byte} << 7 | ascii; }
  std::vector<float>
      best_from_;          // by symbol: the largest score of a piece from there on; empty if some are above 0
  bool by_words_ = false;  // whether no piece goes over the beginning of a word
  std::shared_ptr<KeptMemories> memories_;
};

}  // namespace parbleu::pieces
