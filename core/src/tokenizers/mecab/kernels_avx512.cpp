#if defined(__x86_64__)

#define PARBLEU_KERNEL PARBLEU_AVX512
#include "tokenizers/mecab/kernels_loops.hpp"

namespace parbleu::mecab {

constinit const Kernels avx512_kernels{least_sums<64, 6>};

}  // namespace parbleu::mecab

#endif
