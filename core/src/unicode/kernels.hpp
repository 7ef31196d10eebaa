// Declares the loops of decode_utf8 and of lower; see base/kernel_levels.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/kernel_levels.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu::unicode {

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
  // Latin-1 in lower case.
  void (*lower_latin1)(const std::uint8_t* units, std::size_t size, std::uint8_t* result);
};

void decode_ucs4(Bytes bytes, std::uint32_t* points);  // portable, for all levels: four-byte characters are rare

PARBLEU_KERNEL_TABLES(avx512, neon)

constexpr bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

}  // namespace parbleu::unicode
