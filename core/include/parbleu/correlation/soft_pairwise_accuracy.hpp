// Soft pairwise accuracy: how closely a metric agrees with people on whether one system of a pair is better, where
// "better" is the p-value of a paired permutation test and not only a sign.
//
// Source: B. Thompson, N. Mathur, D. Deutsch, H. Khayrallah, "Improving Statistical Significance in Human Evaluation
// of Automatic Metrics via Soft Pairwise Accuracy" (2024). Signs are drawn as MT Metrics Eval draws them, and scores
// and sums rounded to single precision as there, so that the same trials are ties. Where systems lack different items,
// sums are exact: a trial that ties there may not tie here.
#pragma once

#include <functional>
#include <memory>
#include <new>
#include <span>

#include "parbleu/correlation/measure.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu {

// Scores of systems on the same items, system after system; NaN is missing.
struct Grid {
  std::vector<double> scores;
  std::size_t systems;
  std::size_t items;
};

// Allocates whole cache lines, for numbers that are computed with eight at a time.
template <typename T>
struct Aligned {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  Aligned() = default;
  template <typename U>
  Aligned(const Aligned<U>& /*other*/) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* memory, std::size_t /*count*/) { ::operator delete(memory, line); }
  bool operator==(const Aligned& /*other*/) const { return true; }
};
using AlignedNumbers = std::vector<double, Aligned<double>>;

// Sums of scores with random signs: for every trial a sign for every item, the same for all systems.
class SignTrials {
 public:
  SignTrials(std::size_t items, std::size_t trials, Seed seed);

  [[nodiscard]] std::size_t items() const { return items_; }
  [[nodiscard]] std::size_t trials() const { return trials_; }
  // Of `width` columns of numbers, item after item, the sums of every trial, trial after trial, `stride(width)`
  // apart.
  void sums(const double* numbers, std::size_t width, AlignedNumbers& result) const;
  static std::size_t stride(std::size_t width);

  // Numbers in single precision: columns of equal length, item after item, `stride(width)` apart; and their sums.
  struct SingleColumns {
    std::vector<float> numbers;
    std::vector<float> observed;
  };
  // In how many trials the sum of column i exceeds that of column j > i by at least observed[i] - observed[j]:
  // counts[i * stride(width) + j], where sums are rounded as NumPy's product of matrices rounds them with OpenBLAS on
  // processors with AVX-512. So many tables of `width` columns take less time together.
  static std::size_t together(std::size_t width);
  void count_rounded(std::span<const SingleColumns> tables, std::size_t width,
                     std::span<std::vector<double>> counts) const;

 private:
  void add_single(std::span<const SingleColumns> tables, std::size_t width, std::vector<float>& columns) const;
  [[nodiscard]] std::vector<std::size_t> near_limits(const SingleColumns& table, std::size_t width,
                                                     const float* columns) const;
  void round_in_order(const SingleColumns& table, std::size_t width, std::span<const std::size_t> near,
                      float* columns) const;

  std::size_t items_;
  std::size_t trials_;
  // Of 28 items a word: those of all trials for the first 28, then for the next.
  std::vector<std::uint32_t> signs_;
};

// For pairs of systems i < j, in order of i and then j: the share of trials in which the signed sum of differences is
// at least their sum. Small if i is better than j; no_value if they have no item in common.
class PairwiseTest {
 public:
  // Pairs are compared on the items that both systems have in `present`. `trials` are of as many items as it uses.
  PairwiseTest(const Grid& present, std::shared_ptr<const SignTrials> trials);
  PairwiseTest(const Grid& present, std::size_t trials, Seed seed);

  // How many items there are that any two systems have.
  static std::size_t items_used(const Grid& present);

  [[nodiscard]] std::size_t pairs() const { return systems_ * (systems_ - 1) / 2; }
  // `scores` holds a grid; what is missing in `present` is not looked at.
  [[nodiscard]] std::vector<double> p_values(const double* scores) const;
  // Those of several grids, which take less time together. `grid` returns one of them, and may make it in `room`.
  using GridAt = std::function<const double*(std::size_t at, std::vector<double>& room)>;
  [[nodiscard]] std::vector<std::vector<double>> p_values(std::size_t grids, const GridAt& grid,
                                                          const Execution& execution) const;

 private:
  [[nodiscard]] SignTrials::SingleColumns single(const double* scores) const;
  [[nodiscard]] std::vector<double> exact_numbers(const double* scores) const;
  [[nodiscard]] std::vector<double> of_counts(const std::vector<double>& counts) const;
  [[nodiscard]] std::vector<double> apart(const std::vector<double>& numbers) const;

  std::size_t systems_;
  std::size_t items_;
  std::vector<char> present_;
  std::vector<std::size_t> used_;  // the items that some pair has in common
  bool complete_ = true;           // whether all systems have these
  std::shared_ptr<const SignTrials> trials_;
};

// Rounds numbers to multiples of a power of two, so fine that it hardly shows, and so coarse that sums of `count` of
// them, or of their differences, are exact in any order.
void make_sums_exact(std::span<double> numbers, std::size_t count);

// 1 less the mean absolute difference of two metrics' p-values, of the pairs that have them; no_value without any.
double soft_pairwise_accuracy(std::span<const double> one, std::span<const double> other);

// The agreement of several metrics with gold scores, by the same signs; metric scores stand at `places` of the grid, and
// a metric that lacks one has no value.
std::vector<double> soft_pairwise_accuracies(const Grid& gold, const std::vector<std::size_t>& places,
                                             std::span<const double* const> metrics,
                                             std::shared_ptr<const SignTrials> trials, const Execution& execution);

// Agreement with gold scores as a measure; metric scores stand at `places` of the grid.
std::unique_ptr<Measure> make_soft_pairwise_accuracy(const Grid& gold, std::vector<std::size_t> places,
                                                     std::shared_ptr<const SignTrials> trials);

}  // namespace parbleu
