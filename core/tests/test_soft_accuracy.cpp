// Signed sums by tables against adding them up.
#include <array>
#include <cmath>
#include <random>

#include "check.hpp"
#include "parbleu/soft_accuracy.hpp"

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
  std::vector<std::size_t> used;
  for (std::size_t item = 0; item < items; ++item) {
    std::size_t present = 0;
    for (std::size_t system = 0; system < systems; ++system) {
      present += std::isnan(grid.scores[system * items + item]) ? 0 : 1;
    }
    if (present > 1) used.push_back(item);
  }
  std::vector<std::uint32_t> draws(trials * used.size());
  Draws(seed).fill(draws);
  const std::vector<double> found = PairwiseTest(grid, trials, seed).p_values(grid.scores.data());
  CHECK(found.size() == systems * (systems - 1) / 2);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < systems; ++i) {
    for (std::size_t j = i + 1; j < systems; ++j, ++pair) {
      double reached = 0;
      std::size_t common = 0;
      for (std::size_t trial = 0; trial < trials; ++trial) {
        double sum = 0;
        double observed = 0;
        common = 0;
        for (std::size_t at = 0; at < used.size(); ++at) {
          const double difference = grid.scores[i * items + used[at]] - grid.scores[j * items + used[at]];
          if (std::isnan(difference)) continue;
          const double uniform = (draws[trial * used.size() + at] >> 8) / 16777216.0;
          sum += uniform > 0.5 ? difference : -difference;
          observed += difference;
          ++common;
        }
        reached += sum >= observed ? 1 : 0;
      }
      CHECK(common == 0 ? std::isnan(found[pair]) : found[pair] == reached / trials);
    }
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
  CHECK(std::abs(parbleu::soft_agreement(one, other) - 0.75) < 1e-15);
  CHECK(std::isnan(parbleu::soft_agreement({}, {})));
  return parbleu::test::failed();
}
