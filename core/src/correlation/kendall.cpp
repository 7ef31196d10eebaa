// Computes Kendall's tau-b and tau-c as SciPy does, with p-values.
#include "correlation/pair_measure.hpp"
#include "parbleu/correlation/tail_probabilities.hpp"

namespace parbleu {
namespace {

class Kendall final : public PairMeasure {
 public:
  Kendall(Rows rows, bool stuart) : PairMeasure(std::move(rows)), stuart_(stuart) {}

 private:
  double row_value(std::size_t row, const double* metric, Scratch& scratch) const override {
    if (rows().length(row) < 2 || any_nan(rows().of(metric, row))) return no_value;
    return tau(row, metric, count(row, metric, 0, scratch), scratch);
  }

  double tau(std::size_t row, const double* metric, const PairCounts& counts, Scratch& scratch) const {
    if (!varied(row, counts)) return no_value;
    if (stuart_) {
      return std::clamp(stuart(counts, rows().length(row), classes(row, metric, scratch)), -1.0, 1.0);
    }
    const double pairs = real(counter(row).pairs());
    const double by_gold = std::sqrt(pairs - real(counts.gold_ties + counts.both_ties));
    const double by_metric = std::sqrt(pairs - real(counts.metric_ties + counts.both_ties));
    return std::clamp(signed_difference(counts) / by_gold / by_metric, -1.0, 1.0);
  }

  RowFigures row_figures(std::size_t row, const double* metric, Scratch& scratch) const override {
    const double weight = real(rows().length(row));
    if (rows().length(row) < 2 || any_nan(rows().of(metric, row))) return {no_value, no_value, weight};
    const PairCounts counts = count(row, metric, 0, scratch);
    const double value = tau(row, metric, counts, scratch);
    if (std::isnan(value)) return {no_value, no_value, weight};
    return {value, p_value(row, metric, counts, scratch), weight};
  }

  // Exact without ties, for up to 33 scores or an almost perfect order; else the normal approximation.
  double p_value(std::size_t row, const double* metric, const PairCounts& counts, Scratch& scratch) const {
    const TieSums& gold = counter(row).ties();
    const TieSums other = metric_ties(row, metric, scratch);
    const std::size_t length = rows().length(row);
    const std::uint64_t few = std::min(counts.concordant, counts.discordant);
    if (gold.pairs == 0 && other.pairs == 0 && (length <= 33 || few <= 1)) return kendall_tails(length, few);
    const double n = real(length);
    const double ordered = n * (n - 1);
    const double variance = (ordered * (2 * n + 5) - gold.spread - other.spread) / 18 +
                            2 * gold.pairs * other.pairs / ordered +
                            gold.triples * other.triples / (9 * ordered * (n - 2));
    return normal_tails(signed_difference(counts) / std::sqrt(variance));
  }

  bool stuart_;
};

}  // namespace

std::unique_ptr<Measure> make_kendall(Rows rows, const MeasureOptions& options) {
  if (options.variant != "b" && options.variant != "c") return nullptr;
  return std::make_unique<Kendall>(std::move(rows), options.variant == "c");
}

}  // namespace parbleu
