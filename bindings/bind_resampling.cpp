// Binds bootstrap resampling and approximate randomization.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "execution.hpp"
#include "parbleu/metrics/scorer.hpp"
#include "parbleu/resampling/resampling.hpp"
#include "python_values.hpp"

namespace parbleu::bindings {
namespace {

using Buffer = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using IntegerTable = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Scores = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const double> span_of(const Scores& scores) { return {scores.data(), scores.size()}; }

// Rows of int16 are those that `narrowed` made.
Table table_of(const Buffer& numbers) {
  if (numbers.dtype() == nb::dtype<std::int64_t>())
    return {.integers = static_cast<const std::int64_t*>(numbers.data())};
  if (numbers.dtype() == nb::dtype<std::int16_t>())
    return {.short_integers = static_cast<const std::int16_t*>(numbers.data())};
  if (numbers.dtype() == nb::dtype<double>()) return {.reals = static_cast<const double*>(numbers.data())};
  raise_error("InputTypeError", "a table of statistics must hold int64 or float64 numbers");
}

// A user's own formula, asked under the GIL.
class CallableScorer final : public Scorer {
 public:
  CallableScorer(nb::handle callable, std::size_t width) : callable_(callable), width_(width) {}

  [[nodiscard]] std::size_t width() const override { return width_; }
  [[nodiscard]] double corpus(const double* sum) const override {
    const nb::gil_scoped_acquire acquire;
    const nb::object row = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(width_)));
    for (std::size_t column = 0; column < width_; ++column) {
      NB_TUPLE_SET_ITEM(row.ptr(), static_cast<Py_ssize_t>(column), nb::float_(sum[column]).release().ptr());
    }
    return nb::cast<double>(callable_(row));
  }

 private:
  nb::handle callable_;
  std::size_t width_;
};

// The scorer of a native metric, which has to stay alive; or of a Python callable that takes a sum as a tuple of
// `width` floats.
std::unique_ptr<Scorer> make_scorer(nb::handle metric, std::size_t width) {
  if (nb::isinstance<Scorable>(metric)) return nb::cast<const Scorable&>(metric).scorer();
  return std::make_unique<CallableScorer>(metric, width);
}

// What Python passes as (metric, tables) for each metric, checked.
class Experiment {
 public:
  explicit Experiment(nb::handle metrics) {
    for (nb::handle item : metrics) {
      const auto [metric, tables] = nb::cast<std::pair<nb::object, nb::object>>(item);
      MetricTables systems{nullptr, {}};
      std::size_t width = 0;
      for (nb::handle table : tables) systems.tables.push_back(add(table, width));
      if (systems.tables.empty()) raise_error("InputShapeError", "a metric has no table of statistics");
      scorers_.push_back(make_scorer(metric, width));
      systems.scorer = scorers_.back().get();
      if (systems.scorer->width() != width) {
        raise_error("InputShapeError", "a table of statistics has " + std::to_string(width) +
                                           " columns; the metric has " + std::to_string(systems.scorer->width()));
      }
      metrics_.push_back(systems);
      objects_.push_back(metric);
    }
    if (segments_ == 0) raise_error("InputShapeError", "there is no segment to draw");
    if (segments_ > (std::uint64_t{1} << 32)) raise_error("InputShapeError", "there are more than 2**32 segments");
  }

  [[nodiscard]] std::span<const MetricTables> metrics() const { return metrics_; }
  [[nodiscard]] std::size_t segments() const { return segments_; }

  template <class Work>
  void run(Work&& work) const {
    try {
      without_gil(work);
    } catch (const BadStatistic& bad) {
      raise_error("InputShapeError", "the statistics of metric " + std::to_string(bad.metric) + ", system " +
                                         std::to_string(bad.system) + " have no finite number at segment " +
                                         std::to_string(bad.segment) + ", column " + std::to_string(bad.column) +
                                         " (all counted from 0)");
    }
  }

