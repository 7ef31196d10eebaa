// Tests tie calibration against trying every threshold.
#include <cmath>
#include <numeric>
#include <random>

#include "check.hpp"
#include "parbleu/correlation/tie_calibration.hpp"
#include "reference/slow_measures.hpp"

namespace parbleu {
namespace {

void every_threshold() {
  std::mt19937_64 random(1);
  for (int round = 0; round < 60; ++round) {
    Rows rows;
    std::vector<double> metric;
    const std::size_t count = 1 + random() % 12;
    for (std::size_t row = 0; row < count; ++row) {
      const std::size_t length = random() % 9;
      for (std::size_t at = 0; at < length; ++at) {
        rows.gold.push_back(random() % 10 == 0 ? no_value : static_cast<double>(random() % 5));
        metric.push_back(random() % 15 == 0 ? no_value : static_cast<double>(random() % 40) / 8);
      }
      rows.starts.push_back(rows.gold.size());
    }
    std::vector<std::size_t> places(metric.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    PairScratch scratch;
    const TieCalibrator calibrator(rows, places, TieVariant::acc_23);
    const Calibration found = calibrator.calibrate(metric.data(), {}, true, scratch);
    if (found.rows == 0) {
      CHECK(std::isnan(found.value) && found.thresholds.empty());
      continue;
    }
    CHECK(found.thresholds.front() == 0);
    bool seen = false;
    for (std::size_t at = 0; at < found.thresholds.size(); ++at) {
      const double expected = twin::accuracy(rows, metric, found.thresholds[at]);
      CHECK(std::abs(found.values[at] - expected) < 1e-12);
      CHECK(found.values[at] <= found.value);
      if (found.thresholds[at] == found.threshold) seen = CHECK(found.values[at] == found.value);
    }
    CHECK(seen);
  }
}

void sets() {
  std::vector<std::uint32_t> dense(1000);
  std::iota(dense.begin(), dense.end(), 0U);
  CHECK(set_order(dense) == dense);
  // What CPython 3.11 prints for list({...}), filled one by one.
  const std::vector<std::uint32_t> few{3, 8, 11, 40};
  CHECK(set_order(few) == std::vector<std::uint32_t>{8, 11, 40, 3});
  const std::vector<std::uint32_t> more{1, 33, 65, 97, 129, 161};
  CHECK(set_order(more) == std::vector<std::uint32_t>{65, 1, 129, 97, 33, 161});
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::every_threshold();
  parbleu::sets();
  return parbleu::test::failed();
}
