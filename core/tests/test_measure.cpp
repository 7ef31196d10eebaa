// Tests fast pair counting against simple counting, and tail probabilities against closed forms.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "check.hpp"
#include "parbleu/correlation/measure.hpp"
#include "reference/slow_measures.hpp"

namespace parbleu {
namespace {

std::vector<double> scores(std::mt19937_64& random, std::size_t count, int levels) {
  std::vector<double> drawn(count);
  for (double& score : drawn) score = static_cast<double>(random() % static_cast<unsigned>(levels)) / 10;
  return drawn;
}

bool near(double one, double other, double tolerance = 1e-12) {
  return std::abs(one - other) <= tolerance * std::max(1e-300, std::abs(other));
}

double row_value(const char* name, const std::vector<double>& gold, const std::vector<double>& metric,
                 const MeasureOptions& options, double* weight = nullptr) {
  Scratch scratch;
  const auto figures = make_measure(name, Rows{gold, {0, gold.size()}}, options)->figures(metric.data(), scratch);
  if (weight != nullptr) *weight = figures[0].weight;
  return figures[0].value;
}

void pairs_are_counted() {
  std::mt19937_64 random(1);
  Scratch scratch;
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = 2 + random() % 150;
    const int levels = 2 + static_cast<int>(random() % 60);
    const auto gold = scores(random, count, levels);
    const auto metric = scores(random, count, 2 + static_cast<int>(random() % 60));
    for (const double epsilon : {0.0, 0.1, 0.3, 1.7, 100.0}) {
      CHECK(count_pairs(gold, metric, epsilon, scratch) == twin::count_pairs(gold, metric, epsilon));
    }
    for (const double threshold : {0.0, 0.1, 0.3, 2.5, 100.0}) {
      const auto expected = twin::kendall_like(gold, metric, threshold);
      double pairs = 0;
      const double value =
          row_value("kendall-like", gold, metric, {.variant = "", .threshold = threshold}, &pairs);
      CHECK(pairs == expected.pairs);
      CHECK(value == (pairs == 0 ? 0 : expected.difference / pairs));
    }
    const auto spread = scores(random, count, 1 << 20);
    CHECK(std::abs(row_value("pearson", gold, spread, {}) - twin::pearson(gold, spread)) < 1e-12 ||
          std::isnan(row_value("pearson", gold, gold, {})));
  }
}

void tails() {
  for (const double t : {0.0, 1e-6, 0.3, 1.0, 2.5, 40.0, 1e5}) {
    CHECK(near(student_tails(t, 1), std::atan2(1, t) * 2 / std::numbers::pi));
    const double root = std::sqrt(2 + t * t);
    CHECK(near(student_tails(t, 2), 2 / (root * (root + t))));
    if (t < 3) CHECK(near(student_tails(t, 4), 1 - t * (t * t + 6) / std::pow(t * t + 4, 1.5)));
    CHECK(student_tails(t, 7) == student_tails(-t, 7));
  }
  // The finite series for even degrees of freedom, summed up in decimals with 60 digits.
  CHECK(near(student_tails(5, 4214), 5.966079406217110e-7));
  CHECK(near(student_tails(3, 100), 0.003407915343329450));
  CHECK(pearson_tails(0.3, 2) == 1);
  CHECK(pearson_tails(1, 9) == 0);
  CHECK(near(pearson_tails(0, 9), 1));
  CHECK(near(normal_tails(1), 0.31731050786291410));
  CHECK(near(normal_distance(0.31731050786291410), 1));
  CHECK(normal_distance(1) == 0);
  CHECK(normal_distance(0) < 39);
}

// Kendall's exact tails against counting all permutations.
void permutations() {
  for (std::uint64_t count = 1; count <= 7; ++count) {
    std::vector<int> order(count);
    for (std::size_t at = 0; at < order.size(); ++at) order[at] = static_cast<int>(at);
    std::vector<double> with(count * (count - 1) / 2 + 1);
    double all = 0;
    do {
      std::size_t inversions = 0;
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) inversions += order[i] > order[j] ? 1 : 0;
      }
      ++with[inversions];
      ++all;
    } while (std::next_permutation(order.begin(), order.end()));
    double below = 0;
    for (std::size_t k = 0; k < with.size(); ++k) {
      below += with[k] / all;
      const double expected = std::min(1.0, 2 * std::min(below, 1 - below + with[k] / all));
      CHECK(near(kendall_tails(count, k), expected, 1e-12));
    }
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  using namespace parbleu;
  pairs_are_counted();
  tails();
  permutations();
  return test::failed();
}
