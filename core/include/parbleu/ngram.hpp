// How many n-grams two sequences share.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace parbleu {

// A unit of a sequence: a code point, or the number of a distinct token.
using Symbol = std::uint32_t;

// A unit of the hypothesis that no reference has.
inline constexpr Symbol unmatched = std::numeric_limits<Symbol>::max();

// Exact clipped n-gram counts for sequences of any length, in expected linear time: an n-gram is known by the pair
// (number of the (n-1)-gram it begins with, its last symbol), so nothing is ever compared by hash alone.
class NgramCounter {
 public:
  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference), for
  // n = 1 .. shared.size().
  void count(std::span<const Symbol> hypothesis, std::span<const std::span<const Symbol>> references,
             std::span<std::int64_t> shared);

 private:
  struct Entry {
    std::uint64_t key;
    std::uint32_t id;
  };
  // Of several references: the last one that has the n-gram, and how often so far.
  struct Last {
    std::uint32_t reference = 0;
    std::uint32_t count = 0;
  };

  void count_reference(std::span<const Symbol> reference, std::size_t which, std::size_t order);
  std::int64_t take(std::span<const Symbol> hypothesis, std::size_t order);
  std::uint32_t find_or_add(std::uint64_t key);
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const;
  void reset(std::size_t units);

  std::vector<Entry> table_;
  unsigned shift_ = 0;
  std::uint32_t next_ = 0;
  std::vector<std::vector<std::uint32_t>>
      reference_ids_;  // per reference: the n-gram that begins at each position
  std::vector<std::uint32_t> hypothesis_ids_;
  std::vector<std::uint32_t> counts_;  // by id: the largest count in a reference
  std::vector<Last> last_;             // by id; empty if there is one reference
};

}  // namespace parbleu
