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

// One reading of a word: which contexts it has on both sides, and what it costs.
struct Word {
  std::uint16_t left;
  std::uint16_t right;
  std::uint16_t part_of_speech;
  std::int16_t cost;
};

// Readings that have one surface: `count` of them from `first` on.
struct Readings {
  std::uint32_t first;
  std::uint32_t count;
};

inline constexpr std::size_t bytes_of_reading = 16;

// Readings as they stand in the file.
class Words {
 public:
  Words(const std::uint8_t* readings, std::size_t lefts, std::size_t rights)
      : readings_(readings), lefts_(lefts), rights_(rights) {}

  // Throws BadDictionary for contexts that there are not.
  Word operator[](std::size_t index) const {
    Word word;
    std::memcpy(&word, readings_ + index * bytes_of_reading, sizeof word);
    if (word.left >= rights_ || word.right >= lefts_) contradicts_itself();
    return word;
  }

 private:
  const std::uint8_t* readings_;
  std::size_t lefts_;
  std::size_t rights_;
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
  [[nodiscard]] Words words(Readings found) const {
    if (found.first + std::size_t{found.count} > words_) contradicts_itself();
    return {readings_ + found.first * bytes_of_reading, lefts_, rights_};
  }

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

  // The costs of a word whose left context is `left` behind each context.
  [[nodiscard]] const std::int16_t* costs(std::uint16_t left) const {
    return matrix_.data() + words_.lefts() * left;
  }
  // Between what the connections of a right context lie, less the mean of those with the same left context: of two words that
  // end at one place, one is superfluous if at its `least` it costs more than the other at its `most`.
  struct Bounds {
    std::int32_t least;
    std::int32_t most;
  };

  // By left context: its column, or `columns` if it has none; and by right context.
  struct Contexts {
    const std::uint16_t* columns;
    const Bounds* bounds;
  };
  [[nodiscard]] Contexts contexts() const { return {columns_.data(), bounds_.data()}; }

  // The cost of a connection with a left context and its column.
  class Connection {
   public:
    Connection(const Dictionary& dictionary, std::uint16_t left) {
      const std::uint16_t column = dictionary.columns_[left];
      costs_ = column < columns ? dictionary.column_costs() + column : dictionary.costs(left);
      step_ = column < columns ? row_size : 1;
    }
    std::int32_t operator[](std::uint32_t right) const { return costs_[right * step_]; }

   private:
    const std::int16_t* costs_;
    std::size_t step_;
  };
  [[nodiscard]] Connection connection(std::uint16_t left) const { return {*this, left}; }

  // For each right context, a row of its costs with the left contexts that have columns. Plus what a word that is not
  // superfluous costs more than another one at its `most`, they fit 16 bits.
  [[nodiscard]] const std::int16_t* column_costs() const { return column_costs_[0].costs.data(); }

  [[nodiscard]] bool has_space_penalties() const { return !space_penalties_.empty(); }
  [[nodiscard]] std::int32_t space_penalty(std::uint16_t part_of_speech) const;

 private:
  static constexpr std::uint32_t beyond = 0xFFFF;  // the first character of which char.bin has nothing

  struct alignas(64) ColumnCosts {
    std::array<std::int16_t, row_size> costs;
  };

  void read_matrix(std::span<const std::uint8_t> file);
  void find_bounds();
  void fill_columns();
  [[nodiscard]] std::vector<std::uint16_t> most_frequent() const;
  void read_characters(std::span<const std::uint8_t> file);

  Lexicon words_;
  std::span<const std::int16_t> matrix_;
  std::vector<std::int16_t> copied_matrix_;  // of a file that does not begin at an even address
  std::vector<Bounds> bounds_;
  bool sums_fit_ = false;                  // with the costs of connections in 16 bits
  std::vector<std::uint16_t> columns_;     // by left context
  std::vector<ColumnCosts> column_costs_;  // by right context
  std::vector<Character> characters_;
  Lexicon unknown_words_;
  std::vector<Readings> unknown_;  // of each category
  std::vector<std::uint32_t> first_;
  std::vector<SpacePenalty> space_penalties_;
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
