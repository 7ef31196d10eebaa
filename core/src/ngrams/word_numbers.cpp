#include "parbleu/ngrams/word_numbers.hpp"

#include <algorithm>
#include <bit>

namespace parbleu {
namespace {

constexpr std::size_t most_at_first = std::size_t{1} << 16;  // distinct words; long texts repeat theirs

std::uint64_t hash(std::uint64_t low, std::uint64_t high) { return low ^ std::rotl(high, 32); }

}  // namespace

void WordNumbers::reset(std::size_t count) {
  texts_.clear();
  table_.reset(std::min(count, most_at_first), 4);
  size_ = 0;
}

auto WordNumbers::is_word(const Words& words, std::size_t token) const {
  return [this, &words, token, low = words.keys.low[token], high = words.keys.high[token]](const Entry& entry) {
    return entry.low == low && entry.high == high &&
           (low < hashed_keys || same_word(texts_[entry.text], entry.token, words, token));
  };
}

void WordNumbers::add(const Words& words, std::uint32_t* numbers) {
  const auto text = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back(words);
  for (std::uint32_t token = 0; token < words.size(); ++token) {
    const std::uint64_t low = words.keys.low[token];
    const std::uint64_t high = words.keys.high[token];
    Entry& entry = table_.find(hash(low, high), is_word(words, token));
    if (entry.empty()) {
      entry = {low, high, ++size_, text, token};
      numbers[token] = size_;
      if (2 * (std::size_t{size_} + 1) > table_.places()) {
        table_.grow_twofold([](const Entry& other) { return hash(other.low, other.high); });
      }
      continue;
    }
    numbers[token] = entry.number;
  }
}

void WordNumbers::find(const Words& words, std::uint32_t* numbers) const {
  for (std::size_t token = 0; token < words.size(); ++token) {
    table_.prefetch(hash(words.keys.low[token], words.keys.high[token]));
  }
  for (std::size_t token = 0; token < words.size(); ++token) {
    // Found at once or not there at all, without a branch between the two, which could not be predicted.
    const std::uint64_t low = words.keys.low[token];
    const std::uint64_t high = words.keys.high[token];
    const Entry& entry = table_.first(hash(low, high));
    const bool same = (entry.low == low) & (entry.high == high);
    numbers[token] = same ? entry.number : 0;
    if ((!entry.empty() && !same) || low >= hashed_keys) {
      numbers[token] = table_.find(hash(low, high), is_word(words, token)).number;
    }
  }
}

}  // namespace parbleu
