// Binds soft pairwise accuracy.
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <span>

#include "execution.hpp"
#include "memory_views.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"
#include "raise_error.hpp"
#include "score_arrays.hpp"
#include "seed_words.hpp"

namespace parbleu::bindings {
namespace {

using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// No table of signs may be larger than its size can tell.
void check_trials(std::size_t trials) {
  if (trials > std::uint64_t{1} << 32) raise_error("OptionError", "there may be at most 2**32 trials");
}

Grid grid_of(const Table& scores) {
  return {{scores.data(), scores.data() + scores.size()}, scores.shape(0), scores.shape(1)};
}

std::unique_ptr<Measure> soft_pairwise_accuracy_measure(const Table& gold, const Places& places,
                                                        std::size_t trials, const nb::int_& seed) {
  if (std::ranges::any_of(std::span(places.data(), places.size()), [&](std::int64_t place) {
        return place < 0 || static_cast<std::size_t>(place) >= gold.size();
      })) {
    raise_error("InputShapeError", "every score of a metric must have a place in the table of gold scores");
  }
  check_trials(trials);
  const auto words = seed_words(seed);
  std::unique_ptr<Measure> made;
  without_gil([&] {
    made =
        make_soft_pairwise_accuracy(grid_of(gold), {places.data(), places.data() + places.size()}, trials, words);
  });
  return made;
}

View<double> p_values(const Table& scores, std::size_t trials, const nb::int_& seed) {
  check_trials(trials);
  const auto words = seed_words(seed);
  std::vector<double> found;
  without_gil([&] {
    const Grid grid = grid_of(scores);
    found = PairwiseTest(grid, trials, words).p_values(grid.scores.data());
  });
  auto copy = std::make_unique_for_overwrite<double[]>(found.size());
  std::ranges::copy(found, copy.get());
  return own_view(std::move(copy), {found.size()});
}

}  // namespace

void bind_soft_pairwise_accuracy(nb::module_& module) {
  module.def("make_soft_pairwise_accuracy", &soft_pairwise_accuracy_measure, nb::arg("gold"), nb::arg("places"),
             nb::arg("trials"), nb::arg("seed"),
             nb::sig("def make_soft_pairwise_accuracy(gold: NDArray[numpy.float64], places: NDArray[numpy.int64], "
                     "trials: int, seed: int) -> Measure"),
             "Soft pairwise accuracy with a table of gold scores, of metric scores that stand at `places` of it.");
  module.def(
      "pairwise_p_values", &p_values, nb::arg("scores"), nb::arg("trials"), nb::arg("seed"),
      nb::sig("def pairwise_p_values(scores: NDArray[numpy.float64], trials: int, seed: int) -> memoryview"),
      "That system i is better than system j, i < j, for all pairs in order.");
}

}  // namespace parbleu::bindings
