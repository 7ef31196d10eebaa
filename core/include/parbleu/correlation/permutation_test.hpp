// Tests whether one metric agrees better with gold scores than another: paired permutation tests.
//
// A coin decides for every score, or for every pair of scores, which of two hybrid metrics gets the first metric's
// and which the second's. The p-value is the share of draws in which the second hybrid is ahead of the first by no
// less than the second metric is ahead of the first one.
//
// Sources: D. Deutsch, R. Dror, D. Roth, "A Statistical Analysis of Summarization Evaluation Metrics Using
// Resampling Methods" (2021), for the test on scores; D. Deutsch, G. Foster, M. Freitag, "Ties Matter" (2023), for
// the one on pairs.
#pragma once

#include "parbleu/correlation/measure.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu {

// What is exchanged between two metrics.
class Exchange {
 public:
  virtual ~Exchange() = default;
  // How many coins a draw takes, in groups each of which begins with a new word.
  [[nodiscard]] std::span<const std::size_t> groups() const { return groups_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  // The first hybrid gets the first metric's share where a coin is 1.
  virtual TwoValues hybrids(const std::uint64_t* coins, Scratch& scratch) const = 0;
  [[nodiscard]] TwoValues observed() const { return observed_; }

 protected:
  void add_group(std::size_t coins) {
    groups_.push_back(coins);
    words_ += (coins + 63) / 64;
  }
  void observe();  // with all coins 1

 private:
  std::vector<std::size_t> groups_;
  std::size_t words_ = 0;
  TwoValues observed_{0, 0};
};

// Exchanges single scores, which are on a common scale; where either is NaN, so are the hybrids'. The measure must
// outlive it.
std::unique_ptr<Exchange> exchange_scores(const Measure& measure, const double* first, const double* second,
                                          Undefined undefined);

enum class PairVariant : std::uint8_t { tau_b, tau_23, acc_23 };

// Of each row of n scores, the outcomes of a metric's comparisons, in bits: one for every pair i < j. In a square they
// stand at n i + j, and coins are drawn for all n^2 places; else they follow one another.
class PairOutcomes {
 public:
  PairOutcomes(const Rows& rows, const double* metric, double epsilon, bool square);

  struct Row {
    std::size_t word;   // where its bits begin
    std::size_t coins;  // places for bits
    double pairs;
    double gold_ties;
  };
  [[nodiscard]] std::span<const Row> rows() const { return rows_; }
  [[nodiscard]] std::span<const std::uint64_t> right() const {
    return right_;
  }  // concordant, or ties on both sides
  [[nodiscard]] std::span<const std::uint64_t> concordant() const { return concordant_; }
  [[nodiscard]] std::span<const std::uint64_t> tied() const { return tied_; }  // in the metric
  [[nodiscard]] std::span<const std::uint64_t> plain_ties() const {
    return plain_ties_;
  }  // that gold does not share

 private:
  std::vector<Row> rows_;
  std::vector<std::uint64_t> right_;
  std::vector<std::uint64_t> concordant_;
  std::vector<std::uint64_t> tied_;
  std::vector<std::uint64_t> plain_ties_;
};

// What a coin is thrown for.
enum class ExchangedUnit : std::uint8_t { pair, row };

// Exchanges the outcomes of comparisons. Both metrics' must outlive it.
std::unique_ptr<Exchange> exchange_pairs(const PairOutcomes& first, const PairOutcomes& second,
                                         PairVariant variant, ExchangedUnit unit, Undefined undefined);

// Exchanges comparisons, and calibrates the hybrids' ties anew for every draw: differences count by their rank among
// all differences of their metric, so that those of two metrics can be sorted together.
std::unique_ptr<Exchange> exchange_calibrated_pairs(const Rows& rows, const double* first, const double* second,
                                                    bool accuracy, ExchangedUnit unit);

struct StoppingRule {
  std::size_t draws = 1000;
  std::size_t block = 1000;  // after so many draws, and again after so many more, the test may end
  double early_min = 0.02;   // with a p-value below
  double early_max = 0.5;    // or above
  // As MT Metrics Eval's test on pairs: only if the block's last draw was counted.
  bool only_counted = false;
  // Whether draws that are below by no more than rounding count with the legacy generator, too.
  bool forgiving = false;
};

struct PermutationResult {
  std::size_t reached = 0;  // draws at least as far apart as the metrics
  std::size_t draws = 0;
  TwoValues observed{0, 0};
  std::vector<TwoValues> hybrids;  // of all draws
};

// With coins of the legacy generator, thrown one after another; a draw counts if it is not below what is observed,
// unless the test is forgiving.
PermutationResult permutation_test(const Exchange& exchange, const StoppingRule& stopping, Mersenne& random,
                                   const Execution& execution);
// With coins of our own; a draw that is below by no more than rounding counts, too.
PermutationResult permutation_test(const Exchange& exchange, const StoppingRule& stopping, SplitMix& random,
                                   const Execution& execution);

}  // namespace parbleu
