// Implements the tokenizers by their definitions: passes of regular expressions over a string.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu::test {

// What the tokenizer of that name returns for a line, as one string.
std::u32string slow_tokenize(std::string_view name, const std::u32string& line);
std::u32string slow_tokenize_ter(const TerTokenizer& options, const std::u32string& line);

// str.split()
std::vector<std::u32string> slow_split(const std::u32string& text);
// str.lower()
std::u32string slow_lower(const std::u32string& text);

}  // namespace parbleu::test
