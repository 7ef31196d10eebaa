// Binds chrF and chrF++.
#include <nanobind/nanobind.h>

#include "bind_metric.hpp"
#include "parbleu/metrics/chrf.hpp"

namespace parbleu::bindings {

void bind_chrf(nb::module_& module) {
  nb::class_<Chrf, Scorable> type(module, "Chrf",
                                  "chrF and chrF++: rows of (hypothesis, reference, shared) n-grams per order.");
  type.def(
      "__init__",
      [](Chrf* self, std::size_t char_order, std::size_t word_order, double beta, bool lowercase, bool whitespace,
         bool eps_smoothing, nb::handle simd) {
        const ChrfOptions options{
            checked_order(char_order), checked_order(word_order), beta, lowercase, whitespace, eps_smoothing};
        new (self) Chrf(options, simd_level(simd));
      },
      nb::arg("char_order"), nb::arg("word_order"), nb::arg("beta"), nb::arg("lowercase"), nb::arg("whitespace"),
      nb::arg("eps_smoothing"), nb::arg("simd").none() = nb::none(),
      nb::sig(
          "def __init__(self, char_order: int, word_order: int, beta: float, lowercase: bool, whitespace: bool, "
          "eps_smoothing: bool, simd: str | None = None) -> None"));
  bind_metric(module, type, "PreparedChrf");
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
