#include "parbleu/ngrams/word_ngrams.hpp"

#include <algorithm>

#include "ngrams/kernels.hpp"
#include "parbleu/ngrams/long_ngrams.hpp"

namespace parbleu {
namespace {

constexpr std::size_t most_hypothesis_words = std::size_t{1} << 14;
constexpr std::size_t most_row_words = std::size_t{1} << 22;  // 32 MB, however many references there are

}  // namespace

bool RowCounter::begin(std::size_t hypothesis, std::size_t longest_reference, std::size_t references,
                       std::size_t orders, const ngrams::Kernels& kernels) {
  hypothesis_ = hypothesis;
  references_ = references;
  words_ = (longest_reference + ngrams::word_bits - 1) / ngrams::word_bits;
  if (words_ > kernels.most_words || orders > ngrams::most_orders || hypothesis > most_hypothesis_words ||
      std::max(hypothesis, ngrams::room_per_word) * stride() > most_row_words) {
    return false;
  }
  const std::size_t size = hypothesis * stride();
  if (rows_.size() < size) rows_.resize(size);
  if (references > 1) std::fill_n(rows_.begin(), size, 0);  // not every reference fills its words
  return true;
}

void RowCounter::count(std::span<std::int64_t> shared, const ngrams::Kernels& kernels) {
  if (references_ == 1) {
    room_.resize(std::max(room_.size(), hypothesis_));
    kernels.count(rows_.data(), nullptr, hypothesis_, words_, shared.size(), room_.data(), shared.data());
  } else {
    many_.resize(std::max(many_.size(), stride() * ngrams::room_per_word));
    kernels.count_many(rows_.data(), hypothesis_, references_, words_, shared.size(), many_.data(), shared.data());
  }
}

void WordCounter::count(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared,
                        const ngrams::Kernels& kernels) {
  std::size_t longest = 0;
  for (const Words& reference : references) longest = std::max(longest, reference.size());
  if (longest == 0 || hypothesis.size() == 0 || shared.empty()) {
    std::ranges::fill(shared, 0);
    return;
  }
  if (hypothesis.is_long() || std::ranges::any_of(references, &Words::is_long)) {
    return count_long_words(hypothesis, references, shared);
  }
  if (!rows_.begin(hypothesis.size(), longest, references.size(), shared.size(), kernels)) {
    return count_hashed(hypothesis, references, shared);
  }
  for (std::size_t k = 0; k < references.size(); ++k) {
    match_words(hypothesis, references[k], rows_.stride(), rows_.rows(k), kernels);
  }
  rows_.count(shared, kernels);
}

void WordCounter::count_hashed(const Words& hypothesis, std::span<const Words> references,
                               std::span<std::int64_t> shared) {
  std::size_t tokens = 0;
  for (const Words& reference : references) tokens += reference.size();
  word_numbers_.reset(tokens);
  counter_.begin(references.size());
  for (std::size_t k = 0; k < references.size(); ++k) {
    counter_.reference(k).resize(references[k].size());
    word_numbers_.add(references[k], counter_.reference(k).data());
  }
  counter_.hypothesis().resize(hypothesis.size());
  word_numbers_.find(hypothesis, counter_.hypothesis().data());
  counter_.count(shared);
}

}  // namespace parbleu
