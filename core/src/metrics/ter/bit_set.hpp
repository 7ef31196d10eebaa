// Represents sets of positions as bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace parbleu::ter {

// The lowest `count` bits.
constexpr std::uint64_t low_bits(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Sixty-four bits from bit 8 * `byte` on: two words may be read.
inline std::uint64_t bits_from_byte(const std::uint64_t* words, std::size_t byte) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t bits;
    std::memcpy(&bits, reinterpret_cast<const unsigned char*>(words) + byte, sizeof bits);
    return bits;
  }
  const std::uint64_t* const first = words + byte / 8;
  return (first[0] >> (byte % 8 * 8)) | (first[1] << 1 << (63 - byte % 8 * 8));
}

class BitSet {
 public:
  void reset(std::size_t size) { words_.assign(size / 64 + 3, 0); }
  void set(std::size_t at, bool value = true) {
    std::uint64_t& word = words_[at / 64];
    word = (word & ~(std::uint64_t{1} << (at % 64))) | std::uint64_t{value} << (at % 64);
  }
  [[nodiscard]] bool operator[](std::size_t at) const { return ((words_[at / 64] >> (at % 64)) & 1) != 0; }
  // Sixty-four positions from `at` on.
  [[nodiscard]] std::uint64_t window(std::size_t at) const {
    return (words_[at / 64] >> (at % 64)) | (words_[at / 64 + 1] << 1 << (63 - at % 64));
  }
  // The same from 8 * `byte` on, up to 64 positions beyond the end.
  [[nodiscard]] std::uint64_t from_byte(std::size_t byte) const { return bits_from_byte(words_.data(), byte); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace parbleu::ter
