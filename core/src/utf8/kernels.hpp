// The loops of decode_utf8, one set for every level of vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "parbleu/cpu.hpp"
#include "parbleu/text.hpp"

namespace parbleu::utf8 {

using Bytes = std::span<const std::uint8_t>;

struct Census {
  bool valid;
  Width width;         // the narrowest that holds the text
  std::size_t points;  // in it
};

constexpr std::uint8_t first_above_latin1 = 0xC4;  // lead bytes
constexpr std::uint8_t first_above_ucs2 = 0xF0;

struct Kernels {
  Census (*take_census)(Bytes bytes);
  // Decode what is valid; up to 64 bytes behind the last code point may be overwritten.
  void (*to_latin1)(Bytes bytes, std::uint8_t* points);
  void (*to_ucs2)(Bytes bytes, std::uint16_t* points);
  void (*to_ucs4)(Bytes bytes, std::uint32_t* points);
};

void decode_ucs4(Bytes bytes, std::uint32_t* points);  // portable, for all levels: four-byte characters are rare

extern const Kernels portable_kernels;
#if defined(__x86_64__)
extern const Kernels avx2_kernels;
extern const Kernels avx512_kernels;
#endif

inline const Kernels& kernels([[maybe_unused]] Simd simd) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return avx512_kernels;
  if (simd == Simd::avx2) return avx2_kernels;
#endif
  return portable_kernels;
}

constexpr bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

}  // namespace parbleu::utf8
