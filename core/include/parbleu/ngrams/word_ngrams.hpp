// Counts the word n-grams that texts share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/ngrams/ngram_counter.hpp"
#include "parbleu/ngrams/words.hpp"

namespace parbleu {

namespace ngrams {
struct Kernels;
}

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
  void count_hashed(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared);

  RowCounter rows_;
  NgramCounter counter_;
  WordNumbers word_numbers_;
};

}  // namespace parbleu
