#define PARBLEU_KERNEL
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels portable_kernels{masked_sums};

}  // namespace parbleu::resampling
