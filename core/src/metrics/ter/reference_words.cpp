#include "metrics/ter/reference_words.hpp"

#include <algorithm>

namespace parbleu::ter {

void ReferenceWords::load(const Words& words, Simd simd) {
  words_ = words;
  kernels_ = &ngrams::kernels(simd);
  const std::span<std::uint32_t> numbers = room(words.size());
  if (is_short()) {
    find_places(words, numbers);
    positions_.build(numbers, static_cast<std::uint32_t>(words.size()));
  } else {
    distinct_.reset(words.size());
    distinct_.add(words, numbers.data());
    positions_.build(numbers, distinct_.size());
  }
}

std::span<const std::uint32_t> ReferenceWords::find(const Words& hypothesis) {
  const std::span<std::uint32_t> numbers = room(hypothesis.size());
  if (is_short()) {
    find_places(hypothesis, numbers);
  } else {
    distinct_.find(hypothesis, numbers.data());
  }
  return numbers;
}

std::span<std::uint32_t> ReferenceWords::room(std::size_t words) {
  if (numbers_.size() < words) numbers_.resize(words);
  return std::span(numbers_).first(words);
}

void ReferenceWords::find_places(const Words& words, std::span<std::uint32_t> numbers) {
  if (words_.size() == 0) {
    std::ranges::fill(numbers, 0);
    return;
  }
  if (rows_.size() < numbers.size()) rows_.resize(numbers.size());
  match_words(words, words_, 1, rows_.data(), *kernels_);
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    // Without a branch, which could not be predicted.
    const std::uint64_t row = rows_[at];
    const std::uint32_t any = row != 0 ? 1 : 0;
    numbers[at] = any * (1 + static_cast<std::uint32_t>(__builtin_ctzll(row | (any ^ 1))));
  }
}

}  // namespace parbleu::ter
