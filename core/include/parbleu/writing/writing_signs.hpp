// Finds signs that two texts are written differently: characters and marks that one has and the other lacks.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "parbleu/base/text.hpp"

namespace parbleu {

// Of each output the names of the normalizations that may change its score, ascending; none for fewer than four lines.
// Of each line the first 50 code points and the last 30 are looked at.
std::vector<std::vector<std::string_view>> writing_suspects(std::span<const Stream> outputs, Stream reference);

}  // namespace parbleu
