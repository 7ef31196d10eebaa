// Describes how vector kernels are laid out in every room.
//
//   kernels.hpp             struct Kernels, a table of functions, in the room's own namespace, and `kernels(simd)`, the
//                           table for one level of vector instructions
//   kernels.cpp             defines `<level>_kernels`: portable for every machine, avx2 and avx512 for x86-64, neon for
//                           ARM. Where levels have much code of their own, `kernels_<level>.cpp` defines one of them
//   kernels_loops.hpp       loops that are written once, with the compiler's own vectors: included once for each level,
//                           after PARBLEU_KERNEL is defined as the attribute of its functions and, where several levels
//                           share a file, PARBLEU_LEVEL as their namespace
//
// Every level gives the same numbers, so the choice never shows in a result. Whole files are never compiled for a
// level: what they share with others, such as templates of the standard library, would be compiled for it, too.
#pragma once

#include "parbleu/base/cpu.hpp"

#define PARBLEU_INLINE inline __attribute__((always_inline))

#if defined(__x86_64__)
#define PARBLEU_AVX2 __attribute__((target("avx2,fma,bmi,bmi2,popcnt")))
#define PARBLEU_AVX512                                                                             \
  __attribute__((                                                                                  \
      target("avx2,fma,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2," \
             "avx512vpopcntdq,avx512ifma,avx512vnni")))
#endif

// Declares the tables of a room and `kernels`, which chooses: PARBLEU_KERNEL_TABLES(avx512, portable) says which table
// is used at the levels avx512 and neon, as a level without a table of its own uses a narrower one.
#if defined(__x86_64__)
#define PARBLEU_KERNEL_TABLES(at_avx512, at_neon)                      \
  extern const Kernels portable_kernels, avx2_kernels, avx512_kernels; \
  inline const Kernels& kernels(Simd simd = best_simd()) {             \
    if (simd == Simd::avx512) return at_avx512##_kernels;              \
    return simd == Simd::avx2 ? avx2_kernels : portable_kernels;       \
  }
#elif defined(__aarch64__)
#define PARBLEU_KERNEL_TABLES(at_avx512, at_neon)                     \
  extern const Kernels portable_kernels, neon_kernels;                \
  inline const Kernels& kernels(Simd simd = best_simd()) {            \
    return simd == Simd::neon ? at_neon##_kernels : portable_kernels; \
  }
#else
#define PARBLEU_KERNEL_TABLES(at_avx512, at_neon) \
  extern const Kernels portable_kernels;          \
  inline const Kernels& kernels(Simd = best_simd()) { return portable_kernels; }
#endif
