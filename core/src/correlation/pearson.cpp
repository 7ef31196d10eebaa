// Pearson's correlation of scores, and of their pairwise differences.
#include <cmath>

#include "correlation/measure_list.hpp"
#include "parbleu/correlation/tail_probabilities.hpp"

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

class Pearson final : public RowMeasure {
 public:
  explicit Pearson(Rows given)
      : RowMeasure(std::move(given)), unit_(rows().gold.size()), constant_(rows().size()) {
    for (std::size_t row = 0; row < rows().size(); ++row) {
      const auto gold = rows().row(row);
      constant_[row] = gold.size() < 2 || constant(gold);
      if (constant_[row]) continue;
      const double centre = mean(gold);
      const double norm = std::sqrt(squares(gold, centre));
      std::ranges::transform(gold, unit_.begin() + static_cast<std::ptrdiff_t>(rows().starts[row]),
                             [&](double score) { return (score - centre) / norm; });
    }
  }

 private:
  double row_value(std::size_t row, const double* metric, Scratch&) const override {
    if (constant_[row]) return no_value;
    const auto scores = rows().of(metric, row);
    if (constant(scores)) return no_value;
    const auto gold = rows().of(unit_.data(), row);
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

  RowFigures row_figures(std::size_t row, const double* metric, Scratch& scratch) const override {
    const double r = row_value(row, metric, scratch);
    const std::size_t count = rows().length(row);
    return {r, std::isnan(r) ? no_value : pearson_tails(r, count), static_cast<double>(count)};
  }

  std::vector<double> unit_;  // gold scores less their mean, over their norm
  std::vector<char> constant_;
};

// All ordered differences within the rows, of all rows together: their mean is 0, and a row of n has 2 n times its
// sum of squares about the mean.
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

  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch&) const override {
    const double r = correlation(metric);
    return {{r, std::isnan(r) ? no_value : pearson_tails(r, pairs_), static_cast<double>(pairs_)}};
  }

 private:
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
  return std::make_unique<Pearson>(std::move(rows));
}

std::unique_ptr<Measure> make_pearson_differences(Rows rows, const MeasureOptions&) {
  return std::make_unique<PearsonDifferences>(std::move(rows));
}

}  // namespace parbleu
