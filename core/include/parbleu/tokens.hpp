// Tokens as numbers, and how many n-grams of them two texts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/arena.hpp"
#include "parbleu/ngram.hpp"
#include "parbleu/text.hpp"
#include "parbleu/tokenize.hpp"

namespace parbleu {

namespace kernels {
struct Kernels;
}

// The keys of eight tokens. A token of at most 14 code points that differ in their lowest byte only is its key: 14
// low bytes, then what they have in common, then their number. Any other, a "long" one, is known by a hash, and
// whoever finds the keys of two long tokens equal compares the tokens.
struct KeyBlock {
  std::uint64_t low[8];
  std::uint64_t high[8];
};

// The tokens of a text with their keys. Equal keys mean equal tokens, whatever the width of the texts they are in,
// but for long tokens. Blocks are padded with keys that no token has.
struct Words {
  Tokens tokens;
  const KeyBlock* keys = nullptr;
  std::span<const std::uint32_t> long_ones;

  [[nodiscard]] std::size_t size() const { return tokens.spans.size(); }
};

Words make_words(const Tokens& tokens, Arena& arena);

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

// Counts n-grams of tokens; keeps its working memory from text to text.
class WordCounter {
 public:
  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference).
  void count(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared,
             const kernels::Kernels& kernels);

 private:
  void match(const Words& hypothesis, std::span<const Words> references, std::size_t words,
             const kernels::Kernels& kernels);
  void count_many(std::size_t size, std::size_t references, std::size_t words, std::span<std::int64_t> shared);
  void count_hashed(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared);

  std::vector<std::uint64_t> rows_;
  std::vector<std::uint16_t> room_;
  NgramCounter counter_;
  Interner interner_;
  std::vector<std::vector<Symbol>> reference_symbols_;
  std::vector<std::span<const Symbol>> reference_spans_;
  std::vector<Symbol> hypothesis_symbols_;
};

}  // namespace parbleu
