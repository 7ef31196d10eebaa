#include <cmath>
#include <cstdio>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/chrf.hpp"
#include "reference/similar_lines.hpp"
#include "reference/slow_ngrams.hpp"

namespace parbleu {
namespace {

using reference::Line;
using reference::Row;
using test::LineAndReferences;
using test::SimilarLines;

Row row_of(const Chrf& metric, const LineAndReferences& pair, SimilarLines& texts) {
  Arena arena;
  Chrf::Scratch scratch;
  std::vector<Chrf::Side> sides;
  for (const Line& line : pair.references) {
    sides.push_back(metric.prepare_reference(texts.text(line), arena, scratch));
  }
  metric.load(sides, scratch);
  const auto hypothesis = metric.prepare_hypothesis(texts.text(pair.line), arena, scratch);
  Row row(metric.width());
  metric.compare(hypothesis, row.data(), scratch);
  Row again(metric.width());
  metric.compare(hypothesis, again.data(), scratch);
  CHECK(row == again);
  return row;
}

// The first of the references with the best score.
Row best_row(const Chrf& metric, const LineAndReferences& pair, const ChrfOptions& options) {
  Row best;
  for (const Line& line : pair.references) {
    const Row row =
        reference::chrf_row(pair.line, line, {options.char_order, options.word_order, options.whitespace});
    if (best.empty() || metric.score(row.data()) > metric.score(best.data())) best = row;
  }
  return best;
}

void equals_the_twin(Simd simd) {
  SimilarLines texts(1);
  for (int round = 0; round < 600; ++round) {
    ChrfOptions options;
    if (texts.below(2) == 0) options.char_order = texts.below(10);
    if (texts.below(2) == 0) options.word_order = texts.below(4);
    options.whitespace = texts.below(4) == 0;
    options.eps_smoothing = texts.below(4) == 0;
    if (texts.below(3) == 0) options.least_long = texts.below(60);
    const Chrf metric(options, simd);
    const LineAndReferences pair = texts.segment(round % 3 == 0 ? 3 : 1);
    CHECK(row_of(metric, pair, texts) == best_row(metric, pair, options));
  }
}

void takes_long_lines(Simd simd) {
  const Line unit = U"the quick brown fox jumps over 13 lazy dogs; ";
  Line line;
  while (line.size() <= least_long) line += unit;
  SimilarLines texts(2);
  const Chrf metric({.word_order = 2}, simd);
  const Row row = row_of(metric, {line, {line}}, texts);
  CHECK(metric.score(row.data()) == 100);
  CHECK(row[0] == row[2]);
}

void scores() {
  const Chrf metric({.char_order = 1, .beta = 2});
  const std::int64_t row[] = {4, 5, 3};
  const double precision = 3.0 / 4;
  const double recall = 3.0 / 5;
  CHECK(metric.score(row) == 100 * (5 * precision * recall / (4 * precision + recall)));
  const float single[] = {4, 5, 3};
  CHECK(metric.score(single) == static_cast<float>(metric.score(single)));
  const std::int64_t nothing[] = {0, 0, 0};
  CHECK(metric.score(nothing) == 0);
}

}  // namespace
}  // namespace parbleu

int main() {
  for (const parbleu::Simd simd : parbleu::available_simd()) {
    parbleu::equals_the_twin(simd);
    parbleu::takes_long_lines(simd);
  }
  parbleu::scores();
  return parbleu::test::failed();
}
