// The functions behind `normalizations`, but for those that change single characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parbleu/writing/normalizations.hpp"

namespace parbleu::normalizing {

using Alone = TextFunction::Alone;
using Asking = TextFunction::Asking;

// What language models write besides a translation.
Alone reasoning, fences, preambles, citations, markdown;

// Marks around texts.
Alone numbering, tags, enclosing_quotes;

// What programs write.
Alone json, subtitles, special_tokens, escapes, percent_encoding, pieces, factors, unknown_words, placeholders;
Asking entities;

// Characters that stand for one another in any language.
Alone mojibake, joiners, vowel_points, digits, numbers, okina, no_punctuation, single_blanks;
Asking nfc, nfkc, width, diacritics;

// Letters that are spelled in two ways.
Alone indic, thai, hindi, visarga, amharic, alef, romanian, russian, serbian, vietnamese, eth, german, catalan,
    digraphs, lookalikes, small_letters;
Asking arabic;

// A text with the other letter for each; letters for which there is none are left out.
std::u32string spelled_with(std::u32string text, std::u32string_view letters, std::u32string_view others);

// The number that so many hexadecimal digits mean, at most seven; -1 if others stand there.
std::int32_t number_at(std::u32string_view text, std::size_t at, std::size_t count);

}  // namespace parbleu::normalizing
