#include "parbleu/chrf.hpp"

#include <algorithm>
#include <cmath>

#include "parbleu/unicode.hpp"

namespace parbleu {
namespace {

// Through memory, so that the compiler calls the library's pow, as Python does, and does not multiply.
double square(double value) {
  volatile double two = 2;
  return std::pow(value, two);
}

Text without_space(const Text& text, Arena& arena) {
  return visit(text, [&](auto units) {
    using Unit = std::remove_cv_t<typename decltype(units)::element_type>;
    const auto kept = arena.make<Unit>(units.size());
    std::size_t count = 0;
    for (const Unit unit : units) {
      kept[count] = unit;
      count += !is_space(unit);
    }
    return as_text<Unit>(arena.shrink(kept, count));
  });
}

constexpr bool is_punctuation(std::uint32_t c) {
  return (c > 0x20 && c < 0x30) || (c > 0x39 && c < 0x41) || (c > 0x5A && c < 0x61) || (c > 0x7A && c < 0x7F);
}

// Words at white space; one ASCII punctuation character at the end, or else at the start, becomes its own word.
Tokens words(const Text& text, Arena& arena) {
  const auto spans = arena.make<Span>(text.size);
  std::size_t count = 0;
  const auto add = [&](std::size_t begin, std::size_t end) {
    spans[count++] = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
  };
  visit(text, [&](auto units) {
    std::size_t at = 0;
    for (;;) {
      while (at < units.size() && is_space(units[at])) ++at;
      if (at == units.size()) return;
      const std::size_t begin = at;
      while (at < units.size() && !is_space(units[at])) ++at;
      if (at - begin > 1 && is_punctuation(units[at - 1])) {
        add(begin, at - 1);
        add(at - 1, at);
      } else if (at - begin > 1 && is_punctuation(units[begin])) {
        add(begin, begin + 1);
        add(begin + 1, at);
      } else {
        add(begin, at);
      }
    }
  });
  return {text, arena.shrink(spans, count)};
}

void to_symbols(const Text& text, std::vector<Symbol>& symbols) {
  visit(text, [&](auto units) { symbols.assign(units.begin(), units.end()); });
}

// The triples of all orders from lengths and matches.
void fill(std::size_t hypothesis, std::size_t reference, std::span<const std::int64_t> shared, std::int64_t* row) {
  for (std::size_t n = 0; n < shared.size(); ++n) {
    const auto left = [n](std::size_t units) { return static_cast<std::int64_t>(units > n ? units - n : 0); };
    row[3 * n] = reference > n ? left(hypothesis) : 0;
    row[3 * n + 1] = left(reference);
    row[3 * n + 2] = shared[n];
  }
}

}  // namespace

Chrf::Chrf(const ChrfOptions& options, Simd simd)
    : options_(options), formula_{square(options.beta), options.eps_smoothing}, simd_(simd) {}

Chrf::Side Chrf::prepare(const Text& raw, Arena& arena) const {
  const Text text = options_.lowercase ? lower(raw, arena, simd_) : raw;
  Side side;
  side.characters = options_.whitespace ? text : without_space(text, arena);
  if (options_.word_order > 0) side.words = words(text, arena);
  return side;
}

void Chrf::compare_one(const Side& hypothesis, const Side& reference, Number* row, Scratch& scratch) const {
  std::vector<std::int64_t> shared(options_.char_order);
  to_symbols(hypothesis.characters, scratch.hypothesis);
  to_symbols(reference.characters, scratch.reference);
  std::span<const Symbol> against = scratch.reference;
  scratch.counter.count(scratch.hypothesis, {&against, 1}, shared);
  fill(scratch.hypothesis.size(), scratch.reference.size(), shared, row);
  if (options_.word_order == 0) return;
  shared.resize(options_.word_order);
  scratch.interner.reset(reference.words.spans.size());
  scratch.interner.add(reference.words, scratch.reference);
  scratch.interner.find(hypothesis.words, scratch.hypothesis);
  against = scratch.reference;
  scratch.counter.count(scratch.hypothesis, {&against, 1}, shared);
  fill(scratch.hypothesis.size(), scratch.reference.size(), shared, row + 3 * options_.char_order);
}

void Chrf::compare(const Side& hypothesis, Number* row, Scratch& scratch) const {
  compare_one(hypothesis, scratch.references.front(), row, scratch);
  if (scratch.references.size() == 1) return;
  double best = score(row);
  scratch.row.resize(width());
  for (const Side& reference : scratch.references.subspan(1)) {
    compare_one(hypothesis, reference, scratch.row.data(), scratch);
    const double other = score(scratch.row.data());
    if (!(other > best)) continue;
    best = other;
    std::ranges::copy(scratch.row, row);
  }
}

double Chrf::score(const Number* row) const {
  return chrf_formula<double>(row, options_.char_order + options_.word_order, formula_);
}

double Chrf::score(const float* row) const {
  return chrf_formula<Single>(row, options_.char_order + options_.word_order, formula_);
}

}  // namespace parbleu
