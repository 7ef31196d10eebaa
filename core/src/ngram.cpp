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

void NgramCounter::count(std::span<const Symbol> hypothesis, std::span<const std::span<const Symbol>> references,
                         std::span<std::int64_t> shared) {
  const std::size_t many = references.size();
  std::size_t units = 0;
  for (const auto& reference : references) units += reference.size();
  reference_ids_.resize(std::max(reference_ids_.size(), many));
  for (std::size_t k = 0; k < many; ++k) reference_ids_[k].assign(references[k].size(), 0);
  hypothesis_ids_.assign(hypothesis.size(), 0);

  for (std::size_t n = 1; n <= shared.size(); ++n) {
    reset(units);
    counts_.assign(units * many, 0);
    for (std::size_t k = 0; k < many; ++k) {
      for (std::size_t end = n; end <= references[k].size(); ++end) {
        std::uint32_t& id = reference_ids_[k][end - n];
        id = find_or_add(pair(id, references[k][end - 1]));
        ++counts_[id * many + k];
      }
    }
    std::int64_t found = 0;
    for (std::size_t end = n; end <= hypothesis.size(); ++end) {
      std::uint32_t& id = hypothesis_ids_[end - n];
      if (id == nothing) continue;
      id = find(pair(id, hypothesis[end - 1]));
      if (id == nothing) continue;
      bool free = false;  // in any reference: taking one from each that has some is clipping by the largest count
      for (std::uint32_t& left : std::span(counts_).subspan(id * many, many)) {
        free |= left > 0;
        left -= left > 0;
      }
      found += free;
    }
    shared[n - 1] = found;
  }
}

}  // namespace parbleu
