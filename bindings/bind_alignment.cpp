// Binds edit scripts, error classes, matched n-grams, TER's alignments and places of tokens.
#include <nanobind/nanobind.h>

#include <string_view>

#include "bind_metric.hpp"
#include "bind_pairwise.hpp"
#include "parbleu/alignment/alignment.hpp"
#include "parbleu/alignment/block_alignment.hpp"
#include "parbleu/alignment/resegmentation.hpp"
#include "parbleu/metrics/ter.hpp"
#include "python_values.hpp"

namespace parbleu::bindings {
namespace {

// An array of the rows' numbers, `width` a row, without a copy.
template <class Number, class Row>
NumpyTable<Number> rows_as_table(std::unique_ptr<Row[]> rows, std::size_t count) {
  constexpr std::size_t width = sizeof(Row) / sizeof(Number);
  static_assert(sizeof(Row) % sizeof(Number) == 0);
  Number* const raw = reinterpret_cast<Number*>(rows.get());
  nb::capsule owner(rows.release(), [](void* pointer) noexcept { delete[] static_cast<Row*>(pointer); });
  if constexpr (width == 1) return NumpyTable<Number>(raw, {count}, owner);
  return NumpyTable<Number>(raw, {count, width}, owner);
}

template <class Number, class Row>
nb::tuple ragged(RaggedRows<Row>&& rows, std::size_t segments) {
  return nb::make_tuple(rows_as_table<Number>(std::move(rows.rows), rows.count),
                        own_table<std::int64_t>(std::move(rows.starts), {segments + 1}));
}

using SpanTable = nb::ndarray<const std::int64_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Similarities = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Unit unit_named(std::string_view name) {
  if (name == "word") return Unit::word;
  if (name == "character") return Unit::character;
  throw nb::value_error("the unit is word or character");
}

std::string_view view_of(nb::handle name) {
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(name.ptr(), &size);
  if (utf8 == nullptr) throw nb::python_error();
  return {utf8, static_cast<std::size_t>(size)};
}

Streams streams_like(nb::handle references, const Segments& hypotheses) {
  Streams streams(references);
  streams.check(hypotheses.size());
  return streams;
}

}  // namespace

void bind_alignment(nb::module_& module) {
  module.def(
      "edit_scripts",
      [](nb::handle references, const Segments& hypotheses, nb::handle unit, unsigned threads) {
        const Streams streams = streams_like(references, hypotheses);
        const Unit wanted = unit_named(view_of(unit));
        const Execution how = execution(threads);
        EditScripts scripts;
        without_gil([&] { scripts = edit_scripts(streams.streams(), hypotheses.stream(), wanted, how); });
        const std::size_t size = hypotheses.size();
        return nb::make_tuple(ragged<std::int32_t>(std::move(scripts.runs), size),
                              own_table<std::int32_t>(std::move(scripts.chosen), {size}),
                              own_table<std::uint8_t>(std::move(scripts.coarse), {size}));
      },
      nb::arg("references"), nb::arg("hypotheses"), nb::arg("unit"), nb::arg("threads"),
      nb::sig(
          "def edit_scripts(references: Sequence[Segments], hypotheses: Segments, unit: str, threads: int) -> "
          "tuple[tuple[NDArray[numpy.int32], NDArray[numpy.int64]], NDArray[numpy.int32], NDArray[numpy.uint8]]"),
      "Runs [edit, left begin, left end, right begin, right end] from the closest reference to each hypothesis; "
      "which that is; and whether a script need not be minimal. The unit is word or character.");
  module.def(
      "matched_ngrams",
      [](nb::handle references, const Segments& hypotheses, nb::handle unit, unsigned max_order,
         unsigned threads) {
        const Streams streams = streams_like(references, hypotheses);
        const Unit wanted = unit_named(view_of(unit));
        const Execution how = execution(threads);
        RaggedRows<std::uint16_t> masks;
        without_gil(
            [&] { masks = matched_ngrams(streams.streams(), hypotheses.stream(), wanted, max_order, how); });
        return ragged<std::uint16_t>(std::move(masks), hypotheses.size());
      },
      nb::arg("references"), nb::arg("hypotheses"), nb::arg("unit"), nb::arg("max_order"), nb::arg("threads"),
      nb::sig("def matched_ngrams(references: Sequence[Segments], hypotheses: Segments, unit: str, "
              "max_order: int, threads: int) -> tuple[NDArray[numpy.uint16], NDArray[numpy.int64]]"),
      "For each word or character of the hypotheses, bit n - 1 if an n-gram of order n that begins there "
      "matches.");
  module.def(
      "token_places",
      [](const Segments& texts, const Segments& lines, unsigned threads) {
        if (texts.size() != lines.size()) throw nb::value_error("streams differ in length");
        const Execution how = execution(threads);
        RaggedRows<TokenPlace> places;
        without_gil([&] { places = token_places(texts.stream(), lines.stream(), how); });
        return ragged<std::int32_t>(std::move(places), lines.size());
      },
      nb::arg("texts"), nb::arg("lines"), nb::arg("threads"),
      nb::sig("def token_places(texts: Segments, lines: Segments, threads: int) -> "
              "tuple[NDArray[numpy.int32], NDArray[numpy.int64]]"),
      "Where each token of the lines stands in the texts: [begin, end) in code points.");
  module.def(
      "classify_errors",
      [](nb::handle references, nb::handle reference_bases, const Segments& hypotheses,
         const Segments& hypothesis_bases, unsigned threads) {
        const Streams streams = streams_like(references, hypotheses);
        const Streams bases = streams_like(reference_bases, hypotheses);
        if (bases.streams().size() != streams.streams().size() || hypothesis_bases.size() != hypotheses.size()) {
          throw nb::value_error("streams differ in number or length");
        }
        const Execution how = execution(threads);
        ClassifiedErrors errors;
        try {
          without_gil([&] {
            errors = classify_errors(streams.streams(), bases.streams(), hypotheses.stream(),
                                     hypothesis_bases.stream(), how);
          });
        } catch (const BaseFormMismatch& problem) {
          raise_error("InputShapeError", "line " + std::to_string(problem.segment + 1) + " has " +
                                             std::to_string(problem.base_forms) + " base forms for " +
                                             std::to_string(problem.words) +
                                             " words; there is one for each word, with blanks between them");
        }
        const std::size_t size = hypotheses.size();
        return nb::make_tuple(rows_as_table<std::int32_t>(std::move(errors.rows), size),
                              own_table<std::int32_t>(std::move(errors.chosen), {size}),
                              ragged<std::uint8_t>(std::move(errors.reference), size),
                              ragged<std::uint8_t>(std::move(errors.hypothesis), size));
      },
      nb::arg("references"), nb::arg("reference_bases"), nb::arg("hypotheses"), nb::arg("hypothesis_bases"),
      nb::arg("threads"),
      nb::sig(
          "def classify_errors(references: Sequence[Segments], reference_bases: Sequence[Segments], "
          "hypotheses: Segments, hypothesis_bases: Segments, threads: int) -> "
          "tuple[NDArray[numpy.int32], NDArray[numpy.int32], tuple[NDArray[numpy.uint8], NDArray[numpy.int64]], "
          "tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]]"),
      "Counts of error classes for each segment, the reference that was used, and the class of each of its words "
      "and of each of the hypothesis.");
  module.def(
      "ter_alignments",
      [](const Ter& metric, nb::handle references, const Segments& hypotheses, unsigned threads) {
        const Streams streams = streams_like(references, hypotheses);
        const Execution how = execution(threads);
        TerAlignments found;
        without_gil([&] { found = ter_alignments(metric, streams.streams(), hypotheses.stream(), how); });
        const std::size_t size = hypotheses.size();
        return nb::make_tuple(ragged<std::int32_t>(std::move(found.steps), size),
                              ragged<std::int32_t>(std::move(found.shifts), size),
                              own_table<std::int32_t>(std::move(found.chosen), {size}));
      },
      nb::arg("metric"), nb::arg("references"), nb::arg("hypotheses"), nb::arg("threads"),
      nb::sig("def ter_alignments(metric: Ter, references: Sequence[Segments], hypotheses: Segments, "
              "threads: int) -> tuple[tuple[NDArray[numpy.int32], NDArray[numpy.int64]], "
              "tuple[NDArray[numpy.int32], NDArray[numpy.int64]], NDArray[numpy.int32]]"),
      "Steps [edit, reference word, hypothesis word, shift], shifts [from, length, to], and which reference.");
  module.def(
      "resegment",
      [](const Segments& documents, const Segments& keys, nb::handle references, const Starts& starts,
         nb::handle unit, bool goes_on, unsigned threads) {
        const Streams streams(references);
        const std::size_t count = documents.size();
        if (keys.size() != count || starts.size() != count + 1 || starts.data()[0] != 0) {
          throw nb::value_error("there is a key, and the number of a segment, for each document");
        }
        for (std::size_t k = 0; k < count; ++k) {
          if (starts.data()[k] > starts.data()[k + 1]) throw nb::value_error("the segments' numbers ascend");
        }
        const auto segments = static_cast<std::size_t>(starts.data()[count]);
        streams.check(segments);
        const Unit wanted = unit_named(view_of(unit));
        const Execution how = execution(threads);
        Resegmentation cut;
        without_gil([&] {
          cut = resegment(documents.stream(), keys.stream(), streams.streams(), {starts.data(), count + 1}, wanted,
                          goes_on ? Ties::goes_on : Ties::earliest, how);
        });
        auto places = std::make_unique_for_overwrite<std::int64_t[]>(2 * segments);
        for (std::size_t k = 0; k < segments; ++k) {
          places[2 * k] = cut.places[k].begin;
          places[2 * k + 1] = cut.places[k].end;
        }
        auto edits = std::make_unique_for_overwrite<std::int64_t[]>(3 * count);
        for (std::size_t k = 0; k < count; ++k) {
          const DocumentEdits& document = cut.documents[k];
          edits[3 * k] = document.edits;
          edits[3 * k + 1] = document.units;
          edits[3 * k + 2] = document.reference_units;
        }
        return nb::make_tuple(own_view<std::int64_t>(std::move(places), {segments, 2}),
                              own_view<std::int64_t>(std::move(edits), {count, 3}));
      },
      nb::arg("documents"), nb::arg("keys"), nb::arg("references"), nb::arg("starts"), nb::arg("unit"),
      nb::arg("goes_on"), nb::arg("threads"),
      nb::sig("def resegment(documents: Segments, keys: Segments, references: Sequence[Segments], "
              "starts: Buffer, unit: str, goes_on: bool, threads: int) -> tuple[memoryview, memoryview]"),
      "Where each segment of the references lies in its document, [begin, end) in code points, by the fewest "
      "edits; and for each document [edits, its units, those of its first reference]. What is compared are the "
      "words or characters of the keys. With `goes_on` ties are broken for the script that goes on with an edit "
      "as long as it can.");
  module.def(
      "best_blocks",
      [](const SpanTable& spans, const Similarities& similarities, std::size_t blocks, std::size_t units) {
        const std::size_t count = spans.shape(0);
        if (similarities.size() != count) throw nb::value_error("there is a similarity for each span");
        std::vector<BlockSpan> ways(count);
        for (std::size_t k = 0; k < count; ++k) {
          const std::int64_t* const span = spans.data() + 3 * k;
          if (span[0] < 0 || span[1] < 0 || span[2] < span[1] || static_cast<std::size_t>(span[0]) >= blocks ||
              static_cast<std::size_t>(span[2]) > units) {
            throw nb::value_error("a span lies in the units, and belongs to one of the blocks");
          }
          ways[k] = {static_cast<std::size_t>(span[0]), static_cast<std::size_t>(span[1]),
                     static_cast<std::size_t>(span[2]), similarities.data()[k]};
          if (k > 0 && ways[k].block < ways[k - 1].block) throw nb::value_error("the blocks of spans ascend");
        }
        BlockAlignment best;
        without_gil([&] { best = best_blocks(ways, blocks, units); });
        nb::list places;
        for (const BlockSpan& span : best.spans) places.append(nb::make_tuple(span.begin, span.end));
        nb::list margins;
        for (const double margin : best.margins) margins.append(margin);
        return nb::make_tuple(places, margins);
      },
      nb::arg("spans"), nb::arg("similarities"), nb::arg("blocks"), nb::arg("units"),
      nb::sig("def best_blocks(spans: NDArray[numpy.int64], similarities: NDArray[numpy.float64], blocks: int, "
              "units: int) -> tuple[list[tuple[int, int]], list[float]]"),
      "Cuts units into blocks, of spans [block, begin, end) sorted by all three, with the greatest sum of "
      "similarities, which are 0 or more: the span of each block, and by how much any other is worse. Nothing if "
      "the spans lead nowhere.");
  module.def(
      "merged_by_length",
      [](const Starts& source, const Starts& lengths) {
        if (lengths.size() < source.size()) throw nb::value_error("there are fewer blocks than in the source");
        std::vector<std::size_t> ends;
        without_gil(
            [&] { ends = merged_by_length({source.data(), source.size()}, {lengths.data(), lengths.size()}); });
        nb::list places;
        for (const std::size_t end : ends) places.append(end);
        return places;
      },
      nb::arg("source"), nb::arg("lengths"),
      nb::sig("def merged_by_length(source: NDArray[numpy.int64], lengths: NDArray[numpy.int64]) -> list[int]"),
      "Where blocks end that are merged of neighbouring ones, so that lengths differ least from those of the "
      "source in proportion; of several ways the one that merges earliest.");
}

}  // namespace parbleu::bindings
