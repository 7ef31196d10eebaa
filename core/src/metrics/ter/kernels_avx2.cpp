#if defined(__x86_64__)

#define PARBLEU_KERNEL PARBLEU_AVX2
#define PARBLEU_VECTOR_BYTES 32
#define PARBLEU_LANES 8
#include "metrics/ter/kernels_loops.hpp"

namespace parbleu::ter {

constinit const Kernels avx2_kernels{PARBLEU_LANES, advance_each, advance_all, climb};

}  // namespace parbleu::ter

#endif
