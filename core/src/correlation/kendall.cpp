// Measures that count pairs: Kendall's tau-b and tau-c as SciPy has them, with p-values, their variants, and pairwise
// accuracy.
#include "correlation/measures.hpp"
#include "parbleu/correlation/measure.hpp"

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

// Computes Kendall's variants from five kinds of pairs, with a threshold up to which metric scores tie.
namespace {

enum class Variant : std::uint8_t { b, c, tau_23, acc_23 };

class KendallVariants final : public PairMeasure {
 public:
  KendallVariants(Rows rows, Variant variant, double epsilon)
      : PairMeasure(std::move(rows)), variant_(variant), epsilon_(epsilon) {}

 private:
  double row_value(std::size_t row, const double* metric, Scratch& scratch) const override {
    if (rows().length(row) < 2) return no_value;
    const PairCounts counts =
        any_nan(rows().of(metric, row)) ? without_scores(row) : count(row, metric, epsilon_, scratch);
    const double pairs = real(counter(row).pairs());
    const double right = real(counts.concordant + counts.both_ties);
    const double wrong = real(counts.discordant + counts.gold_ties + counts.metric_ties);
    switch (variant_) {
      case Variant::tau_23:
        return (right - wrong) / pairs;
      case Variant::acc_23:
        return right / pairs;
      case Variant::c:
        return varied(row, counts) ? stuart(counts, rows().length(row), classes(row, metric, scratch)) : no_value;
      case Variant::b:
        break;
    }
    if (!varied(row, counts)) return no_value;
    const double by_metric = std::sqrt(pairs - real(counts.metric_ties + counts.both_ties));
    const double by_gold = std::sqrt(pairs - real(counts.gold_ties + counts.both_ties));
    return signed_difference(counts) / by_metric / by_gold;
  }

  // What MT Metrics Eval counts of NaN, its z-scores of a metric that scores everything alike: no ties, and without
  // a threshold all in the order of gold.
  [[nodiscard]] PairCounts without_scores(std::size_t row) const {
    const auto gold_ties = static_cast<std::uint64_t>(counter(row).ties().pairs);
    PairCounts counts;
    counts.gold_ties = gold_ties;
    if (epsilon_ == 0) counts.concordant = counter(row).pairs() - gold_ties;
    return counts;
  }

  Variant variant_;
  double epsilon_;
};

}  // namespace

std::unique_ptr<Measure> make_kendall_variants(Rows rows, const MeasureOptions& options) {
  const auto make = [&](Variant variant) {
    return std::make_unique<KendallVariants>(std::move(rows), variant, options.threshold);
  };
  if (options.variant == "b") return make(Variant::b);
  if (options.variant == "c") return make(Variant::c);
  if (options.variant == "23") return make(Variant::tau_23);
  if (options.variant == "acc23") return make(Variant::acc_23);
  return nullptr;
}

// Computes the "Kendall-like" correlation of the earlier WMT metrics tasks.
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

// Pairwise accuracy: of the pairs of all rows together, those that both sides put in the same order, or both call
// equal. T. Kocmi et al., "To Ship or Not to Ship" (2021).
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
