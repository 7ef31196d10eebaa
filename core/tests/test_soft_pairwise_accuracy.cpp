// Tests signed sums from tables against adding them up.
#include <array>
#include <cmath>
#include <random>

#include "check.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"
#include "reference/slow_soft_pairwise_accuracy.hpp"

namespace parbleu {
namespace {

constexpr std::array<std::uint32_t, 1> seed{4};

void compare(std::size_t systems, std::size_t items, bool missing) {
  constexpr std::size_t trials = 60;
  std::mt19937_64 random(systems * 100 + items);
  Grid grid{std::vector<double>(systems * items), systems, items};
  for (double& score : grid.scores) {
    score = missing && random() % 4 == 0 ? no_value : static_cast<double>(random() % 64) / 4;
  }
  const std::vector<double> found = PairwiseTest(grid, trials, seed).p_values(grid.scores.data());
  const std::vector<double> expected = twin::p_values(grid, trials, seed);
  CHECK(found.size() == expected.size());
  for (std::size_t pair = 0; pair < found.size(); ++pair) {
    CHECK(std::isnan(expected[pair]) ? std::isnan(found[pair]) : found[pair] == expected[pair]);
  }
}

// Scores of which many trials tie or nearly tie, and such whose sums are inexact, tiny, huge or infinite.
double hostile(std::size_t kind, std::mt19937_64& random) {
  const double uniform = static_cast<double>(random() >> 11) / 9007199254740992.0;
  const auto small = static_cast<double>(random() % 5);
  switch (kind) {
    case 0:
      return uniform;
    case 1:
      return small / 10;
    case 2:
      return -small;
    case 3:
      return 0.1;
    case 4:
      return small == 0 ? 1e7 + uniform : uniform;
    case 5:
      return small * 1e-45;
    case 6:
      return uniform * 1e-38;
    case 7:
      return uniform * 1e37;
    case 8:
      return small == 0 ? 1e39 : uniform;
    default:
      return small == 0 ? std::ldexp(uniform, static_cast<int>(random() % 60)) : small / 3;
  }
}

// Several tables at once, which do not fill vectors; p-values to the last trial.
void compare_rounded(std::size_t systems, std::size_t items) {
  constexpr std::size_t trials = 70;
  std::mt19937_64 random(systems * 1000 + items);
  std::vector<Grid> grids;
  for (std::size_t kind = 0; kind < 10; ++kind) {
    std::vector<double>& scores =
        grids.emplace_back(Grid{std::vector<double>(systems * items), systems, items}).scores;
    for (double& score : scores) score = hostile(kind, random);
    if (kind % 2 == 0 && systems > 2) {  // two systems nearly tie
      std::copy_n(scores.begin(), items, scores.begin() + static_cast<std::ptrdiff_t>(items));
      std::swap(scores[items], scores[2 * items - 1]);
    }
  }
  const auto grid = [&](std::size_t at, std::vector<double>&) { return grids[at].scores.data(); };
  const std::vector<std::vector<double>> found =
      PairwiseTest(grids[0], trials, seed).p_values(grids.size(), grid, Execution{.threads = 2});
  for (std::size_t at = 0; at < grids.size(); ++at) {
    CHECK(found[at] == twin::rounded_p_values(grids[at], trials, seed));
  }
}

void compare_together() {
  constexpr std::size_t cells = 12;
  std::mt19937_64 random(1);
  Grid gold{std::vector<double>(cells), 3, 4};
  for (double& score : gold.scores) score = static_cast<double>(random() % 7);
  gold.scores[5] = no_value;
  const std::vector<std::size_t> places{0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11};
  std::vector<double> one(places.size());
  for (double& score : one) score = static_cast<double>(random() % 7);
  std::vector<double> lacking = one;
  lacking[3] = no_value;
  const auto trials = std::make_shared<const SignTrials>(PairwiseTest::items_used(gold), 100, seed);
  const std::vector<const double*> metrics{one.data(), lacking.data()};
  const std::vector<double> found = soft_pairwise_accuracies(gold, places, metrics, trials, Execution{});
  Scratch scratch;
  const auto measure = make_soft_pairwise_accuracy(gold, places, trials);
  CHECK(found[0] == measure->figures(one.data(), scratch)[0].value);
  CHECK(std::isnan(found[1]));
}

}  // namespace
}  // namespace parbleu

int main() {
  for (const std::size_t systems : {1U, 2U, 3U, 8U, 9U, 17U}) {
    for (const std::size_t items : {1U, 27U, 29U, 448U, 449U, 527U, 900U}) {
      if (systems < 9 || items < 500) parbleu::compare_rounded(systems, items);
    }
  }
  parbleu::compare_rounded(2, 9000);
  parbleu::compare_together();
  for (const std::size_t systems : {1U, 2U, 3U, 8U, 9U}) {
    for (const std::size_t items : {1U, 7U, 8U, 9U, 33U}) {
      parbleu::compare(systems, items, false);
      parbleu::compare(systems, items, true);
    }
  }
  const std::vector<double> one{0.1, parbleu::no_value, 0.5};
  const std::vector<double> other{0.2, 0.3, 0.1};
  CHECK(std::abs(parbleu::soft_pairwise_accuracy(one, other) - 0.75) < 1e-15);
  CHECK(std::isnan(parbleu::soft_pairwise_accuracy({}, {})));
  return parbleu::test::failed();
}
