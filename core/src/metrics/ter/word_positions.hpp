// Where each word stands in the reference, ready for bit-parallel rows.
//
// Words are numbers: 1, 2, ... for the distinct words of the reference, 0 for any word that it does not contain. What
// the rows ask for is where a word stands among 64 neighbouring positions, as bits. In references of some hundred words
// each distinct word has a mask as long as the reference. In longer ones that would be too much, as it is quadratic; there
// each word has the sorted list of its positions, which for nearly every word is one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/ter/bit_set.hpp"

namespace parbleu::ter {

class WordPositions {
 public:
  // `distinct`: the largest number in `words`.
  void build(std::span<const std::uint32_t> words, std::uint32_t distinct);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size()); }
  [[nodiscard]] std::uint32_t operator[](std::size_t position) const { return words_[position]; }
  // How often each number occurs, from 0 to `distinct`.
  [[nodiscard]] std::span<const std::uint32_t> counts() const { return counts_; }

  // The first 64 positions.
  [[nodiscard]] std::uint64_t mask(std::uint32_t word) const { return masks_[word * stride_]; }

  // Calls use(windows), where windows(word, byte) is from_byte, for loops: whether there are masks is asked once.
  template <class Use>
  decltype(auto) with_windows(Use&& use) const {
    if (stride_ == 0)
      return use([this](std::uint32_t word, std::size_t byte) { return sparse_window(word, 8 * byte); });
    return use([masks = masks_.data(), stride = stride_](std::uint32_t word, std::size_t byte) {
      return bits_from_byte(masks + word * stride, byte);
    });
  }

  // Bit k: whether the word stands at 8 * `byte` + k. That is at most 64 beyond the size; what is beyond the size may be
  // anything. From bytes on, since bits that have to be moved less than a byte are enough for a row.
  [[nodiscard]] std::uint64_t from_byte(std::uint32_t word, std::size_t byte) const {
    return with_windows([&](const auto& windows) { return windows(word, byte); });
  }

 private:
  static constexpr std::size_t longest_masks = 512;  // words
  static constexpr std::size_t few = 8;

  void make_masks(std::uint32_t distinct);
  void make_lists();
  [[nodiscard]] std::span<const std::uint32_t> list_from(std::uint32_t word, std::size_t offset) const;
  [[nodiscard]] std::uint64_t sparse_window(std::uint32_t word, std::size_t offset) const;

  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> counts_;
  std::size_t stride_ = 0;  // 64-bit words per mask; 0 if there are lists instead
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> lists_;  // positions of word 0, 1, ...
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace parbleu::ter
