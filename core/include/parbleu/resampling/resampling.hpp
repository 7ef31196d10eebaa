// Uncertainty of scores and of differences of scores: bootstrap resampling and approximate randomization over tables
// of segment statistics, for any number of metrics and systems at once.
//
// Both tests weigh the segments anew some thousand times and score the weighted sums of the rows. One set of
// weights serves every metric and system, as one seed gives them all the same random numbers. Nothing grows with
// segments times samples, and the number of threads never shows.
//
// Sources: P. Koehn, "Statistical Significance Tests for Machine Translation Evaluation" (2004), for the paired
// bootstrap; S. Riezler and J. T. Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance Testing for
// MT" (2005), for approximate randomization. Every rounding is sacreBLEU's under NumPy 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/parallel.hpp"
#include "parbleu/metrics/scorer.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu {

// The statistics of one system under one metric, row-major: integers of one size, or reals.
struct Table {
  const std::int64_t* integers = nullptr;
  const double* reals = nullptr;
  const std::int32_t* small_integers = nullptr;
  const std::int16_t* short_integers = nullptr;
};

// Calls use(pointer to the numbers).
template <class Use>
auto visit(const Table& table, Use&& use) {
  if (table.reals != nullptr) return use(table.reals);
  if (table.short_integers != nullptr) return use(table.short_integers);
  return table.small_integers != nullptr ? use(table.small_integers) : use(table.integers);
}

// One metric and the statistics of every system under it.
struct MetricTables {
  const Scorer* scorer;
  std::vector<Table> tables;
};

// Thrown for a statistic that is not a finite number.
struct BadStatistic {
  std::size_t metric;
  std::size_t system;
  std::size_t segment;
  std::size_t column;
};

struct Sampling {
  Seed seed;
  std::size_t samples;
  // The first draw of the bootstrap's. Randomization always begins with draw 0.
  std::uint64_t from = 0;
};

// Scores of all systems on `samples` test sets of `segments` segments drawn with replacement:
// scores[table * samples + sample], tables counted through all metrics. Sums in single precision come out as if
// the rows were added one by one in the order in which they are drawn. single[table] tells whether all its scores
// are single-precision numbers. `execution.done` counts samples.
void bootstrap(std::span<const MetricTables> metrics, std::size_t segments, const Sampling& sampling,
               double* scores, std::span<std::uint8_t> single, const Execution& execution);

struct Pair {
  std::size_t first;
  std::size_t second;
};

// Of some trials, how many came out beyond the observed difference, and how many exactly on it.
struct TrialCounts {
  std::uint64_t beyond = 0;
  std::uint64_t equal = 0;
};

// Trials that deal the two outputs for every segment at random to two pseudo-systems, and compare the absolute
// difference of their scores with the observed one: observed[metric * pairs.size() + pair], and so the counts.
// `execution.done` counts trials.
void randomize(std::span<const MetricTables> metrics, std::size_t segments, const Sampling& sampling,
               std::span<const Pair> pairs, std::span<const double> observed, std::span<TrialCounts> counts,
               const Execution& execution);

// The score of one system on the whole test set; its rows are added in order.
double corpus_score(const Scorer& scorer, const Table& table, std::size_t segments);

// The number of 32-bit draws that `randomize` takes.
std::uint64_t randomization_draws(std::size_t segments, std::size_t trials);

// Bootstrap scores of two systems on the same samples against the observed difference.
struct PairedCounts {
  // sacreBLEU's count: absolute differences, each less their mean; in single precision if the scores are `single`.
  TrialCounts absolute;
  // Signed differences, each less their mean, that are no smaller in magnitude than the observed difference.
  std::uint64_t shifted = 0;
};
PairedCounts paired_counts(std::span<const double> first, std::span<const double> second, double observed,
                           bool single);

// Between which scores 95 % of the resampled ones lie, and their mean, added up as NumPy does.
struct Interval {
  double mean;
  double low;
  double high;
  double half;  // half the width, rounded as the scores are
};
Interval interval(std::span<const double> scores, bool single);

// --- sums of the columns of a table over samples of its rows, for formulas that are not a scorer's

// The sums of a table's columns over samples of `size` rows, at most as many as there are, drawn with replacement:
// sums[sample * width + column]. Numbers are integers below 2^52 / rows in magnitude, so that sums are exact.
void resampled_sums(const Table& table, std::size_t width, std::size_t rows, std::size_t size,
                    const Sampling& sampling, double* sums, const Execution& execution);
// The same with the draws of NumPy's legacy generator, on one thread.
void resampled_sums(const Table& table, std::size_t width, std::size_t rows, std::size_t size, Mersenne& generator,
                    std::size_t samples, double* sums, const Execution& execution);
// The sums over the rows that coins choose: draw sampling.from + sample * rows + row of `integers(0, 2)`. Numbers may
// be negative, and reals, whose chosen rows are added in groups of eight.
void chosen_sums(const Table& table, std::size_t width, std::size_t rows, const Sampling& sampling, double* sums,
                 const Execution& execution);

}  // namespace parbleu
