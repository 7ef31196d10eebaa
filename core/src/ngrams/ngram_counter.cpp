#include "parbleu/ngrams/ngram_counter.hpp"

#include <algorithm>

namespace parbleu {
namespace {

std::uint64_t pair(std::uint32_t prefix, Symbol last) { return (std::uint64_t{prefix} << 32) | last; }

}  // namespace

void NgramCounter::begin(std::size_t references) {
  count_ = references;
  references_.resize(std::max(references_.size(), references));
}

void NgramCounter::count_reference(std::size_t which, std::size_t order) {
  auto& [symbols, ids] = references_[which];
  for (std::size_t end = order; end <= symbols.size(); ++end) {
    std::uint32_t& id = ids[end - order];
    id = table_.find_or_add(pair(id, symbols[end - 1]));
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
std::int64_t NgramCounter::take(std::size_t order) {
  auto& [symbols, ids] = hypothesis_;
  std::int64_t found = 0;
  for (std::size_t end = order; end <= symbols.size(); ++end) {
    std::uint32_t& id = ids[end - order];
    if (id == unmatched) continue;
    id = table_.find(pair(id, symbols[end - 1]));
    if (id == unmatched) continue;
    const std::uint32_t free = counts_[id] > 0 ? 1 : 0;  // without a branch, which could not be predicted
    counts_[id] -= free;
    found += free;
  }
  return found;
}

void NgramCounter::count(std::span<std::int64_t> shared) {
  const auto references = std::span(references_).first(count_);
  std::size_t units = 0;
  for (Sequence& reference : references) {
    units += reference.symbols.size();
    reference.ids.assign(reference.symbols.size(), 0);
  }
  hypothesis_.ids.assign(hypothesis_.symbols.size(), 0);

  std::ranges::fill(shared, 0);
  for (std::size_t n = 1; n <= shared.size(); ++n) {
    table_.reset(units);
    counts_.assign(units, 0);
    last_.assign(count_ > 1 ? units : 0, {});
    for (std::size_t k = 0; k < count_; ++k) count_reference(k, n);
    shared[n - 1] = take(n);
    if (shared[n - 1] == 0) return;  // nor is anything longer shared
  }
}

}  // namespace parbleu
