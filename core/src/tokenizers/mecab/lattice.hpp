// The cheapest sequence of words that spells a text, as MeCab finds it, ties included.
//
// At each place where a word ends, words begin: those of the dictionary, and unknown ones by the rules of the first
// character. A word's cost is that of the cheapest word before it, plus the connection of the two, plus its own. Of
// equally cheap words before it MeCab takes the one that it added last.
//
// Only surfaces are wanted, so much of MeCab's work falls away without another result. Of the words that end at a place only
// those count that can be the cheapest behind any context. What comes cheapest before each frequent left context is computed
// for all of these at once, in vectors. Which word that is, is asked for the words on the cheapest path alone. A long text is
// worked on in windows, behind which nothing stays but the words on paths that may still become the cheapest.
#pragma once

#include <cstdint>
#include <span>

#include "parbleu/base/arena.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "tokenizers/mecab/dictionary.hpp"

namespace parbleu::mecab {

// Words in their order, as places in the text.
struct Path {
  std::span<const Span> spans;
  // The dictionary's numbers of their surfaces; 0 of unknown words.
  std::span<const std::uint32_t> numbers;
};

// The words of a text. Throws BadDictionary, and std::length_error for a text that is too long for MeCab's costs. No code
// point is a surrogate or 0.
template <class Unit>
Path cheapest_words(const Dictionary& dictionary, std::span<const Unit> text, Arena& arena, Simd simd);

extern template Path cheapest_words(const Dictionary&, std::span<const std::uint8_t>, Arena&, Simd);
extern template Path cheapest_words(const Dictionary&, std::span<const std::uint16_t>, Arena&, Simd);
extern template Path cheapest_words(const Dictionary&, std::span<const std::uint32_t>, Arena&, Simd);

}  // namespace parbleu::mecab
