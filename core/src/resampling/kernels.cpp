// Fills the table of kernels for every level; see base/kernel_levels.hpp.

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels portable_kernels{portable::masked_sums, portable::ordered_sums<4>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#if defined(__x86_64__)

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels avx2_kernels{avx2::masked_sums, avx2::ordered_sums<8>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#define PARBLEU_LEVEL avx512
#define PARBLEU_KERNEL PARBLEU_AVX512
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels avx512_kernels{avx512::masked_sums, avx512::ordered_sums<8>};

}  // namespace parbleu::resampling

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#endif
