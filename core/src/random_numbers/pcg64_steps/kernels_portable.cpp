#define PARBLEU_KERNEL
#include "random_numbers/pcg64_steps/kernels_loops.hpp"

namespace parbleu::pcg64_steps {

constinit const Kernels portable_kernels{fill};

}  // namespace parbleu::pcg64_steps
