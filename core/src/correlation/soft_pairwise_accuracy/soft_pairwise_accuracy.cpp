// Implements soft pairwise accuracy as a measure.
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"

#include <algorithm>
#include <cmath>

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

  TwoValues values(const double* first, const double* second, Undefined, Scratch&) const override {
    const std::vector<std::vector<double>> p_values = test_.p_values(
        2,
        [&](std::size_t at, std::vector<double>& room) {
          room = on_grid(at == 0 ? first : second, places_, cells_);
          return static_cast<const double*>(room.data());
        },
        Execution{});
    const auto share = [&](const double* metric, const std::vector<double>& own) {
      const double found = any_nan(metric, positions()) ? no_value : soft_pairwise_accuracy(gold_, own);
      return std::isnan(found) ? 0 : found;
    };
    return {share(first, p_values[0]), share(second, p_values[1])};
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
