// Binds the correlation measures.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>

#include "execution.hpp"
#include "parbleu/correlation/measure.hpp"
#include "python_values.hpp"
#include "score_arrays.hpp"

namespace parbleu::bindings {

Rows make_rows(const Reals& gold, const Places& starts) {
  Rows rows;
  rows.gold.assign(gold.data(), gold.data() + gold.size());
  rows.starts.assign(starts.data(), starts.data() + starts.size());
  if (rows.starts.empty() || rows.starts.front() != 0 || rows.starts.back() != rows.gold.size() ||
      !std::ranges::is_sorted(rows.starts)) {
    raise_error("InputShapeError", "the rows must begin at 0, follow one another, and end with the scores");
  }
  return rows;
}

const double* scores_for(const Measure& measure, const Reals& metric) {
  if (metric.size() != measure.positions()) {
    raise_error("InputShapeError", "there are " + std::to_string(measure.positions()) + " gold scores but " +
                                       std::to_string(metric.size()) + " of the metric");
  }
  return metric.data();
}

double checked_epsilon(double epsilon) {
  if (!(epsilon >= 0)) raise_error("OptionError", "the difference of a tie must be 0 or more");
  return epsilon;
}

namespace {

std::unique_ptr<Measure> measure(const std::string& name, const Reals& gold, const Places& starts,
                                 const std::string& variant, double threshold) {
  auto made = make_measure(name, make_rows(gold, starts),
                           {variant, name == "kendall-like" ? threshold : checked_epsilon(threshold)});
  if (!made) raise_error("OptionError", "there is no measure " + name + " with the variant '" + variant + "'");
  return made;
}

using Figures = nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

std::vector<RowFigures> rows_of(const Figures& table) {
  std::vector<RowFigures> figures;
  for (const double* row = table.data(); row != table.data() + table.size(); row += 3) {
    figures.push_back({row[0], row[1], row[2]});
  }
  return figures;
}

// A correlation in Python, asked under the GIL for the figures of every row.
class PythonMeasure final : public Measure {
 public:
  PythonMeasure(nb::object function, std::size_t positions)
      : function_(std::move(function)), positions_(positions) {}

  [[nodiscard]] std::size_t positions() const override { return positions_; }

  double value(const double* metric, Undefined undefined, Scratch& scratch) const override {
    return mean_value(figures(metric, scratch), undefined);
  }

  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch&) const override {
    const nb::gil_scoped_acquire acquire;
    auto copy = std::make_unique_for_overwrite<double[]>(positions_);
    std::copy_n(metric, positions_, copy.get());
    return rows_of(nb::cast<Figures>(function_(own_view(std::move(copy), {positions_}))));
  }

 private:
  nb::object function_;
  std::size_t positions_;
};

nb::object tuple_of(const Average& found) { return nb::make_tuple(found.value, found.p_value, found.weight); }

Undefined undefined_is(bool zero) { return zero ? Undefined::zero : Undefined::dropped; }

nb::object averaged(const Measure& self, const Reals& metric, bool weighted, bool zero) {
  const double* const scores = scores_for(self, metric);
  Average found;
  without_gil([&] {
    Scratch scratch;
    found = average(self.figures(scores, scratch), weighted, undefined_is(zero));
  });
  return tuple_of(found);
}

View<double> figures(const Measure& self, const Reals& metric) {
  const double* const scores = scores_for(self, metric);
  std::unique_ptr<double[]> table;
  std::size_t rows = 0;
  without_gil([&] {
    Scratch scratch;
    const std::vector<RowFigures> all = self.figures(scores, scratch);
    rows = all.size();
    table = std::make_unique_for_overwrite<double[]>(3 * rows);
    double* next = table.get();
    for (const RowFigures& row : all) {
      for (const double figure : {row.value, row.p_value, row.weight}) *next++ = figure;
    }
  });
  return own_view(std::move(table), {rows, 3});
}

}  // namespace

void bind_measures(nb::module_& module) {
  nb::class_<Measure>(module, "Measure", "A correlation with given gold scores in rows.")
      .def("average", &averaged, nb::arg("metric"), nb::arg("weighted"), nb::arg("zero"),
           nb::sig("def average(self, metric: NDArray[numpy.float64], weighted: bool, zero: bool) -> tuple[float, "
                   "float, float]"),
           "The average value, p-value, and the weight of all rows.")
      .def("figures", &figures, nb::arg("metric"),
           nb::sig("def figures(self, metric: NDArray[numpy.float64]) -> memoryview"),
           "Value, p-value and weight of every row; NaN where a value is undefined.");
  module.def("make_measure", &measure, nb::arg("name"), nb::arg("gold"), nb::arg("starts"), nb::arg("variant"),
             nb::arg("threshold"),
             nb::sig("def make_measure(name: str, gold: NDArray[numpy.float64], starts: NDArray[numpy.int64], "
                     "variant: str, threshold: float) "
                     "-> Measure"),
             "The correlation of that name with these gold scores in rows.");
  module.def(
      "python_measure",
      [](nb::object function, std::size_t positions) -> std::unique_ptr<Measure> {
        return std::make_unique<PythonMeasure>(std::move(function), positions);
      },
      nb::arg("function"), nb::arg("positions"),
      nb::sig("def python_measure(function: Callable[[memoryview], Any], positions: int) -> Measure"),
      "A correlation that a Python function computes: a metric's scores in, value, p-value and weight of every "
      "row "
      "out.");
  module.def(
      "count_pairs",
      [](const Reals& gold, const Reals& metric, double epsilon) {
        if (gold.size() != metric.size())
          raise_error("InputShapeError", "gold and metric scores differ in number");
        checked_epsilon(epsilon);
        PairCounts counts;
        without_gil([&] {
          Scratch scratch;
          counts = count_pairs({gold.data(), gold.size()}, {metric.data(), metric.size()}, epsilon, scratch);
        });
        return nb::make_tuple(counts.concordant, counts.discordant, counts.gold_ties, counts.metric_ties,
                              counts.both_ties);
      },
      nb::arg("gold"), nb::arg("metric"), nb::arg("epsilon"),
      nb::sig("def count_pairs(gold: NDArray[numpy.float64], metric: NDArray[numpy.float64], epsilon: float) -> "
              "tuple[int, int, int, int, int]"),
      "Pairs that are concordant, discordant, tied in gold only, in the metric only, in both.");
  module.def("student_tails", &student_tails, nb::arg("t"), nb::arg("freedom"),
             "The two-sided p-value of Student's t.");
  module.def("normal_distance", &normal_distance, nb::arg("tails"),
             "The distance from 0 that a standard normal number exceeds, to either side, with this probability.");
}

}  // namespace parbleu::bindings
