// Defines the hash table that all rooms use.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "parbleu/base/cpu.hpp"

namespace parbleu {

// Open addressing: an entry stands where its hash points, or in the first free place behind. An `Entry` made by default
// is a free place, which `empty()` tells. Never ask a table for an entry before there is room for one.
template <class Entry>
class HashTable {
 public:
  // Frees all places and makes room for `count` entries. The more places for each, the fewer searches are long.
  void reset(std::size_t count, std::size_t places_for_each = 2) {
    const std::size_t places = std::bit_ceil(places_for_each * count + 2);
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(places));
    entries_.assign(places, Entry{});
  }

  [[nodiscard]] std::size_t places() const { return entries_.size(); }

  // Makes room for `count` entries and keeps the existing ones; `hash_of` gives the hash of one.
  template <class HashOf>
  void grow(std::size_t count, HashOf&& hash_of) {
    const std::vector<Entry> before = std::exchange(entries_, {});
    reset(count);
    for (const Entry& entry : before) {
      if (!entry.empty()) find(hash_of(entry), [](const Entry&) { return false; }) = entry;
    }
  }

  // Makes twice as many places.
  template <class HashOf>
  void grow_twofold(HashOf&& hash_of) {
    grow(places() - 1, std::forward<HashOf>(hash_of));
  }

  // The place that a search for this hash looks at first.
  [[nodiscard]] const Entry& first(std::uint64_t hash) const { return entries_[home(hash)]; }

  // Asks the memory for that place ahead of the search, which for a large table takes longer than all the rest.
  void prefetch(std::uint64_t hash) const { parbleu::prefetch(&entries_[home(hash)]); }

  // The entry for which `same` is true, or the free place where it would stand.
  template <class Same>
  [[nodiscard]] const Entry& find(std::uint64_t hash, Same&& same) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = home(hash);
    while (!entries_[at].empty() && !same(entries_[at])) at = (at + 1) & mask;
    return entries_[at];
  }
  template <class Same>
  [[nodiscard]] Entry& find(std::uint64_t hash, Same&& same) {
    return const_cast<Entry&>(std::as_const(*this).find(hash, std::forward<Same>(same)));
  }

 private:
  // The high bits of the product depend on all bits of the hash.
  [[nodiscard]] std::size_t home(std::uint64_t hash) const { return (hash * 0x9E3779B97F4A7C15ULL) >> shift_; }

  std::vector<Entry> entries_;
  unsigned shift_ = 0;
};

}  // namespace parbleu
