// Assigns numbers to the distinct words of texts, so that other code compares integers.
#pragma once

#include <cstdint>
#include <vector>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/ngrams/words.hpp"

namespace parbleu {

// Numbers words 1, 2, ... in the order in which they are added. Exact: keys that are only hashes are never trusted.
class WordNumbers {
 public:
  // Forgets everything; makes room for `count` words.
  void reset(std::size_t count);
  // Writes the number of each word. The words' code points and keys must stay while the numbers are in use.
  void add(const Words& words, std::uint32_t* numbers);
  // As add, but writes 0 for a word that was never added.
  void find(const Words& words, std::uint32_t* numbers) const;
  // How many distinct words there are.
  [[nodiscard]] std::uint32_t size() const { return size_; }

 private:
  struct Entry {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint32_t number = 0;  // 0: a free place
    std::uint32_t text = 0;
    std::uint32_t token = 0;  // of that text
    [[nodiscard]] bool empty() const { return number == 0; }
  };
  [[nodiscard]] auto is_word(const Words& words, std::size_t token) const;

  std::vector<Words> texts_;
  HashTable<Entry> table_;
  std::uint32_t size_ = 0;
};

}  // namespace parbleu
