// Binds scores of texts in pairs, for one list of texts or many.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <optional>
#include <vector>

#include "bind_metric.hpp"
#include "parbleu/metrics/pairwise.hpp"

namespace parbleu::bindings {

// Where each list begins, and the end of the last one.
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline std::vector<std::size_t> list_starts(const std::optional<Starts>& starts, std::size_t size) {
  if (!starts) return {0, size};
  std::vector<std::size_t> result;
  for (std::size_t at = 0; at < starts->shape(0); ++at)
    result.push_back(static_cast<std::size_t>(starts->data()[at]));
  const bool fits = result.size() > 1 && result.front() == 0 && result.back() == size;
  if (!fits || !std::ranges::is_sorted(result)) {
    throw nb::value_error("the starts of lists begin with 0, end with the number of texts, and do not fall");
  }
  return result;
}

// A weight for each reference of the lists; none for means without weights.
using Weights = std::optional<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

inline std::span<const double> checked_weights(const Weights& weights, std::size_t references) {
  if (!weights) return {};
  if (weights->shape(0) != references) throw nb::value_error("there is a weight for each reference");
  return {weights->data(), references};
}

// Lists of hypotheses and of references, as the core takes them.
class PairedLists {
 public:
  PairedLists(const Segments& left, const Segments& right, const std::optional<Starts>& left_starts,
              const std::optional<Starts>& right_starts)
      : hypotheses(left.stream()),
        references(right.stream()),
        hypothesis_starts_(list_starts(left_starts, left.size())),
        reference_starts_(list_starts(right_starts, right.size())) {
    if (left.missing() + right.missing() > 0) throw nb::value_error("a segment is missing");
    if (hypothesis_starts_.size() != reference_starts_.size()) throw nb::value_error("the lists differ in number");
  }

  [[nodiscard]] ListBounds bounds() const { return {hypothesis_starts_, reference_starts_}; }

  Stream hypotheses;
  Stream references;

 private:
  std::vector<std::size_t> hypothesis_starts_;
  std::vector<std::size_t> reference_starts_;
};

template <Metric M>
void bind_pairwise(nb::class_<M, Scorable>& type) {
  type.def(
      "pairwise_scores",
      [](const M& self, const Segments& hypotheses, const Segments& references, unsigned threads) {
        const PairedLists lists(hypotheses, references, {}, {});
        auto matrix = std::make_unique_for_overwrite<double[]>(hypotheses.size() * references.size());
        const Execution how = execution(threads);
        without_gil([&] { pairwise_scores(self, lists.hypotheses, lists.references, matrix.get(), how); });
        return own_table<double>(std::move(matrix), {hypotheses.size(), references.size()});
      },
      nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"),
      "The score of every hypothesis (rows) against every reference (columns).");
  type.def(
      "list_scores",
      [](const M& self, const Segments& hypotheses, const Segments& references, const Starts& hypothesis_starts,
         const Starts& reference_starts, unsigned threads) {
        const PairedLists lists(hypotheses, references, hypothesis_starts, reference_starts);
        const std::size_t size = lists.bounds().matrices().back();
        auto scores = std::make_unique_for_overwrite<double[]>(size);
        const Execution how = execution(threads);
        without_gil(
            [&] { pairwise_scores(self, lists.hypotheses, lists.references, lists.bounds(), scores.get(), how); });
        return own_table<double>(std::move(scores), {size});
      },
      nb::arg("hypotheses"), nb::arg("references"), nb::arg("hypothesis_starts"), nb::arg("reference_starts"),
      nb::arg("threads"),
      "The score of every hypothesis of each list against every reference of it: the lists' matrices, one after "
      "the "
      "other. The starts of lists are int64, with the number of texts at the end.");
  if constexpr (SharesNgrams<M>) {
    type.def(
        "aggregate_scores",
        [](const M& self, const Segments& hypotheses, const Segments& references, const Starts& hypothesis_starts,
           const Starts& reference_starts, const Weights& weights, unsigned threads) {
          const PairedLists lists(hypotheses, references, hypothesis_starts, reference_starts);
          const auto given = checked_weights(weights, references.size());
          auto scores = std::make_unique_for_overwrite<double[]>(hypotheses.size());
          const Execution how = execution(threads);
          without_gil([&] {
            aggregate_scores(self, lists.hypotheses, lists.references, lists.bounds(), given, scores.get(), how);
          });
          return own_table<double>(std::move(scores), {hypotheses.size()});
        },
        nb::arg("hypotheses"), nb::arg("references"), nb::arg("hypothesis_starts"), nb::arg("reference_starts"),
        nb::arg("weights").none(), nb::arg("threads"),
        "The score of every hypothesis of each list against the mean n-gram counts and lengths of its references. "
        "Weights, one for each reference, add up to 1 in every list.");
  }
}

}  // namespace parbleu::bindings
