#include "kernels/kernels.hpp"

namespace parbleu::kernels {

const Kernels& kernels([[maybe_unused]] Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return avx512();
  if (simd == Simd::avx2) return avx2();
#endif
  return portable();  // on ARM its two-lane vectors are NEON's
}

}  // namespace parbleu::kernels
