// How a function asks for the vector instructions of one level; cpu.hpp says which levels run here. Whole files are
// never compiled for a level: what they share with others, such as templates of the standard library, would be too.
#pragma once

#if defined(__x86_64__)

#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"  // GCC 12 about its own headers
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop

#define PARBLEU_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define PARBLEU_AVX512                                                                         \
  __attribute__((                                                                              \
      target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2," \
             "avx512vpopcntdq")))

#elif defined(__aarch64__)

#include <arm_neon.h>

#endif
