// Calibrates ties: finds the difference up to which metric scores should count as equal for the best accuracy.
//
// Source: D. Deutsch, G. Foster, M. Freitag, "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy
// and Tie Calibration" (2023). Pairs are sorted by the difference of their metric scores and declared equal one by
// one. Every addition is MT Metrics Eval's, in its order, as thresholds that are equally good are told apart by
// rounding.
#pragma once

#include "parbleu/correlation/measure.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu {

// Scores in rows as in `Rows`, but any may be missing: NaN.
struct Calibration {
  double value = no_value;  // the best average; none if there is no pair
  double threshold = 0;
  std::size_t rows = 0;  // with at least a pair
  // Every threshold that makes a difference, 0 the first, with its average; only if asked for.
  std::vector<double> thresholds;
  std::vector<double> values;
};

// Which pairs are looked at: each with that probability; all at 1, which draws nothing.
struct PairSampling {
  double rate = 1;
  Mersenne* random = nullptr;
};

enum class TieVariant : std::uint8_t { tau_23, acc_23 };

class TieCalibrator {
 public:
  // `places` has the places of the rows' scores in the metric that is passed.
  TieCalibrator(Rows rows, std::vector<std::size_t> places, TieVariant variant);

  [[nodiscard]] std::size_t positions() const { return rows_.gold.size(); }
  [[nodiscard]] Calibration calibrate(const double* metric, const PairSampling& sampling, bool curve,
                                      PairScratch& scratch) const;

 private:
  Rows rows_;
  std::vector<std::size_t> places_;
  TieVariant variant_;
};

// What it finds, as a measure that has one value for all rows.
std::unique_ptr<Measure> make_calibrated(TieCalibrator calibrator);

// In which order CPython walks through a set of small integers that were added in this, ascending, order.
std::vector<std::uint32_t> set_order(std::span<const std::uint32_t> ascending);

}  // namespace parbleu
