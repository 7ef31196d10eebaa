// Tokens as numbers: what n-gram counting needs to know about words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/arena.hpp"
#include "parbleu/ngram.hpp"
#include "parbleu/text.hpp"
#include "parbleu/tokenize.hpp"

namespace parbleu {

// Gives equal tokens equal numbers, whatever the width of the texts they are in. Exact: tokens are compared, not
// only their hashes.
class Interner {
 public:
  // Forgets everything; makes room for `count` tokens.
  void reset(std::size_t count);

  void add(const Tokens& tokens, std::vector<Symbol>& symbols);
  // As add, but tokens never added become `unmatched`.
  void find(const Tokens& tokens, std::vector<Symbol>& symbols) const;

 private:
  struct Entry {
    std::uint64_t hash;
    Text token;
    Symbol symbol;
  };
  [[nodiscard]] std::size_t slot(std::uint64_t hash, const Text& token) const;

  std::vector<Entry> table_;
  unsigned shift_ = 0;
  Symbol next_ = 0;
};

}  // namespace parbleu
