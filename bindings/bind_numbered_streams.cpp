// Binds the numbering of tokens and n-grams of whole streams, and the matching of such numbers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "execution.hpp"
#include "parbleu/ngrams/numbered_streams.hpp"
#include "python_values.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Starts = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t most_tokens = std::numeric_limits<std::int32_t>::max();

template <class Number>
View<Number> copied_view(const std::vector<Number>& values) {
  auto data = std::make_unique_for_overwrite<Number[]>(values.size());
  std::ranges::copy(values, data.get());
  return own_view(std::move(data), {values.size()});
}

nb::tuple number_tokens(nb::handle streams, const TokenizerArgument& tokenizer, bool lowercase) {
  const nb::object given = nb::steal(PySequence_Tuple(streams.ptr()));
  if (!given.is_valid()) throw nb::python_error();
  StreamNumbers numbered(tokenizer.tokenizer(), lowercase, best_simd());
  nb::list found;
  for (nb::handle item : given) {
    const Stream stream = nb::cast<const Segments&>(item).stream();
    std::vector<std::int32_t> numbers;
    std::vector<std::int64_t> starts{0};
    starts.reserve(stream.size() + 1);
    without_gil([&] {
      parallel_for(stream.size(), 1024, execution(1), [&](std::size_t begin, std::size_t end, unsigned) {
        for (std::size_t at = begin; at < end; ++at) {
          numbered.add(stream[at], numbers);
          starts.push_back(static_cast<std::int64_t>(numbers.size()));
        }
      });
    });
    if (numbers.size() > most_tokens) throw std::length_error("a stream has more than 2,147,483,647 tokens");
    found.append(nb::make_tuple(copied_view(numbers), copied_view(starts)));
  }
  nb::list tokens;
  for (const Text& token : numbered.tokens()) tokens.append(to_python(token));
  return nb::make_tuple(found, tokens);
}

nb::tuple pair_numbers(const Numbers& first, const Numbers& second) {
  if (first.size() != second.size()) throw nb::value_error("both sides of the pairs are equally long");
  auto numbers = std::make_unique_for_overwrite<std::int32_t[]>(first.size());
  std::int32_t count = 0;
  without_gil(
      [&] { count = number_pairs({first.data(), first.size()}, {second.data(), second.size()}, numbers.get()); });
  return nb::make_tuple(own_view(std::move(numbers), {first.size()}), count);
}

NumberedSegments checked(const Numbers& values, const Starts& starts) {
  const std::span<const std::int64_t> bounds(starts.data(), starts.size());
  const bool in_order = !bounds.empty() && bounds.front() == 0 && std::ranges::is_sorted(bounds) &&
                        bounds.back() == static_cast<std::int64_t>(values.size());
  if (!in_order || values.size() > most_tokens) throw nb::value_error("these starts are not those of the numbers");
  const std::span<const std::int32_t> numbers(values.data(), values.size());
  if (std::ranges::any_of(numbers, [](std::int32_t value) { return value < 0; })) {
    throw nb::value_error("numbers are not negative");
  }
  return {numbers, bounds};
}

View<std::int32_t> matched_places(const Numbers& hypotheses, const Starts& hypothesis_starts,
                                  const Numbers& references, const Starts& reference_starts) {
  const NumberedSegments one = checked(hypotheses, hypothesis_starts);
  const NumberedSegments other = checked(references, reference_starts);
  if (one.starts.size() != other.starts.size())
    throw nb::value_error("both sides have the same number of segments");
  auto places = std::make_unique_for_overwrite<std::int32_t[]>(one.values.size());
  without_gil([&] { match_occurrences(one, other, places.get()); });
  return own_view(std::move(places), {one.values.size()});
}

}  // namespace

void bind_numbered_streams(nb::module_& module) {
  module.def(
      "number_tokens", &number_tokens, nb::arg("streams"), nb::arg("tokenizer"), nb::arg("lowercase"),
      nb::sig("def number_tokens(streams: Sequence[Segments], tokenizer: str | Tokenizer, lowercase: bool) -> "
              "tuple[list[tuple[memoryview, memoryview]], list[str]]"),
      "For each stream the numbers of its tokens (int32), and where segments begin among them (int64, one more "
      "than there are segments); and the token of each number. A missing segment has no token.");
  module.def(
      "number_pairs", &pair_numbers, nb::arg("first"), nb::arg("second"),
      nb::sig(
          "def number_pairs(first: NDArray[numpy.int32], second: NDArray[numpy.int32]) -> tuple[memoryview, int]"),
      "A number for each pair (first[i], second[i]), from 0 in the order in which they first occur (int32), and "
      "how many there are.");
  module.def(
      "match_occurrences", &matched_places, nb::arg("hypotheses"), nb::arg("hypothesis_starts"),
      nb::arg("references"), nb::arg("reference_starts"),
      nb::sig("def match_occurrences(hypotheses: NDArray[numpy.int32], hypothesis_starts: NDArray[numpy.int64], "
              "references: NDArray[numpy.int32], reference_starts: NDArray[numpy.int64]) -> memoryview"),
      "For each number of the hypotheses the place of the number of the references, in the same segment, that it "
      "is matched with, or -1 (int32): occurrence k of a number with occurrence k.");
}

}  // namespace parbleu::bindings
