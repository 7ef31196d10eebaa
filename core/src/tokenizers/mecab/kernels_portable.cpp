#define PARBLEU_KERNEL
#include "tokenizers/mecab/kernels_loops.hpp"

namespace parbleu::mecab {

constinit const Kernels portable_kernels{least_sums<16, 8>};

}  // namespace parbleu::mecab
