// The functions behind `normalizations`, but for those that change single characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parbleu/writing/normalizations.hpp"

namespace parbleu::normalizing {

// What language models write besides a translation.
std::u32string reasoning(std::u32string text);
std::u32string fences(std::u32string text);
std::u32string preambles(std::u32string text);
std::u32string citations(std::u32string text);
std::u32string markdown(std::u32string text);

// Marks around texts.
std::u32string numbering(std::u32string text);
std::u32string tags(std::u32string text);
std::u32string enclosing_quotes(std::u32string text);

// What programs write.
std::u32string json(std::u32string text);
std::u32string entities(std::u32string text, const TextTables& tables);
std::u32string subtitles(std::u32string text);
std::u32string special_tokens(std::u32string text);
std::u32string escapes(std::u32string text);
std::u32string pieces(std::u32string text);
std::u32string factors(std::u32string text);
std::u32string unknown_words(std::u32string text);
std::u32string placeholders(std::u32string text);

// Characters that stand for one another in any language.
std::u32string mojibake(std::u32string text);
std::u32string nfc(std::u32string text, const TextTables& tables);
std::u32string nfkc(std::u32string text, const TextTables& tables);
std::u32string width(std::u32string text, const TextTables& tables);
std::u32string joiners(std::u32string text);
std::u32string vowel_points(std::u32string text);
std::u32string digits(std::u32string text);
std::u32string numbers(std::u32string text);
std::u32string diacritics(std::u32string text, const TextTables& tables);
std::u32string okina(std::u32string text);
std::u32string no_punctuation(std::u32string text);
std::u32string single_blanks(std::u32string text);

// Letters that are spelled in two ways.
std::u32string indic(std::u32string text);
std::u32string thai(std::u32string text);
std::u32string hindi(std::u32string text);
std::u32string visarga(std::u32string text);
std::u32string amharic(std::u32string text);
std::u32string arabic(std::u32string text, const TextTables& tables);
std::u32string alef(std::u32string text);
std::u32string romanian(std::u32string text);
std::u32string russian(std::u32string text);
std::u32string serbian(std::u32string text);
std::u32string vietnamese(std::u32string text);
std::u32string eth(std::u32string text);
std::u32string german(std::u32string text);
std::u32string catalan(std::u32string text);
std::u32string digraphs(std::u32string text);
std::u32string lookalikes(std::u32string text);
std::u32string small_letters(std::u32string text);

// A text with the other letter for each; letters for which there is none are left out.
std::u32string spelled_with(std::u32string text, std::u32string_view letters, std::u32string_view others);

// The number that so many hexadecimal digits mean, at most seven; -1 if others stand there.
std::int32_t number_at(std::u32string_view text, std::size_t at, std::size_t count);

}  // namespace parbleu::normalizing
