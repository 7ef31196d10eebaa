// Accuracy, or tau-23, after tie calibration, as a measure: calibrated anew for every metric.
#include <cmath>

#include "parbleu/correlation/tie_calibration.hpp"

namespace parbleu {
namespace {

class Calibrated final : public Measure {
 public:
  explicit Calibrated(TieCalibrator calibrator) : calibrator_(std::move(calibrator)) {}

  [[nodiscard]] std::size_t positions() const override { return calibrator_.positions(); }

  double value(const double* metric, Undefined, Scratch& scratch) const override {
    const double value = calibrator_.calibrate(metric, {}, false, scratch.calibration).value;
    return std::isnan(value) ? 0 : value;
  }

  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch& scratch) const override {
    return {{calibrator_.calibrate(metric, {}, false, scratch.calibration).value, 0, 1}};
  }

 private:
  TieCalibrator calibrator_;
};

}  // namespace

std::unique_ptr<Measure> make_calibrated(TieCalibrator calibrator) {
  return std::make_unique<Calibrated>(std::move(calibrator));
}

}  // namespace parbleu
