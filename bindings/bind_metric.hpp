// Binds the methods that every metric has; written once for all metrics.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "execution.hpp"
#include "parbleu/metrics/corpus.hpp"
#include "python_values.hpp"
#include "segments.hpp"

namespace parbleu::bindings {

// Reference streams, checked for equal length. Keeps the Segments alive.
class Streams {
 public:
  explicit Streams(nb::handle sequence) : owners_(nb::steal<nb::tuple>(PySequence_Tuple(sequence.ptr()))) {
    if (!owners_.is_valid()) throw nb::python_error();
    for (nb::handle item : owners_) streams_.push_back(nb::cast<const Segments&>(item).stream());
  }
  [[nodiscard]] std::span<const Stream> streams() const { return streams_; }
  void check(std::size_t size) const {
    for (const Stream& stream : streams_) {
      if (stream.size() != size) throw nb::value_error("streams differ in length");
    }
  }

 private:
  nb::tuple owners_;
  std::vector<Stream> streams_;
};

// References prepared once, with the Segments that they point into.
template <Metric M>
struct PreparedReferences {
  Streams source;
  Prepared<M> prepared;

  PreparedReferences(const M& metric, nb::handle references, unsigned threads)
      : source(checked(references)), prepared(prepare(metric, source, threads)) {}
  PreparedReferences(const PreparedReferences&) = delete;

 private:
  static Streams checked(nb::handle references) {
    Streams streams(references);
    if (streams.streams().empty()) throw nb::value_error("there is no reference stream");
    streams.check(streams.streams().front().size());
    return streams;
  }
  static Prepared<M> prepare(const M& metric, const Streams& source, unsigned threads) {
    std::optional<Prepared<M>> result;
    const Execution how = execution(threads);
    without_gil([&] { result.emplace(metric, source.streams(), true, how); });
    return std::move(*result);
  }
};

template <Metric M>
using References = SequenceOrPrepared<Segments, PreparedReferences<M>>;
using SentenceReferences = SequenceOf<std::optional<std::string_view>>;

// Calls use(references) with either kind of references, after checking their length.
template <Metric M, class Use>
void with_references(nb::handle references, std::size_t size, Use&& use) {
  if (nb::isinstance<PreparedReferences<M>>(references)) {
    const auto& prepared = nb::cast<const PreparedReferences<M>&>(references).prepared;
    if (prepared.size() != size) throw nb::value_error("streams differ in length");
    use(references_from(prepared));
  } else {
    const Streams streams(references);
    streams.check(size);
    use(references_from<M>(streams.streams()));
  }
}

template <class Number>
using NumpyTable = nb::ndarray<nb::numpy, Number>;

template <class Number>
NumpyTable<Number> own_table(std::unique_ptr<Number[]> data, std::initializer_list<std::size_t> shape) {
  Number* const raw = data.get();
  return NumpyTable<Number>(raw, shape, own(std::move(data)));
}

template <Metric M>
TupleOf<typename M::Number> row_to_tuple(const typename M::Number* row, std::size_t width) {
  const nb::object result = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(width)));
  for (std::size_t k = 0; k < width; ++k) {
    NB_TUPLE_SET_ITEM(result.ptr(), static_cast<Py_ssize_t>(k), nb::cast(row[k]).release().ptr());
  }
  return nb::borrow<TupleOf<typename M::Number>>(result);
}

template <Metric M>
std::vector<typename M::Number> row_from_sequence(const M& metric, nb::handle row) {
  std::vector<typename M::Number> numbers;
  for (nb::handle item : row) numbers.push_back(nb::cast<typename M::Number>(item));
  if (numbers.size() != metric.width()) {
    const std::string message = "a row of statistics has " + std::to_string(metric.width()) + " numbers, not " +
                                std::to_string(numbers.size());
    throw nb::value_error(message.c_str());
  }
  return numbers;
}