 private:
  Table add(nb::handle object, std::size_t& width) {
    Buffer buffer;
    if (!nb::try_cast(object, buffer) || buffer.ndim() != 2) {
      raise_error("InputTypeError", "a table of statistics must be a contiguous array with two dimensions");
    }
    if (width != 0 && buffer.shape(1) != width)
      raise_error("InputShapeError", "the tables of a metric differ in width");
    if (!buffers_.empty() && buffer.shape(0) != segments_) {
      raise_error("InputShapeError", "the tables of statistics differ in length: " + std::to_string(segments_) +
                                         " and " + std::to_string(buffer.shape(0)) + " segments");
    }
    width = buffer.shape(1);
    segments_ = buffer.shape(0);
    buffers_.push_back(buffer);
    return table_of(buffer);
  }

  std::vector<Buffer> buffers_;
  std::vector<nb::object> objects_;  // the metrics that the scorers ask
  std::vector<std::unique_ptr<Scorer>> scorers_;
  std::vector<MetricTables> metrics_;
  std::size_t segments_ = 0;
};

// The execution of work that tells Python how much of it is done: `advance`, if it is not None, is called now and then
// with what has been added to `done` since the last call. What it raises stops the work.
Execution telling_execution(unsigned threads, nb::handle advance, std::atomic<std::uint64_t>& done) {
  Execution how = execution(threads);
  if (advance.is_none()) return how;
  how.done = &done;
  how.interrupted = [check = how.interrupted, advance, &done, told = std::uint64_t{0}]() mutable {
    if (check()) return true;
    const std::uint64_t now = done.load(std::memory_order_relaxed);
    if (now == told) return false;
    const nb::gil_scoped_acquire acquire;
    try {
      advance(now - told);
    } catch (nb::python_error& problem) {
      problem.restore();
      return true;
    }
    told = now;
    return false;
  };
  return how;
}

nb::list bootstrap_views(nb::handle metrics, std::size_t samples, const nb::int_& seed, std::uint64_t start,
                         unsigned threads, nb::handle advance) {
  const Experiment experiment(metrics);
  const auto words = seed_words(seed);
  std::size_t tables = 0;
  for (const MetricTables& systems : experiment.metrics()) tables += systems.tables.size();
  if (samples > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double) / std::max<std::size_t>(1, tables)) {
    raise_error("OptionError", "there is no memory for " + std::to_string(samples) + " samples");
  }
  auto scores = std::make_unique_for_overwrite<double[]>(tables * samples);
  std::vector<std::uint8_t> single(tables);
  std::atomic<std::uint64_t> done{0};
  const Execution how = telling_execution(threads, advance, done);
  experiment.run([&] {
    bootstrap(experiment.metrics(), experiment.segments(), {words, samples, start}, scores.get(), single, how);
  });
  double* next = scores.get();
  std::size_t table = 0;
  const nb::capsule owner = own(std::move(scores));
  nb::list result;
  for (const MetricTables& systems : experiment.metrics()) {
    nb::list views;
    for (std::size_t system = 0; system < systems.tables.size(); ++system, next += samples) {
      views.append(nb::make_tuple(View<double>(next, {samples}, owner), single[table++] != 0));
    }
    result.append(views);
  }
  return result;
}

// The sum of a table's rows, added in order: integers stay integers.
nb::list sum_rows(const Buffer& table) {
  if (table.ndim() != 2) raise_error("InputTypeError", "a table of statistics has two dimensions");
  nb::list result;
  const auto add = [&]<class Number>(const Number* numbers) {
    using Sum = std::conditional_t<std::is_same_v<Number, double>, double, std::int64_t>;
    std::vector<Sum> sum(table.shape(1));
    for (std::size_t at = 0; at < table.size(); ++at) {
      Sum& column = sum[at % sum.size()];
      if constexpr (std::is_same_v<Number, double>) {
        column += numbers[at];
      } else if (__builtin_add_overflow(column, Sum{numbers[at]}, &column)) {
        raise_error("InputShapeError", "the sum of column " + std::to_string(at % sum.size()) +
                                           " (counted from 0) does not fit 64 bits");
      }
    }
    for (const Sum number : sum) result.append(number);
  };
  visit(table_of(table), add);
  return result;
}

