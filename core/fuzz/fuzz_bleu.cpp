// Compares BLEU's statistics of any bytes, with every set of kernels, with the slow version in tests/reference.
#include "ngram_segment.hpp"
#include "parbleu/metrics/bleu.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "reference/slow_ngrams.hpp"

namespace {

using namespace parbleu;
using reference::Line;

std::vector<Line> tokens_of(const BleuOptions& options, const Text& text, Arena& arena) {
  const Text line = options.lowercase ? lower(text, arena, Simd::portable) : text;
  const Tokens tokens = options.tokenizer->tokenize(strip_right(line), arena, Simd::portable);
  std::vector<Line> made;
  for (const Span& span : tokens.spans) {
    visit(tokens.text, [&](auto units) {
      const auto token = units.subspan(span.begin, span.size);
      made.emplace_back(token.begin(), token.end());
    });
  }
  return made;
}

void compare(const BleuOptions& options, Simd simd, const fuzz::Segment& segment) {
  const Bleu metric(options, simd);
  Arena arena;
  Bleu::Scratch scratch;
  std::vector<test::Stored> stored;
  for (const Line& line : segment.references) stored.push_back(fuzz::stored(line));
  std::vector<Bleu::Side> sides;
  std::vector<std::vector<Line>> references;
  for (const test::Stored& reference : stored) {
    sides.push_back(metric.prepare_reference(reference.text(), arena, scratch));
    references.push_back(tokens_of(options, reference.text(), arena));
  }
  metric.load(sides, scratch);
  const test::Stored hypothesis = fuzz::stored(segment.hypothesis);
  reference::Row row(metric.width());
  metric.compare(metric.prepare_hypothesis(hypothesis.text(), arena, scratch), row.data(), scratch);
  const auto expected =
      reference::bleu_row(tokens_of(options, hypothesis.text(), arena), references, options.max_ngram_order);
  fuzz::require(row == expected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  BleuOptions options{.tokenizer = tokenizers()[data[0] % tokenizers().size()]};
  options.lowercase = (data[0] & 0x80) != 0;
  options.max_ngram_order = data[1] % 11;
  const fuzz::Segment segment = fuzz::segment({data + 2, size - 2});
  for (const Simd simd : available_simd()) compare(options, simd, segment);
  return 0;
}
