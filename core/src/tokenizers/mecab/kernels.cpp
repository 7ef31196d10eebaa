// Fills the table of kernels for every level; see base/kernel_levels.hpp.

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#include "tokenizers/mecab/kernels_loops.hpp"

namespace parbleu::mecab {

constinit const Kernels portable_kernels{portable::least_sums<16, 8>};

}  // namespace parbleu::mecab

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#if defined(__x86_64__)

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#include "tokenizers/mecab/kernels_loops.hpp"

namespace parbleu::mecab {

constinit const Kernels avx2_kernels{avx2::least_sums<32, 12>};

}  // namespace parbleu::mecab

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#define PARBLEU_LEVEL avx512
#define PARBLEU_KERNEL PARBLEU_AVX512
#include "tokenizers/mecab/kernels_loops.hpp"

namespace parbleu::mecab {

constinit const Kernels avx512_kernels{avx512::least_sums<64, 6>};

}  // namespace parbleu::mecab

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL

#endif
