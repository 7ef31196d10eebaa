#include "parbleu/base/cpu.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace parbleu {
namespace {

struct Levels {
  std::array<Simd, 4> levels{Simd::portable};
  std::size_t count = 1;
};

#if defined(__x86_64__)
// The processor is asked itself: what __builtin_cpu_supports reads is empty in what Zig links.
struct Answer {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
};

// All zero if the processor does not know the question.
Answer ask(unsigned leaf) {
  Answer answer;
  if (__get_cpuid_count(leaf, 0, &answer.a, &answer.b, &answer.c, &answer.d) == 0) return {};
  return answer;
}

// Which registers the operating system saves when it changes threads.
unsigned saved_registers() {
  unsigned low = 0;
  unsigned high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

bool has(unsigned flags, std::initializer_list<unsigned> bits) {
  for (const unsigned bit : bits) {
    if ((flags >> bit & 1U) == 0) return false;
  }
  return true;
}
#endif

Levels detect() {
  Levels found;
#if defined(__x86_64__)
  // FMA, POPCNT, XGETBV and AVX; BMI, AVX2 and BMI2; AVX-512 F, DQ, IFMA, BW and VL; VBMI, VBMI2, VNNI and VPOPCNTDQ.
  const Answer one = ask(1);
  const Answer seven = ask(7);
  const bool avx2 = has(one.c, {12, 23, 27, 28}) && has(seven.b, {3, 5, 8}) && has(saved_registers(), {1, 2});
  const bool avx512 = avx2 && has(seven.b, {16, 17, 21, 30, 31}) && has(seven.c, {1, 6, 11, 14}) &&
                      has(saved_registers(), {5, 6, 7});
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
