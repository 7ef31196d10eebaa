// Tests that ByteNgrams counts as its slow twin does, in texts of every width, and refuses what it says that it does.
#include <algorithm>
#include <vector>

#include "check.hpp"
#include "parbleu/ngrams/character_ngrams.hpp"
#include "reference/similar_lines.hpp"
#include "reference/slow_ngrams.hpp"

namespace parbleu {
namespace {

using reference::Line;
using Shared = std::vector<std::int64_t>;

Shared expected(const Line& hypothesis, const Line& reference, std::size_t orders) {
  const reference::Row row = reference::chrf_row(hypothesis, reference, {orders, 0, true});
  Shared shared(orders);
  for (std::size_t n = 0; n < orders; ++n) shared[n] = row[3 * n + 2];
  return shared;
}

// Text with a few characters that fit into no byte, or all of other alphabets, or with control characters.
Line disguised(test::SimilarLines& texts, Line line) {
  const std::size_t kind = texts.below(8);
  for (char32_t& point : line) {
    if (kind < 3 && texts.below(6) == 0) point = 0x2018 + static_cast<char32_t>(texts.below(5));
    if (kind == 3 && texts.below(6) == 0) point = 0x7E + static_cast<char32_t>(texts.below(4));
    if (kind == 4 && texts.below(6) == 0) point = 0x20000 + static_cast<char32_t>(texts.below(2));
  }
  return line;
}

void equals_the_twin() {
  test::SimilarLines texts(5);
  ByteNgrams counter;
  int counted = 0;
  for (int round = 0; round < 1500; ++round) {
    const test::LineAndReferences pair = texts.segment(1);
    const Line hypothesis = disguised(texts, pair.line);
    const Line reference = disguised(texts, pair.references.front());
    const std::size_t orders = texts.below(ByteNgrams::most_orders + 2);
    const Shared shared = expected(hypothesis, reference, orders);
    test::for_each_width(reference, [&](const Text& target) {
      if (!counter.load(target)) return;
      test::for_each_width(hypothesis, [&](const Text& text) {
        Shared found(orders, -1);
        if (!counter.count(text, found)) return;
        CHECK(found == shared);
        ++counted;
      });
    });
  }
  CHECK(counted > 1500);
}

bool counts(const Line& hypothesis, Width width, const Line& reference, Width reference_width) {
  ByteNgrams counter;
  Shared shared(6);
  return counter.load(test::Stored(reference, reference_width).text()) &&
         counter.count(test::Stored(hypothesis, width).text(), shared);
}

void refuses() {
  const Line line = U"the mat";
  CHECK(counts(line, Width::one, line, Width::four));
  CHECK(counts(U"the “mat”", Width::two, line, Width::one));
  CHECK(!counts(line, Width::one, Line(ByteNgrams::longest_reference + 1, U'a'), Width::one));
  CHECK(!counts(Line(200, U'a'), Width::one, Line(200, U'a'), Width::one));  // equal trigrams everywhere
  CHECK(!counts(line, Width::one, U"абвгдежзик", Width::two));
  CHECK(!counts(U"\x85 “mat”", Width::two, line, Width::one));
  CHECK(!counts(U"the “mat”", Width::two, U"the \x85", Width::one));
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::equals_the_twin();
  parbleu::refuses();
  return parbleu::test::failed();
}
