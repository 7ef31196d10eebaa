// Computes the "Kendall-like" correlation of the earlier WMT metrics tasks.
#include "correlation/pair_measure.hpp"

namespace parbleu {
namespace {

// The share of concordant pairs less that of the others, of the pairs with gold scores far enough apart.
class KendallLike final : public PairMeasure {
 public:
  using PairMeasure::PairMeasure;

 private:
  double row_value(std::size_t row, const double* metric, Scratch& scratch) const override {
    return row_figures(row, metric, scratch).value;
  }

  RowFigures row_figures(std::size_t row, const double* metric, Scratch& scratch) const override {
    const auto scores = rows().of(metric, row);
    const double pairs = real(counter(row).comparable());
    if (pairs == 0) return {0, 0, 0};
    const double right = any_nan(scores) ? 0 : real(counter(row).concordant(scores, scratch));
    return {(right - (pairs - right)) / pairs, 0, pairs};
  }
};

}  // namespace

std::unique_ptr<Measure> make_kendall_like(Rows rows, const MeasureOptions& options) {
  return std::make_unique<KendallLike>(std::move(rows), options.threshold);
}

}  // namespace parbleu
