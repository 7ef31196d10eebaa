// Reads the compiled files of a MeCab dictionary; every place in them is checked before it is read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "base/large_pages.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/tokenizers/mecab.hpp"
#include "tokenizers/mecab/kernels.hpp"

namespace parbleu::mecab {

// What a word may cost more or less behind white space.
inline constexpr std::int32_t most_space_penalty = 1 << 16;

[[noreturn]] void contradicts_itself();

// One reading of a word: which contexts it has on both sides, and what it costs. In the files these are the numbers of contexts and of
// the part of speech; a Dictionary puts its own in their place.
struct Word {
  std::uint16_t left;
  std::uint16_t right;
  std::uint16_t space;
  std::int16_t cost;
};

// Readings that have one surface: `count` of them from `first` on.
struct Readings {
  std::uint32_t first;
  std::uint32_t count;
};

inline constexpr std::size_t bytes_of_reading = 16;

// What stands for the numbers of the files, in the same places of an array.
struct Numbers {
  std::vector<std::uint16_t> lefts;
  std::vector<std::uint16_t> rights;
  std::vector<std::uint16_t> spaces;  // 0 of parts of speech beyond them
};

// sys.dic or unk.dic: a trie over UTF-8 (a double array) whose leaves are readings.
class Lexicon {
 public:
  static constexpr std::uint32_t no_state = ~std::uint32_t{0};

  Lexicon() = default;
  Lexicon(std::span<const std::uint8_t> file, const char* name);

  [[nodiscard]] std::size_t lefts() const { return lefts_; }
  [[nodiscard]] std::size_t rights() const { return rights_; }

  [[nodiscard]] std::uint32_t root() const { return root_; }

  // The state behind one byte more, or no_state; also of no_state. Without branches, so that several walks overlap.
  [[nodiscard]] std::uint32_t step(std::uint32_t state, std::uint32_t byte) const {
    const Unit unit = unit_at(state + byte + 1);
    return unit.check == state ? static_cast<std::uint32_t>(unit.base) : no_state;
  }

  // Fetches what `step` with this byte, `readings` or `words` will read.
  void prefetch_step(std::uint32_t state, std::uint32_t byte) const {
    parbleu::prefetch(unit_place(state + byte + 1));
  }
  void prefetch_readings(std::uint32_t state) const { parbleu::prefetch(unit_place(state)); }
  void prefetch(Readings found) const {
    if (found.first + std::size_t{found.count} > words_) return;
    const std::uint8_t* const readings = readings_ + found.first * bytes_of_reading;
    parbleu::prefetch(readings);
    parbleu::prefetch(readings + found.count * bytes_of_reading);
  }

  // The readings of the word that ends in this state; none if no word does.
  [[nodiscard]] Readings readings(std::uint32_t state) const {
    const Unit unit = unit_at(state);
    const std::uint32_t value = unit.check == state && unit.base < 0 ? ~static_cast<std::uint32_t>(unit.base) : 0;
    return {value >> 8, value & 0xFF};
  }

  [[nodiscard]] Readings exactly(std::string_view key) const;

  // Throws BadDictionary where there are none.
  [[nodiscard]] const std::uint8_t* words(Readings found) const {
    if (found.first + std::size_t{found.count} > words_) contradicts_itself();
    return readings_ + found.first * bytes_of_reading;
  }
  static Word word(const std::uint8_t* words, std::size_t index) {
    return read<Word>(words + index * bytes_of_reading);
  }

  [[nodiscard]] Readings all() const { return {0, static_cast<std::uint32_t>(words_)}; }
  // Throws BadDictionary for contexts that there are not.
  void renumber(const Numbers& numbers);

 private:
  struct Unit {
    std::int32_t base;
    std::uint32_t check;
  };

  [[nodiscard]] const std::uint8_t* unit_place(std::uint32_t at) const {
    return trie_ + std::size_t{at < units_ ? at : 0} * sizeof(Unit);
  }
  [[nodiscard]] Unit unit_at(std::uint32_t at) const { return read<Unit>(unit_place(at)); }

  template <class T>
  static T read(const std::uint8_t* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }

  LargePages pages_;
  const std::uint8_t* trie_ = nullptr;
  const std::uint8_t* readings_ = nullptr;
  std::size_t units_ = 0;
  std::size_t words_ = 0;
  std::size_t lefts_ = 0;   // contexts that a word may have on its right, which are left of the next word
  std::size_t rights_ = 0;  // contexts that a word may have on its left
  std::uint32_t root_ = 0;
};

// What char.bin says of a character, as it stands there.
struct Character {
  std::uint32_t bits = 0;

  [[nodiscard]] std::uint32_t categories() const { return bits & 0x3FFFF; }
  [[nodiscard]] std::uint32_t category() const { return (bits >> 18) & 0xFF; }  // the first of them
  // Unknown words that begin with it: up to so many characters long, as long as the characters are of one kind, even
  // where the dictionary has words.
  [[nodiscard]] std::uint32_t longest() const { return (bits >> 26) & 0xF; }
  [[nodiscard]] bool groups() const { return ((bits >> 30) & 1) != 0; }
  [[nodiscard]] bool always() const { return (bits >> 31) != 0; }
  [[nodiscard]] bool like(Character other) const { return (categories() & other.categories()) != 0; }
};

class Dictionary {
 public:
  explicit Dictionary(const MecabFiles& files);

