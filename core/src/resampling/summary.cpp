#include <algorithm>
#include <cmath>

#include "base/pairwise_sum.hpp"
#include "parbleu/resampling/resampling.hpp"

namespace parbleu {
namespace {

template <class Real>
Real mean(std::span<const Real> numbers) {
  return pairwise_sum(numbers) / static_cast<Real>(numbers.size());
}

template <class Real>
Interval interval_in(std::span<const double> scores) {
  std::vector<Real> sorted(scores.size());
  std::ranges::transform(scores, sorted.begin(), [](double score) { return static_cast<Real>(score); });
  // NaN goes to the end, as NumPy sorts it: std::sort by < alone may leave the array.
  std::ranges::sort(sorted,
                    [](Real one, Real other) { return one < other || (std::isnan(other) && !std::isnan(one)); });
  const std::size_t outside = sorted.size() / 40;
  const Real low = sorted[outside];
  const Real high = sorted[sorted.size() - outside - 1];
  const Real half = (high - low) / 2;
  return {mean(std::span<const Real>(sorted)), low, high, half};
}

template <class Real>
TrialCounts absolute_counts(std::span<const double> first, std::span<const double> second, double observed) {
  std::vector<Real> differences(first.size());
  std::ranges::transform(first, second, differences.begin(), [](double one, double two) {
    return std::abs(static_cast<Real>(two) - static_cast<Real>(one));
  });
  const Real centre = mean(std::span<const Real>(differences));
  const auto limit = static_cast<Real>(observed);
  TrialCounts count;
  for (const Real difference : differences) {
    count.beyond += difference - centre > limit ? 1 : 0;
    count.equal += difference - centre == limit ? 1 : 0;
  }
  return count;
}

std::uint64_t shifted_count(std::span<const double> first, std::span<const double> second, double observed) {
  std::vector<double> differences(first.size());
  std::ranges::transform(first, second, differences.begin(), [](double one, double two) { return two - one; });
  const double centre = mean(std::span<const double>(differences));
  return static_cast<std::uint64_t>(std::ranges::count_if(
      differences, [&](double difference) { return std::abs(difference - centre) >= observed; }));
}

}  // namespace

PairedCounts paired_counts(std::span<const double> first, std::span<const double> second, double observed,
                           bool single) {
  return {
      single ? absolute_counts<float>(first, second, observed) : absolute_counts<double>(first, second, observed),
      shifted_count(first, second, observed)};
}

Interval interval(std::span<const double> scores, bool single) {
  return single ? interval_in<float>(scores) : interval_in<double>(scores);
}

}  // namespace parbleu
