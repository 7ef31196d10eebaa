// Turns texts into sequences of numbers, one for each word or character, that are equal where the symbols are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/ngrams/word_numbers.hpp"

namespace parbleu {

enum class Unit { word, character };

class Symbols {
 public:
  // Forgets everything and prepares for texts of the unit; a word ends at white space.
  void reset(Unit unit);
  // The numbers of a text's symbols, 1, 2, ... in the order of their first occurrence since `reset`. Throws
  // std::length_error for a text of 2^31 - 1 code points or more.
  void add(const Text& text, std::vector<std::uint32_t>& numbers);
  // The largest number so far.
  [[nodiscard]] std::uint32_t distinct() const;

 private:
  struct Entry {
    std::uint32_t point = 0;
    std::uint32_t number = 0;
    [[nodiscard]] bool empty() const { return number == 0; }
  };
  void add_words(const Text& text, std::vector<std::uint32_t>& numbers);
  void add_characters(const Text& text, std::vector<std::uint32_t>& numbers);

  Unit unit_ = Unit::word;
  Arena arena_;
  WordNumbers words_;
  std::vector<std::uint32_t> low_;  // numbers of code points below 256
  HashTable<Entry> high_;
  std::size_t used_high_ = 0;
  std::uint32_t points_ = 0;
};

}  // namespace parbleu
