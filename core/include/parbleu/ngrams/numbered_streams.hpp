// Numbers the tokens and n-grams of whole streams, and matches sequences of such numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/ngrams/words.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

// Gives the distinct tokens of any number of texts the numbers 0, 1, ... in the order in which they first occur. It
// copies the texts in which a token occurs for the first time, and no others.
class StreamNumbers {
 public:
  StreamNumbers(const Tokenizer& tokenizer, bool lowercase, Simd simd);

  // Appends the numbers of a text's tokens; a missing text has none. BLEU's preparation applies: lower case if it is
  // asked for, no trailing white space.
  void add(const Text& raw, std::vector<std::int32_t>& numbers);

  // The token of each number, valid as long as this object.
  [[nodiscard]] std::span<const Text> tokens() const { return tokens_; }

 private:
  void learn(const Words& words, std::span<std::uint32_t> numbers);

  const Tokenizer* tokenizer_;
  bool lowercase_;
  Simd simd_;
  Arena scratch_;
  Arena kept_;
  WordNumbers numbers_;
  std::vector<Text> tokens_;
};

// Writes the number of each pair (first[i], second[i]), from 0 in the order in which they first occur; returns how
// many distinct ones there are. The three are equally long.
std::int32_t number_pairs(std::span<const std::int32_t> first, std::span<const std::int32_t> second,
                          std::int32_t* numbers);

// Numbers from 0 in segments: segment s has values[starts[s]] to values[starts[s + 1]].
struct NumberedSegments {
  std::span<const std::int32_t> values;
  std::span<const std::int64_t> starts;
};

// Matches occurrence k of a value in a segment of `hypotheses` with occurrence k in that segment of `references`, from
// the left: writes the place in references.values for each of hypotheses.values, or -1 for none. Both have the same
// number of segments.
void match_occurrences(const NumberedSegments& hypotheses, const NumberedSegments& references,
                       std::int32_t* places);

}  // namespace parbleu
