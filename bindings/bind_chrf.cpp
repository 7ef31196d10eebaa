// Binds chrF and chrF++.
#include <nanobind/nanobind.h>

#include "bind_metric.hpp"
#include "bind_pairwise.hpp"
#include "metric_options.hpp"
#include "parbleu/metrics/chrf.hpp"

namespace parbleu::bindings {

void bind_chrf(nb::module_& module) {
  nb::class_<Chrf, Scorable> type(module, "Chrf",
                                  "chrF and chrF++: rows of (hypothesis, reference, shared) n-grams per order.");
  bind_constructor(type, option("char_order", &ChrfOptions::char_order),
                   option("word_order", &ChrfOptions::word_order), option("beta", &ChrfOptions::beta),
                   option("lowercase", &ChrfOptions::lowercase), option("whitespace", &ChrfOptions::whitespace),
                   option("eps_smoothing", &ChrfOptions::eps_smoothing));
  bind_metric(module, type, "PreparedChrf");
  bind_pairwise(type);
  module.def(
      "chrf_score",
      [](nb::handle row, double beta, bool eps_smoothing, bool single) {
        const std::vector<double> numbers = as_doubles(row);
        if (numbers.size() % 3 != 0) throw nb::value_error("a row of chrF's statistics is made of triples");
        const std::size_t orders = numbers.size() / 3;
        const ChrfFormula how{beta * beta, eps_smoothing};
        if (!single) return chrf_formula<double>(numbers.data(), orders, how);
        const std::vector<float> narrow(numbers.begin(), numbers.end());
        return chrf_formula<Single>(narrow.data(), orders, how);
      },
      nb::arg("row"), nb::arg("beta"), nb::arg("eps_smoothing"), nb::arg("single") = false,
      nb::sig("def chrf_score(row: Sequence[float], beta: float, eps_smoothing: bool, single: bool = False) -> "
              "float"),
      "chrF from a row of triples (hypothesis, reference, shared), whole numbers or not. `single`: with every "
      "step in single precision, as NumPy does it.");
}

}  // namespace parbleu::bindings
