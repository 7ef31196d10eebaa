// The functions behind `normalizations`, but for those that change single characters.
#pragma once

#include <string>

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

// Letters that are spelled in two ways.
std::u32string alef(std::u32string text);
std::u32string romanian(std::u32string text);
std::u32string russian(std::u32string text);
std::u32string serbian(std::u32string text);
std::u32string german(std::u32string text);
std::u32string digraphs(std::u32string text);
std::u32string small_letters(std::u32string text);

}  // namespace parbleu::normalizing
