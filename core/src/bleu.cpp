#include "parbleu/bleu.hpp"

#include <algorithm>
#include <array>

#include "parbleu/unicode.hpp"

namespace parbleu {
namespace {

// The length of the reference closest to `length`; of two equally close ones the shorter.
std::size_t closest(std::span<const Tokens> references, std::size_t length) {
  const auto distance = [length](std::size_t other) { return other > length ? other - length : length - other; };
  std::size_t best = references.front().spans.size();
  for (const Tokens& reference : references.subspan(1)) {
    const std::size_t size = reference.spans.size();
    if (distance(size) < distance(best) || (distance(size) == distance(best) && size < best)) best = size;
  }
  return best;
}

template <class Real, class Number>
double score_row(const Number* row, std::size_t orders, const BleuFormula& how) {
  constexpr std::size_t usual = 8;
  std::array<Real, 3 * usual> here;
  std::vector<Real> far;
  Real* room = here.data();
  if (orders > usual) {
    far.resize(3 * orders);
    room = far.data();
  }
  std::transform(row + 2, row + 2 + 2 * orders, room, [](Number number) { return Real(number); });
  const auto part = [&](std::size_t index) { return std::span(room + index * orders, orders); };
  return bleu_formula<Real>(part(0), part(1), static_cast<double>(row[0]), static_cast<double>(row[1]), how, part(2))
      .score;
}

}  // namespace

Bleu::Bleu(const BleuOptions& options, Simd simd) : options_(options), simd_(simd) {}

Bleu::Side Bleu::prepare(const Text& raw, Arena& arena) const {
  const Text text = options_.lowercase ? lower(raw, arena, simd_) : raw;
  return options_.tokenizer->tokenize(strip_right(text), arena, simd_);
}

void Bleu::load(std::span<const Side> references, Scratch& scratch) const {
  scratch.references = references;
  std::size_t count = 0;
  for (const Side& reference : references) count += reference.spans.size();
  scratch.interner.reset(count);
  scratch.reference_symbols.resize(std::max(scratch.reference_symbols.size(), references.size()));
  scratch.reference_spans.clear();
  for (std::size_t k = 0; k < references.size(); ++k) {
    scratch.interner.add(references[k], scratch.reference_symbols[k]);
    scratch.reference_spans.emplace_back(scratch.reference_symbols[k]);
  }
}

void Bleu::compare(const Side& hypothesis, Number* row, Scratch& scratch) const {
  const std::size_t orders = options_.max_ngram_order;
  const std::size_t length = hypothesis.spans.size();
  scratch.interner.find(hypothesis, scratch.hypothesis);
  row[0] = static_cast<Number>(length);
  row[1] = static_cast<Number>(closest(scratch.references, length));
  scratch.counter.count(scratch.hypothesis, scratch.reference_spans, {row + 2, orders});
  for (std::size_t n = 0; n < orders; ++n) row[2 + orders + n] = static_cast<Number>(length > n ? length - n : 0);
}

double Bleu::score(const Number* row) const {
  return score_row<double>(row, options_.max_ngram_order, options_.formula);
}

double Bleu::score(const float* row) const {
  return score_row<Single>(row, options_.max_ngram_order, options_.formula);
}

}  // namespace parbleu
