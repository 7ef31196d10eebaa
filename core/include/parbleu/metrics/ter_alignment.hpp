// Records how TER turns hypotheses into references: which blocks of words it moves, and what it does with each word.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/ragged.hpp"
#include "parbleu/metrics/ter.hpp"

namespace parbleu {

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
