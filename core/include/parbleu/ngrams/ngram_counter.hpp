// Counts the n-grams that sequences of any length share, by hashing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/base/text.hpp"

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
    table_.reset(count);
    next_ = 0;
  }

  // Forgets the keys and goes on counting. Makes room for `expected` keys; `find_or_grow` makes more.
  void forget(std::size_t expected) { table_.reset(std::max(few, expected)); }
  void restart() { next_ = 0; }
  // How many numbers were given.
  [[nodiscard]] Symbol size() const { return next_; }

  // As find_or_add, where nobody knows how many distinct keys come; `known` of them are in the table.
  Symbol find_or_grow(std::uint64_t key, std::size_t known) {
    if (2 * (known + 1) > table_.places()) table_.grow_twofold([](const Entry& entry) { return entry.key; });
    return find_or_add(key);
  }

  // The number of the key, or `unmatched`.
  [[nodiscard]] Symbol find(std::uint64_t key) const {
    return table_.find(key, [key](const Entry& entry) { return entry.key == key; }).number;
  }

  Symbol find_or_add(std::uint64_t key) {
    Entry& entry = table_.find(key, [key](const Entry& other) { return other.key == key; });
    if (entry.empty()) entry = {key, next_++};
    return entry.number;
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    Symbol number = unmatched;
    [[nodiscard]] bool empty() const { return number == unmatched; }
  };

  static constexpr std::size_t few = std::size_t{1} << 12;

  HashTable<Entry> table_;
  Symbol next_ = 0;
};

// Exact clipped n-gram counts for sequences of any length, in expected linear time: an n-gram is known by the pair
// (number of the (n-1)-gram it begins with, its last symbol), so nothing is ever compared by hash alone. Keeps its
// working memory.
//
// Of long sequences, n-grams are counted in parts, by what their key hashes to, so that a table never holds all of them.
class NgramCounter {
 public:
  NgramCounter() = default;
  // With parts of so many units of references, of which there are at most 8.
  explicit NgramCounter(std::size_t units_of_a_part) : units_of_a_part_(units_of_a_part) {}

  // Begins a segment with so many references, whose sequences are then written.
  void begin(std::size_t references);
  [[nodiscard]] std::vector<Symbol>& reference(std::size_t k) { return references_[k].symbols; }
  [[nodiscard]] std::vector<Symbol>& hypothesis() { return hypothesis_.symbols; }
  // Instead of writing sequences: the code points of a text, which must stay readable until all is counted.
  void view_reference(std::size_t k, const Text& text) { references_[k].text = text; }
  void view_hypothesis(const Text& text) { hypothesis_.text = text; }

  // shared[n-1] = sum over distinct n-grams of min(count in the hypothesis, largest count in a reference), for
  // n = 1 .. shared.size().
  void count(std::span<std::int64_t> shared);

 private:
  struct Sequence {
    std::vector<Symbol> symbols;
    Text text;                       // the symbols, or the code points that stand for them
    std::vector<std::uint32_t> ids;  // of the n-gram that begins at each position
    std::vector<bool> done;          // whether that is of this order already, if it is counted in parts

    void begin(bool in_parts);
  };

  // Of several references: the last one that has the n-gram, and how often so far.
  struct Last {
    std::uint32_t reference = 0;
    std::uint32_t count = 0;
  };

  void count_reference(std::size_t which, std::size_t order);
  void add(std::size_t which, std::size_t place);
  std::int64_t take(std::size_t order);
  void count_reference_part(std::size_t which, std::size_t order, std::size_t part);
  std::int64_t take_part(std::size_t order, std::size_t part);
  std::int64_t count_in_parts(std::size_t order);

  KeyTable table_;
  std::size_t count_ = 0;  // of references
  std::size_t units_of_a_part_ = std::size_t{1} << 22;
  std::size_t parts_ = 1;
  Symbol first_ = 0;  // number of the part
  std::vector<Sequence> references_;
  Sequence hypothesis_;
  std::vector<std::uint32_t> counts_;  // by id: the largest count in a reference
  std::vector<Last> last_;             // by id; empty if there is one reference
};

}  // namespace parbleu
