// Extracts from a text what chrF counts: characters and words.
#pragma once

#include <cstdint>
#include <span>

#include "ngrams/kernels.hpp"
#include "parbleu/base/arena.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu {

// Where a text has what, one bit for each code point; what lies behind the end is white space.
struct CharacterClasses {
  std::span<std::uint64_t> spaces;
  std::span<std::uint64_t> marks;  // ASCII punctuation, if asked for
};

CharacterClasses classify(const Text& text, bool with_marks, Arena& arena, const ngrams::Kernels& kernels);

// The text itself if it has no white space.
Text without_space(const Text& text, const CharacterClasses& classes, Arena& arena,
                   const ngrams::Kernels& kernels);

// Words at white space; one ASCII punctuation character at the end of a longer word, or else at its start, becomes
// a word of its own.
Tokens split_words(const Text& text, const CharacterClasses& classes, Arena& arena);

}  // namespace parbleu
