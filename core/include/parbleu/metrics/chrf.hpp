// Defines chrF and chrF++: F-scores over character and word n-grams.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/metrics/formula.hpp"
#include "parbleu/metrics/metric.hpp"
#include "parbleu/ngrams/character_ngrams.hpp"
#include "parbleu/ngrams/long_ngrams.hpp"
#include "parbleu/ngrams/ngram_list.hpp"
#include "parbleu/ngrams/word_ngrams.hpp"

namespace parbleu {

struct ChrfOptions {
  std::size_t char_order = 6;
  std::size_t word_order = 0;
  double beta = 2;
  bool lowercase = false;
  bool whitespace = false;  // count white space as characters
  bool eps_smoothing = false;
  std::size_t least_long = parbleu::least_long;  // code points; fewer in tests
};

// A row of statistics is, for every character order and then every word order, the number of n-grams in the
// hypothesis (0 where the reference has none), in the reference, and shared.
class Chrf final : public Scorable {
 public:
  using Number = std::int64_t;

  struct Side {
    Text characters;
    Words words;
  };

  struct Scratch {
    std::span<const Side> references;
    std::vector<CharacterNgramCounter> targets;  // one for each reference
    WordCounter words;
    std::vector<std::int64_t> shared;
    std::vector<Number> row;
  };

  explicit Chrf(const ChrfOptions& options, Simd simd = best_simd());

  [[nodiscard]] std::size_t width() const { return 3 * (options_.char_order + options_.word_order); }
  [[nodiscard]] const ChrfFormula& formula() const { return formula_; }
  Side prepare_hypothesis(const Text& text, Arena& arena, Scratch&) const { return prepare(text, arena); }
  Side prepare_reference(const Text& text, Arena& arena, Scratch&) const { return prepare(text, arena); }
  void load(std::span<const Side> references, Scratch& scratch) const;

  // Against several references: the statistics of the one with the best score, the first of equals.
  void compare(const Side& hypothesis, Number* row, Scratch& scratch) const;

  double score(const Number* row) const;
  double score(const float* row) const;  // with every step rounded to float32
  [[nodiscard]] std::unique_ptr<Scorer> scorer() const override;

  // What pairwise.hpp asks of a metric that only counts shared n-grams.
  [[nodiscard]] bool scores_columns() const { return !options_.eps_smoothing; }
  [[nodiscard]] Simd simd() const { return simd_; }
  [[nodiscard]] std::size_t ngram_orders() const { return options_.char_order + options_.word_order; }
  [[nodiscard]] std::size_t ngrams(const Side& side) const;
  void add_ngrams(const Side& side, NgramList& list, ListUnits& room) const;
  // The scores of one text with each column of a list, from what they share (see NgramList::count).
  void score_columns(std::span<const double> hypothesis, const NgramList& list,
                     std::span<const std::uint32_t> shared, double* scores) const;
  [[nodiscard]] double score_shared(std::span<const double> hypothesis, std::span<const double> reference,
                                    std::span<const double> shared, std::span<double> room) const;

 private:
  Side prepare(const Text& text, Arena& arena) const;
  void compare_one(const Side& hypothesis, std::size_t reference, Number* row, Scratch& scratch) const;

  ChrfOptions options_;
  ChrfFormula formula_;
  Simd simd_;
  const ngrams::Kernels* kernels_;
};

static_assert(Metric<Chrf>);

}  // namespace parbleu
