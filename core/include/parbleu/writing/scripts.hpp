// Counts the letters of each script in a text.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "parbleu/base/text.hpp"

namespace parbleu {

// What each script is called that has letters in these lines, and how many; in the order of code points. Digits, marks
// and scripts of few languages do not count.
std::vector<std::pair<std::string_view, std::size_t>> letters_by_script(Stream lines);

}  // namespace parbleu
