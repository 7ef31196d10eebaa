#include <algorithm>
#include <bit>

#include "kernels/kernels.hpp"
#include "tokens.hpp"

namespace parbleu {
namespace {

constexpr std::size_t longest_hypothesis = std::size_t{1} << 14;

// One 64-position word of one reference while n-grams are counted against several; a lane for each order.
struct Lanes {
  std::uint64_t equal[kernels::most_orders];
  std::uint64_t used[kernels::most_orders];
};

// Whether two deep tokens with the same low key are equal.
bool equal_deep(const Words& a, std::size_t i, const Words& b, std::size_t j) {
  if (a.keys.high[i] != b.keys.high[j]) return false;
  return a.keys.low[i] < hashed_keys ||
         equal(cut(a.tokens.text, a.tokens.spans[i]), cut(b.tokens.text, b.tokens.spans[j]));
}

}  // namespace

void WordCounter::count(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared,
                        const kernels::Kernels& kernels) {
  std::size_t longest = 0;
  for (const Words& reference : references) longest = std::max(longest, reference.size());
  if (longest == 0 || hypothesis.size() == 0 || shared.empty()) {
    std::ranges::fill(shared, 0);
    return;
  }
  const std::size_t words = (longest + kernels::word_bits - 1) / kernels::word_bits;
  if (words > kernels.most_words || shared.size() > kernels::most_orders ||
      hypothesis.size() > longest_hypothesis) {
    return count_hashed(hypothesis, references, shared);
  }
  match(hypothesis, references, words, kernels);
  if (references.size() == 1) {
    if (room_.size() < hypothesis.size()) room_.resize(hypothesis.size());
    kernels.count(rows_.data(), nullptr, hypothesis.size(), words, shared.size(), room_.data(), shared.data());
  } else {
    count_many(hypothesis.size(), references.size(), words, shared);
  }
}

// The rows of the hypothesis, for all references side by side.
void WordCounter::match(const Words& hypothesis, std::span<const Words> references, std::size_t words,
                        const kernels::Kernels& kernels) {
  const std::size_t stride = references.size() * words;
  if (rows_.size() < hypothesis.size() * stride) rows_.resize(hypothesis.size() * stride);
  if (references.size() > 1) std::fill_n(rows_.begin(), hypothesis.size() * stride, 0);
  for (std::size_t k = 0; k < references.size(); ++k) {
    const Words& reference = references[k];
    std::uint64_t* const rows = rows_.data() + k * words;
    kernels.match_keys(hypothesis.keys.low, hypothesis.size(), reference.keys.low, reference.size(), stride, rows);
    for (const std::uint32_t index : hypothesis.deep) {
      std::uint64_t* const row = rows + index * stride;
      for (std::size_t word = 0; word < words; ++word) {
        for (std::uint64_t bits = row[word]; bits != 0; bits &= bits - 1) {
          const std::size_t at = word * kernels::word_bits + static_cast<std::size_t>(std::countr_zero(bits));
          if (!equal_deep(hypothesis, index, reference, at)) row[word] ^= bits & (~bits + 1);
        }
      }
    }
  }
}

// As Kernels::count, with bits taken from every reference that has a free one: what the largest of them has in all
// can be taken.
void WordCounter::count_many(std::size_t size, std::size_t references, std::size_t words,
                             std::span<std::int64_t> shared) {
  constexpr std::size_t lanes = kernels::most_orders;
  std::vector<Lanes> state(references * words, Lanes{});
  std::ranges::fill(shared, 0);
  for (std::size_t at = 0; at < size; ++at) {
    const std::uint64_t* row = rows_.data() + at * references * words;
    std::uint64_t found[lanes] = {};
    for (std::size_t k = 0; k < references; ++k) {
      std::uint64_t carry[lanes] = {};
      std::uint64_t taken[lanes] = {};
      for (std::size_t word = 0; word < words; ++word, ++row) {
        auto& [equal, used] = state[k * words + word];
        std::uint64_t shifted[lanes + 1] = {~std::uint64_t{0}};
        for (std::size_t n = 0; n < lanes; ++n) {
          shifted[n + 1] = equal[n] << 1 | carry[n];
          carry[n] = equal[n] >> 63;
        }
        for (std::size_t n = 0; n < lanes; ++n) {
          equal[n] = shifted[n] & *row;
          const std::uint64_t free = equal[n] & ~used[n];
          used[n] |= taken[n] != 0 ? 0 : free & (~free + 1);
          taken[n] |= free;
        }
      }
      for (std::size_t n = 0; n < lanes; ++n) found[n] |= taken[n];
    }
    for (std::size_t n = 0; n < shared.size(); ++n) shared[n] += found[n] != 0;
  }
}

void WordCounter::count_hashed(const Words& hypothesis, std::span<const Words> references,
                               std::span<std::int64_t> shared) {
  std::size_t tokens = 0;
  for (const Words& reference : references) tokens += reference.size();
  interner_.reset(tokens);
  reference_symbols_.resize(std::max(reference_symbols_.size(), references.size()));
  reference_spans_.clear();
  for (std::size_t k = 0; k < references.size(); ++k) {
    interner_.add(references[k].tokens, reference_symbols_[k]);
    reference_spans_.emplace_back(reference_symbols_[k]);
  }
  interner_.find(hypothesis.tokens, hypothesis_symbols_);
  counter_.count(hypothesis_symbols_, reference_spans_, shared);
}

}  // namespace parbleu
