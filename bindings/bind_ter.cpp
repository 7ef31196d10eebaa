// Binds TER.
#include <array>

#include "bind_metric.hpp"
#include "bind_pairwise.hpp"
#include "metric_options.hpp"
#include "parbleu/metrics/ter.hpp"

namespace parbleu::bindings {

void bind_ter(nb::module_& module) {
  nb::class_<Ter, Scorable> type(module, "Ter", "Translation edit rate. Rows are [edits, mean reference length].");
  bind_constructor(type, option("normalized", &TerTokenizer::normalized),
                   option("no_punct", &TerTokenizer::no_punct),
                   option("asian_support", &TerTokenizer::asian_support),
                   option("case_sensitive", &TerTokenizer::case_sensitive));
  bind_metric(module, type, "PreparedTer");
  bind_pairwise(type);
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
