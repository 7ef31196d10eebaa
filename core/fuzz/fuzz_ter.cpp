// TER on anything: once as two texts, which must not crash, and once as two sequences of a few words each, for which
// the twin in tests/reference says what the edits are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "metrics/ter/shift_search.hpp"
#include "parbleu/metrics/ter.hpp"
#include "points.hpp"
#include "reference/slow_ter.hpp"
#include "reference/texts.hpp"

namespace {

using namespace parbleu;
using Bytes = std::span<const std::uint8_t>;

void require(bool holds) {
  if (!holds) std::abort();
}

// As narrow as its code points allow, or wider.
test::Stored stored(const std::u32string& points, bool wider) {
  const char32_t largest = points.empty() ? 0 : std::ranges::max(points);
  if (largest > 0xFFFF) return {points, Width::four};
  return {points, largest > 0xFF || wider ? Width::two : Width::one};
}

void score_texts(unsigned options, Bytes left, Bytes right) {
  const Ter metric(TerTokenizer{(options & 1) != 0, (options & 2) != 0, (options & 4) != 0, (options & 8) != 0});
  Arena arena;
  Ter::Scratch scratch;
  const test::Stored hypothesis = stored(fuzz::points(left), (options & 16) != 0);
  const test::Stored reference = stored(fuzz::points(right), (options & 32) != 0);
  const Ter::Side sides[2] = {metric.prepare_reference(reference.text(), arena, scratch),
                              metric.prepare_reference(hypothesis.text(), arena, scratch)};
  metric.load(sides, scratch);
  double row[2];
  metric.compare(metric.prepare_hypothesis(hypothesis.text(), arena, scratch), row, scratch);
  require(row[0] >= 0 && metric.score(row) >= 0);
  if ((options & 1) == 0) require(row[0] == 0);  // a text is among its own references
}

void compare_with_twin(unsigned options, Bytes left, Bytes right) {
  const std::uint32_t vocabulary = 1 + options % 32;
  std::vector<std::uint32_t> numbers(vocabulary + 1, 0);
  std::uint32_t distinct = 0;
  reference::Words from;
  reference::Words to;
  for (const std::uint8_t byte : right) {
    std::uint32_t& number = numbers[byte % vocabulary];
    if (number == 0) number = ++distinct;
    to.push_back(number);
  }
  for (const std::uint8_t byte : left) from.push_back(numbers[byte % (vocabulary + 1)]);
  ter::WordPositions positions;
  positions.build(to, distinct);
  ter::ShiftSearch search;
  require(search.edits(from, positions) == reference::ter_edits(from, to));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const Bytes bytes(data + 3, size - 3);
  const std::size_t cut = (data[1] | std::size_t{data[2]} << 8) % (bytes.size() + 1);
  const Bytes left = bytes.first(cut);
  const Bytes right = bytes.subspan(cut);
  score_texts(data[0], left, right);
  if (left.size() <= 90 && right.size() <= 200) compare_with_twin(data[0], left, right);
  return 0;
}
