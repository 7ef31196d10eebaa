// From bit planes to tokens: the rule that 13a, intl, zh and TER's normalisation have in common.
//
// The originals are regular-expression passes that put blanks around characters:
//   single               -> " single "
//   (not digit)(point)   -> "\1 \2 "     left to right, matches do not overlap
//   (point)(not digit)   -> " \1 \2"     the same, over the result
//   (digit)(hyphen)      -> "\1 \2 "
// What they amount to: `single` and white space stand apart from everything, so only what lies between them
// matters. A hyphen is a token after a digit. A point is a token of its own unless the first pass misses it and a
// digit follows. The first pass consumes two characters per match, so it misses a point after a digit, and in a
// run of points every other one from there on. A point that it missed stays on the digit that follows it; on its
// left there is either a digit, that it stays on too, or a point that was matched and so stands apart.
#pragma once

#include <span>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "tokenizers/character_classes.hpp"
#include "tokenizers/kernels.hpp"

namespace parbleu::tokenizing {

// What the passes find beyond the ends of a line: a blank if the line was padded, else nothing, and then a pass
// that wants a non-digit there does not match, as if there were a digit.
enum class Ends : bool { open, padded };

// How many bits are set. Code for every machine of a kind has no instruction for it.
inline std::size_t count_bits(std::uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return static_cast<std::size_t>(bits * 0x0101010101010101 >> 56);
}

// Where tokens begin and end in a text.
struct Boundaries {
  Text text;
  std::span<const Edges> edges;  // of each 64 code points
  std::size_t count;             // of tokens
};

// The tokens that `planes` cut `line` into. Changes the planes.
Boundaries find_boundaries(const Text& line, std::span<Planes> planes, Ends ends, Arena& arena);
Tokens tokens_of(const Boundaries& found, Arena& arena, Simd simd);
// The tokens with one blank between them; less memory than joining tokens_of takes.
Text join_tokens(const Boundaries& found, Arena& arena);

inline Tokens split(const Text& line, std::span<Planes> planes, Ends ends, Arena& arena, Simd simd) {
  return tokens_of(find_boundaries(line, planes, ends, arena), arena, simd);
}

}  // namespace parbleu::tokenizing
