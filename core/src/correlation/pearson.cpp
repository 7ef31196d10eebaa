// Computes Pearson's correlation of scores, or of their pairwise differences.
#include <array>
#include <cmath>

#include "base/pairwise_sum.hpp"
#include "correlation/dot_products/kernels.hpp"
#include "correlation/measures.hpp"
#include "parbleu/correlation/measure.hpp"

namespace parbleu {
namespace {

double mean(std::span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

double squares(std::span<const double> numbers, double centre) {
  double sum = 0;
  for (const double number : numbers) sum += (number - centre) * (number - centre);
  return sum;
}

// The largest distance from 0; four at a time, as each would have to wait for the one before it.
double farthest(std::span<const double> numbers) {
  std::array<double, 4> most{};
  std::size_t at = 0;
  for (; at + most.size() <= numbers.size(); at += most.size()) {
    for (std::size_t lane = 0; lane < most.size(); ++lane) {
      most[lane] = std::max(most[lane], std::abs(numbers[at + lane]));
    }
  }
  for (; at < numbers.size(); ++at) most[0] = std::max(most[0], std::abs(numbers[at]));
  return std::ranges::max(most);
}

// Scores less their mean over their norm: SciPy's operations in SciPy's order, none of which overflows or vanishes,
// whatever the scale of the scores.
void standardize(std::span<const double> scores, std::span<double> units) {
  const double centre = pairwise_sum(scores) / static_cast<double>(scores.size());
  std::ranges::transform(scores, units.begin(), [&](double score) { return score - centre; });
  const double largest = farthest(units);
  const auto square = [&](double apart) { return (apart / largest) * (apart / largest); };
  const double norm = largest * std::sqrt(pairwise_sum_of(std::span<const double>(units), square));
  for (double& unit : units) unit /= norm;
}

// Of scores that are standardized.
double correlation(std::span<const double> gold, std::span<const double> metric) {
  const double r = std::clamp(dot_products::dot(gold.data(), metric.data(), gold.size()), -1.0, 1.0);
  return gold.size() == 2 ? std::round(r) : r;
}

// The same but for the last digits, without divisions.
double quick_correlation(std::span<const double> gold, std::span<const double> scores) {
  const double centre = mean(scores);
  double product = 0;
  double square = 0;
  for (std::size_t at = 0; at < scores.size(); ++at) {
    const double apart = scores[at] - centre;
    product += gold[at] * apart;
    square += apart * apart;
  }
  const double r = std::clamp(product / std::sqrt(square), -1.0, 1.0);
  return scores.size() == 2 ? std::round(r) : r;
}

class Pearson final : public RowMeasure {
 public:
  Pearson(Rows given, bool quick)
      : RowMeasure(std::move(given)), quick_(quick), units_(rows().gold.size()), constant_(rows().size()) {
    for (std::size_t row = 0; row < rows().size(); ++row) {
      const auto gold = rows().row(row);
      constant_[row] = gold.size() < 2 || constant(gold);
      if (constant_[row] == 0) standardize(gold, {units_.data() + rows().starts[row], gold.size()});
    }
  }

 private:
  double row_value(std::size_t row, const double* metric, Scratch& scratch) const override {
    if (constant_[row] != 0) return no_value;
    const auto scores = rows().of(metric, row);
    if (constant(scores)) return no_value;
    const auto gold = rows().of(units_.data(), row);
    if (quick_) return quick_correlation(gold, scores);
    scratch.values.resize(scores.size());
    standardize(scores, scratch.values);
    return correlation(gold, scratch.values);
  }

  RowFigures row_figures(std::size_t row, const double* metric, Scratch& scratch) const override {
    const double r = row_value(row, metric, scratch);
    const std::size_t count = rows().length(row);
    return {r, std::isnan(r) ? no_value : pearson_tails(r, count), static_cast<double>(count)};
  }

  bool quick_;
  std::vector<double> units_;  // gold scores, standardized
  std::vector<char> constant_;
};

// All ordered differences within the rows, of all rows together. Permutation tests do without them: their mean is 0,
// and a row of n has 2 n times its sum of squares about the mean.
class PearsonDifferences final : public Measure {
 public:
  explicit PearsonDifferences(Rows rows) : rows_(std::move(rows)) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto gold = rows_.row(row);
      const auto count = static_cast<double>(gold.size());
      pairs_ += gold.size() * gold.size();
      if (gold.empty()) continue;
      centres_.push_back(mean(gold));
      if (!constant(gold)) squares_ += count * squares(gold, centres_.back());
    }
  }

  [[nodiscard]] std::size_t positions() const override { return rows_.gold.size(); }

  double value(const double* metric, Undefined, Scratch&) const override {
    const double r = correlation(metric);
    return std::isnan(r) ? 0 : r;
  }

  // Of the differences themselves, as far as they fit.
  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch& scratch) const override {
    if (pairs_ > most_pairs) {
      const double r = correlation(metric);
      return {{r, std::isnan(r) ? no_value : pearson_tails(r, pairs_), static_cast<double>(pairs_)}};
    }
    scratch.values = differences(metric);
    const std::vector<double> gold = differences(rows_.gold.data());
    RowFigures found{no_value, no_value, static_cast<double>(pairs_)};
    if (pairs_ < 2 || constant(gold) || constant(scratch.values)) return {found};
    scratch.rows.resize(pairs_);
    standardize(gold, scratch.rows);
    scratch.first.resize(pairs_);
    standardize(scratch.values, scratch.first);
    found.value = parbleu::correlation(scratch.rows, scratch.first);
    found.p_value = pearson_tails(found.value, pairs_);
    return {found};
  }

 private:
  static constexpr std::size_t most_pairs = std::size_t{1} << 25;  // 256 MiB, four times

  [[nodiscard]] std::vector<double> differences(const double* scores) const {
    std::vector<double> found;
    found.reserve(pairs_);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      for (const double one : rows_.of(scores, row)) {
        for (const double other : rows_.of(scores, row)) found.push_back(other - one);
      }
    }
    return found;
  }

  [[nodiscard]] double correlation(const double* metric) const {
    double product = 0;
    double square = 0;
    auto gold_centre = centres_.begin();
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto gold = rows_.row(row);
      const auto scores = rows_.of(metric, row);
      if (gold.empty()) continue;
      const double offset = *gold_centre++;
      if (constant(scores)) continue;
      const double centre = mean(scores);
      double together = 0;
      for (std::size_t at = 0; at < gold.size(); ++at) together += (gold[at] - offset) * (scores[at] - centre);
      product += static_cast<double>(gold.size()) * together;
      square += static_cast<double>(gold.size()) * squares(scores, centre);
    }
    if (squares_ == 0 || square == 0) return no_value;
    return std::clamp(product / std::sqrt(squares_) / std::sqrt(square), -1.0, 1.0);
  }

  Rows rows_;
  std::vector<double> centres_;  // of the rows that are not empty
  double squares_ = 0;
  std::size_t pairs_ = 0;
};

}  // namespace

std::unique_ptr<Measure> make_pearson(Rows rows, const MeasureOptions&) {
  return std::make_unique<Pearson>(std::move(rows), false);
}

std::unique_ptr<Measure> make_quick_pearson(Rows rows, const MeasureOptions&) {
  return std::make_unique<Pearson>(std::move(rows), true);
}

std::unique_ptr<Measure> make_pearson_differences(Rows rows, const MeasureOptions&) {
  return std::make_unique<PearsonDifferences>(std::move(rows));
}

}  // namespace parbleu
