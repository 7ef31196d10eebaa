// Reads the compiled files of a MeCab dictionary where they are; every place in them is checked before it is read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "parbleu/tokenizers/mecab.hpp"

namespace parbleu::mecab {

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

// sys.dic or unk.dic: a trie over UTF-8 (a double array) whose leaves are readings.
class Lexicon {
 public:
  static constexpr std::uint32_t no_state = ~std::uint32_t{0};

  Lexicon() = default;
  Lexicon(std::span<const std::uint8_t> file, const char* name);

  [[nodiscard]] std::size_t lefts() const { return lefts_; }
  [[nodiscard]] std::size_t rights() const { return rights_; }

  [[nodiscard]] std::uint32_t root() const { return root_; }

  // The state behind one byte more, or no_state.
  [[nodiscard]] std::uint32_t step(std::uint32_t state, std::uint32_t byte) const {
    const std::uint32_t at = state + byte + 1;
    if (at >= units_) return no_state;
    const Unit unit = read<Unit>(trie_ + std::size_t{at} * sizeof(Unit));
    return unit.check == state ? static_cast<std::uint32_t>(unit.base) : no_state;
  }

  // The readings of the word that ends in this state, if one does.
  [[nodiscard]] std::optional<Readings> readings(std::uint32_t state) const {
    if (state >= units_) return {};
    const Unit unit = read<Unit>(trie_ + std::size_t{state} * sizeof(Unit));
    if (unit.check != state || unit.base >= 0) return {};
    const auto value = ~static_cast<std::uint32_t>(unit.base);
    const Readings found{value >> 8, value & 0xFF};
    if (std::size_t{found.first} + found.count > words_) contradicts_itself();
    return found;
  }

  [[nodiscard]] Readings exactly(std::string_view key) const;

  [[nodiscard]] Word word(std::size_t index) const {
    const Word found = read<Word>(readings_ + index * bytes_of_reading);
    if (found.left >= rights_ || found.right >= lefts_) contradicts_itself();
    return found;
  }

 private:
  struct Unit {
    std::int32_t base;
    std::uint32_t check;
  };
  static constexpr std::size_t bytes_of_reading = 16;

  template <class T>
  static T read(const std::uint8_t* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }

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
  [[nodiscard]] const Lexicon& unknown() const { return unknown_; }
  [[nodiscard]] Readings unknown(Character of) const { return unknown_readings_[of.category()]; }
  [[nodiscard]] Character space() const { return characters_[' ']; }
  [[nodiscard]] Character character(std::uint32_t code) const {
    return code < beyond ? characters_[code] : characters_[code == beyond ? beyond : 0];
  }

  // The state of the trie behind the UTF-8 of a character.
  [[nodiscard]] std::uint32_t first(std::uint32_t code) const {
    return code < first_.size() ? first_[code] : after(words_.root(), code);
  }
  [[nodiscard]] std::uint32_t after(std::uint32_t state, std::uint32_t code) const;

  // The costs of a word whose left context is `left` behind each context.
  [[nodiscard]] const std::int16_t* costs(std::uint16_t left) const {
    return matrix_.data() + words_.lefts() * left;
  }
  [[nodiscard]] std::int32_t space_penalty(std::uint16_t part_of_speech) const;

 private:
  static constexpr std::uint32_t beyond = 0xFFFF;  // the first character of which char.bin has nothing

  void read_matrix(std::span<const std::uint8_t> file);
  void read_characters(std::span<const std::uint8_t> file);

  Lexicon words_;
  Lexicon unknown_;
  std::span<const std::int16_t> matrix_;
  std::vector<std::int16_t> copied_matrix_;  // of a file that does not begin at an even address
  std::vector<Character> characters_;
  std::vector<Readings> unknown_readings_;  // of each category
  std::vector<std::uint32_t> first_;
  std::vector<SpacePenalty> space_penalties_;
};

inline std::uint32_t Dictionary::after(std::uint32_t state, std::uint32_t code) const {
  const auto step = [&](std::uint32_t byte) {
    if (state != Lexicon::no_state) state = words_.step(state, byte);
  };
  const auto last = [&](std::uint32_t shift) { step(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    step(code);
  } else if (code < 0x800) {
    step(0xC0 | (code >> 6));
    last(0);
  } else if (code < 0x10000) {
    step(0xE0 | (code >> 12));
    last(6);
    last(0);
  } else {
    step(0xF0 | (code >> 18));
    last(12);
    last(6);
    last(0);
  }
  return state;
}

}  // namespace parbleu::mecab
