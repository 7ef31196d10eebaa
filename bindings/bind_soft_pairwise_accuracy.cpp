// Binds soft pairwise accuracy.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>

#include "execution.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"
#include "python_values.hpp"
#include "score_arrays.hpp"

namespace parbleu::bindings {
namespace {

using ScoreTable = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// No table of signs may be larger than its size can tell.
void check_sizes(std::size_t items, std::size_t trials) {
  if (std::max(items, trials) <= std::uint64_t{1} << 32) return;
  raise_error("OptionError", "there may be at most 2**32 items and 2**32 trials");
}

Grid grid_of(const ScoreTable& scores) {
  return {{scores.data(), scores.data() + scores.size()}, scores.shape(0), scores.shape(1)};
}

std::shared_ptr<const SignTrials> sign_trials(std::size_t items, std::size_t trials, const nb::int_& seed) {
  check_sizes(items, trials);
  const auto words = seed_words(seed);
  std::shared_ptr<const SignTrials> made;
  without_gil([&] { made = std::make_shared<const SignTrials>(items, trials, words); });
  return made;
}

void check_items(const Grid& grid, const SignTrials& trials) {
  if (trials.items() == PairwiseTest::items_used(grid)) return;
  raise_error("InputShapeError", "the trials must be of as many items as two systems or more have scores of");
}

void check_places(const ScoreTable& gold, const Places& places) {
  if (std::ranges::any_of(std::span(places.data(), places.size()), [&](std::int64_t place) {
        return place < 0 || static_cast<std::size_t>(place) >= gold.size();
      })) {
    raise_error("InputShapeError", "every score of a metric must have a place in the table of gold scores");
  }
}

std::unique_ptr<Measure> soft_pairwise_accuracy_measure(const ScoreTable& gold, const Places& places,
                                                        const std::shared_ptr<const SignTrials>& trials) {
  check_places(gold, places);
  const Grid grid = grid_of(gold);
  check_items(grid, *trials);
  std::unique_ptr<Measure> made;
  without_gil(
      [&] { made = make_soft_pairwise_accuracy(grid, {places.data(), places.data() + places.size()}, trials); });
  return made;
}

std::vector<double> accuracies(const ScoreTable& gold, const Places& places, const std::vector<Reals>& metrics,
                               const std::shared_ptr<const SignTrials>& trials, unsigned threads) {
  check_places(gold, places);
  const Grid grid = grid_of(gold);
  check_items(grid, *trials);
  std::vector<const double*> scores;
  for (const Reals& metric : metrics) {
    if (metric.size() != places.size()) {
      raise_error("InputShapeError", "a metric must have as many scores as there are places");
    }
    scores.push_back(metric.data());
  }
  std::vector<double> found;
  without_gil([&] {
    found = soft_pairwise_accuracies(grid, {places.data(), places.data() + places.size()}, scores, trials,
                                     execution(threads));
  });
  return found;
}

View<double> p_values(const ScoreTable& scores, const std::shared_ptr<const SignTrials>& trials) {
  const Grid grid = grid_of(scores);
  check_items(grid, *trials);
  std::vector<double> found;
  without_gil([&] { found = PairwiseTest(grid, trials).p_values(grid.scores.data()); });
  auto copy = std::make_unique_for_overwrite<double[]>(found.size());
  std::ranges::copy(found, copy.get());
  return own_view(std::move(copy), {found.size()});
}

}  // namespace

void bind_soft_pairwise_accuracy(nb::module_& module) {
  nb::class_<SignTrials>(module, "SignTrials", "Random signs: for every trial one for every item. Immutable.");
  module.def("sign_trials", &sign_trials, nb::arg("items"), nb::arg("trials"), nb::arg("seed"),
             nb::sig("def sign_trials(items: int, trials: int, seed: int) -> SignTrials"), "Draws them.");
  module.def("make_soft_pairwise_accuracy", &soft_pairwise_accuracy_measure, nb::arg("gold"), nb::arg("places"),
             nb::arg("trials"),
             nb::sig("def make_soft_pairwise_accuracy(gold: NDArray[numpy.float64], places: NDArray[numpy.int64], "
                     "trials: SignTrials) -> Measure"),
             "Soft pairwise accuracy with a table of gold scores, of metric scores that stand at `places` of it. "
             "The trials are of the items that two systems or more have gold scores of.");
  module.def(
      "soft_pairwise_accuracies", &accuracies, nb::arg("gold"), nb::arg("places"), nb::arg("metrics"),
      nb::arg("trials"), nb::arg("threads"),
      nb::sig("def soft_pairwise_accuracies(gold: NDArray[numpy.float64], places: NDArray[numpy.int64], "
              "metrics: Sequence[NDArray[numpy.float64]], trials: SignTrials, threads: int) -> list[float]"),
      "That measure's values of several metrics, which take less time together; NaN for a metric that lacks a "
      "score.");
  module.def("pairwise_p_values", &p_values, nb::arg("scores"), nb::arg("trials"),
             nb::sig("def pairwise_p_values(scores: NDArray[numpy.float64], trials: SignTrials) -> memoryview"),
             "That system i is better than system j, i < j, for all pairs in order. The trials are of the items "
             "that two systems or more have scores of.");
}

}  // namespace parbleu::bindings
