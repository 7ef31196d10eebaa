#include <cmath>

#include "correlation/measures.hpp"
#include "parbleu/correlation/permutation_test.hpp"

namespace parbleu {

Average average(std::span<const RowFigures> figures, bool weighted, Undefined undefined) {
  Average sum;
  for (RowFigures row : figures) {
    if (std::isnan(row.value)) {
      if (undefined == Undefined::dropped) continue;
      row.value = row.p_value = 0;
    }
    const double weight = weighted ? row.weight : 1;
    sum.value += weight * row.value;
    sum.p_value += weight * row.p_value;
    sum.weight += weight;
  }
  if (sum.weight == 0) return {};
  return {sum.value / sum.weight, sum.p_value / sum.weight, sum.weight};
}

double mean_value(std::span<const RowFigures> figures, Undefined undefined) {
  std::vector<double> values;
  for (const RowFigures& row : figures) add_value(values, row.value, undefined);
  return mean_of(values);
}

double RowMeasure::value(const double* metric, Undefined undefined, Scratch& scratch) const {
  scratch.rows.clear();
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    add_value(scratch.rows, row_value(row, metric, scratch), undefined);
  }
  return mean_of(scratch.rows);
}

std::vector<RowFigures> RowMeasure::figures(const double* metric, Scratch& scratch) const {
  std::vector<RowFigures> all;
  all.reserve(rows_.size());
  for (std::size_t row = 0; row < rows_.size(); ++row) all.push_back(row_figures(row, metric, scratch));
  return all;
}

RowFigures RowMeasure::row_figures(std::size_t row, const double* metric, Scratch& scratch) const {
  return {row_value(row, metric, scratch), 0, static_cast<double>(rows_.length(row))};
}

namespace {

using Maker = std::unique_ptr<Measure> (*)(Rows, const MeasureOptions&);

struct Entry {
  std::string_view name;
  Maker make;
};

constexpr Entry entries[] = {
    {"pearson", make_pearson},
    {"pearson-quick", make_quick_pearson},
    {"pearson-differences", make_pearson_differences},
    {"spearman", make_spearman},
    {"kendall", make_kendall},
    {"kendall-like", make_kendall_like},
    {"kendall-variants", make_kendall_variants},
    {"accuracy", make_pairwise_accuracy},
};

}  // namespace

std::unique_ptr<Measure> make_measure(std::string_view name, Rows rows, const MeasureOptions& options) {
  for (const Entry& entry : entries) {
    if (entry.name == name) return entry.make(std::move(rows), options);
  }
  return nullptr;
}

}  // namespace parbleu