// The numbers in a quarter of the memory; None if they do not fit.
nb::object narrowed(const IntegerTable& table) {
  auto numbers = std::make_unique_for_overwrite<std::int16_t[]>(table.size());
  for (std::size_t at = 0; at < table.size(); ++at) {
    numbers[at] = static_cast<std::int16_t>(table.data()[at]);
    if (numbers[at] != table.data()[at]) return nb::none();
  }
  return nb::cast(own_view(std::move(numbers), {table.shape(0), table.shape(1)}));
}

nb::list corpus_scores(nb::handle metrics) {
  const Experiment experiment(metrics);
  nb::list result;
  for (const MetricTables& systems : experiment.metrics()) {
    nb::list scores;
    for (const Table& table : systems.tables) {
      scores.append(corpus_score(*systems.scorer, table, experiment.segments()));
    }
    result.append(scores);
  }
  return result;
}

constexpr std::size_t rows_between_looks = 1 << 12;  // at Ctrl-C

// One score for each row of a table.
View<double> row_scores(nb::handle metric, nb::handle table) {
  const Experiment experiment(nb::make_tuple(nb::make_tuple(metric, nb::make_tuple(table))));
  const MetricTables& only = experiment.metrics().front();
  const std::size_t width = only.scorer->width();
  const std::size_t segments = experiment.segments();
  auto scores = std::make_unique_for_overwrite<double[]>(segments);
  const auto score = [&]<class Number>(const Number* numbers) {
    std::vector<double> row(width);
    for (std::size_t at = 0; at < segments; ++at, numbers += width) {
      if (at % rows_between_looks == 0) check_interruption();
      std::transform(numbers, numbers + width, row.begin(),
                     [](Number number) { return static_cast<double>(number); });
      scores[at] = only.scorer->corpus(row.data());
    }
  };
  const Execution how = execution(1);
  experiment.run([&] {
    const InterruptibleScope scope(how.interrupted);
    visit(only.tables.front(), score);
  });
  return own_view(std::move(scores), {segments});
}

nb::list randomization_counts(nb::handle metrics, std::size_t trials, const nb::int_& seed,
                              const std::vector<std::pair<std::size_t, std::size_t>>& pairs, unsigned threads,
                              nb::handle advance) {
  const Experiment experiment(metrics);
  const auto words = seed_words(seed);
  std::vector<Pair> which;
  std::vector<double> observed;
  for (const auto& [first, second] : pairs) which.push_back({first, second});
  for (const MetricTables& systems : experiment.metrics()) {
    std::vector<double> scores;
    for (const Table& table : systems.tables) {
      scores.push_back(corpus_score(*systems.scorer, table, experiment.segments()));
    }
    for (const Pair& pair : which) {
      if (std::max(pair.first, pair.second) >= scores.size())
        raise_error("InputShapeError", "a pair names no system");
      observed.push_back(std::abs(scores[pair.first] - scores[pair.second]));
    }
  }
  std::vector<TrialCounts> counts(observed.size());
  std::atomic<std::uint64_t> done{0};
  const Execution how = telling_execution(threads, advance, done);
  experiment.run([&] {
    randomize(experiment.metrics(), experiment.segments(), {words, trials}, which, observed, counts, how);
  });
  nb::list result;
  for (std::size_t metric = 0; metric < experiment.metrics().size(); ++metric) {
    nb::list row;
    for (const TrialCounts& count : std::span(counts).subspan(metric * which.size(), which.size())) {
      row.append(nb::make_tuple(count.beyond, count.equal));
    }
    result.append(row);
  }
  return result;
}

}  // namespace

