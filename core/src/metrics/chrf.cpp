#include "parbleu/metrics/chrf.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/chrf_text.hpp"
#include "ngrams/kernels.hpp"
#include "parbleu/unicode/letter_case.hpp"
#include "tokenizers/joining.hpp"

namespace parbleu {
namespace {

// Through memory, so that the compiler calls the library's pow, as Python does, and does not multiply.
double square(double value) {
  volatile double two = 2;
  return std::pow(value, two);
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

// In single precision, but for a zero that stands for "nothing matches", and for a smoothed score without any
// match.
class ChrfScorer final : public MetricScorer<Chrf> {
 public:
  explicit ChrfScorer(const Chrf& metric) : MetricScorer(metric), formula_(metric.formula()) {}
  [[nodiscard]] bool single(const float* sum, double score) const override {
    if (!formula_.eps_smoothing) return score != 0;
    for (std::size_t at = 0; at < width(); at += 3) {
      const bool hypothesis = sum[at] > 0;
      const bool reference = sum[at + 1] > 0;
      if (hypothesis && !reference) return true;
      if (reference && !hypothesis && formula_.beta_squared > 0) return true;
      if (hypothesis && sum[at + 2] > 0) return true;
    }
    return false;
  }

 private:
  ChrfFormula formula_;
};

}  // namespace

Chrf::Chrf(const ChrfOptions& options, Simd simd)
    : options_(options),
      formula_{square(options.beta), options.eps_smoothing},
      simd_(simd),
      kernels_(&ngrams::kernels(simd)) {}

Chrf::Side Chrf::prepare(const Text& raw, Arena& arena) const {
  const Text text = options_.lowercase ? lower(raw, arena, simd_) : raw;
  tokenizing::check_size(text, std::numeric_limits<Symbol>::max());
  const CharacterClasses classes = classify(text, options_.word_order > 0, arena, *kernels_);
  Side side;
  side.characters = options_.whitespace ? text : without_space(text, classes, arena, *kernels_);
  if (options_.word_order > 0) {
    const Tokens words = split_words(text, classes, arena);
    side.words = text.size < options_.least_long ? make_words(words, arena)
                                                 : make_long_words(tokenizing::join_tokens(words, arena));
  }
  return side;
}

void Chrf::load(std::span<const Side> references, Scratch& scratch) const {
  scratch.references = references;
  if (scratch.targets.size() < references.size()) scratch.targets.resize(references.size());
  for (std::size_t k = 0; k < references.size(); ++k) scratch.targets[k].load(references[k].characters, *kernels_);
}

void Chrf::compare_one(const Side& hypothesis, std::size_t reference, Number* row, Scratch& scratch) const {
  const Side& other = scratch.references[reference];
  scratch.shared.resize(options_.char_order + options_.word_order);
  const auto shared = std::span(scratch.shared);
  const auto characters = shared.first(options_.char_order);
  if (std::max(hypothesis.characters.size, other.characters.size) < options_.least_long) {
    scratch.targets[reference].count(hypothesis.characters, characters, *kernels_);
  } else {
    count_long_characters(hypothesis.characters, other.characters, characters);
  }
  fill(hypothesis.characters.size, other.characters.size, characters, row);
  const auto words = shared.subspan(options_.char_order);
  if (words.empty()) return;
  scratch.words.count(hypothesis.words, {&other.words, 1}, words, *kernels_);
  fill(hypothesis.words.size(), other.words.size(), words, row + 3 * options_.char_order);
}

void Chrf::compare(const Side& hypothesis, Number* row, Scratch& scratch) const {
  compare_one(hypothesis, 0, row, scratch);
  if (scratch.references.size() == 1) return;
  double best = score(row);
  scratch.row.resize(width());
  for (std::size_t reference = 1; reference < scratch.references.size(); ++reference) {
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

std::size_t Chrf::ngrams(const Side& side) const {
  if (side.characters.size >= options_.least_long || side.words.is_long()) return NgramList::most + 1;
  return side.characters.size * options_.char_order + side.words.size() * options_.word_order;
}

void Chrf::add_ngrams(const Side& side, NgramList& list, ListUnits& room) const {
  list.begin();
  visit(side.characters, [&](auto units) { room.units.assign(units.begin(), units.end()); });
  list.add(room.units, 0, options_.char_order);
  if (options_.word_order == 0) return;
  room.units.resize(side.words.size());
  room.words.add(side.words, room.units.data());
  list.add(room.units, options_.char_order, options_.word_order);
}

double Chrf::score_shared(std::span<const double> hypothesis, std::span<const double> reference,
                          std::span<const double> shared, std::span<double> room) const {
  for (std::size_t n = 0; n < shared.size(); ++n) {
    room[3 * n] = reference[n] > 0 ? hypothesis[n] : 0;
    room[3 * n + 1] = reference[n];
    room[3 * n + 2] = shared[n];
  }
  return chrf_formula<double>(room.data(), shared.size(), formula_);
}

std::unique_ptr<Scorer> Chrf::scorer() const { return std::make_unique<ChrfScorer>(*this); }

}  // namespace parbleu
