// Computes Kendall's variants from five kinds of pairs, with a threshold up to which metric scores tie.
#include "correlation/pair_measure.hpp"

namespace parbleu {
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

}  // namespace parbleu
