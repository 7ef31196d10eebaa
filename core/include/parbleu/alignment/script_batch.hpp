// Computes edit scripts, error classes and matched n-grams for all segments of a corpus, on any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/alignment/symbols.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/ragged.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// `chosen`: for each segment the reference that was used, -1 without any.
struct EditScripts {
  RaggedRows<EditRun> runs;  // positions count words or characters
  std::unique_ptr<std::int32_t[]> chosen;
  std::unique_ptr<std::uint8_t[]> coarse;  // 1 if a script need not be minimal
};

// Scripts from the closest reference to the hypothesis: that of the fewest edits for its length; of several the first.
// All streams are as long as the hypotheses. A missing text has no script.
EditScripts edit_scripts(std::span<const Stream> references, Stream hypotheses, Unit unit,
                         const Execution& execution);

// For each symbol of each hypothesis the orders at which an n-gram that begins there matches: bit n - 1 for order n, at
// most 16. An n-gram matches as often as the reference that has most of it, the leftmost occurrences first. Words end
// at white space; characters are matched without it, and have a place in the rows all the same.
RaggedRows<std::uint16_t> matched_ngrams(std::span<const Stream> references, Stream hypotheses, Unit unit,
                                         unsigned max_order, const Execution& execution);

}  // namespace parbleu
