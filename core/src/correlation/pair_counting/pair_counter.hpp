// Counts the pairs of one row for several metrics with the same gold scores.
#pragma once

#include "parbleu/correlation/measure.hpp"

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
  // Pairs whose gold scores differ by less than `least` are not looked at by `concordant`.
  explicit PairCounter(std::span<const double> gold, double least = 0);

  // The five kinds of pairs; no score is NaN.
  PairCounts count(std::span<const double> metric, double epsilon, Scratch& scratch) const;

  // Of the pairs whose gold scores differ, by at least `least`, those that the metric orders alike.
  std::uint64_t concordant(std::span<const double> metric, Scratch& scratch) const;
  // Of all pairs, those whose gold scores differ by at least `least`; at 0 also those that are equal.
  [[nodiscard]] std::uint64_t comparable() const { return comparable_; }

  [[nodiscard]] std::uint64_t pairs() const { return pairs_; }
  [[nodiscard]] const TieSums& ties() const { return ties_; }

 private:
  PairCounts count_bits(std::span<const double> metric, double epsilon) const;
  PairCounts count_sorted(std::span<const double> metric, double epsilon, Scratch& scratch) const;
  std::uint64_t common_ties(Scratch& scratch) const;
  std::uint64_t concordant_far(std::span<const double> metric, Scratch& scratch) const;

  std::size_t length_;
  double least_;
  TieSums ties_;
  std::uint64_t pairs_;
  std::uint64_t comparable_ = 0;
  // Of a short row, for pairs i < j, bit n i + j: whether gold score j is above, or below; or neither.
  std::vector<std::uint64_t> up_;
  std::vector<std::uint64_t> down_;
  std::vector<std::uint64_t> tied_;
  // Of a long one, the places by gold score, where groups of equal scores begin, and, if there is a `least`, the
  // scores.
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> starts_;
  std::vector<double> gold_;
};

}  // namespace parbleu
