// Decodes UTF-8 to code points.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

struct Decoded {
  Text text;
  std::optional<std::size_t> bad_byte;  // where the first invalid sequence begins
};

// Strict, as Python's codec: no surrogates, no overlong forms, nothing above U+10FFFF. ASCII is not copied; all
// else lands in the arena, in the narrowest width that holds it.
Decoded decode_utf8(std::span<const std::uint8_t> bytes, Arena& arena, Simd simd = best_simd());

}  // namespace parbleu
