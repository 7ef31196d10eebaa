// The segments that bootstrap samples draw, with how often each is drawn, and the coins of randomization trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "parbleu/base/parallel.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"
#include "parbleu/resampling/resampling.hpp"
#include "resampling/kernels.hpp"

namespace parbleu::resampling {

// Where each block of samples begins among the draws. As some draws are rejected, that is only known by counting:
// several threads count them together; a single thread finds out while it draws.
class DrawPlan {
 public:
  // Of each sample `size` segments are drawn.
  DrawPlan(std::size_t segments, std::size_t size, const Sampling& sampling, std::size_t block,
           const Execution& execution);

  // A generator at the first index of block `index`.
  [[nodiscard]] Indices at(std::size_t index) const;

 private:
  std::size_t segments_;
  Sampling sampling_;
  std::uint64_t draws_per_block_;
  std::vector<std::uint64_t> rejected_;  // before draw k * draws_per_block_; empty: nothing was counted
};

// Goes through samples, block by block; cheap if the blocks come in order.
class Drawer {
 public:
  Drawer(const DrawPlan& plan, std::size_t size) : plan_(plan), size_(size) {}

  void start(std::size_t block) {
    if (!indices_ || block != next_) indices_.emplace(plan_.at(block));
    next_ = block + 1;
  }

  // Calls use(indices) with parts of the next sample's indices, in the order in which they are drawn.
  template <class Use>
  void sample(Use&& use) {
    for (std::size_t left = size_; left > 0;) {
      // NOLINTNEXTLINE(bugprone-unchecked-optional-access): `start` comes before
      const auto now = indices_->take(left);
      use(now);
      left -= now.size();
    }
  }

 private:
  const DrawPlan& plan_;
  std::size_t size_;
  std::size_t next_ = 0;
  std::optional<Indices> indices_;
};

// Adds one to the count of each row that is drawn.
void count_draws(std::span<const std::uint32_t> indices, std::uint8_t* counts);

// How often each row is drawn, in some samples.
struct DrawnCounts {
  DrawnCounts(std::size_t rows, std::size_t samples)
      : stride((rows + product_rows - 1) / product_rows * product_rows), counts(samples * stride) {}

  // draw(add) is to call add(indices) with those of the next sample.
  template <class Draw>
  void draw(std::size_t samples, Draw&& draw) {
    for (std::size_t sample = 0; sample < samples; ++sample) {
      check_interruption();
      std::uint8_t* const own = counts.data() + sample * stride;
      std::fill_n(own, stride, std::uint8_t{0});
      draw([own](std::span<const std::uint32_t> indices) { count_draws(indices, own); });
    }
  }

  std::size_t stride;  // between samples
  // A row expects one draw at most; that one of 2^128 streams draws it 256 times has a chance below 1e-400.
  std::vector<std::uint8_t> counts;
};

// --- the coins of randomization trials: the bits of the generator, one for each row of a trial, trial after trial.
//
// The more trials are summed together, the less often the kernel prepares its tables. So that their coins stay in the
// cache, however many rows there are, they are drawn for some thousand rows at a time: each trial has a generator of
// its own then.

class TrialCoins {
 public:
  // A multiple of 64, so that a trial's coins always begin at the same bit of a word.
  static constexpr std::size_t rows_at_once = 512 * step_rows;

  // `segments`: coins of a trial.
  TrialCoins(Seed seed, std::size_t segments) : segments_(segments), generator_(seed) {}

  // Goes to the first coin of each of some trials.
  void start(std::size_t first, std::size_t trials);
  // The next coins of each trial, as many as there are up to rows_at_once. Valid until the next call.
  Masks next();

 private:
  std::size_t segments_;
  Pcg64 generator_;  // at its first step
  std::size_t row_ = 0;
  std::size_t words_at_once_ = 0;  // of a stream
  std::vector<Pcg64> streams_;     // one for each trial, or a single one for all
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> starts_;
};

}  // namespace parbleu::resampling
