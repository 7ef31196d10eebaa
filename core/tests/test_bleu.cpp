#include <cmath>
#include <cstdio>
#include <vector>

#include "check.hpp"
#include "parbleu/metrics/bleu.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "reference/similar_lines.hpp"
#include "reference/slow_ngrams.hpp"

namespace parbleu {
namespace {

using reference::Line;
using reference::Row;
using test::LineAndReferences;
using test::SimilarLines;

std::vector<Line> tokens_of(const BleuOptions& options, const Text& text, Arena& arena) {
  const Text line = options.lowercase ? lower(text, arena, Simd::portable) : text;
  const Tokens tokens = options.tokenizer->tokenize(strip_right(line), arena, Simd::portable);
  std::vector<Line> made;
  for (const Span& span : tokens.spans) {
    made.push_back(visit(tokens.text, [&](auto units) {
      return Line(units.begin() + span.begin, units.begin() + span.begin + span.size);
    }));
  }
  return made;
}

// At every level of vector instructions; the slow twin is asked once.
void check_segment(const BleuOptions& options, const LineAndReferences& segment, SimilarLines& texts) {
  Arena arena;
  std::vector<Text> stored;
  std::vector<std::vector<Line>> references;
  for (const Line& line : segment.references) {
    stored.push_back(texts.text(line));
    references.push_back(tokens_of(options, stored.back(), arena));
  }
  const Text text = texts.text(segment.line);
  const Row expected = reference::bleu_row(tokens_of(options, text, arena), references, options.max_ngram_order);
  for (const Simd simd : available_simd()) {
    const Bleu metric(options, simd);
    Bleu::Scratch scratch;
    std::vector<Bleu::Side> sides;
    for (const Text& line : stored) sides.push_back(metric.prepare_reference(line, arena, scratch));
    metric.load(sides, scratch);
    const auto hypothesis = metric.prepare_hypothesis(text, arena, scratch);
    for (int twice = 0; twice < 2; ++twice) {
      Row row(metric.width());
      metric.compare(hypothesis, row.data(), scratch);
      CHECK(row == expected);
    }
  }
}

void equals_the_twin() {
  SimilarLines texts(1);
  const auto all = tokenizers();
  for (int round = 0; round < 1000; ++round) {
    BleuOptions options{.tokenizer = all[texts.below(all.size())]};
    if (texts.below(2) == 0) options.max_ngram_order = texts.below(11);
    options.lowercase = texts.below(4) == 0;
    if (texts.below(3) == 0) options.least_long = texts.below(60);
    check_segment(options, texts.segment(round % 3 == 0 ? 5 : 1), texts);
  }
}

// Tokens of every length around the size of a key, alike in all but one character.
void tells_long_tokens_apart() {
  SimilarLines texts(3);
  for (std::size_t size = 1; size < 70; ++size) {
    for (const Line& letters :
         {Line(U"ab"), Line(U"é\u0430"), Line(U"\u0430\u0431"), Line(U"\u4E00\u2019"), Line(U"a\U0001F600")}) {
      LineAndReferences segment{.line = {}, .references = {{}}};
      for (int word = 0; word < 40; ++word) {
        Line token(size, letters[0]);
        token[texts.below(size)] = letters[1];
        segment.line += token + U' ';
        if (texts.below(3) == 0) token[texts.below(size)] = letters[0];
        segment.references[0] += token + U' ';
      }
      check_segment({.tokenizer = find_tokenizer("none")}, segment, texts);
    }
  }
}

void takes_long_lines(Simd simd) {
  Line line;
  while (line.size() <= least_long) line += U"the quick brown fox jumps over 13 lazy dogs; ";
  Arena arena;
  SimilarLines texts(2);
  const Bleu metric({.tokenizer = find_tokenizer("13a")}, simd);
  Bleu::Scratch scratch;
  const Bleu::Side side = metric.prepare_reference(texts.text(line), arena, scratch);
  metric.load({&side, 1}, scratch);
  Row row(metric.width());
  metric.compare(side, row.data(), scratch);
  CHECK(row[2] == row[0] && row[5] == row[0] - 3);
}

void scores() {
  const Tokenizer* none = find_tokenizer("none");
  const Bleu plain({.tokenizer = none, .max_ngram_order = 2, .formula = {.smoothing = Smoothing::none}});
  const std::int64_t row[] = {4, 5, 3, 1, 4, 3};
  CHECK(plain.score(row) == std::exp(1 - 5.0 / 4) * std::exp((std::log(75.0) + std::log(100.0 / 3)) / 2));
  const std::int64_t zero[] = {4, 4, 0, 0, 4, 3};
  CHECK(plain.score(zero) == 0);
  const Bleu smooth({.tokenizer = none, .max_ngram_order = 2});
  const std::int64_t half[] = {4, 4, 4, 0, 4, 3};
  CHECK(smooth.score(half) == std::exp((std::log(100.0) + std::log(100.0 / 6)) / 2));
  const float single[] = {4, 4, 3, 1, 4, 3};
  CHECK(smooth.score(single) == std::exp((std::log(75.0) + std::log(static_cast<double>(100.0F / 3))) / 2));
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::equals_the_twin();
  parbleu::tells_long_tokens_apart();
  for (const parbleu::Simd simd : parbleu::available_simd()) parbleu::takes_long_lines(simd);
  parbleu::scores();
  return parbleu::test::failed();
}
