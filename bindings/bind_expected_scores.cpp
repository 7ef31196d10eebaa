// Binds the means of scores over the references of lists.
#include "bind_pairwise.hpp"

namespace parbleu::bindings {

void bind_expected_scores(nb::module_& module) {
  using Scores = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  module.def(
      "expected_scores",
      [](const Scores& scores, const Starts& hypothesis_starts, const Starts& reference_starts,
         const Weights& weights) {
        const auto last = [](const Starts& starts) {
          const std::size_t size = starts.shape(0);
          return size == 0 ? 0 : static_cast<std::size_t>(starts.data()[size - 1]);
        };
        const auto left = list_starts(hypothesis_starts, last(hypothesis_starts));
        const auto right = list_starts(reference_starts, last(reference_starts));
        if (left.size() != right.size()) throw nb::value_error("the lists differ in number");
        const ListBounds bounds{left, right};
        bool fits = true;  // each matrix by itself, so that no product is too large for its type
        for (std::size_t list = 0; list < bounds.size(); ++list) {
          fits =
              fits && (bounds.columns(list) == 0 || bounds.rows(list) <= scores.shape(0) / bounds.columns(list));
        }
        if (!fits || bounds.matrices().back() != scores.shape(0)) {
          throw nb::value_error("the scores are not those of the lists");
        }
        const auto given = checked_weights(weights, right.back());
        auto expected = std::make_unique_for_overwrite<double[]>(left.back());
        expected_scores(scores.data(), bounds, given, expected.get());
        return own_table<double>(std::move(expected), {left.back()});
      },
      nb::arg("scores"), nb::arg("hypothesis_starts"), nb::arg("reference_starts"), nb::arg("weights").none(),
      "The mean score of each hypothesis over the references of its list, from what list_scores returned; with "
      "weights, which add up to 1 in every list, the weighted mean.");
}

}  // namespace parbleu::bindings
