// From words to small numbers, so that the search compares integers.
//
// Every word gets a 64-bit key that depends on its code points alone, not on how many bytes each is stored in. Up to
// seven code points below 256, or three below 65536, are the key, which then says everything; of other words the key is
// a hash with the top bit set, and equal keys are followed by a look at the words themselves. Keys are made when a text is prepared: once per
// text, however often it is compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu::ter {

// Writes one key per token.
void make_keys(const Tokens& tokens, std::uint64_t* keys);

// The distinct words of one reference, numbered from 1 in the order in which they come. The reference's code points and
// keys must stay while its vocabulary is in use.
class Vocabulary {
 public:
  // Forgets what it knew. Writes the number of each word.
  void build(const Tokens& tokens, const std::uint64_t* keys, std::uint32_t* numbers);
  // The same for the words of another text; 0 for a word that is not known.
  void find(const Tokens& tokens, const std::uint64_t* keys, std::uint32_t* numbers) const;
  // How many distinct words there are.
  [[nodiscard]] std::uint32_t size() const { return count_; }

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t number;  // 0: nothing here
    Span word;             // in the reference
  };
  [[nodiscard]] bool is_word(const Entry& entry, const Tokens& tokens, std::size_t token) const;
  [[nodiscard]] std::size_t slot(std::uint64_t key, const Tokens& tokens, std::size_t token) const;

  Tokens reference_{};
  std::vector<Entry> table_;
  unsigned shift_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace parbleu::ter
