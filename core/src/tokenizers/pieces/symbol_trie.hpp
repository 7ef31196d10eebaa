// Finds all strings of a set that a text begins with: a double array, in which the child by a symbol of the node with
// base b stands at b + symbol. No two nodes have the same base, so the symbol alone says whether a cell is their child.
// A cell has eight bytes, and those that are often read together stand close to each other where they can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parbleu::pieces {

// A character of a set by its number in it, or a byte. 0 is none.
using Symbol = std::uint16_t;

class SymbolTrie {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr Symbol most_symbols = 0xFFFE;
  static constexpr std::uint32_t most_ids = 0xFFFFFF;

  struct Key {
    std::span<const Symbol> text;  // without 0
    std::uint32_t id;              // below `most_ids`, or `none` for a string that is never found
  };

  SymbolTrie() = default;
  // Keys are not empty; of equal ones, the first counts, and `has_twice` says later that there are some. Throws
  // OtherPieceModel for more strings than fit.
  explicit SymbolTrie(std::span<const Key> keys);

  [[nodiscard]] bool empty() const { return cells_.empty(); }
  [[nodiscard]] bool has_twice() const { return has_twice_; }

  // Calls found(length, id) for each string that the text begins with, the shortest first. A 0 ends the text.
  template <class Found>
  void for_each_prefix(const Symbol* text, Found&& found) const {
    std::uint64_t cell = cells_[text[0]];
    if (label(cell) != text[0]) return;
    for (std::size_t length = 1;; ++length) {
      if (const std::uint32_t id = this->id(cell); id != 0) found(length, id - 1);
      if (base(cell) == 0) return;
      const Symbol symbol = text[length];
      cell = cells_[base(cell) + symbol];
      if (label(cell) != symbol) return;
    }
  }

  // The id of exactly this string, or `none`.
  [[nodiscard]] std::uint32_t find(std::span<const Symbol> text) const;
  // How long the longest string is that the bytes begin with; 0 if there is none.
  [[nodiscard]] std::size_t longest_prefix(std::span<const std::uint8_t> text) const;

 private:
  class Builder;

  // The parts of a cell: the symbol that leads to it, the base of its children (0 if it has none), and the id of the
  // string that ends there, counted from 1.
  static Symbol label(std::uint64_t cell) { return static_cast<Symbol>(cell); }
  static std::uint32_t base(std::uint64_t cell) { return static_cast<std::uint32_t>(cell >> 16) & 0xFFFFFF; }
  static std::uint32_t id(std::uint64_t cell) { return static_cast<std::uint32_t>(cell >> 40); }
  [[nodiscard]] std::uint64_t child(std::uint32_t base, Symbol symbol) const {
    return symbol <= largest_ ? cells_[base + symbol] : free_cell;
  }

  static constexpr std::uint64_t free_cell = 0xFFFF;

  std::vector<std::uint64_t> cells_;  // the first is the root's, whose base is 0
  Symbol largest_ = 0;
  bool has_twice_ = false;
};

}  // namespace parbleu::pieces
