// Counting the pairs of one row, as often as there are metrics for its gold scores.
#pragma once

#include "parbleu/correlate.hpp"

namespace parbleu {

// Of groups of t equal numbers: the sums of t(t-1)/2, t(t-1)(t-2) and t(t-1)(2t+5), and how many groups there are.
struct TieSums {
  double pairs = 0;
  double triples = 0;
  double spread = 0;
  std::uint64_t groups = 0;
};
TieSums tie_sums(std::span<const double> sorted);

class PairCounter {
 public:
  explicit PairCounter(std::span<const double> gold);

  // The five kinds of pairs. `gold` is what the counter was made of; no score is NaN.
  PairCounts count(std::span<const double> gold, std::span<const double> metric, double epsilon,
                   Scratch& scratch) const;

  // Of the pairs whose gold scores differ, by at least `threshold`, those that the metric orders alike.
  std::uint64_t concordant(std::span<const double> gold, std::span<const double> metric, double threshold,
                           Scratch& scratch) const;
  // Of all pairs, those whose gold scores differ by at least `threshold`; at 0 also those that are equal.
  std::uint64_t comparable(std::span<const double> gold, double threshold) const;

  [[nodiscard]] std::uint64_t pairs() const { return pairs_; }
  [[nodiscard]] const TieSums& ties() const { return ties_; }

 private:
  std::vector<std::uint32_t> order_;  // by gold score
  TieSums ties_;
  std::uint64_t pairs_;
};

}  // namespace parbleu
