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

}  // namespace
}  // namespace parbleu

int main() {
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
