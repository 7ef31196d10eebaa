#if defined(__x86_64__)

#define PARBLEU_KERNEL PARBLEU_AVX2
#include "random_numbers/pcg64_steps/kernels_loops.hpp"

namespace parbleu::pcg64_steps {

constinit const Kernels avx2_kernels{fill};

}  // namespace parbleu::pcg64_steps

#endif