inline double as_double(nb::handle value) {
  const double result = PyFloat_AsDouble(value.ptr());
  if (result == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return result;
}

template <class Number = double>
std::vector<Number> as_doubles(nb::handle values) {
  std::vector<Number> result;
  for (nb::handle value : values) result.push_back(static_cast<Number>(as_double(value)));
  return result;
}

// Bytes of scratch that a thread keeps from sentence to sentence; after a longer one it begins anew.
inline constexpr std::size_t most_kept = std::size_t{1} << 22;

// One segment against its references, on the calling thread: the short way for sentence scores. Returns the row, which
// stays until Python code runs, as that may score another sentence.
template <Metric M>
std::vector<typename M::Number>& sentence_row(const M& metric, nb::handle hypothesis, nb::handle references) {
  // Before anything else, for an iterator's code may come here too; and a snapshot, for other threads may run.
  const nb::object given = nb::steal(PySequence_Tuple(references.ptr()));
  if (!given.is_valid()) throw nb::python_error();
  struct SentenceWorker : detail::Worker<M> {
    std::vector<Text> texts;
  };
  static thread_local SentenceWorker worker;
  if (worker.arena.capacity() > most_kept) worker = {};
  worker.arena.clear();
  worker.sides.clear();
  worker.row.resize(metric.width());
  worker.texts.clear();
  std::size_t longest = view(hypothesis, worker.arena).size;
  for (nb::handle item : nb::borrow<nb::tuple>(given)) {
    if (item.is_none()) continue;
    worker.texts.push_back(view(item, worker.arena));
    longest = std::max(longest, worker.texts.back().size);
  }
  if (worker.texts.empty()) raise_no_reference({0});
  const auto work = [&](SentenceWorker& with) {
    for (const Text& text : with.texts) {
      with.sides.push_back(metric.prepare_reference(text, with.arena, with.scratch));
    }
    metric.load(with.sides, with.scratch);
    metric.compare(metric.prepare_hypothesis(view(hypothesis, with.arena), with.arena, with.scratch),
                   with.row.data(), with.scratch);
  };
  if (longest < least_stopped) {
    work(worker);
  } else {
    SentenceWorker own = std::move(worker);  // a signal's handler may score another sentence
    worker = {};
    stopped_by_signals(longest, [&] { work(own); });
    worker = std::move(own);
  }
  return worker.row;
}

template <Metric M>
std::unique_ptr<typename M::Number[]> table_of(const M& metric, const Segments& hypotheses, nb::handle references,
                                               unsigned threads) {
  auto table = std::make_unique_for_overwrite<typename M::Number[]>(hypotheses.size() * metric.width());
  const Execution how = execution(threads);
  with_references<M>(references, hypotheses.size(), [&](const auto& side) {
    without_gil([&] { statistics(metric, hypotheses.stream(), side, table.get(), how); });
  });
  return table;
}

template <Metric M>
nb::typed<nb::list, View<typename M::Number>> tables_of(const M& metric, nb::handle systems, nb::handle references,
                                                        unsigned threads) {
  using Number = typename M::Number;
  const Streams hypotheses(systems);
  const std::size_t count = hypotheses.streams().size();
  const std::size_t size = count == 0 ? 0 : hypotheses.streams().front().size();
  hypotheses.check(size);
  nb::list views;
  if (count == 0) return views;
  std::vector<std::unique_ptr<Number[]>> tables;
  std::vector<Number*> rows;
  for (std::size_t k = 0; k < count; ++k) {
    tables.push_back(std::make_unique_for_overwrite<Number[]>(size * metric.width()));
    rows.push_back(tables.back().get());
  }
  const Execution how = execution(threads);
  with_references<M>(references, size, [&](const auto& side) {
    without_gil([&] { statistics<M>(metric, hypotheses.streams(), side, rows, how); });
  });
  for (auto& table : tables) views.append(own_view<Number>(std::move(table), {size, metric.width()}));
  return views;
}

template <Metric M>
void bind_tables(nb::class_<M, Scorable>& type) {
  using Number = typename M::Number;
  type.def(
      "total",
      [](const M& self, const Segments& hypotheses, const References<M>& references, unsigned threads,
         const std::optional<IterableOf<Number>>& start) {
        auto sum = start ? row_from_sequence(self, *start) : std::vector<Number>(self.width());
        const Execution how = execution(threads);
        with_references<M>(references, hypotheses.size(), [&](const auto& side) {
          without_gil([&] { total(self, hypotheses.stream(), side, sum.data(), how); });
        });
        return row_to_tuple<M>(sum.data(), sum.size());
      },
      nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"), nb::arg("start").none() = nb::none(),
      "The summed statistics, added to the row `start`.");
  type.def(
      "statistics",
      [](const M& self, const Segments& hypotheses, const References<M>& references, unsigned threads) {
        return own_table<Number>(table_of(self, hypotheses, references, threads),
                                 {hypotheses.size(), self.width()});
      },
      nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"), "The table of segment statistics.");
  type.def(
      "tables",
      [](const M& self, const SequenceOf<Segments>& systems, const References<M>& references, unsigned threads) {
        return tables_of(self, systems, references, threads);
      },
      nb::arg("systems"), nb::arg("references"), nb::arg("threads"),
      "The table of segment statistics of each system as a memoryview, for which NumPy is not loaded.");
}

template <Metric M>
void bind_scores(nb::class_<M, Scorable>& type) {
  type.def(
      "segment_scores",
      [](const M& self, const Segments& hypotheses, const References<M>& references, unsigned threads) {
        auto scores = std::make_unique_for_overwrite<double[]>(hypotheses.size());
        const Execution how = execution(threads);
        with_references<M>(references, hypotheses.size(), [&](const auto& side) {
          without_gil([&] { segment_scores(self, hypotheses.stream(), side, scores.get(), how); });
        });
        return own_table<double>(std::move(scores), {hypotheses.size()});
      },
      nb::arg("hypotheses"), nb::arg("references"), nb::arg("threads"), "One score per segment.");
  type.def(
      "score",
      [](const M& self, const IterableOf<typename M::Number>& row) {
        return self.score(row_from_sequence(self, row).data());
      },
      nb::arg("row"), "The score of a row, or a sum of rows, of statistics.");
}

template <Metric M>
void bind_sentences(nb::class_<M, Scorable>& type) {
  using Number = typename M::Number;
  type.def(
      "sentence",
      [](const M& self, const TextArgument& hyp, const SentenceReferences& refs) {
        const std::vector<Number> row = sentence_row(self, hyp, refs);
        return row_to_tuple<M>(row.data(), row.size());
      },
      nb::arg("hyp"), nb::arg("refs"), "The statistics of one segment.");
  type.def(
      "sentence_scored",
      [](const M& self, const TextArgument& hyp, const SentenceReferences& refs) {
        const std::vector<Number> row = sentence_row(self, hyp, refs);
        return nb::typed<nb::tuple, double, TupleOf<Number>>(
            nb::make_tuple(self.score(row.data()), row_to_tuple<M>(row.data(), row.size())));
      },
      nb::arg("hyp"), nb::arg("refs"), "The score and the statistics of one segment.");
  type.def(
      "sentence_score",
      [](const M& self, const TextArgument& hyp, const SentenceReferences& refs) {
        return self.score(sentence_row(self, hyp, refs).data());
      },
      nb::arg("hyp"), nb::arg("refs"), "The score of one segment.");
}

// Adds the methods that all metrics share to the class `type`, and binds its prepared references.
template <Metric M>
void bind_metric(nb::module_& module, nb::class_<M, Scorable>& type, const char* prepared_name) {
  nb::class_<PreparedReferences<M>>(module, prepared_name, "Reference streams prepared once for one metric.")
      .def("__len__", [](const PreparedReferences<M>& self) { return self.prepared.size(); });

  type.def_prop_ro("width", &M::width, "Numbers per row of statistics.");
  type.def(
      "prepare",
      [](const M& self, const SequenceOf<Segments>& references, unsigned threads) {
        return new PreparedReferences<M>(self, references, threads);
      },
      nb::arg("references"), nb::arg("threads"), nb::rv_policy::take_ownership,
      "Prepares reference streams (a sequence of Segments) for repeated use.");
  bind_tables(type);
  bind_scores(type);
  bind_sentences(type);
}

}  // namespace parbleu::bindings
