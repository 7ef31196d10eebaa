// Signed sums eight items at a time: of the 256 ways to sign eight numbers, all sums are made once and then looked
// up by every trial.
#include <algorithm>
#include <array>

#include "meta/sign_kernels.hpp"
#include "parbleu/soft_accuracy.hpp"

namespace parbleu {
namespace {

constexpr std::size_t block = sign_block;
constexpr std::size_t columns = sign_columns;

}  // namespace

SignTrials::SignTrials(std::size_t items, std::size_t trials, Seed seed) : items_(items), trials_(trials) {
  const std::size_t blocks = (items + block - 1) / block;
  signs_.resize(blocks * trials);
  std::vector<std::uint32_t> draws(blocks * block);
  Draws random(seed);
  const auto pack = sign_kernels().pack;
  for (std::size_t trial = 0; blocks > 0 && trial < trials; ++trial) {
    random.fill(std::span(draws).first(items));
    pack(draws.data(), blocks, &signs_[trial], trials);
  }
}

std::size_t SignTrials::stride(std::size_t width) { return (width + columns - 1) / columns * columns; }

void SignTrials::sums(const double* numbers, std::size_t width, std::vector<double>& result) const {
  const std::size_t padded = stride(width);
  result.assign(trials_ * padded, 0);
  const auto add = sign_kernels().add;
  for (std::size_t first = 0; first < width; first += columns) {
    for (std::size_t start = 0; start < items_; start += 2 * block) {
      SignedNumbers part{};
      for (std::size_t item = start; item < std::min(items_, start + 2 * block); ++item) {
        std::copy_n(numbers + item * width + first, std::min(columns, width - first), part[item - start].begin());
      }
      const std::uint8_t* const signs = &signs_[start / block * trials_];
      const bool both = start + block < items_;
      add(part, signs, both ? signs + trials_ : signs, trials_, &result[first], padded);
    }
  }
}

void SignTrials::count(const std::vector<double>& sums, const std::vector<double>& observed, std::size_t width,
                       std::vector<double>& counts) const {
  sign_kernels().count(sums.data(), observed.data(), trials_, width, stride(width), counts.data());
}

}  // namespace parbleu
