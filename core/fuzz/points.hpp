// Converts a fuzzer's bytes to code points: three little-endian bytes each, or one for Latin-1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace parbleu::fuzz {

// The first byte chooses the reading.
inline std::u32string points(std::span<const std::uint8_t> bytes) {
  std::u32string result;
  if (bytes.empty()) return result;
  const std::size_t size = 1 + bytes.front() % 3;
  bytes = bytes.subspan(1);
  for (; bytes.size() >= size; bytes = bytes.subspan(size)) {
    std::uint32_t point = 0;
    for (std::size_t k = 0; k < size; ++k) point |= std::uint32_t{bytes[k]} << (8 * k);
    result += static_cast<char32_t>(point % 0x110000);
  }
  return result;
}

}  // namespace parbleu::fuzz
