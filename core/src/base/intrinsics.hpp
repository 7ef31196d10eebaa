// The compiler's header of vector instructions, and with NEON what x86-64 has one instruction for: bits of bytes are
// collected, and units that a mask chooses are kept.
#pragma once

#include <cstdint>

#include "base/kernel_levels.hpp"

#if defined(__x86_64__)
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"  // GCC 12 about its own headers
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__aarch64__)

namespace parbleu {

// One bit for each of 64 bytes that are all ones or all zeros: each becomes the bit of its place among eight, and
// eight are added to a byte.
PARBLEU_INLINE std::uint64_t bits_of(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t places = vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201ULL));
  const uint8x16_t low = vpaddq_u8(vandq_u8(a, places), vandq_u8(b, places));
  const uint8x16_t high = vpaddq_u8(vandq_u8(c, places), vandq_u8(d, places));
  const uint8x16_t sum = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

// For every byte, the places of its zeros, and how many they are.
struct Zeros {
  std::uint8_t places[256][8];
  std::uint8_t count[256];
};

inline constexpr Zeros zeros = [] {
  Zeros made{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1) == 0) made.places[byte][made.count[byte]++] = static_cast<std::uint8_t>(bit);
    }
  }
  return made;
}();

// Writes those of eight units that none of the low bits of `dropped` stands for, and up to eight units in all. Returns
// where the next one goes.
PARBLEU_INLINE std::uint8_t* store_kept(uint8x8_t units, std::uint64_t dropped, std::uint8_t* to) {
  const auto byte = static_cast<std::uint8_t>(dropped);
  vst1_u8(to, vtbl1_u8(units, vld1_u8(zeros.places[byte])));
  return to + zeros.count[byte];
}

PARBLEU_INLINE std::uint16_t* store_kept(uint16x8_t units, std::uint64_t dropped, std::uint16_t* to) {
  const auto byte = static_cast<std::uint8_t>(dropped);
  const uint8x8_t first = vshl_n_u8(vld1_u8(zeros.places[byte]), 1);  // of two bytes
  const uint8x8_t second = vorr_u8(first, vdup_n_u8(1));
  const uint8x16_t bytes = vcombine_u8(vzip1_u8(first, second), vzip2_u8(first, second));
  vst1q_u16(to, vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(units), bytes)));
  return to + zeros.count[byte];
}

}  // namespace parbleu

#endif
