// Where each word stands in the reference, ready for bit-parallel rows.
//
// Words are numbers: 1, 2, ... for the distinct words of the reference, 0 for any word that it does not contain. What
// the rows ask for is `window(word, offset)`: 64 bits, bit k set if reference[offset + k] is the word. One bit set per
// word over the whole reference would be quadratic for long references; so only the 64-word chunks in which a word
// occurs are kept, sorted. Nearly every word has one.
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
  [[nodiscard]] std::span<const std::uint32_t> words() const { return words_; }
  // Where a word occurs first, and where the word at a position occurs next; or `none`.
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  [[nodiscard]] std::uint32_t first(std::uint32_t word) const { return firsts_[word]; }
  [[nodiscard]] std::uint32_t next(std::uint32_t position) const { return nexts_[position]; }
  // How often each number occurs, from 0 to `distinct`.
  [[nodiscard]] std::span<const std::uint32_t> counts() const { return counts_; }

  [[nodiscard]] std::uint64_t window(std::uint32_t word, std::size_t offset) const {
    const Chunk* chunk = chunks_.data() + begins_[word];
    const Chunk* const end = chunks_.data() + ends_[word];
    if (end - chunk > 8) {
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

 private:
  struct Chunk {
    std::uint64_t bits;
    std::size_t index;
  };

  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> firsts_;
  std::vector<std::uint32_t> nexts_;
  std::vector<std::uint32_t> begins_;  // each word's chunks
  std::vector<std::uint32_t> ends_;
  std::vector<Chunk> chunks_;
};

}  // namespace parbleu::ter
