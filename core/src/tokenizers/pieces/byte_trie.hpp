// Finds all strings of a set that a text begins with: a double array, in which the child by a byte of the node with
// base b stands at b ^ byte. No two nodes have the same base, so the byte alone says whether a cell is their child.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parbleu::pieces {

class ByteTrie {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  struct Key {
    std::string_view text;
    std::uint32_t id;
    float score;
  };

  struct Cell {
    std::uint32_t base = 0;
    std::uint32_t label = free_cell;
    std::uint32_t id = none;  // of the key that ends here
    float score = 0;
  };

  ByteTrie() = default;
  // Keys are not empty; of equal ones, the first counts. `twice` becomes one that there is twice, or empty.
  ByteTrie(std::span<const Key> keys, std::string_view& twice);

  [[nodiscard]] const Cell& root() const { return cells_.front(); }
  [[nodiscard]] bool empty() const { return cells_.empty(); }
  // The child by a byte, or null.
  [[nodiscard]] const Cell* child(const Cell& cell, std::uint8_t byte) const {
    const Cell& found = cells_[cell.base ^ byte];
    return found.label == byte ? &found : nullptr;
  }

  // The id of exactly this string, or `none`.
  [[nodiscard]] std::uint32_t find(std::string_view text) const;
  // How long the longest key is that the text begins with; 0 if there is none.
  [[nodiscard]] std::size_t longest_prefix(std::span<const std::uint8_t> text) const;

 private:
  static constexpr std::uint32_t free_cell = 0x100;
  class Builder;

  std::vector<Cell> cells_;
};

}  // namespace parbleu::pieces
