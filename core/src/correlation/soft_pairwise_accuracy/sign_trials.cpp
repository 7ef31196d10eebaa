// Signed sums seven items at a time: of the 128 ways to sign seven numbers, all sums are made once and then looked
// up by every trial.
#include <algorithm>
#include <array>

#include "correlation/soft_pairwise_accuracy/kernels.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"

namespace parbleu {
using namespace random_signs;

SignTrials::SignTrials(std::size_t items, std::size_t trials, Seed seed) : items_(items), trials_(trials) {
  const std::size_t words = (items + sign_items - 1) / sign_items;
  signs_.resize(words * trials + sign_room);  // as many are read together
  if (items == 0) return;
  const std::size_t together = std::max(std::size_t{1}, std::size_t{4096} / items);  // trials
  std::vector<std::uint32_t> draws(together * items + sign_items + 4);
  Draws random(seed);
  const auto pack = random_signs::kernels().pack;
  for (std::size_t first = 0; first < trials; first += together) {
    const std::size_t now = std::min(together, trials - first);
    random.fill(std::span(draws).first(now * items));
    for (std::size_t trial = 0; trial < now; ++trial) {
      pack(draws.data() + trial * items, words, signs_.data() + first + trial, trials);
    }
  }
}

std::size_t SignTrials::stride(std::size_t width) {
  return (width + sign_columns - 1) / sign_columns * sign_columns;
}

void SignTrials::sums(const double* numbers, std::size_t width, AlignedNumbers& result) const {
  const std::size_t padded = stride(width);
  result.assign(trials_ * padded, 0);
  const auto add = random_signs::kernels().add;
  for (std::size_t first = 0; first < width; first += sign_columns) {
    for (std::size_t start = 0; start < items_; start += sign_items) {
      const std::size_t end = std::min(items_, start + sign_items);
      SignedNumbers part{};
      for (std::size_t item = start; item < end; ++item) {
        std::copy_n(numbers + item * width + first, std::min(sign_columns, width - first),
                    part[item - start].begin());
      }
      add(part, &signs_[start / sign_items * trials_], trials_, result.data() + first, padded);
    }
  }
}

}  // namespace parbleu
