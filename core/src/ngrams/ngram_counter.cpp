#include "parbleu/ngrams/ngram_counter.hpp"

#include <algorithm>

namespace parbleu {
namespace {

std::uint64_t pair(std::uint32_t prefix, Symbol last) { return (std::uint64_t{prefix} << 32) | last; }

}  // namespace

void NgramCounter::count_reference(std::span<const Symbol> reference, std::size_t which, std::size_t order) {
  for (std::size_t end = order; end <= reference.size(); ++end) {
    std::uint32_t& id = reference_ids_[which][end - order];
    id = table_.find_or_add(pair(id, reference[end - 1]));
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
    if (id == unmatched) continue;
    id = table_.find(pair(id, hypothesis[end - 1]));
    if (id == unmatched) continue;
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
    table_.reset(units);
    counts_.assign(units, 0);
    last_.assign(many > 1 ? units : 0, {});
    for (std::size_t k = 0; k < many; ++k) count_reference(references[k], k, n);
    shared[n - 1] = take(hypothesis, n);
    if (shared[n - 1] == 0) return;  // nor is anything longer shared
  }
}

}  // namespace parbleu
