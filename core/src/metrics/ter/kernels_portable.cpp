#define PARBLEU_KERNEL
#define PARBLEU_VECTOR_BYTES 16
#define PARBLEU_LANES 8
#include "metrics/ter/kernels_loops.hpp"

namespace parbleu::ter {

constinit const Kernels portable_kernels{PARBLEU_LANES, advance_each, advance_all, climb};

}  // namespace parbleu::ter
