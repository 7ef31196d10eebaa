// Normalizes in which characters quotes, dashes, other punctuation and blanks are written.
#pragma once

#include <string>
#include <string_view>

#include "parbleu/base/text.hpp"

namespace parbleu {

// The names of the normalizations, in the order in which several are applied.
inline constexpr std::string_view spellings[] = {"invisible", "ellipsis",    "quotes",
                                                 "dashes",    "punctuation", "spaces"};

// Whether a text is evidently the same after any of them.
bool is_plainly_spelled(const Text& text);

// A text after the normalization of that name. Throws std::invalid_argument for a name that is not in `spellings`.
std::u32string respelled(std::u32string text, std::string_view name);

}  // namespace parbleu
