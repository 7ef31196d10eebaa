#include "parbleu/base/cpu.hpp"

#include <array>
#include <cstddef>

namespace parbleu {
namespace {

struct Levels {
  std::array<Simd, 4> levels{Simd::portable};
  std::size_t count = 1;
};

Levels detect() {
  Levels found;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("popcnt");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                      __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512ifma");
  if (avx2) found.levels[found.count++] = Simd::avx2;
  if (avx512) found.levels[found.count++] = Simd::avx512;
#elif defined(__aarch64__)
  found.levels[found.count++] = Simd::neon;
#endif
  return found;
}

const Levels& levels() {
  static const Levels found = detect();
  return found;
}

}  // namespace

Simd best_simd() { return levels().levels[levels().count - 1]; }

std::span<const Simd> available_simd() { return {levels().levels.data(), levels().count}; }

const char* name(Simd simd) {
  switch (simd) {
    case Simd::neon:
      return "neon";
    case Simd::avx2:
      return "avx2";
    case Simd::avx512:
      return "avx512";
    default:
      return "portable";
  }
}

}  // namespace parbleu
