#if defined(__x86_64__)

#define PARBLEU_KERNEL PARBLEU_AVX2
#include "tokenizers/mecab/kernels_loops.hpp"

namespace parbleu::mecab {

constinit const Kernels avx2_kernels{least_sums<32, 12>};

}  // namespace parbleu::mecab

#endif
