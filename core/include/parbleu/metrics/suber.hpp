// SubER: how many edits, moves of blocks of words among them, turn subtitles into those of a reference.
//
// Reference: Wilken, Georgakopoulou and Matusov, "SubER: A Metric for Automatic Evaluation of Subtitle Quality",
// IWSLT 2022. It is TER (ter.hpp) of the words of subtitles and of the breaks behind their lines, in which a word or
// break can only become, or move to, one of a subtitle that is shown at the same time, and words do not become breaks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/base/parallel.hpp"

namespace parbleu {

// A word, or a break, of a subtitle that is shown from `begin` to `end`. Equal numbers are equal words; those of breaks
// are negative.
struct SubtitleToken {
  std::int32_t number;
  std::int32_t begin;
  std::int32_t end;
};

// The fewest edits for each part, by TER's greedy search for moves. The tokens of the part k lie from `starts[k]` to
// the next on either side.
std::unique_ptr<std::int64_t[]> suber_edits(std::span<const SubtitleToken> hypotheses,
                                            std::span<const std::int64_t> hypothesis_starts,
                                            std::span<const SubtitleToken> references,
                                            std::span<const std::int64_t> reference_starts,
                                            const Execution& execution);

}  // namespace parbleu
