#include "parbleu/soft_accuracy.hpp"

#include <algorithm>
#include <cmath>

#include "meta/measures.hpp"

namespace parbleu {
namespace {

// Rounds numbers to multiples of a power of two, so fine that it hardly shows, and so coarse that sums of `count` of
// them, or of their differences, are exact in any order.
void make_sums_exact(std::vector<double>& numbers, std::size_t count) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  if (!(largest > 0) || largest > 1e200 || largest < 1e-200) return;
  const int unit = std::ilogb(largest) + std::ilogb(static_cast<double>(count)) + 3 - 52;
  const double offset = std::ldexp(1.5, unit + 52);  // sums with it have no smaller digits
  for (double& number : numbers) number = (number + offset) - offset;
}

// Items by systems, in single precision.
std::vector<double> transposed(const double* scores, std::span<const std::size_t> items, std::size_t all,
                               std::size_t systems) {
  std::vector<double> result(items.size() * systems);
  for (std::size_t at = 0; at < items.size(); ++at) {
    for (std::size_t system = 0; system < systems; ++system) {
      result[at * systems + system] = static_cast<double>(static_cast<float>(scores[system * all + items[at]]));
    }
  }
  return result;
}

std::vector<std::size_t> common_items(const Grid& grid) {
  std::vector<std::size_t> items;
  for (std::size_t item = 0; item < grid.items; ++item) {
    std::size_t systems = 0;
    for (std::size_t system = 0; system < grid.systems; ++system) {
      systems += std::isnan(grid.scores[system * grid.items + item]) ? 0 : 1;
    }
    if (systems > 1) items.push_back(item);
  }
  return items;
}

}  // namespace

PairwiseTest::PairwiseTest(const Grid& present, std::size_t trials, Seed seed)
    : systems_(present.systems),
      items_(present.items),
      used_(common_items(present)),
      trials_(used_.size(), trials, seed) {
  for (const double score : present.scores) present_.push_back(std::isnan(score) ? 0 : 1);
  for (std::size_t system = 0; system < systems_; ++system) {
    for (const std::size_t item : used_) complete_ = complete_ && present_[system * items_ + item] != 0;
  }
}

std::vector<double> PairwiseTest::p_values(const double* scores) const {
  std::vector<double> numbers = transposed(scores, used_, items_, systems_);
  if (!complete_) {
    for (std::size_t at = 0; at < numbers.size(); ++at) {
      if (present_[at % systems_ * items_ + used_[at / systems_]] == 0) numbers[at] = 0;
    }
  }
  make_sums_exact(numbers, used_.size());
  if (used_.empty()) return std::vector<double>(pairs(), no_value);
  return complete_ ? together(numbers) : apart(numbers);
}

// One sum for every system: that of a difference is the difference of the sums.
std::vector<double> PairwiseTest::together(const std::vector<double>& numbers) const {
  const std::size_t stride = SignTrials::stride(systems_);
  std::vector<double> observed(stride);
  for (std::size_t at = 0; at < used_.size(); ++at) {
    for (std::size_t system = 0; system < systems_; ++system) observed[system] += numbers[at * systems_ + system];
  }
  std::vector<double> sums;
  trials_.sums(numbers.data(), systems_, sums);
  std::vector<double> counts(systems_ * stride);
  trials_.count(sums, observed, systems_, counts);
  std::vector<double> result;
  for (std::size_t i = 0; i < systems_; ++i) {
    for (std::size_t j = i + 1; j < systems_; ++j) {
      result.push_back(counts[i * stride + j] / static_cast<double>(trials_.trials()));
    }
  }
  return result;
}

// A sum for every pair, of the items that it has in common.
std::vector<double> PairwiseTest::apart(const std::vector<double>& numbers) const {
  const std::size_t width = pairs();
  std::vector<double> differences(used_.size() * width);
  std::vector<double> observed(width);
  std::vector<char> met(width);
  for (std::size_t at = 0; at < used_.size(); ++at) {
    std::size_t pair = 0;
    for (std::size_t i = 0; i < systems_; ++i) {
      for (std::size_t j = i + 1; j < systems_; ++j, ++pair) {
        if (present_[i * items_ + used_[at]] == 0 || present_[j * items_ + used_[at]] == 0) continue;
        differences[at * width + pair] = numbers[at * systems_ + i] - numbers[at * systems_ + j];
        observed[pair] += differences[at * width + pair];
        met[pair] = 1;
      }
    }
  }
  std::vector<double> sums;
  trials_.sums(differences.data(), width, sums);
  std::vector<double> result(width);
  for (std::size_t trial = 0; trial < trials_.trials(); ++trial) {
    const double* const sum = &sums[trial * SignTrials::stride(width)];
    for (std::size_t pair = 0; pair < width; ++pair) result[pair] += sum[pair] >= observed[pair] ? 1 : 0;
  }
  for (std::size_t pair = 0; pair < width; ++pair) {
    result[pair] = met[pair] != 0 ? result[pair] / static_cast<double>(trials_.trials()) : no_value;
  }
  return result;
}

double soft_agreement(std::span<const double> one, std::span<const double> other) {
  double apart = 0;
  double pairs = 0;
  for (std::size_t pair = 0; pair < one.size(); ++pair) {
    if (std::isnan(one[pair]) || std::isnan(other[pair])) continue;
    apart += std::abs(one[pair] - other[pair]);
    ++pairs;
  }
  return pairs == 0 ? no_value : 1 - apart / pairs;
}

namespace {

class SoftAccuracy final : public Measure {
 public:
  SoftAccuracy(const Grid& gold, std::vector<std::size_t> places, std::size_t trials, Seed seed)
      : test_(gold, trials, seed), places_(std::move(places)), cells_(gold.scores.size()) {
    gold_ = test_.p_values(gold.scores.data());
  }

  [[nodiscard]] std::size_t positions() const override { return places_.size(); }

  double value(const double* metric, Undefined, Scratch& scratch) const override {
    const double share = agreement(metric, scratch);
    return std::isnan(share) ? 0 : share;
  }

  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch& scratch) const override {
    return {{agreement(metric, scratch), 0, 1}};
  }

 private:
  double agreement(const double* metric, Scratch& scratch) const {
    std::vector<double>& grid = scratch.values;
    grid.assign(cells_, 0);
    for (std::size_t at = 0; at < places_.size(); ++at) {
      if (std::isnan(metric[at])) return no_value;
      grid[places_[at]] = metric[at];
    }
    return soft_agreement(gold_, test_.p_values(grid.data()));
  }

  PairwiseTest test_;
  std::vector<std::size_t> places_;
  std::size_t cells_;
  std::vector<double> gold_;
};

}  // namespace

std::unique_ptr<Measure> make_soft_accuracy(const Grid& gold, std::vector<std::size_t> places, std::size_t trials,
                                            Seed seed) {
  return std::make_unique<SoftAccuracy>(gold, std::move(places), trials, seed);
}

}  // namespace parbleu
