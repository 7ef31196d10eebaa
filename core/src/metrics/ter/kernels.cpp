// Fills the table of kernels for every level; see base/kernel_levels.hpp.

#define PARBLEU_LEVEL portable
#define PARBLEU_KERNEL
#define PARBLEU_VECTOR_BYTES 16
#define PARBLEU_LANES 8
#include "metrics/ter/kernels_loops.hpp"

namespace parbleu::ter {

constinit const Kernels portable_kernels{PARBLEU_LANES, portable::spread, portable::advance_each,
                                         portable::advance_all, portable::climb};

}  // namespace parbleu::ter

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_VECTOR_BYTES
#undef PARBLEU_LANES

#if defined(__x86_64__)

#define PARBLEU_LEVEL avx2
#define PARBLEU_KERNEL PARBLEU_AVX2
#define PARBLEU_VECTOR_BYTES 32
#define PARBLEU_LANES 8
#include "metrics/ter/kernels_loops.hpp"

namespace parbleu::ter {

constinit const Kernels avx2_kernels{PARBLEU_LANES, avx2::spread, avx2::advance_each, avx2::advance_all,
                                     avx2::climb};

}  // namespace parbleu::ter

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_VECTOR_BYTES
#undef PARBLEU_LANES

#define PARBLEU_LEVEL avx512
#define PARBLEU_KERNEL PARBLEU_AVX512
#define PARBLEU_VECTOR_BYTES 64
#define PARBLEU_LANES 16
#include "metrics/ter/kernels_loops.hpp"

namespace parbleu::ter {

constinit const Kernels avx512_kernels{PARBLEU_LANES, avx512::spread, avx512::advance_each, avx512::advance_all,
                                       avx512::climb};

}  // namespace parbleu::ter

#undef PARBLEU_LEVEL
#undef PARBLEU_KERNEL
#undef PARBLEU_VECTOR_BYTES
#undef PARBLEU_LANES

#endif
