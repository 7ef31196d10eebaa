// Which vector instructions this machine has. Kernels come as one portable version and a few for wider
// registers; every version gives the same integers, so the choice never shows in a result.
#pragma once

#include <cstdint>
#include <span>

namespace parbleu {

enum class Simd : std::uint8_t { portable, neon, avx2, avx512 };

// The best that this machine runs, and all that it runs, `portable` first.
Simd best_simd();
std::span<const Simd> available_simd();

const char* name(Simd simd);

}  // namespace parbleu
