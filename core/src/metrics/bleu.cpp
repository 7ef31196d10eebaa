#include "parbleu/metrics/bleu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "metrics/closest_size.hpp"
#include "ngrams/kernels.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {
namespace {

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
  const auto length = static_cast<double>(row[0]);
  const auto reference_length = static_cast<double>(row[1]);
  return bleu_formula<Real>(part(0), part(1), length, reference_length, how, part(2)).score;
}

// sacreBLEU smooths the integer counts of a randomized pseudo-system in place: what add-k adds there is a whole number.
class BleuScorer final : public MetricScorer<Bleu> {
 public:
  explicit BleuScorer(const Bleu& metric) : MetricScorer(metric), formula_(metric.formula()) {
    if (formula_.smoothing == Smoothing::add_k) formula_.smooth_value = std::trunc(formula_.smooth_value);
    truncated_ = formula_.smooth_value != metric.formula().smooth_value;
  }
  [[nodiscard]] double randomized(const double* sum) const override {
    if (!truncated_) return corpus(sum);
    const std::size_t orders = (width() - 2) / 2;
    std::vector<double> room(sum + 2, sum + 2 + 2 * orders);
    room.resize(3 * orders);
    const auto part = [&](std::size_t index) { return std::span(room).subspan(index * orders, orders); };
    return bleu_formula<double>(part(0), part(1), sum[0], sum[1], formula_, part(2)).score;
  }

 private:
  BleuFormula formula_;
  bool truncated_ = false;
};

}  // namespace

Bleu::Bleu(const BleuOptions& options, Simd simd)
    : options_(options), simd_(simd), kernels_(&ngrams::kernels(simd)) {}

Bleu::Side Bleu::prepare(const Text& raw, Arena& arena, Scratch& scratch) const {
  const Tokenizer& tokenizer = *options_.tokenizer;
  const Text text = options_.lowercase ? lower(raw, arena, simd_) : raw;
  const Text line = strip_right(text);
  if (line.size >= options_.least_long && !tokenizer.only_numbers()) {
    return make_long_words(tokenizer.join(line, arena, simd_));
  }
  if (tokenizer.has_numbers()) return make_words(tokenizer.number(line, arena, simd_, scratch.memory), arena);
  return make_words(tokenizer.split(line, arena, simd_), arena, simd_);
}

void Bleu::compare(const Side& hypothesis, Number* row, Scratch& scratch) const {
  const std::size_t orders = options_.max_ngram_order;
  const std::size_t length = hypothesis.size();
  row[0] = static_cast<Number>(length);
  row[1] = static_cast<Number>(closest_size(scratch.references, length));
  scratch.counter.count(hypothesis, scratch.references, {row + 2, orders}, *kernels_);
  for (std::size_t n = 0; n < orders; ++n) row[2 + orders + n] = static_cast<Number>(length > n ? length - n : 0);
}

double Bleu::score(const Number* row) const {
  return score_row<double>(row, options_.max_ngram_order, options_.formula);
}

double Bleu::score(const float* row) const {
  return score_row<Single>(row, options_.max_ngram_order, options_.formula);
}

std::size_t Bleu::ngrams(const Side& side) const {
  return side.is_long() ? NgramList::most + 1 : side.size() * options_.max_ngram_order;
}

void Bleu::add_ngrams(const Side& side, NgramList& list, ListUnits& room) const {
  list.begin();
  room.units.resize(side.size());
  room.words.add(side, room.units.data());
  list.add(room.units, 0, options_.max_ngram_order);
}

double Bleu::score_shared(std::span<const double> hypothesis, std::span<const double> reference,
                          std::span<const double> shared, std::span<double> room) const {
  const std::size_t orders = shared.size();
  if (orders == 0) return 0;
  std::ranges::copy(shared, room.begin());
  std::ranges::copy(hypothesis, room.begin() + static_cast<std::ptrdiff_t>(orders));
  const auto part = [&](std::size_t index) { return room.subspan(index * orders, orders); };
  return bleu_formula<double>(part(0), part(1), hypothesis[0], reference[0], options_.formula, part(2)).score;
}

std::unique_ptr<Scorer> Bleu::scorer() const { return std::make_unique<BleuScorer>(*this); }

}  // namespace parbleu
