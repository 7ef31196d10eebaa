#define PARBLEU_KERNEL
#include "resampling/kernels_loops.hpp"

namespace parbleu::resampling {

constinit const Kernels portable_kernels{masked_sums, ordered_sums<4>};

}  // namespace parbleu::resampling
