// Signed sums seven items at a time: of the 128 ways to sign seven numbers, all sums are made once and then looked
// up by every trial.
#include <algorithm>
#include <array>
#include <limits>

#include "correlation/soft_pairwise_accuracy/kernels.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"

namespace parbleu {
using namespace random_signs;

SignTrials::SignTrials(std::size_t items, std::size_t trials, Seed seed) : items_(items), trials_(trials) {
  const std::size_t blocks = (items + sign_block - 1) / sign_block;
  signs_.resize(blocks * trials + sign_trials);  // as many are read together
  if (items == 0) return;
  const std::size_t together = std::max(std::size_t{1}, std::size_t{4096} / items);  // trials
  std::vector<std::uint32_t> draws(together * items + sign_block + 1);
  Draws random(seed);
  const auto pack = random_signs::kernels().pack;
  for (std::size_t first = 0; first < trials; first += together) {
    const std::size_t now = std::min(together, trials - first);
    random.fill(std::span(draws).first(now * items));
    for (std::size_t trial = 0; trial < now; ++trial) {
      pack(draws.data() + trial * items, blocks, signs_.data() + first + trial, trials);
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
    for (std::size_t start = 0; start < items_; start += sign_blocks * sign_block) {
      const std::size_t end = std::min(items_, start + sign_blocks * sign_block);
      SignedNumbers part{};
      for (std::size_t item = start; item < end; ++item) {
        std::copy_n(numbers + item * width + first, std::min(sign_columns, width - first),
                    part[item - start].begin());
      }
      BlockSigns signs;  // those of blocks beyond the last are any: their numbers are 0
      for (std::size_t at = 0; at < sign_blocks; ++at) {
        signs[at] = signs_.data() + std::min(start / sign_block + at, (items_ - 1) / sign_block) * trials_;
      }
      add(part, signs, trials_, result.data() + first, padded);
    }
  }
}

// OpenBLAS cuts a long sum into blocks, which are added up one by one and then together.
void SignTrials::rounded_sums(const float* numbers, std::size_t width, std::vector<float>& result) const {
  constexpr std::size_t block = 448;
  constexpr std::size_t step = 16;
  const std::size_t padded = stride(width);
  const std::size_t apart = padded_trials(trials_);
  result.assign(apart * padded, 0);
  const auto add = random_signs::kernels().add_rounded;
  for (std::size_t first = 0; first < items_;) {
    std::size_t length = items_ - first;
    if (length >= 2 * block) {
      length = block;
    } else if (length > block) {
      length = (length / 2 + step - 1) / step * step;
    }
    add(numbers, first, first + length, padded, signs_.data(), trials_, result.data());
    first += length;
  }
  for (std::size_t column = 0; column < padded; ++column) {
    std::fill(result.begin() + static_cast<std::ptrdiff_t>(column * apart + trials_),
              result.begin() + static_cast<std::ptrdiff_t>((column + 1) * apart),
              std::numeric_limits<float>::quiet_NaN());
  }
}

void SignTrials::count(const std::vector<float>& sums, const std::vector<float>& observed, std::size_t width,
                       std::vector<double>& counts) const {
  random_signs::kernels().count_rounded(sums.data(), observed.data(), trials_, width, stride(width),
                                        counts.data());
}

void SignTrials::count(const AlignedNumbers& sums, const std::vector<double>& observed, std::size_t width,
                       std::vector<double>& counts) const {
  random_signs::kernels().count(sums.data(), observed.data(), trials_, width, stride(width), counts.data());
}

}  // namespace parbleu
