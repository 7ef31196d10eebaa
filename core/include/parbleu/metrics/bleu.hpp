// Defines BLEU: precision over word n-grams, with a brevity penalty.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/metrics/formula.hpp"
#include "parbleu/metrics/metric.hpp"
#include "parbleu/ngrams/long_ngrams.hpp"
#include "parbleu/ngrams/ngram_list.hpp"
#include "parbleu/ngrams/word_ngrams.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

struct BleuOptions {
  const Tokenizer* tokenizer;
  bool lowercase = false;
  std::size_t max_ngram_order = 4;
  BleuFormula formula;
  std::size_t least_long = parbleu::least_long;  // code points; fewer in tests
};

// A row of statistics is [hypothesis length, closest reference length, correct_1 .. correct_N, total_1 ..
// total_N].
class Bleu final : public Scorable {
 public:
  using Number = std::int64_t;
  using Side = Words;

  struct Scratch {
    std::span<const Side> references;
    WordCounter counter;
    std::unique_ptr<TokenizerMemory> memory;
  };

  explicit Bleu(const BleuOptions& options, Simd simd = best_simd());

  [[nodiscard]] std::size_t work() const { return options_.tokenizer->work(); }
  [[nodiscard]] std::size_t width() const { return 2 + 2 * options_.max_ngram_order; }
  [[nodiscard]] std::size_t max_ngram_order() const { return options_.max_ngram_order; }
  [[nodiscard]] const BleuFormula& formula() const { return options_.formula; }

  Side prepare_hypothesis(const Text& text, Arena& arena, Scratch& scratch) const {
    return prepare(text, arena, scratch);
  }
  Side prepare_reference(const Text& text, Arena& arena, Scratch& scratch) const {
    return prepare(text, arena, scratch);
  }
  void load(std::span<const Side> references, Scratch& scratch) const { scratch.references = references; }
  void compare(const Side& hypothesis, Number* row, Scratch& scratch) const;

  double score(const Number* row) const;
  double score(const float* row) const;  // with every step rounded to float32
  [[nodiscard]] std::unique_ptr<Scorer> scorer() const override;

  // What pairwise.hpp asks of a metric that only counts shared n-grams.
  [[nodiscard]] Simd simd() const { return simd_; }
  [[nodiscard]] std::size_t ngram_orders() const { return options_.max_ngram_order; }
  [[nodiscard]] std::size_t ngrams(const Side& side) const;
  void add_ngrams(const Side& side, NgramList& list, ListUnits& room) const;
  [[nodiscard]] double score_shared(std::span<const double> hypothesis, std::span<const double> reference,
                                    std::span<const double> shared, std::span<double> room) const;

 private:
  Side prepare(const Text& text, Arena& arena, Scratch& scratch) const;

  BleuOptions options_;
  Simd simd_;
  const ngrams::Kernels* kernels_;
};

static_assert(Metric<Bleu>);

}  // namespace parbleu
