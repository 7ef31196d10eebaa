#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "base/pairwise_sum.hpp"
#include "parbleu/correlation/measure.hpp"

namespace parbleu {
namespace {

// Wider than double where the machine has such numbers, so that what is rounded to double at the end is mostly the
// nearest one, as SciPy's is, which computes Pearson's p-values alike.
using Wide = long double;

// Gamma(a + 1/2) / Gamma(a + 1), a > 0: the asymptotic series in 1 / (a + 1/4) has the Euler numbers E2, E4, ... over
// k 4^(2k + 1); the next term is below 1e-21 from 40 on.
Wide gamma_ratio(Wide a) {
  Wide above = 1;  // over below: by what a's exceeds that of a number large enough
  Wide below = 1;
  while (a < 40) {
    above *= a + 1;
    below *= a + Wide{0.5};
    ++a;
  }
  const Wide middle = a + Wide{0.25};
  const Wide step = 1 / (16 * middle * middle);
  Wide sum = 0;
  for (const Wide term :
       {Wide{2702765} / 6, Wide{-50521} / 5, Wide{1385} / 4, Wide{-61} / 3, Wide{5} / 2, Wide{-1}}) {
    sum = (term + sum) * step;
  }
  return above / below * std::exp(sum / 4) / std::sqrt(middle);
}

// The continued fraction of the incomplete beta function by the modified method of Lentz; converges fast where
// x < (a + 1) / (a + b + 2).
Wide continued_fraction(Wide a, Wide b, Wide x) {
  constexpr Wide tiny = 1e-300L;
  constexpr Wide enough = std::numeric_limits<Wide>::epsilon();
  const auto away = [](Wide value) { return std::abs(value) < tiny ? tiny : value; };
  Wide c = 1;
  Wide d = 1 / away(1 - (a + b) * x / (a + 1));
  Wide result = d;
  for (int step = 1; step < 100000; ++step) {
    const Wide m = step;
    const Wide place = a + 2 * m;
    const Wide even = m * (b - m) * x / ((place - 1) * place);
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const Wide odd = -(a + m) * (a + b + m) * x / (place * (place + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const Wide change = d * c;
    result *= change;
    if (std::abs(change - 1) <= enough) break;
  }
  return result;
}

// The regularised incomplete beta function I_x(a, 1/2), with 1 - x given too, as it may be tiny.
double half_beta(Wide a, Wide x, Wide rest) {
  if (std::isnan(x)) return std::numeric_limits<double>::quiet_NaN();
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const Wide power = std::exp(a * (rest < Wide{0.5} ? std::log1p(-rest) : std::log(x)));
  const Wide front =
      power * std::sqrt(rest) * gamma_ratio(a) * std::numbers::inv_sqrtpi_v<Wide>;  // over a B(a, 1/2)
  const Wide half = 0.5;
  if (x < (a + 1) / (a + half + 2)) return static_cast<double>(front * continued_fraction(a, half, x));
  return static_cast<double>(1 - front * a / half * continued_fraction(half, a, rest));
}

}  // namespace

double student_tails(double t, double freedom) {
  const Wide square = Wide{t} * t;
  return half_beta(Wide{freedom} / 2, freedom / (freedom + square), square / (freedom + square));
}

// SciPy takes r to the interval from 0 to 1, on which it is rounded; so is it here.
double pearson_tails(double r, std::size_t count) {
  if (count < 3) return count == 2 ? 1 : std::numeric_limits<double>::quiet_NaN();
  const Wide rounded = (std::abs(r) + 1) / 2 * 2 - 1;
  return half_beta((static_cast<Wide>(count) - 2) / 2, (1 - rounded) * (1 + rounded), rounded * rounded);
}

double normal_tails(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double normal_distance(double tails) {
  if (tails >= 1) return 0;
  double low = 0;
  double high = 39;  // beyond so many standard deviations there is no probability that a double can hold
  for (;;) {
    const double middle = (low + high) / 2;
    if (!(low < middle && middle < high)) return high;
    (normal_tails(middle) > tails ? low : high) = middle;
  }
}

namespace {

// n!, rounded once: the product of two parts, the second of which holds what the first cannot.
double factorial(std::uint64_t n) {
  double high = 1;
  double low = 0;
  for (std::uint64_t factor = 2; factor <= n; ++factor) {
    const auto by = static_cast<double>(factor);
    const double product = high * by;
    low = low * by + std::fma(high, by, -product);
    high = product + low;
    low -= high - product;
  }
  return high;
}

}  // namespace

// Permutations of n numbers with k inversions: those of n - 1 numbers with k - n + 1 to k, as the largest number
// may stand anywhere. Up to 170 numbers they are counted, beyond that their shares of n!, in SciPy's order.
double kendall_tails(std::uint64_t count, std::uint64_t discordant) {
  constexpr std::uint64_t most = 170;  // whose factorial is a number
  const std::uint64_t pairs = count * (count - 1) / 2;
  const std::uint64_t few = std::min(discordant, pairs - discordant);
  if (2 * few == pairs) return 1;
  if (few <= 1) return count - few <= most ? std::min(1.0, 2 / factorial(count - few)) : 0;
  std::vector<double> ways(static_cast<std::size_t>(few + 1));
  ways[0] = ways[1] = 1;
  for (std::uint64_t numbers = 3; numbers <= count; ++numbers) {
    std::vector<double> sums(ways.size());
    std::partial_sum(ways.begin(), ways.end(), sums.begin());
    if (count > most) {
      for (double& sum : sums) sum /= static_cast<double>(numbers);
    }
    ways = sums;
    for (std::size_t k = numbers; k < ways.size(); ++k) ways[k] = sums[k] - sums[k - numbers];
  }
  const double sum = pairwise_sum(std::span<const double>(ways));
  return std::min(1.0, count > most ? sum : 2 * sum / factorial(count));
}

}  // namespace parbleu
