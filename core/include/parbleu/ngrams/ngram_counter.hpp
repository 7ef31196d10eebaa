// How many n-grams two sequences share.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace parbleu {

// A unit of a sequence: a code point, or the number of a distinct token.
using Symbol = std::uint32_t;

// A unit of the hypothesis that no reference has.
inline constexpr Symbol unmatched = std::numeric_limits<Symbol>::max();

// Numbers keys 0, 1, 2 ... in the order in which they are added.
class KeyTable {
 public:
  // Forgets everything; makes room for `count` keys.
  void reset(std::size_t count) {
    const std::size_t capacity = std::bit_ceil(2 * count + 2);
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
    entries_.assign(capacity, {0, unmatched});
    next_ = 0;
  }

  // The number of the key, or `unmatched`.
  [[nodiscard]] Symbol find(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t at = (key * factor) >> shift_;; at = (at + 1) & mask) {
      if (entries_[at].number == unmatched || entries_[at].key == key) return entries_[at].number;
    }
  }

  Symbol find_or_add(std::uint64_t key) {
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t at = (key * factor) >> shift_;; at = (at + 1) & mask) {
      if (entries_[at].number == unmatched) entries_[at] = {key, next_++};
      if (entries_[at].key == key) return entries_[at].number;
    }
  }

 private:
  static constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;

  struct Entry {
    std::uint64_t key;
    Symbol number;
  };

  std::vector<Entry> entries_;
  unsigned shift_ = 0;
  Symbol next_ = 0;
};

// Exact clipped n-gram counts for sequences of any length, in expected linear time: an n-gram is known by the pair
// (number of the (n-1)-gram it begins with, its last symbol), so nothing is ever compared by hash alone.
class NgramCounter {
 public:
  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference), for
  // n = 1 .. shared.size().
  void count(std::span<const Symbol> hypothesis, std::span<const std::span<const Symbol>> references,
             std::span<std::int64_t> shared);

 private:
  // Of several references: the last one that has the n-gram, and how often so far.
  struct Last {
    std::uint32_t reference = 0;
    std::uint32_t count = 0;
  };

  void count_reference(std::span<const Symbol> reference, std::size_t which, std::size_t order);
  std::int64_t take(std::span<const Symbol> hypothesis, std::size_t order);

  KeyTable table_;
  std::vector<std::vector<std::uint32_t>>
      reference_ids_;  // per reference: the n-gram that begins at each position
  std::vector<std::uint32_t> hypothesis_ids_;
  std::vector<std::uint32_t> counts_;  // by id: the largest count in a reference
  std::vector<Last> last_;             // by id; empty if there is one reference
};

}  // namespace parbleu
