#include "parbleu/correlation/tail_probabilities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace parbleu {
namespace {

// log(n!) less Stirling's approximation log(sqrt(2 pi n) (n/e)^n), for any n > 0.
double stirling_error(double n) {
  double above = 0;
  for (; n < 16; ++n) above += (n + 0.5) * std::log1p(1 / n) - 1;  // by what n's exceeds that of n + 1
  const double step = 1 / (n * n);
  // The asymptotic series; the next term is below 1e-16 from 16 on.
  double sum = 691.0 / 360360 - step / 156;
  for (const double term : {1.0 / 1188, 1.0 / 1680, 1.0 / 1260, 1.0 / 360, 1.0 / 12}) sum = term - sum * step;
  return above + sum / n;
}

// x log(x / mean) + mean - x, without cancellation where they are close.
double deviance(double x, double mean) {
  const double difference = x - mean;
  if (std::abs(difference) < 0.1 * (x + mean)) {
    const double ratio = difference / (x + mean);
    double sum = difference * ratio;
    double term = 2 * x * ratio;
    for (int at = 1; at < 1000; ++at) {
      term *= ratio * ratio;
      const double next = sum + term / (2 * at + 1);
      if (next == sum) return sum;
      sum = next;
    }
  }
  return x * std::log(x / mean) + mean - x;
}

// x^a (1-x)^b / (a B(a, b)), by C. Loader's saddle-point form of the binomial density: logarithms of large gamma
// functions would cancel.
double front_factor(double a, double b, double x, double y) {
  const double n = a + b;
  const double exponent =
      stirling_error(n) - stirling_error(a) - stirling_error(b) - deviance(a, n * x) - deviance(b, n * y);
  const double density = std::exp(exponent) * std::sqrt(n / (2 * std::numbers::pi * a * b));
  return density * b / n;
}

// The continued fraction of the incomplete beta function by the modified method of Lentz; converges fast where
// x < (a + 1) / (a + b + 2).
double continued_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  constexpr double enough = 1e-16;
  const auto away = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / away(1 - (a + b) * x / (a + 1));
  double result = d;
  for (int step = 1; step < 100000; ++step) {
    const double m = step;
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const double change = d * c;
    result *= change;
    if (std::abs(change - 1) < enough) break;
  }
  return result;
}

}  // namespace

double incomplete_beta(double a, double b, double x, double one_minus_x) {
  if (std::isnan(x) || std::isnan(one_minus_x)) return std::numeric_limits<double>::quiet_NaN();
  if (x <= 0) return 0;
  if (one_minus_x <= 0) return 1;
  if (x < (a + 1) / (a + b + 2)) {
    return std::min(1.0, front_factor(a, b, x, one_minus_x) * continued_fraction(a, b, x));
  }
  return std::max(0.0, 1 - front_factor(b, a, one_minus_x, x) * continued_fraction(b, a, one_minus_x));
}

double student_tails(double t, double freedom) {
  const double square = t * t;
  return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + square), square / (freedom + square));
}

double pearson_tails(double r, std::size_t count) {
  if (count < 3) return count == 2 ? 1 : std::numeric_limits<double>::quiet_NaN();
  return incomplete_beta((static_cast<double>(count) - 2) / 2, 0.5, (1 - r) * (1 + r), r * r);
}

double normal_tails(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

// Permutations of n numbers with k inversions: those of n - 1 numbers with k - n + 1 to k, as the largest number
// may stand anywhere.
double kendall_tails(std::uint64_t count, std::uint64_t discordant) {
  const std::uint64_t pairs = count * (count - 1) / 2;
  const std::uint64_t few = std::min(discordant, pairs - discordant);
  if (2 * few == pairs) return 1;
  std::vector<double> shares(static_cast<std::size_t>(few + 1));  // of all permutations
  shares[0] = 1;
  for (std::uint64_t numbers = 2; numbers <= count; ++numbers) {
    std::vector<double> sums(shares.size() + 1);
    for (std::size_t k = 0; k < shares.size(); ++k) sums[k + 1] = sums[k] + shares[k];
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const double below = k + 1 > numbers ? sums[k + 1 - numbers] : 0;
      shares[k] = (sums[k + 1] - below) / static_cast<double>(numbers);
    }
  }
  double tail = 0;
  for (const double share : shares) tail += share;
  return std::min(1.0, 2 * tail);
}

}  // namespace parbleu
