#include "parbleu/ngram.hpp"

#include <algorithm>
#include <bit>

namespace parbleu {
namespace {

constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

std::uint64_t pair(std::uint32_t prefix, Symbol last) { return (std::uint64_t{prefix} << 32) | last; }

}  // namespace

void NgramCounter::reset(std::size_t units) {
  const std::size_t capacity = std::bit_ceil(2 * units + 2);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(capacity));
  table_.assign(capacity, {0, nothing});
  next_ = 0;
}

std::uint32_t NgramCounter::find(std::uint64_t key) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = (key * 0x9E3779B97F4A7C15ULL) >> shift_;; at = (at + 1) & mask) {
    if (table_[at].id == nothing || table_[at].key == key) return table_[at].id;
  }
}

std::uint32_t NgramCounter::find_or_add(std::uint64_t key) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = (key * 0x9E3779B97F4A7C15ULL) >> shift_;; at = (at + 1) & mask) {
    if (table_[at].id == nothing) table_[at] = {key, next_++};
    if (table_[at].key == key) return table_[at].id;
  }
}

void NgramCounter::count_reference(std::span<const Symbol> reference, std::size_t which, std::size_t order) {
  for (std::size_t end = order; end <= reference.size(); ++end) {
    std::uint32_t& id = reference_ids_[which][end - order];
    id = find_or_add(pair(id, reference[end - 1]));
    if (last_.empty()) {
      ++counts_[id];
      continue;
    }
    Last& last = last_[id];
    if (last.reference != which) last = {static_cast<std::uint32_t>(which), 0};
    counts_[id] = std::max(counts_[id], ++last.count);
  }
}

// How many n-grams of the hypothesis find one that no earlier one has taken.
std::int64_t NgramCounter::take(std::span<const Symbol> hypothesis, std::size_t order) {
  std::int64_t found = 0;
  for (std::size_t end = order; end <= hypothesis.size(); ++end) {
    std::uint32_t& id = hypothesis_ids_[end - order];
    if (id == nothing) continue;
    id = find(pair(id, hypothesis[end - 1]));
    if (id == nothing) continue;
    const std::uint32_t free = counts_[id] > 0 ? 1 : 0;  // no branch: nobody could foresee it
    counts_[id] -= free;
    found += free;
  }
  return found;
}

void NgramCounter::count(std::span<const Symbol> hypothesis, std::span<const std::span<const Symbol>> references,
                         std::span<std::int64_t> shared) {
  const std::size_t many = references.size();
  std::size_t units = 0;
  for (const auto& reference : references) units += reference.size();
  reference_ids_.resize(std::max(reference_ids_.size(), many));
  for (std::size_t k = 0; k < many; ++k) reference_ids_[k].assign(references[k].size(), 0);
  hypothesis_ids_.assign(hypothesis.size(), 0);

  std::ranges::fill(shared, 0);
  for (std::size_t n = 1; n <= shared.size(); ++n) {
    reset(units);
    counts_.assign(units, 0);
    last_.assign(many > 1 ? units : 0, {});
    for (std::size_t k = 0; k < many; ++k) count_reference(references[k], k, n);
    shared[n - 1] = take(hypothesis, n);
    if (shared[n - 1] == 0) return;  // nor is anything longer shared
  }
}

}  // namespace parbleu
