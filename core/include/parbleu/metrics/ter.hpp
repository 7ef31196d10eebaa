// TER: how many edits, moves of word blocks among them, turn the hypothesis into a reference.
//
// Reference: Snover, Dorr, Schwartz, Micciulla and Makhoul, "A Study of Translation Edit Rate with Targeted Human
// Annotation", AMTA 2006; the greedy search is the one of TERCOM as sacreBLEU has it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/ragged.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/metrics/metric.hpp"
#include "parbleu/ngrams/words.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

// A row of statistics is [fewest edits to any reference, mean reference length in words].
class Ter final : public Scorable {
 public:
  using Number = double;

  using Side = Words;

  struct Work;
  class Scratch {
   public:
    Scratch();
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;
    Work& operator*() const { return *work_; }

   private:
    std::unique_ptr<Work> work_;
  };

  explicit Ter(const TerTokenizer& tokenizer, Simd simd = best_simd()) : tokenizer_(tokenizer), simd_(simd) {}

  [[nodiscard]] std::size_t width() const { return 2; }

  // What is remembered of each word takes some two hundred bytes, so that texts must not be of any length.
  static constexpr std::size_t most_words = std::size_t{1} << 20;

  // Both throw std::length_error for more than `most_words` words.
  Side prepare_hypothesis(const Text& text, Arena& arena, Scratch&) const;
  // A reference goes through the tokenizer twice, as sacreBLEU's do: with `normalized` the second time can split more.
  Side prepare_reference(const Text& text, Arena& arena, Scratch&) const;
  void load(std::span<const Side> references, Scratch& scratch) const;
  void compare(const Side& hypothesis, Number* row, Scratch& scratch) const;

  // 100 x edits / length, at least 0 and without upper limit. Without any reference word: 100 if there are edits.
  double score(const Number* row) const;
  double score(const float* row) const;  // with every step rounded to float32
  [[nodiscard]] std::unique_ptr<Scorer> scorer() const override;

 private:
  Side prepare(const Text& line, Arena& arena) const;

  TerTokenizer tokenizer_;
  Simd simd_;
};

static_assert(Metric<Ter>);

// --- the record of how TER turns hypotheses into references: which blocks of words it moves, and what it does with each word.

// `length` words of the hypothesis, as it stands after the moves before, go from `from` to `to`.
struct TerShift {
  std::int32_t from;
  std::int32_t length;
  std::int32_t to;
};

// What happens to a word of the hypothesis, of the reference, or of both: -1 for neither. `shift` is the last move of
// the hypothesis word, -1 without one. Words are counted as TER's tokenizer has them, before any move.
struct TerStep {
  Edit edit;
  std::int32_t reference;
  std::int32_t hypothesis;
  std::int32_t shift;
};

struct TerAlignments {
  RaggedRows<TerShift> shifts;
  RaggedRows<TerStep> steps;               // in the order of the moved words
  std::unique_ptr<std::int32_t[]> chosen;  // the reference with the fewest edits, -1 without any
};

TerAlignments ter_alignments(const Ter& metric, std::span<const Stream> references, Stream hypotheses,
                             const Execution& execution);

}  // namespace parbleu
