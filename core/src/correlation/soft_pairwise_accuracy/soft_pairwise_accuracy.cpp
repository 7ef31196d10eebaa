// Implements soft pairwise accuracy as a measure.
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "parbleu/correlation/permutation_test.hpp"

namespace parbleu {
namespace {

bool any_nan(const double* scores, std::size_t count) {
  return std::any_of(scores, scores + count, [](double score) { return std::isnan(score); });
}

std::vector<double> on_grid(const double* metric, const std::vector<std::size_t>& places, std::size_t cells) {
  std::vector<double> grid(cells);
  for (std::size_t at = 0; at < places.size(); ++at) grid[places[at]] = metric[at];
  return grid;
}

// Both hybrids' scores add up to both metrics', under any signs: one set of sums yields the other. As sums are exact,
// that is no other number.
class SoftPairwiseExchange final : public Exchange {
 public:
  SoftPairwiseExchange(const PairwiseTest& test, const std::vector<double>& gold,
                       const std::vector<std::size_t>& places, const std::vector<double>& first,
                       const std::vector<double>& second)
      : test_(test), gold_(gold), first_(test.numbers(first.data())), second_(test.numbers(second.data())) {
    const std::size_t count = first_.size();
    std::vector<double> both = first_;
    both.insert(both.end(), second_.begin(), second_.end());
    make_sums_exact(both, 2 * count);
    std::copy_n(both.begin(), count, first_.begin());
    std::copy_n(both.begin() + static_cast<std::ptrdiff_t>(count), count, second_.begin());
    for (std::size_t at = 0; at < count; ++at) both[at] += both[count + at];
    both.resize(count);
    test.add_up(both, total_);
    const std::vector<std::size_t> numbers = test.number_places();
    for (const std::size_t place : places) numbers_.push_back(numbers[place]);
    add_group(places.size());
    observe();
  }

  TwoValues hybrids(const std::uint64_t* coins, Scratch& scratch) const override {
    std::vector<double>& hybrid = scratch.first;
    hybrid.resize(first_.size());
    for (std::size_t at = 0; at < numbers_.size(); ++at) {
      if (numbers_[at] == PairwiseTest::nowhere) continue;
      const bool coin = ((coins[at / 64] >> (at % 64)) & 1) != 0;
      hybrid[numbers_[at]] = coin ? first_[numbers_[at]] : second_[numbers_[at]];
    }
    PairwiseTest::Sums sums;
    test_.add_up(hybrid, sums);
    const double one = soft_pairwise_accuracy(gold_, test_.p_values(sums));
    const auto rest = [](const auto& all, auto& part) {
      std::ranges::transform(all, part, part.begin(), std::minus{});
    };
    rest(total_.signed_sums, sums.signed_sums);
    rest(total_.observed, sums.observed);
    return {one, soft_pairwise_accuracy(gold_, test_.p_values(sums))};
  }

 private:
  const PairwiseTest& test_;
  const std::vector<double>& gold_;
  std::vector<double> first_;
  std::vector<double> second_;
  std::vector<std::size_t> numbers_;  // where the score of a coin stands
  PairwiseTest::Sums total_;
};

class SoftPairwiseAccuracy final : public Measure {
 public:
  SoftPairwiseAccuracy(const Grid& gold, std::vector<std::size_t> places, std::shared_ptr<const SignTrials> trials)
      : test_(gold, std::move(trials)), places_(std::move(places)), cells_(gold.scores.size()) {
    gold_ = test_.p_values(gold.scores.data());
  }

  [[nodiscard]] std::size_t positions() const override { return places_.size(); }

  double value(const double* metric, Undefined, Scratch&) const override {
    const double share = accuracy(metric);
    return std::isnan(share) ? 0 : share;
  }

  [[nodiscard]] std::unique_ptr<Exchange> exchange(const double* first, const double* second) const override {
    if (!test_.complete() || any_nan(first, positions()) || any_nan(second, positions())) return nullptr;
    return std::make_unique<SoftPairwiseExchange>(test_, gold_, places_, on_grid(first, places_, cells_),
                                                  on_grid(second, places_, cells_));
  }

  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch&) const override {
    return {{accuracy(metric), 0, 1}};
  }

 private:
  double accuracy(const double* metric) const {
    if (any_nan(metric, positions())) return no_value;
    return soft_pairwise_accuracy(gold_, test_.p_values(on_grid(metric, places_, cells_).data()));
  }

  PairwiseTest test_;
  std::vector<std::size_t> places_;
  std::size_t cells_;
  std::vector<double> gold_;
};

}  // namespace

std::vector<double> soft_pairwise_accuracies(const Grid& gold, const std::vector<std::size_t>& places,
                                             std::span<const double* const> metrics,
                                             std::shared_ptr<const SignTrials> trials,
                                             const Execution& execution) {
  const auto grid = [&](std::size_t at, std::vector<double>& room) {
    if (at == 0) return gold.scores.data();
    room = on_grid(metrics[at - 1], places, gold.scores.size());
    return static_cast<const double*>(room.data());
  };
  const std::vector<std::vector<double>> p_values =
      PairwiseTest(gold, std::move(trials)).p_values(metrics.size() + 1, grid, execution);
  std::vector<double> found;
  for (std::size_t at = 0; at < metrics.size(); ++at) {
    const bool lacks = any_nan(metrics[at], places.size());
    found.push_back(lacks ? no_value : soft_pairwise_accuracy(p_values[0], p_values[at + 1]));
  }
  return found;
}

std::unique_ptr<Measure> make_soft_pairwise_accuracy(const Grid& gold, std::vector<std::size_t> places,
                                                     std::shared_ptr<const SignTrials> trials) {
  return std::make_unique<SoftPairwiseAccuracy>(gold, std::move(places), std::move(trials));
}

}  // namespace parbleu
