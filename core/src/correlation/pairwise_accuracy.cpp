// Pairwise accuracy: of the pairs of all rows together, those that both sides put in the same order, or both call
// equal. T. Kocmi et al., "To Ship or Not to Ship" (2021).
#include "correlation/pair_measure.hpp"

namespace parbleu {
namespace {

class PairwiseAccuracy final : public Measure {
 public:
  explicit PairwiseAccuracy(Rows rows) : rows_(std::move(rows)) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      counters_.emplace_back(rows_.row(row));
      pairs_ += real(counters_.back().pairs());
    }
  }

  [[nodiscard]] std::size_t positions() const override { return rows_.gold.size(); }

  double value(const double* metric, Undefined, Scratch& scratch) const override {
    const double share = accuracy(metric, scratch);
    return std::isnan(share) ? 0 : share;
  }

  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch& scratch) const override {
    return {{accuracy(metric, scratch), 0, pairs_}};
  }

 private:
  double accuracy(const double* metric, Scratch& scratch) const {
    if (pairs_ == 0) return no_value;
    std::uint64_t right = 0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto scores = rows_.of(metric, row);
      if (any_nan(scores)) return no_value;
      const PairCounts counts = counters_[row].count(scores, 0, scratch);
      right += counts.concordant + counts.both_ties;
    }
    return real(right) / pairs_;
  }

  Rows rows_;
  std::vector<PairCounter> counters_;
  double pairs_ = 0;
};

}  // namespace

std::unique_ptr<Measure> make_pairwise_accuracy(Rows rows, const MeasureOptions&) {
  return std::make_unique<PairwiseAccuracy>(std::move(rows));
}

}  // namespace parbleu
