// Defines how well a metric's scores agree with gold scores: correlations over rows of scores, and their average.
//
// A row holds the scores that are compared with one another: those of all systems on one segment, those of one
// system, or all there are. A measure is made once from the gold side, which it keeps in the shape that it needs,
// and then computed for many metrics, or for one metric many times permuted.
//
// Sources: the definitions are the usual ones; D. Deutsch, G. Foster, M. Freitag, "Ties Matter: Meta-Evaluating
// Modern Metrics with Pairwise Accuracy and Tie Calibration" (2023), for Kendall's variants over the five kinds of
// pairs; M. G. Kendall, "Rank Correlation Methods" (1970), for tau-b and the variance under ties; A. Stuart, "The
// Estimation and Comparison of Strengths of Association in Contingency Tables" (1953), for tau-c.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "parbleu/base/parallel.hpp"

namespace parbleu {

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// Gold scores, row after row; row r is [starts[r], starts[r + 1]). None is missing.
struct Rows {
  std::vector<double> gold;
  std::vector<std::size_t> starts{0};

  [[nodiscard]] std::size_t size() const { return starts.size() - 1; }
  [[nodiscard]] std::size_t length(std::size_t row) const { return starts[row + 1] - starts[row]; }
  [[nodiscard]] std::span<const double> row(std::size_t at) const { return of(gold.data(), at); }
  // The same row of other scores in the same places.
  [[nodiscard]] std::span<const double> of(const double* scores, std::size_t at) const {
    return {scores + starts[at], length(at)};
  }
};

// Working memory for pairs that are sorted, 12 bytes for every pair, twice.
struct PairScratch {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> other_keys;
  std::vector<std::uint32_t> pairs;
  std::vector<std::uint32_t> other_pairs;
  std::vector<double> gold;
  std::vector<double> metric;
};

// Working memory of one thread.
struct Scratch {
  PairScratch calibration;
  std::vector<double> values;
  std::vector<double> rows;
  std::vector<double> first;
  std::vector<double> second;
  std::vector<std::uint64_t> coins;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> low;
  std::vector<std::uint32_t> high;
  std::vector<std::uint32_t> place;
  std::vector<std::uint32_t> tree;
};

// What the average is taken of.
struct RowFigures {
  double value = no_value;
  double p_value = 0;
  double weight = 1;  // in a micro average
};

struct Average {
  double value = 0;
  double p_value = 0;
  double weight = 0;  // rows, or the sum of their weights
};

// What becomes of rows whose value is undefined, such as those with a constant metric.
enum class Undefined : std::uint8_t { dropped, zero };

// Values of two metrics, or of two hybrids of them.
struct TwoValues {
  double first;
  double second;
};

class Measure {
 public:
  virtual ~Measure() = default;

  [[nodiscard]] virtual std::size_t positions() const = 0;  // scores that a metric has
  // The value for a metric; what permutation tests compare. A mean over rows is added up in NumPy's order.
  virtual double value(const double* metric, Undefined undefined, Scratch& scratch) const = 0;
  // The figures of every row; a measure that is no average over rows has one.
  [[nodiscard]] virtual std::vector<RowFigures> figures(const double* metric, Scratch& scratch) const = 0;
  // Those for two metrics, which may take less time together.
  virtual TwoValues values(const double* first, const double* second, Undefined undefined,
                           Scratch& scratch) const {
    return {value(first, undefined, scratch), value(second, undefined, scratch)};
  }
};

// The mean of the rows' values or, weighted, their micro average; (0, 0, 0) if none is defined.
Average average(std::span<const RowFigures> figures, bool weighted, Undefined undefined);

// The mean of the rows' values, added up in NumPy's order; 0 if none is defined.
double mean_value(std::span<const RowFigures> figures, Undefined undefined);

// A measure that has a value for every row.
class RowMeasure : public Measure {
 public:
  explicit RowMeasure(Rows rows) : rows_(std::move(rows)) {}
  [[nodiscard]] std::size_t positions() const override { return rows_.gold.size(); }
  double value(const double* metric, Undefined undefined, Scratch& scratch) const override;
  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch& scratch) const override;

 protected:
  [[nodiscard]] const Rows& rows() const { return rows_; }
  virtual double row_value(std::size_t row, const double* metric, Scratch& scratch) const = 0;
  virtual RowFigures row_figures(std::size_t row, const double* metric, Scratch& scratch) const;

 private:
  Rows rows_;
};

struct MeasureOptions {
  std::string_view variant;  // of Kendall's: "b", "c", "23", "acc23"
  double threshold = 0;  // differences up to which metric scores tie, or below which gold scores are not compared
};

// The measure of that name; nullptr if there is none of that name, or it has no such variant.
std::unique_ptr<Measure> make_measure(std::string_view name, Rows rows, const MeasureOptions& options);

// The five kinds of pairs.
struct PairCounts {
  std::uint64_t concordant = 0;
  std::uint64_t discordant = 0;
  std::uint64_t gold_ties = 0;  // only there
  std::uint64_t metric_ties = 0;
  std::uint64_t both_ties = 0;

  bool operator==(const PairCounts&) const = default;
};

// Metric scores tie if they differ by no more than `epsilon`.
PairCounts count_pairs(std::span<const double> gold, std::span<const double> metric, double epsilon,
                       Scratch& scratch);

// --- two-sided tail probabilities, for tests of correlation
//
// Student's and Pearson's are the nearest double, or its neighbour if a tail is so thin that a logarithm of it loses
// digits, where `long double` is wider than double; to about 1e-13 of their size elsewhere.

// The probability that Student's t with `freedom` degrees of freedom is at least `t` away from 0.
double student_tails(double t, double freedom);

// That a Pearson correlation of `count` independent pairs of normal numbers is at least |r|.
double pearson_tails(double r, std::size_t count);

// That a standard normal number is at least `z` away from 0.
double normal_tails(double z);
// The distance from 0 that a standard normal number exceeds, to either side, with this probability, from 0 to 1.
double normal_distance(double tails);

// That Kendall's tau of `count` numbers without ties has as few discordant or concordant pairs; exact.
double kendall_tails(std::uint64_t count, std::uint64_t discordant);

}  // namespace parbleu
