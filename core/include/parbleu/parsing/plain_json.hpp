// Tells JSON that a parser without checks of its own reads as it stands.
#pragma once

#include <cstddef>
#include <string_view>

namespace parbleu {

// Whether no object of a JSON text has a key twice, no bracket is inside of `deepest` others, and no number has more
// than `longest` digits in a row. Keys with escapes, and objects with more than most_plain_keys of them, are not looked
// at: then it is false, too. What is no JSON may be either.
bool is_plain_json(std::string_view text, std::size_t deepest, std::size_t longest);

inline constexpr std::size_t most_plain_keys = 64;

}  // namespace parbleu
