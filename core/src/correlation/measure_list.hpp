// Declares the measures, each of which has a file of its own; measure.cpp lists them.
#pragma once

#include <algorithm>

#include "parbleu/correlation/measure.hpp"

namespace parbleu {

std::unique_ptr<Measure> make_pearson(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_quick_pearson(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_pearson_differences(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_spearman(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_kendall(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_kendall_like(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_kendall_variants(Rows rows, const MeasureOptions& options);
std::unique_ptr<Measure> make_pairwise_accuracy(Rows rows, const MeasureOptions& options);

// Whether no two numbers differ; NaN differs.
inline bool constant(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [&](double number) { return number == numbers.front(); });
}

}  // namespace parbleu
