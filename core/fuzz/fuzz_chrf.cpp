// Compares chrF's statistics of any bytes, with every set of kernels, with the slow version in tests/reference.
#include "ngram_segment.hpp"
#include "parbleu/metrics/chrf.hpp"
#include "reference/slow_ngrams.hpp"

namespace {

using namespace parbleu;

void compare(const ChrfOptions& options, Simd simd, const std::u32string& left, const std::u32string& right) {
  const Chrf metric(options, simd);
  const test::Stored hypothesis = fuzz::stored(left);
  const test::Stored reference = fuzz::stored(right);
  Arena arena;
  Chrf::Scratch scratch;
  const Chrf::Side side = metric.prepare_reference(reference.text(), arena, scratch);
  metric.load({&side, 1}, scratch);
  reference::Row row(metric.width());
  metric.compare(metric.prepare_hypothesis(hypothesis.text(), arena, scratch), row.data(), scratch);
  fuzz::require(row ==
                reference::chrf_row(left, right, {options.char_order, options.word_order, options.whitespace}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  ChrfOptions options;
  options.char_order = data[0] % 10;
  options.word_order = data[1] % 5;
  options.whitespace = (data[1] & 0x80) != 0;
  const fuzz::Segment segment = fuzz::segment({data + 2, size - 2});
  for (const Simd simd : available_simd()) compare(options, simd, segment.hypothesis, segment.references.front());
  return 0;
}
