// Finds signs that two texts are written differently: characters and marks that one has and the other lacks.
#pragma once

#include <string_view>
#include <vector>

#include "parbleu/base/text.hpp"

namespace parbleu {

// The names of the normalizations that may change the score of an output, ascending; none for fewer than four lines. Of
// each line the first 50 code points and the last 30 are looked at.
std::vector<std::string_view> writing_suspects(Stream output, Stream reference);

}  // namespace parbleu
