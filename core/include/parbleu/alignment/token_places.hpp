// Finds where the tokens of a line stand in the text that a tokenizer made it of.
#pragma once

#include <cstdint>

#include "parbleu/base/parallel.hpp"
#include "parbleu/base/ragged.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// Code points [begin, end) of a text.
struct TokenPlace {
  std::int32_t begin;
  std::int32_t end;
};

// A place for each token of each line; tokens end at white space. Places ascend and do not overlap. Where a tokenizer
// changed characters, the shortest edit script of characters, compared without letter case, tells what became of what;
// a token of which nothing is found has an empty place behind the one before.
RaggedRows<TokenPlace> token_places(Stream texts, Stream lines, const Execution& execution);

}  // namespace parbleu
