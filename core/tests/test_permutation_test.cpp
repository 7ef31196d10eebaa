// Tests hybrids in bits against hybrids that are written out, and the rules of counting and stopping.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "check.hpp"
#include "parbleu/correlation/permutation_test.hpp"
#include "parbleu/correlation/tie_calibration.hpp"
#include "reference/slow_permutation_test.hpp"

namespace parbleu {
namespace {

using twin::Scores;

Scores drawn(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Scores scores;
  const std::size_t rows = 1 + random() % 9;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t length = random() % 14;
    for (std::size_t at = 0; at < length; ++at) {
      scores.rows.gold.push_back(static_cast<double>(random() % 6));
      scores.first.push_back(static_cast<double>(random() % 50) / 4);
      scores.second.push_back(static_cast<double>(random() % 12) / 8);
    }
    scores.rows.starts.push_back(scores.rows.gold.size());
  }
  return scores;
}

void hybrids_of_pairs() {
  Scratch scratch;
  std::mt19937_64 random(5);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Scores scores = drawn(seed);
    const bool square = seed % 2 == 0;
    const PairOutcomes first(scores.rows, scores.first.data(), 0.5, square);
    const PairOutcomes second(scores.rows, scores.second.data(), 0.125, square);
    for (const PairVariant variant : {PairVariant::tau_b, PairVariant::tau_23, PairVariant::acc_23}) {
      const auto exchange = exchange_pairs(first, second, variant, ExchangedUnit::pair, Undefined::dropped);
      std::vector<std::uint64_t> coins(exchange->words());
      for (std::uint64_t& word : coins) word = random();
      const TwoValues found = exchange->hybrids(coins.data(), scratch);
      const auto one = twin::hybrid_counts(scores, 0.5, 0.125, coins, square, false);
      const auto other = twin::hybrid_counts(scores, 0.5, 0.125, coins, square, true);
      CHECK(std::abs(found.first - twin::mean_value(one, variant)) < 1e-12);
      CHECK(std::abs(found.second - twin::mean_value(other, variant)) < 1e-12);
    }
  }
}

// A coin for a whole row is a coin of the same side for all its pairs.
void units() {
  Scratch scratch;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Scores scores = drawn(seed);
    const PairOutcomes first(scores.rows, scores.first.data(), 0.5, false);
    const PairOutcomes second(scores.rows, scores.second.data(), 0.125, false);
    const auto by_row = exchange_pairs(first, second, PairVariant::acc_23, ExchangedUnit::row, Undefined::dropped);
    const auto by_pair =
        exchange_pairs(first, second, PairVariant::acc_23, ExchangedUnit::pair, Undefined::dropped);
    const std::uint64_t coins = 0x5a3c * (seed + 1);
    std::vector<std::uint64_t> all(by_pair->words());
    for (std::size_t row = 0; row < scores.rows.size(); ++row) {
      const PairOutcomes::Row& bits = first.rows()[row];
      for (std::size_t word = 0; word < (bits.coins + 63) / 64; ++word) {
        all[bits.word + word] = ((coins >> row) & 1) != 0 ? ~std::uint64_t{0} : 0;
      }
    }
    const TwoValues one = by_row->hybrids(&coins, scratch);
    const TwoValues other = by_pair->hybrids(all.data(), scratch);
    CHECK(one.first == other.first && one.second == other.second);
  }
}

void calibrated_hybrids() {
  PairScratch pair_scratch;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Scores scores = drawn(seed);
    const auto exchange = exchange_calibrated_pairs(scores.rows, scores.first.data(), scores.second.data(), true,
                                                    seed % 2 == 0 ? ExchangedUnit::pair : ExchangedUnit::row);
    std::vector<std::size_t> places(scores.rows.gold.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const TieCalibrator calibrator(scores.rows, places, TieVariant::acc_23);
    for (const auto& [metric, value] : {std::pair{&scores.first, exchange->observed().first},
                                        std::pair{&scores.second, exchange->observed().second}}) {
      const Calibration best = calibrator.calibrate(metric->data(), {}, false, pair_scratch);
      CHECK(std::abs(value - (best.rows == 0 ? 0 : best.value)) < 1e-12);
    }
    const std::vector<std::uint64_t> zeros(exchange->words());
    Scratch scratch;
    const TwoValues swapped = exchange->hybrids(zeros.data(), scratch);
    CHECK(std::abs(swapped.first - exchange->observed().second) < 1e-12);
    CHECK(std::abs(swapped.second - exchange->observed().first) < 1e-12);
  }
}

void stopping() {
  const Scores scores = drawn(3);
  const auto measure = make_measure("pearson", scores.rows, {});
  const auto exchange = exchange_scores(*measure, scores.first.data(), scores.second.data(), Undefined::dropped);
  for (const unsigned threads : {1U, 3U}) {
    const Execution execution{.threads = threads, .interrupted = {}};
    Mersenne random(1);
    const PermutationResult all = permutation_test(*exchange, {50, 7, -1, 2, false}, random, execution);
    CHECK(all.draws == 50 && all.hybrids.size() == 50);
    Mersenne again(1);
    const PermutationResult one = permutation_test(*exchange, {50, 7, 2, 3, false}, again, execution);
    CHECK(one.draws == 7);
    for (std::size_t at = 0; at < 7; ++at) CHECK(one.hybrids[at].first == all.hybrids[at].first);
    SplitMix own(1);
    CHECK(permutation_test(*exchange, {50, 9, 2, 3, false}, own, execution).draws == 9);
  }
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::hybrids_of_pairs();
  parbleu::units();
  parbleu::calibrated_hybrids();
  parbleu::stopping();
  return parbleu::test::failed();
}
