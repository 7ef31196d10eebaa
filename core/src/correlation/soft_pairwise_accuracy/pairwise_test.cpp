#include <algorithm>
#include <cmath>

#include "base/pairwise_sum.hpp"
#include "correlation/measures.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"

namespace parbleu {
namespace {

constexpr double worth_threads = 1e9;  // additions, which take some ten times as long as to start a thread

std::vector<std::size_t> common_items(const Grid& grid) {
  std::vector<std::uint32_t> systems(grid.items);
  for (std::size_t system = 0; system < grid.systems; ++system) {
    const double* const scores = &grid.scores[system * grid.items];
    for (std::size_t item = 0; item < grid.items; ++item) systems[item] += std::isnan(scores[item]) ? 0 : 1;
  }
  std::vector<std::size_t> items;
  for (std::size_t item = 0; item < grid.items; ++item) {
    if (systems[item] > 1) items.push_back(item);
  }
  return items;
}

}  // namespace

void make_sums_exact(std::span<double> numbers, std::size_t count) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  if (!(largest > 0) || largest > 1e200 || largest < 1e-200) return;
  const int unit = std::ilogb(largest) + std::ilogb(static_cast<double>(count)) + 3 - 52;
  const double offset = std::ldexp(1.5, unit + 52);  // sums with it have no smaller digits
  for (double& number : numbers) number = (number + offset) - offset;
}

std::size_t PairwiseTest::items_used(const Grid& present) { return common_items(present).size(); }

PairwiseTest::PairwiseTest(const Grid& present, std::size_t trials, Seed seed)
    : PairwiseTest(present, std::make_shared<const SignTrials>(items_used(present), trials, seed)) {}

PairwiseTest::PairwiseTest(const Grid& present, std::shared_ptr<const SignTrials> trials)
    : systems_(present.systems),
      items_(present.items),
      present_(present.scores.size()),
      used_(common_items(present)),
      trials_(std::move(trials)) {
  std::ranges::transform(present.scores, present_.begin(), [](double score) { return std::isnan(score) ? 0 : 1; });
  for (std::size_t system = 0; system < systems_; ++system) {
    std::size_t used = 0;
    for (const std::size_t item : used_) used += present_[system * items_ + item] != 0 ? 1 : 0;
    complete_ = complete_ && used == used_.size();
  }
}

std::vector<double> PairwiseTest::p_values(const double* scores) const {
  const auto grid = [&](std::size_t, std::vector<double>&) { return scores; };
  return std::move(p_values(1, grid, Execution{}).front());
}

std::vector<std::vector<double>> PairwiseTest::p_values(std::size_t grids, const GridAt& grid,
                                                        const Execution& execution) const {
  std::vector<std::vector<double>> result(grids, std::vector<double>(pairs(), no_value));
  if (used_.empty()) return result;
  const auto work = static_cast<double>(trials_->trials()) * static_cast<double>(used_.size() * grids * systems_);
  const Execution all{work < worth_threads ? 1 : execution.threads, execution.interrupted, execution.done};
  parallel_for(grids, SignTrials::together(systems_), all, [&](std::size_t first, std::size_t end, unsigned) {
    std::vector<double> room;
    std::vector<SignTrials::SingleColumns> tables;
    for (std::size_t at = first; at < end; ++at) {
      const double* const scores = grid(at, room);
      if (complete_) {
        tables.push_back(single(scores));
      } else {
        result[at] = apart(exact_numbers(scores));
      }
    }
    if (!complete_) return;
    const std::span found = std::span(result).subspan(first, end - first);
    trials_->count_rounded(tables, systems_, found);
    for (std::vector<double>& each : found) each = of_counts(each);
  });
  return result;
}

SignTrials::SingleColumns PairwiseTest::single(const double* scores) const {
  const std::size_t stride = SignTrials::stride(systems_);
  SignTrials::SingleColumns columns{std::vector<float>(used_.size() * stride), std::vector<float>(stride)};
  std::vector<float> own(used_.size());
  for (std::size_t system = 0; system < systems_; ++system) {
    for (std::size_t at = 0; at < used_.size(); ++at) {
      columns.numbers[at * stride + system] = own[at] = static_cast<float>(scores[system * items_ + used_[at]]);
    }
    columns.observed[system] = pairwise_sum(std::span<const float>(own));
  }
  return columns;
}

// Scores of used items and systems, item after item, in single precision; what is missing is 0.
std::vector<double> PairwiseTest::exact_numbers(const double* scores) const {
  std::vector<double> found(used_.size() * systems_);
  for (std::size_t at = 0; at < found.size(); ++at) {
    const std::size_t place = at % systems_ * items_ + used_[at / systems_];
    if (present_[place] != 0) found[at] = static_cast<double>(static_cast<float>(scores[place]));
  }
  make_sums_exact(found, used_.size());
  return found;
}

std::vector<double> PairwiseTest::of_counts(const std::vector<double>& counts) const {
  const std::size_t stride = SignTrials::stride(systems_);
  std::vector<double> result;
  result.reserve(pairs());
  for (std::size_t i = 0; i < systems_; ++i) {
    for (std::size_t j = i + 1; j < systems_; ++j) {
      result.push_back(counts[i * stride + j] / static_cast<double>(trials_->trials()));
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
  AlignedNumbers sums;
  trials_->sums(differences.data(), width, sums);
  std::vector<double> result(width);
  for (std::size_t trial = 0; trial < trials_->trials(); ++trial) {
    const double* const sum = &sums[trial * SignTrials::stride(width)];
    for (std::size_t pair = 0; pair < width; ++pair) result[pair] += sum[pair] >= observed[pair] ? 1 : 0;
  }
  for (std::size_t pair = 0; pair < width; ++pair) {
    result[pair] = met[pair] != 0 ? result[pair] / static_cast<double>(trials_->trials()) : no_value;
  }
  return result;
}

double soft_pairwise_accuracy(std::span<const double> one, std::span<const double> other) {
  std::vector<double> apart;
  for (std::size_t pair = 0; pair < one.size(); ++pair) {
    if (std::isnan(one[pair]) || std::isnan(other[pair])) continue;
    apart.push_back(std::abs(one[pair] - other[pair]));
  }
  return apart.empty() ? no_value : 1 - mean_of(apart);
}

}  // namespace parbleu
