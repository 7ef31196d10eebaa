// Compares statistics of id sequences, with every set of kernels, with the slow version in tests/reference.
#include <vector>

#include "ngram_segment.hpp"
#include "parbleu/metrics/id_bleu.hpp"
#include "reference/slow_ngrams.hpp"

namespace {

using namespace parbleu;

std::vector<reference::Line> words(const std::u32string& ids) {
  std::vector<reference::Line> made;
  for (const char32_t id : ids) made.emplace_back(1, id);
  return made;
}

void add(IdLists& lists, const std::u32string& ids) {
  for (const char32_t id : ids) lists.push(std::uint64_t{id} << 20);
  lists.end();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::size_t orders = data[0] % 11;
  const fuzz::Segment segment = fuzz::segment({data + 1, size - 1});
  IdLists hypotheses;
  add(hypotheses, segment.hypothesis);
  IdLists grouped;
  std::vector<std::vector<reference::Line>> references;
  for (const std::u32string& reference : segment.references) {
    add(grouped, reference);
    references.push_back(words(reference));
  }
  grouped.end_group();
  const reference::Row expected = reference::bleu_row(words(segment.hypothesis), references, orders);
  for (const Simd simd : available_simd()) {
    const IdBleu metric({.formula = {}, .orders = orders, .weights = {}}, simd);
    reference::Row row(metric.width());
    metric.statistics(hypotheses, IdReferences(grouped), row.data(), {});
    fuzz::require(row == expected);
  }
  return 0;
}
