#include "resampling/trial_coins.hpp"

#include <algorithm>

namespace parbleu::resampling {
namespace {

static_assert(TrialCoins::rows_at_once % 64 == 0);

// The words of a stream, the last one drawn before them, and two that are only read.
std::size_t stride_of(std::size_t words) { return words + 3; }

std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }

}  // namespace

void TrialCoins::start(std::size_t first, std::size_t trials) {
  const bool together = segments_ <= rows_at_once;
  words_at_once_ = words_for(together ? trials * segments_ : rows_at_once);
  const std::size_t stride = stride_of(words_at_once_);
  row_ = 0;
  streams_.clear();
  starts_.clear();
  words_.resize((together ? 1 : trials) * stride);
  for (std::size_t trial = 0; trial < trials; ++trial) {
    if (together && trial > 0) {
      starts_.push_back(starts_.back() + segments_);
      continue;
    }
    const std::uint64_t bit = static_cast<std::uint64_t>(first + trial) * segments_;
    Pcg64& stream = streams_.emplace_back(generator_);
    stream.skip(bit / 64);
    words_[trial * stride + words_at_once_] = stream.next();
    starts_.push_back(64 * trial * stride + bit % 64);
  }
}

Masks TrialCoins::next() {
  const bool together = segments_ <= rows_at_once;
  const std::size_t words = together ? words_at_once_ : words_for(std::min(rows_at_once, segments_ - row_));
  for (std::size_t at = 0; at < streams_.size(); ++at) {
    std::uint64_t* const to = words_.data() + at * stride_of(words_at_once_);
    to[0] = to[words_at_once_];
    streams_[at].fill({to + 1, words});
  }
  row_ += rows_at_once;
  return {words_, starts_};
}

}  // namespace parbleu::resampling
