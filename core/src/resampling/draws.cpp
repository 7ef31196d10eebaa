#include "resampling/draws.hpp"

#include <algorithm>
#include <bit>

namespace parbleu::resampling {

DrawPlan::DrawPlan(std::size_t segments, std::size_t size, const Sampling& sampling, std::size_t block,
                   const Execution& execution)
    : segments_(segments), sampling_(sampling), draws_per_block_(static_cast<std::uint64_t>(size) * block) {
  if (execution.threads < 2 || !Indices::rejects(segments)) return;
  const std::size_t blocks = (sampling.samples + block - 1) / block;
  rejected_.resize(blocks + 1);
  parallel_for(blocks, 1, execution, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t index = begin; index < end; ++index) {
      rejected_[index + 1] = Indices::rejected(sampling_.seed, segments_,
                                               sampling_.from + index * draws_per_block_, draws_per_block_);
    }
  });
  for (std::size_t index = 0; index < blocks; ++index) rejected_[index + 1] += rejected_[index];
}

Indices DrawPlan::at(std::size_t index) const {
  const std::uint64_t wanted = index * draws_per_block_;  // indices before this block
  if (segments_ == 1) return {sampling_.seed, segments_, sampling_.from};
  // The last counted place with no more indices before it.
  std::size_t place = rejected_.empty() && Indices::rejects(segments_) ? 0 : index;
  while (place + 1 < rejected_.size() && (place + 1) * draws_per_block_ - rejected_[place + 1] <= wanted) ++place;
  const std::uint64_t draw = place * draws_per_block_;
  Indices result(sampling_.seed, segments_, sampling_.from + draw);
  result.skip(wanted - (draw - (rejected_.empty() ? 0 : rejected_[place])));
  return result;
}

void count_draws(std::span<const std::uint32_t> indices, std::uint8_t* counts) {
  for (const std::uint32_t index : indices) ++counts[index];
}

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
