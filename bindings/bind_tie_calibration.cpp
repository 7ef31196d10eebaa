// Binds tie calibration.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "execution.hpp"
#include "parbleu/correlation/tie_calibration.hpp"
#include "python_values.hpp"
#include "score_arrays.hpp"

namespace parbleu::bindings {
namespace {

TieCalibrator calibrator(const Reals& gold, const Places& starts, const Places& places,
                         const std::string& variant) {
  Rows rows = make_rows(gold, starts);
  if (places.size() != gold.size() ||
      std::ranges::any_of(std::span(places.data(), places.size()), [&](auto place) {
        return place < 0 || static_cast<std::size_t>(place) >= gold.size();
      })) {
    raise_error("InputShapeError", "every gold score must have a place among the metric's scores");
  }
  return {std::move(rows),
          {places.data(), places.data() + places.size()},
          variant == "23" ? TieVariant::tau_23 : TieVariant::acc_23};
}

nb::object calibrate(const TieCalibrator& self, const Reals& metric, double rate, LegacyGenerator* random,
                     bool curve) {
  if (metric.size() != self.positions()) raise_error("InputShapeError", "gold and metric scores differ in number");
  if (rate < 1 && random == nullptr) raise_error("OptionError", "sampling needs a generator of random numbers");
  Calibration found;
  without_gil([&] {
    PairScratch scratch;
    const auto run = [&](Mersenne* numbers) {
      return self.calibrate(metric.data(), {rate, numbers}, curve, scratch);
    };
    found = rate < 1 ? random->with([&](Mersenne& numbers) { return run(&numbers); }) : run(nullptr);
  });
  const auto view = [](const std::vector<double>& numbers) {
    auto copy = std::make_unique_for_overwrite<double[]>(numbers.size());
    std::ranges::copy(numbers, copy.get());
    return own_view(std::move(copy), {numbers.size()});
  };
  return nb::make_tuple(found.value, found.threshold, found.rows, view(found.thresholds), view(found.values));
}

}  // namespace

void bind_tie_calibration(nb::module_& module) {
  nb::class_<TieCalibrator>(module, "TieCalibrator", "Tie calibration with given gold scores in rows.")
      .def("calibrate", &calibrate, nb::arg("metric"), nb::arg("rate"), nb::arg("random").none(), nb::arg("curve"),
           nb::sig("def calibrate(self, metric: NDArray[numpy.float64], rate: float, random: Mersenne | None, "
                   "curve: bool) "
                   "-> tuple[float, float, int, memoryview, memoryview]"),
           "The best average and its threshold, the number of rows with pairs, and the whole curve.")
      .def(
          "measure", [](const TieCalibrator& self) { return make_calibrated(self); },
          "The same as a measure, of all pairs.");
  module.def("make_calibrator", &calibrator, nb::arg("gold"), nb::arg("starts"), nb::arg("places"),
             nb::arg("variant"),
             nb::sig("def make_calibrator(gold: NDArray[numpy.float64], starts: NDArray[numpy.int64], places: "
                     "NDArray[numpy.int64], variant: str) "
                     "-> TieCalibrator"),
             "Tie calibration; `places` tells where the metric's scores of the rows stand.");
}

}  // namespace parbleu::bindings
