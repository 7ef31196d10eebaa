// Compares the fast correlations of any scores with simple implementations.
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "parbleu/correlation/tie_calibration.hpp"
#include "reference/slow_permutation_test.hpp"
#include "reference/slow_soft_pairwise_accuracy.hpp"

namespace {

using namespace parbleu;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
  // Few and many different scores, near to and far from one another.
  double score() {
    const std::uint8_t kind = byte();
    return static_cast<double>(byte() % (1 + kind % 64)) / (1 << kind % 5);
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

void expect(bool holds) {
  if (!holds) std::abort();
}

void calibrate(const twin::Scores& scores) {
  std::vector<std::size_t> places(scores.first.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  PairScratch scratch;
  const TieCalibrator calibrator(scores.rows, places, TieVariant::acc_23);
  const Calibration found = calibrator.calibrate(scores.first.data(), {}, true, scratch);
  for (std::size_t at = 0; at < found.thresholds.size(); at += 1 + found.thresholds.size() / 8) {
    expect(std::abs(found.values[at] - twin::accuracy(scores.rows, scores.first, found.thresholds[at])) < 1e-9);
  }
}

void exchange(const twin::Scores& scores, double epsilon, bool square, std::uint64_t word) {
  const PairOutcomes first(scores.rows, scores.first.data(), epsilon, square);
  const PairOutcomes second(scores.rows, scores.second.data(), 0, square);
  const auto pairs = exchange_pairs(first, second, PairVariant::tau_b, ExchangedUnit::pair, Undefined::dropped);
  std::vector<std::uint64_t> coins(pairs->words());
  for (std::uint64_t& coin : coins) coin = word = word * 6364136223846793005ULL + 1442695040888963407ULL;
  Scratch scratch;
  const TwoValues found = pairs->hybrids(coins.data(), scratch);
  const auto counts = twin::hybrid_counts(scores, epsilon, 0, coins, square, false);
  expect(std::abs(found.first - twin::mean_value(counts, PairVariant::tau_b)) < 1e-9);
}

void soft(Bytes& bytes) {
  const std::size_t systems = 1 + bytes.byte() % 11;
  Grid grid{{}, systems, 1U + bytes.byte() % 40};
  for (std::size_t at = 0; at < systems * grid.items; ++at) {
    grid.scores.push_back(bytes.byte() % 8 == 7 ? no_value : bytes.score());
  }
  const std::array<std::uint32_t, 1> seed{bytes.byte()};
  const auto found = PairwiseTest(grid, 20, seed).p_values(grid.scores.data());
  const auto expected = twin::p_values(grid, 20, seed);
  for (std::size_t pair = 0; pair < found.size(); ++pair) {
    expect(std::isnan(expected[pair]) ? std::isnan(found[pair]) : found[pair] == expected[pair]);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  soft(bytes);
  const double epsilon = bytes.score();
  const std::uint64_t word = bytes.byte();
  twin::Scores scores;
  const std::size_t rows = 1U + bytes.byte() % 6;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t length = bytes.byte() % 90;
    for (std::size_t at = 0; at < length; ++at) {
      scores.rows.gold.push_back(bytes.score());
      scores.first.push_back(bytes.score());
      scores.second.push_back(bytes.score());
    }
    scores.rows.starts.push_back(scores.rows.gold.size());
  }
  Scratch scratch;
  for (std::size_t row = 0; row < scores.rows.size(); ++row) {
    const auto gold = scores.rows.row(row);
    const auto metric = scores.rows.of(scores.first.data(), row);
    expect(count_pairs(gold, metric, epsilon, scratch) == twin::count_pairs(gold, metric, epsilon));
  }
  calibrate(scores);
  exchange(scores, epsilon, word % 2 == 1, word);
  return 0;
}