void bind_resampling(nb::module_& module) {
  nb::class_<Scorable>(module, "Scorable", "What sums of statistics can be scored by.");
  nb::class_<Mean, Scorable>(module, "Mean",
                             "The mean of segment scores. Rows are [sum of scores, number of scores].")
      .def(nb::init<>());
  module.def(
      "bootstrap", &bootstrap_views, nb::arg("metrics"), nb::arg("samples"), nb::arg("seed"), nb::arg("start"),
      nb::arg("threads"), nb::arg("advance") = nb::none(),
      nb::sig("def bootstrap(metrics: Iterable[tuple[Any, Iterable[Any]]], samples: int, seed: int, start: int, "
              "threads: int, advance: Callable[[int], Any] | None = None) -> list[list[tuple[memoryview, bool]]]"),
      "Scores of all tables of all (metric, tables) on samples drawn with replacement, from draw `start` on; and "
      "whether they are single-precision numbers. `advance` is called now and then with the samples drawn since.");
  module.def("corpus_scores", &corpus_scores, nb::arg("metrics"),
             nb::sig("def corpus_scores(metrics: Iterable[tuple[Any, Iterable[Any]]]) -> list[list[float]]"),
             "The score of each table's summed rows.");
  module.def("row_scores", &row_scores, nb::arg("metric"), nb::arg("table"),
             nb::sig("def row_scores(metric: Any, table: Any) -> memoryview"),
             "The score of each row of a table: of each segment.");
  module.def("sum_rows", &sum_rows, nb::arg("table"), nb::sig("def sum_rows(table: Buffer) -> list[Any]"),
             "The sum of a table's rows, added in order; integers stay integers.");
  module.def("narrowed", &narrowed, nb::arg("table"), nb::sig("def narrowed(table: Buffer) -> memoryview | None"),
             "A table of int64 as int16, which this module takes, too; None if a number does not fit.");
  module.def(
      "randomize", &randomization_counts, nb::arg("metrics"), nb::arg("trials"), nb::arg("seed"), nb::arg("pairs"),
      nb::arg("threads"), nb::arg("advance") = nb::none(),
      nb::sig("def randomize(metrics: Iterable[tuple[Any, Iterable[Any]]], trials: int, seed: int, "
              "pairs: Sequence[tuple[int, int]], threads: int, advance: Callable[[int], Any] | None = None) "
              "-> list[list[tuple[int, int]]]"),
      "Of each metric's pairs of tables, how many trials exceed the observed difference, and how many equal it. "
      "`advance` is called now and then with the trials done since.");
  module.def("randomization_draws", &randomization_draws, nb::arg("segments"), nb::arg("trials"),
             "How many 32-bit draws `randomize` takes.");
  module.def(
      "paired_verdict",
      [](const Scores& first, const Scores& second, double observed, bool single) {
        if (first.size() != second.size()) raise_error("InputShapeError", "the numbers of samples differ");
        const PairedCounts found = paired_counts(span_of(first), span_of(second), observed, single);
        return nb::make_tuple(found.absolute.beyond, found.absolute.equal, found.shifted);
      },
      nb::arg("first"), nb::arg("second"), nb::arg("observed"), nb::arg("single"),
      nb::sig("def paired_verdict(first: Buffer, second: Buffer, observed: float, single: bool) "
              "-> tuple[int, int, int]"),
      "How many differences of two systems' bootstrap scores exceed the observed one and how many equal it, "
      "absolute "
      "and less their mean; how many reach it, signed and less their mean.");
  module.def(
      "interval",
      [](const Scores& scores, bool single) {
        if (scores.size() == 0) raise_error("InputShapeError", "there is no score");
        const Interval found = interval(span_of(scores), single);
        return nb::make_tuple(found.mean, found.low, found.high, found.half);
      },
      nb::arg("scores"), nb::arg("single"),
      nb::sig("def interval(scores: Buffer, single: bool) -> tuple[float, float, float, float]"),
      "Mean, lower and upper end, and half the width of the interval that holds 95 % of the scores.");
}

}  // namespace parbleu::bindings
