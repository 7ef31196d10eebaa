#if defined(__x86_64__)

#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_VECTOR_BYTES 64
#define PARBLEU_LANES 16
#include "metrics/ter/kernels_loops.hpp"

namespace parbleu::ter {

constinit const Kernels avx512_kernels{PARBLEU_LANES, advance_each, advance_all, climb};

}  // namespace parbleu::ter

#endif
