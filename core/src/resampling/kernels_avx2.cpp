#if defined(__x86_64__)

#define PARBLEU_KERNEL PARBLEU_AVX2
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels avx2_kernels{masked_sums, ordered_sums<8>};

}  // namespace parbleu::resampling

#endif
