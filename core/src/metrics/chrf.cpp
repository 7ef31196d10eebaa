#include "parbleu/metrics/chrf.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "ngrams/kernels.hpp"
#include "parbleu/base/arena.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/rewrite.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {

namespace {

// Where a text has what, one bit for each code point; what lies behind the end is white space.
struct CharacterClasses {
  std::span<std::uint64_t> spaces;
  std::span<std::uint64_t> marks;  // ASCII punctuation, if asked for
};

using ngrams::word_bits;

constexpr std::size_t words_unchecked = std::size_t{1} << 14;

// The bits of `plane` moved one position up, with the last bit of the word before.
std::uint64_t up(std::span<const std::uint64_t> plane, std::size_t word, std::uint64_t before_first) {
  return plane[word] << 1 | (word > 0 ? plane[word - 1] >> 63 : before_first);
}

std::uint64_t down(std::span<const std::uint64_t> plane, std::size_t word) {
  return plane[word] >> 1 | (word + 1 < plane.size() ? plane[word + 1] : 1) << 63;
}

bool bit(std::span<const std::uint64_t> plane, std::size_t at) {
  return (plane[at / word_bits] >> (at % word_bits) & 1) != 0;
}

// Whether the piece around `at` ends in punctuation.
bool ends_in_mark(const CharacterClasses& classes, std::size_t at) {
  std::size_t word = at / word_bits;
  std::uint64_t spaces = classes.spaces[word] & (~std::uint64_t{0} << (at % word_bits));
  while (spaces == 0) spaces = classes.spaces[++word];
  return bit(classes.marks, word * word_bits + static_cast<std::size_t>(std::countr_zero(spaces)) - 1);
}

CharacterClasses classify(const Text& text, bool with_marks, Arena& arena, const ngrams::Kernels& kernels) {
  const std::size_t words = text.size / word_bits + 1;
  CharacterClasses classes{arena.make<std::uint64_t>(words), {}};
  if (with_marks) classes.marks = arena.make<std::uint64_t>(words);
  kernels.classify(text, classes.spaces.data(), classes.marks.data());
  return classes;
}

// The text itself if it has no white space.
Text without_space(const Text& text, const CharacterClasses& classes, Arena& arena,
                   const ngrams::Kernels& kernels) {
  const std::uint64_t behind = ~std::uint64_t{0} << (text.size % word_bits);
  const bool none =
      classes.spaces.back() == behind && std::ranges::all_of(classes.spaces.first(classes.spaces.size() - 1),
                                                             [](std::uint64_t spaces) { return spaces == 0; });
  if (none) return text;
  const auto width = static_cast<std::size_t>(text.width);
  const std::span<std::uint8_t> room = arena.make<std::uint8_t>(text.size * width);
  const std::size_t kept = kernels.squeeze(text, classes.spaces.data(), room.data());
  return {arena.shrink(room, kept * width).data(), kept, text.width};
}

// Words at white space; one ASCII punctuation character at the end of a longer word, or else at its start, becomes
// a word of its own.
tokenizing::Boundaries split_words(const Text& text, const CharacterClasses& classes, Arena& arena) {
  const std::span<tokenizing::Edges> edges = arena.make<tokenizing::Edges>(classes.spaces.size());
  std::size_t count = 0;
  std::uint64_t first_carry = 0;  // a mark at a piece's first place: the next place begins a word
  for (std::size_t word = 0; word < classes.spaces.size(); ++word) {
    if ((word + 1) % words_unchecked == 0) check_interruption();
    const std::uint64_t inside = ~classes.spaces[word];
    const std::uint64_t before = up(classes.spaces, word, 1);
    const std::uint64_t starts = inside & before;
    const std::uint64_t stops = inside & down(classes.spaces, word);
    const std::uint64_t marks = classes.marks[word];
    const std::uint64_t last = stops & marks & ~starts;
    std::uint64_t first = starts & marks & ~stops;
    for (std::uint64_t bits = first; bits != 0; bits &= bits - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(bits));
      if (ends_in_mark(classes, word * word_bits + at)) first ^= bits & (~bits + 1);
    }
    const std::uint64_t cuts = last | first << 1 | first_carry;  // a word ends before, another begins here
    first_carry = first >> 63;
    edges[word] = {starts | cuts, (classes.spaces[word] & ~before) | cuts};
    count += tokenizing::count_bits(edges[word].begins);
  }
  return {text, edges, count};
}

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
    const tokenizing::Boundaries words = split_words(text, classes, arena);
    side.words = text.size < options_.least_long ? make_words(words, arena, simd_)
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

void Chrf::score_columns(std::span<const double> hypothesis, const NgramList& list,
                         std::span<const std::uint32_t> shared, double* scores) const {
  const std::size_t columns = list.columns();
  for (std::size_t first = 0; first < columns; first += ngrams::most_columns) {
    const std::size_t count = std::min(ngrams::most_columns, columns - first);
    kernels_->chrf_scores(shared.data() + first, hypothesis, list.column_totals().data() + first,
                          list.columns_with_any().data() + first, columns, count, formula_.beta_squared,
                          scores + first);
  }
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
