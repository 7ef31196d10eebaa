// Computes Spearman's correlation: Pearson's of average ranks.
#include <cmath>
#include <numeric>

#include "correlation/measures.hpp"
#include "parbleu/correlation/measure.hpp"

namespace parbleu {
namespace {

// Ranks less their mean; ties share the mean of theirs. All are multiples of 1/2, so that their sums are exact.
void centred_ranks(std::span<const double> numbers, std::span<double> ranks, std::vector<std::uint32_t>& order) {
  order.resize(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t at) { return numbers[at]; });
  const double middle = (static_cast<double>(numbers.size()) - 1) / 2;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && numbers[order[end]] == numbers[order[first]]) ++end;
    const double rank = static_cast<double>(first + end - 1) / 2;
    for (; first < end; ++first) ranks[order[first]] = rank - middle;
  }
}

double product(std::span<const double> one, std::span<const double> other) {
  return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

class Spearman final : public RowMeasure {
 public:
  explicit Spearman(Rows given)
      : RowMeasure(std::move(given)), ranks_(rows().gold.size()), deviations_(rows().size()) {
    std::vector<std::uint32_t> order;
    for (std::size_t row = 0; row < rows().size(); ++row) {
      const auto gold = rows().row(row);
      const std::span ranks(ranks_.data() + rows().starts[row], gold.size());
      centred_ranks(gold, ranks, order);
      deviations_[row] = std::sqrt(product(ranks, ranks) * per(gold.size()));
    }
  }

 private:
  // What a sum of products is multiplied with for a covariance.
  static double per(std::size_t count) { return 1 / (static_cast<double>(count) - 1); }

  double row_value(std::size_t row, const double* metric, Scratch& scratch) const override {
    const auto scores = rows().of(metric, row);
    if (scores.size() < 2 || deviations_[row] == 0) return no_value;
    if (std::ranges::any_of(scores, [](double score) { return std::isnan(score); })) return no_value;
    scratch.values.resize(scores.size());
    centred_ranks(scores, scratch.values, scratch.order);
    const std::span<const double> ranks = scratch.values;
    const double deviation = std::sqrt(product(ranks, ranks) * per(ranks.size()));
    if (deviation == 0) return no_value;
    const double covariance = product(rows().of(ranks_.data(), row), ranks) * per(ranks.size());
    return std::clamp(covariance / deviation / deviations_[row], -1.0, 1.0);
  }

  RowFigures row_figures(std::size_t row, const double* metric, Scratch& scratch) const override {
    const double rho = row_value(row, metric, scratch);
    const std::size_t count = rows().length(row);
    if (std::isnan(rho) || count <= 2) return {rho, no_value, static_cast<double>(count)};  // no degree of freedom
    const double freedom = static_cast<double>(count) - 2;
    const double t = rho * std::sqrt(freedom / ((rho + 1) * (1 - rho)));
    return {rho, student_tails(t, freedom), static_cast<double>(count)};
  }

  std::vector<double> ranks_;
  std::vector<double> deviations_;
};

}  // namespace

std::unique_ptr<Measure> make_spearman(Rows rows, const MeasureOptions&) {
  return std::make_unique<Spearman>(std::move(rows));
}

}  // namespace parbleu
