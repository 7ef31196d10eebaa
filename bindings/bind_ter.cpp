// Binds TER.
#include <array>

#include "bind_metric.hpp"
#include "parbleu/metrics/ter.hpp"

namespace parbleu::bindings {

void bind_ter(nb::module_& module) {
  nb::class_<Ter, Scorable> type(module, "Ter", "Translation edit rate. Rows are [edits, mean reference length].");
  type.def(
      "__init__",
      [](Ter* self, bool normalized, bool no_punct, bool asian_support, bool case_sensitive, nb::handle simd) {
        new (self) Ter(TerTokenizer{normalized, no_punct, asian_support, case_sensitive}, simd_level(simd));
      },
      nb::arg("normalized"), nb::arg("no_punct"), nb::arg("asian_support"), nb::arg("case_sensitive"),
      nb::arg("simd").none() = nb::none(),
      nb::sig("def __init__(self, normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool, "
              "simd: str | None = None) -> None"));
  bind_metric(module, type, "PreparedTer");
  type.def(
      "score_single",
      [](const Ter& self, float edits, float length) {
        const std::array<float, 2> row{edits, length};
        return self.score(row.data());
      },
      nb::arg("edits"), nb::arg("length"),
      "The score of a row with every step in single precision, as NumPy does it.");
}

}  // namespace parbleu::bindings
