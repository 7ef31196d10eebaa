// Converts text to lower case.
#pragma once

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// As str.lower with the tables of Unicode 14.0 (Python 3.11), whatever version the interpreter has: U+0130 becomes
// two code points, a capital sigma at the end of a word the final one. The result keeps the text's width.
Text lower(const Text& text, Arena& arena, Simd simd);

}  // namespace parbleu
