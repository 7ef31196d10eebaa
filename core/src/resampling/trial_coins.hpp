// Draws the coins of randomization trials: the bits of the generator, one for each row of a trial, trial after trial.
//
// The more trials are summed together, the less often the kernel prepares its tables. So that their coins stay in the
// cache, however many rows there are, they are drawn for some thousand rows at a time: each trial has a generator of
// its own then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parbleu/random_numbers/pcg64.hpp"
#include "resampling/kernels.hpp"

namespace parbleu::resampling {

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
