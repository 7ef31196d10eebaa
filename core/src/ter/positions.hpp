// Where each word stands in the reference, ready for bit-parallel rows.
//
// Words are numbers: 1, 2, ... for the distinct words of the reference, 0 for any word that it does not contain. What
// the rows ask for is `window(word, offset)`: 64 bits, bit k set if reference[offset + k] is the word. Up to 64 words
// each distinct word has one mask. One mask as long as the reference would be quadratic for longer ones; there only the
// 64-word chunks in which a word occurs are kept, sorted. Nearly every word has one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace parbleu::ter {

class Positions {
 public:
  // `distinct`: the largest number in `words`.
  void build(std::span<const std::uint32_t> words, std::uint32_t distinct);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size()); }
  [[nodiscard]] std::uint32_t operator[](std::size_t position) const { return words_[position]; }
  // How often each number occurs, from 0 to `distinct`.
  [[nodiscard]] std::span<const std::uint32_t> counts() const { return counts_; }

  [[nodiscard]] bool small() const { return words_.size() <= 64; }
  // All positions of a word in a small reference; and those of all words.
  [[nodiscard]] std::uint64_t mask(std::uint32_t word) const { return masks_[word]; }
  [[nodiscard]] std::span<const std::uint64_t> masks() const { return masks_; }

  [[nodiscard]] std::uint64_t window(std::uint32_t word, std::size_t offset) const {
    if (!small()) return wide_window(word, offset);
    return offset < 64 ? masks_[word] >> offset : 0;
  }

 private:
  struct Chunk {
    std::uint64_t bits;
    std::size_t index;
  };
  static constexpr std::ptrdiff_t few = 8;

  void build_masks(std::uint32_t distinct);
  void build_chunks(std::uint32_t distinct);

  [[nodiscard]] std::uint64_t wide_window(std::uint32_t word, std::size_t offset) const {
    const Chunk* chunk = chunks_.data() + begins_[word];
    const Chunk* const end = chunks_.data() + ends_[word];
    if (end - chunk > few) {
      chunk =
          std::lower_bound(chunk, end, offset / 64, [](const Chunk& c, std::size_t at) { return c.index < at; });
    }
    std::uint64_t bits = 0;
    for (; chunk != end; ++chunk) {
      const std::int64_t distance =
          static_cast<std::int64_t>(chunk->index) * 64 - static_cast<std::int64_t>(offset);
      if (distance >= 64) break;
      if (distance >= 0) {
        bits |= chunk->bits << distance;
      } else if (distance > -64) {
        bits |= chunk->bits >> -distance;
      }
    }
    return bits;
  }

  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> begins_;  // each word's chunks
  std::vector<std::uint32_t> ends_;
  std::vector<Chunk> chunks_;
};

}  // namespace parbleu::ter
