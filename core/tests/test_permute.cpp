// Permutation tests: hybrids in bits against hybrids written out, and rules of counting and stopping.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "check.hpp"
#include "parbleu/calibrate.hpp"
#include "parbleu/permute.hpp"
#include "reference/correlate_twin.hpp"

namespace parbleu {
namespace {

struct Scores {
  Rows rows;
  std::vector<double> first;
  std::vector<double> second;
};

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

// The five kinds of pairs of the first hybrid: where a coin is 1, the first metric's comparisons.
std::vector<PairCounts> hybrid_counts(const Scores& scores, double first_epsilon, double second_epsilon,
                                      const std::vector<std::uint64_t>& coins, bool square, bool inverted) {
  std::vector<PairCounts> all;
  std::size_t word = 0;
  for (std::size_t row = 0; row < scores.rows.size(); ++row) {
    PairCounts counts;
    const std::size_t start = scores.rows.starts[row];
    const std::size_t length = scores.rows.length(row);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = i + 1; j < length; ++j, ++pair) {
        const std::size_t place = square ? i * length + j : pair;
        const bool coin = ((coins[word + place / 64] >> (place % 64)) & 1) != 0;
        const std::vector<double>& metric = coin != inverted ? scores.first : scores.second;
        const std::vector<double> gold{scores.rows.gold[start + i], scores.rows.gold[start + j]};
        const std::vector<double> two{metric[start + i], metric[start + j]};
        const PairCounts one = twin::count_pairs(gold, two, coin != inverted ? first_epsilon : second_epsilon);
        counts.concordant += one.concordant;
        counts.discordant += one.discordant;
        counts.gold_ties += one.gold_ties;
        counts.metric_ties += one.metric_ties;
        counts.both_ties += one.both_ties;
      }
    }
    word += ((square ? length * length : pair) + 63) / 64;
    all.push_back(counts);
  }
  return all;
}

double mean_value(const std::vector<PairCounts>& rows, PairVariant variant) {
  double sum = 0;
  double count = 0;
  for (const PairCounts& row : rows) {
    const auto concordant = static_cast<double>(row.concordant);
    const auto discordant = static_cast<double>(row.discordant);
    const auto gold_ties = static_cast<double>(row.gold_ties + row.both_ties);
    const auto metric_ties = static_cast<double>(row.metric_ties + row.both_ties);
    const auto right = concordant + static_cast<double>(row.both_ties);
    const double pairs = right + discordant + static_cast<double>(row.gold_ties + row.metric_ties);
    double value = right / pairs;
    if (variant == PairVariant::tau_23) value = 2 * value - 1;
    if (variant == PairVariant::tau_b) {
      value = (concordant - discordant) / std::sqrt((pairs - gold_ties) * (pairs - metric_ties));
    }
    if (!std::isfinite(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? 0 : sum / count;
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
      const auto exchange = exchange_pairs(first, second, variant, Unit::pair, Undefined::dropped);
      std::vector<std::uint64_t> coins(exchange->words());
      for (std::uint64_t& word : coins) word = random();
      const Versus found = exchange->hybrids(coins.data(), scratch);
      const auto one = hybrid_counts(scores, 0.5, 0.125, coins, square, false);
      const auto other = hybrid_counts(scores, 0.5, 0.125, coins, square, true);
      CHECK(std::abs(found.first - mean_value(one, variant)) < 1e-12);
      CHECK(std::abs(found.second - mean_value(other, variant)) < 1e-12);
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
    const auto by_row = exchange_pairs(first, second, PairVariant::acc_23, Unit::row, Undefined::dropped);
    const auto by_pair = exchange_pairs(first, second, PairVariant::acc_23, Unit::pair, Undefined::dropped);
    const std::uint64_t coins = 0x5a3c * (seed + 1);
    std::vector<std::uint64_t> all(by_pair->words());
    for (std::size_t row = 0; row < scores.rows.size(); ++row) {
      const PairOutcomes::Row& bits = first.rows()[row];
      for (std::size_t word = 0; word < (bits.coins + 63) / 64; ++word) {
        all[bits.word + word] = ((coins >> row) & 1) != 0 ? ~std::uint64_t{0} : 0;
      }
    }
    const Versus one = by_row->hybrids(&coins, scratch);
    const Versus other = by_pair->hybrids(all.data(), scratch);
    CHECK(one.first == other.first && one.second == other.second);
  }
}

void calibrated_hybrids() {
  PairScratch pair_scratch;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Scores scores = drawn(seed);
    const auto exchange = exchange_calibrated_pairs(scores.rows, scores.first.data(), scores.second.data(), true,
                                                    seed % 2 == 0 ? Unit::pair : Unit::row);
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
    const Versus swapped = exchange->hybrids(zeros.data(), scratch);
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
