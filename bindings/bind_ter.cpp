// Binds TER, and the edits of SubER.
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "bind_metric.hpp"
#include "bind_pairwise.hpp"
#include "metric_options.hpp"
#include "parbleu/metrics/suber.hpp"
#include "parbleu/metrics/ter.hpp"

namespace parbleu::bindings {
namespace {

using TokenRows = nb::ndarray<const std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

std::span<const SubtitleToken> tokens_of(const TokenRows& rows, const Starts& starts) {
  static_assert(sizeof(SubtitleToken) == 3 * sizeof(std::int32_t));
  const std::span<const std::int64_t> places(starts.data(), starts.size());
  if (places.empty() || places.front() != 0 || places.back() != static_cast<std::int64_t>(rows.shape(0)) ||
      !std::ranges::is_sorted(places)) {
    throw nb::value_error("the starts of parts ascend from 0 to the number of tokens");
  }
  return {reinterpret_cast<const SubtitleToken*>(rows.data()), rows.shape(0)};
}

}  // namespace

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
  module.def(
      "suber_edits",
      [](const TokenRows& hypotheses, const Starts& hypothesis_starts, const TokenRows& references,
         const Starts& reference_starts, unsigned threads) {
        const std::size_t size = hypothesis_starts.size();
        if (reference_starts.size() != size) throw nb::value_error("both sides have the same parts");
        const std::span<const SubtitleToken> left = tokens_of(hypotheses, hypothesis_starts);
        const std::span<const SubtitleToken> right = tokens_of(references, reference_starts);
        const Execution how = execution(threads);
        std::unique_ptr<std::int64_t[]> edits;
        without_gil([&] {
          edits = suber_edits(left, {hypothesis_starts.data(), size}, right, {reference_starts.data(), size}, how);
        });
        return own_table<std::int64_t>(std::move(edits), {size - 1});
      },
      nb::arg("hypotheses"), nb::arg("hypothesis_starts"), nb::arg("references"), nb::arg("reference_starts"),
      nb::arg("threads"),
      nb::sig("def suber_edits(hypotheses: NDArray[numpy.int32], hypothesis_starts: NDArray[numpy.int64], "
              "references: NDArray[numpy.int32], reference_starts: NDArray[numpy.int64], threads: int) -> "
              "NDArray[numpy.int64]"),
      "The fewest edits of SubER for each part of subtitles. A token is [number, begin, end]; those of breaks are "
      "negative. The tokens of a part lie from its start to the next.");
}

}  // namespace parbleu::bindings
