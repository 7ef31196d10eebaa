#include "metrics/ter/word_positions.hpp"

namespace parbleu::ter {

void WordPositions::build(std::span<const std::uint32_t> words, std::uint32_t distinct) {
  words_.assign(words.begin(), words.end());
  counts_.assign(distinct + std::size_t{1}, 0);
  for (const std::uint32_t word : words) ++counts_[word];
  if (words.size() <= longest_masks) {
    make_masks(distinct);
  } else {
    make_lists();
  }
}

void WordPositions::make_masks(std::uint32_t distinct) {
  stride_ = words_.size() / 64 + 2;
  // Of the last word, as of the others, one more is read, where bits begin behind the last position.
  masks_.assign((distinct + std::size_t{1}) * stride_ + 1, 0);
  for (std::size_t at = 0; at < words_.size(); ++at) {
    masks_[words_[at] * stride_ + at / 64] |= std::uint64_t{1} << (at % 64);
  }
}

void WordPositions::make_lists() {
  stride_ = 0;
  begins_.resize(counts_.size());
  std::uint32_t begin = 0;
  for (std::size_t word = 0; word < counts_.size(); ++word) {
    begins_[word] = begin;
    begin += counts_[word];
  }
  ends_ = begins_;
  lists_.resize(words_.size());
  for (std::uint32_t at = 0; at < words_.size(); ++at) lists_[ends_[words_[at]]++] = at;
}

std::span<const std::uint32_t> WordPositions::list_from(std::uint32_t word, std::size_t offset) const {
  const std::span<const std::uint32_t> all = std::span(lists_).subspan(begins_[word], counts_[word]);
  std::size_t skip = 0;
  if (all.size() > few) {
    skip = static_cast<std::size_t>(std::ranges::lower_bound(all, offset) - all.begin());
  } else {
    while (skip < all.size() && all[skip] < offset) ++skip;
  }
  return all.subspan(skip);
}

std::uint64_t WordPositions::sparse_window(std::uint32_t word, std::size_t offset) const {
  std::uint64_t bits = 0;
  for (const std::uint32_t position : list_from(word, offset)) {
    if (position - offset >= 64) break;
    bits |= std::uint64_t{1} << (position - offset);
  }
  return bits;
}

}  // namespace parbleu::ter