  [[nodiscard]] const Lexicon& words() const { return words_; }
  [[nodiscard]] const Lexicon& unknown_words() const { return unknown_words_; }
  // Of unknown words that begin with a character.
  [[nodiscard]] Readings unknown(Character first) const { return unknown_[first.category()]; }
  [[nodiscard]] Character space() const { return characters_[' ']; }
  [[nodiscard]] Character character(std::uint32_t code) const {
    return code < beyond ? characters_[code] : characters_[code == beyond ? beyond : 0];
  }

  // The state of the trie behind the UTF-8 of a character.
  [[nodiscard]] std::uint32_t first(std::uint32_t code) const {
    return code < first_.size() ? first_[code] : after(words_.root(), code);
  }
  [[nodiscard]] std::uint32_t after(std::uint32_t state, std::uint32_t code) const;

  // What tells the word of this surface apart from others of the dictionary, below 2^32; 0 if there is none.
  template <class Unit>
  [[nodiscard]] std::uint32_t number(std::span<const Unit> surface) const {
    std::uint32_t state = words_.root();
    for (const Unit unit : surface) {
      state = after(state, unit);
      if (state == Lexicon::no_state) return 0;
    }
    return words_.readings(state).count > 0 ? state + 1 : 0;
  }

  // Words know their contexts by the rows and the columns of one table. Contexts on the right with the same costs share a row,
  // and those on the left a column; the columns that texts often need come first.
  class Connections {
   public:
    [[nodiscard]] const std::int16_t* costs() const { return costs_; }
    [[nodiscard]] std::size_t row() const { return row_; }  // entries from one row to the next
    [[nodiscard]] std::int32_t cost(std::uint32_t right, std::uint32_t left) const {
      return costs_[right * row_ + left];
    }

   private:
    friend class Dictionary;
    const std::int16_t* costs_ = nullptr;
    std::size_t row_ = 0;
  };
  [[nodiscard]] const Connections& connections() const { return connections_; }
  // The row of what stands before a text, and the column of what stands behind it.
  [[nodiscard]] std::uint16_t beginning() const { return beginning_; }
  [[nodiscard]] std::uint16_t end() const { return end_; }
  // The costs of so many columns fit 16 bits, plus what a word that is not superfluous costs more than another one at its `most`.
  [[nodiscard]] std::uint16_t short_sums() const { return short_sums_; }

  // Between what the connections of a row lie, less the mean of their column: of two words that end at one place, one is
  // superfluous if at its `least` it costs more than the other at its `most`.
  struct Bounds {
    std::int32_t least;
    std::int32_t most;
  };
  [[nodiscard]] const Bounds* bounds() const { return bounds_.data(); }

  [[nodiscard]] bool has_space_penalties() const { return space_penalties_.size() > 1; }
  [[nodiscard]] std::int32_t space_penalty(std::uint16_t space) const { return space_penalties_[space]; }

 private:
  static constexpr std::uint32_t beyond = 0xFFFF;  // the first character of which char.bin has nothing

  void number_spaces(const std::vector<SpacePenalty>& penalties);
  void number_contexts(std::span<const std::int16_t> matrix);
  void find_bounds(std::size_t rows, std::size_t columns);
  [[nodiscard]] std::vector<std::uint16_t> most_frequent(std::span<const std::uint16_t> kinds) const;
  void read_characters(std::span<const std::uint8_t> file);

  Lexicon words_;
  Lexicon unknown_words_;
  Numbers numbers_;
  LargePages table_;
  Connections connections_;
  std::uint16_t beginning_ = 0;
  std::uint16_t end_ = 0;
  std::uint16_t short_sums_ = 0;
  std::vector<Bounds> bounds_;
  std::vector<Character> characters_;
  std::vector<Readings> unknown_;  // of each category
  std::vector<std::uint32_t> first_;
  std::vector<std::int32_t> space_penalties_;
};

// The UTF-8 of a character, the first byte lowest; bytes that it has not are 0.
constexpr std::uint32_t utf8_of(std::uint32_t code) {
  if (code < 0x80) return code;
  const std::uint32_t last = 0x80 | (code & 0x3F);
  if (code < 0x800) return 0xC0 | (code >> 6) | (last << 8);
  const std::uint32_t middle = 0x80 | ((code >> 6) & 0x3F);
  if (code < 0x10000) return 0xE0 | (code >> 12) | (middle << 8) | (last << 16);
  return 0xF0 | (code >> 18) | ((0x80 | ((code >> 12) & 0x3F)) << 8) | (middle << 16) | (last << 24);
}

inline std::uint32_t Dictionary::after(std::uint32_t state, std::uint32_t code) const {
  std::uint32_t bytes = utf8_of(code);
  do {
    state = words_.step(state, bytes & 0xFF);
    bytes >>= 8;
  } while (bytes != 0);
  return state;
}

}  // namespace parbleu::mecab
