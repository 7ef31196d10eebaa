#include <algorithm>
#include <array>
#include <cmath>

#include "parbleu/resample.hpp"

namespace parbleu {
namespace {

// The sum in NumPy's order: eight running sums over up to 128 numbers, halves of more.
template <class Real>
Real pairwise_sum(std::span<const Real> numbers) {
  const std::size_t count = numbers.size();
  if (count > 128) {
    const std::size_t half = count / 2 / 8 * 8;
    return pairwise_sum(numbers.first(half)) + pairwise_sum(numbers.subspan(half));
  }
  Real sum = 0;
  std::size_t at = 0;
  if (count >= 8) {
    std::array<Real, 8> part;
    std::copy_n(numbers.begin(), 8, part.begin());
    for (at = 8; at + 8 <= count; at += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) part[lane] += numbers[at + lane];
    }
    sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
  }
  for (; at < count; ++at) sum += numbers[at];
  return sum;
}

template <class Real>
Real mean(std::span<const Real> numbers) {
  return pairwise_sum(numbers) / static_cast<Real>(numbers.size());
}

template <class Real>
Interval interval_in(std::span<const double> scores) {
  std::vector<Real> sorted(scores.size());
  std::ranges::transform(scores, sorted.begin(), [](double score) { return static_cast<Real>(score); });
  std::ranges::sort(sorted);
  const std::size_t outside = sorted.size() / 40;
  const Real low = sorted[outside];
  const Real high = sorted[sorted.size() - outside - 1];
  const Real half = (high - low) / 2;
  return {mean(std::span<const Real>(sorted)), low, high, half};
}

template <class Real>
Verdict absolute_verdict(std::span<const double> first, std::span<const double> second, double observed) {
  std::vector<Real> differences(first.size());
  std::ranges::transform(first, second, differences.begin(), [](double one, double two) {
    return std::abs(static_cast<Real>(two) - static_cast<Real>(one));
  });
  const Real centre = mean(std::span<const Real>(differences));
  const auto limit = static_cast<Real>(observed);
  Verdict verdict;
  for (const Real difference : differences) {
    verdict.beyond += difference - centre > limit ? 1 : 0;
    verdict.equal += difference - centre == limit ? 1 : 0;
  }
  return verdict;
}

std::uint64_t shifted_count(std::span<const double> first, std::span<const double> second, double observed) {
  std::vector<double> differences(first.size());
  std::ranges::transform(first, second, differences.begin(), [](double one, double two) { return two - one; });
  const double centre = mean(std::span<const double>(differences));
  return static_cast<std::uint64_t>(std::ranges::count_if(
      differences, [&](double difference) { return std::abs(difference - centre) >= observed; }));
}

}  // namespace

PairedVerdict paired_verdict(std::span<const double> first, std::span<const double> second, double observed,
                             bool single) {
  return {single ? absolute_verdict<float>(first, second, observed)
                 : absolute_verdict<double>(first, second, observed),
          shifted_count(first, second, observed)};
}

Interval interval(std::span<const double> scores, bool single) {
  return single ? interval_in<float>(scores) : interval_in<double>(scores);
}

}  // namespace parbleu
