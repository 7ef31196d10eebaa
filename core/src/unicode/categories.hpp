// Unicode's general categories, version 17.0.
#pragma once

#include <cstdint>
#include <span>

#include "unicode/code_point_map.hpp"

namespace parbleu::categories {

// Their code points, in ranges that ascend: P*, S*, N* and L*.
extern const std::span<const Range> punctuation, symbols, numbers, letters;

}  // namespace parbleu::categories
