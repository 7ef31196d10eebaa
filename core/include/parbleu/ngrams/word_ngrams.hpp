// Tokens as numbers, and how many n-grams of them two texts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/ngrams/ngram_counter.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

namespace ngrams {
struct Kernels;
}

// What a token is known by, whatever the width of the text it is in. `low` alone tells apart tokens of at most
// seven code points that have all bits but the lowest eight in common, if that is a small number (as in Latin,
// Cyrillic, Hebrew, Arabic, ...), and tokens of a single code point; it never equals that of another token. Other
// tokens are "deep": up to 14 code points with all but the lowest eight bits in common have the rest in `high`, and
// for any other, both halves are hashes, and whoever finds them equal has to compare the tokens.
struct Keys {
  const std::uint64_t* low = nullptr;  // padded to a multiple of eight with what no token has
  const std::uint64_t* high = nullptr;
};

inline constexpr std::uint64_t deep_keys = 0x81ULL << 56;    // the least `low` of a deep token
inline constexpr std::uint64_t hashed_keys = 0xFFULL << 56;  // the least `low` of a hashed one

// The tokens of a text with their keys.
struct Words {
  Tokens tokens;
  Keys keys;
  std::span<const std::uint32_t> deep;  // which tokens are

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

// Counts n-grams out of rows of bits, which say where in the references each token of the hypothesis stands (see
// src/ngrams/kernels.hpp); keeps its working memory.
class RowCounter {
 public:
  // Begins a segment. Returns whether it is counted so: sequences of many tokens are faster counted by hashing.
  bool begin(std::size_t hypothesis, std::size_t longest_reference, std::size_t references, std::size_t orders,
             const ngrams::Kernels& kernels);

  // Where reference `k` writes its part of the first row, and how far the rows are apart.
  [[nodiscard]] std::uint64_t* rows(std::size_t k) { return rows_.data() + k * words_; }
  [[nodiscard]] std::size_t stride() const { return references_ * words_; }
  [[nodiscard]] std::size_t words() const { return words_; }

  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference).
  void count(std::span<std::int64_t> shared, const ngrams::Kernels& kernels);

 private:
  std::size_t hypothesis_ = 0;
  std::size_t references_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint16_t> room_;  // for one reference
  std::vector<std::uint64_t> many_;  // for several
};

// Counts n-grams of tokens; keeps its working memory from text to text.
class WordCounter {
 public:
  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference).
  void count(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared,
             const ngrams::Kernels& kernels);

 private:
  void match(const Words& hypothesis, std::span<const Words> references, const ngrams::Kernels& kernels);
  void count_hashed(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared);

  RowCounter rows_;
  NgramCounter counter_;
  Interner interner_;
  std::vector<std::vector<Symbol>> reference_symbols_;
  std::vector<std::span<const Symbol>> reference_spans_;
  std::vector<Symbol> hypothesis_symbols_;
};

}  // namespace parbleu
