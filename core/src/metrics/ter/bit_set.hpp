// Represents sets of positions as bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace parbleu::ter {

// The lowest `count` bits.
constexpr std::uint64_t low_bits(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

class BitSet {
 public:
  void reset(std::size_t size) { words_.assign(size / 64 + 2, 0); }
  void set(std::size_t at, bool value = true) {
    std::uint64_t& word = words_[at / 64];
    word = (word & ~(std::uint64_t{1} << (at % 64))) | std::uint64_t{value} << (at % 64);
  }
  [[nodiscard]] bool operator[](std::size_t at) const { return ((words_[at / 64] >> (at % 64)) & 1) != 0; }
  // Sixty-four positions from `at` on.
  [[nodiscard]] std::uint64_t window(std::size_t at) const {
    return (words_[at / 64] >> (at % 64)) | (words_[at / 64 + 1] << 1 << (63 - at % 64));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace parbleu::ter
