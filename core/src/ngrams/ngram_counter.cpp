#include "parbleu/ngrams/ngram_counter.hpp"

#include <algorithm>
#include <bit>

namespace parbleu {
namespace {

constexpr std::size_t most_parts = 8;  // every part reads the sequences once

// Which of the parts, a power of two, has this key. Tables use other bits.
std::size_t part_of(std::uint64_t key, std::size_t parts) {
  return (key * 0xD6E8FEB86659FD93ULL) >> 40 & (parts - 1);
}

std::uint64_t pair(std::uint32_t prefix, Symbol last) { return (std::uint64_t{prefix} << 32) | last; }

}  // namespace

void NgramCounter::begin(std::size_t references) {
  count_ = references;
  references_.resize(std::max(references_.size(), references));
  for (Sequence& reference : std::span(references_).first(references)) reference.text = {};
  hypothesis_.text = {};
}

void NgramCounter::Sequence::begin(bool in_parts) {
  if (text.missing()) text = as_text<Symbol>(symbols);
  ids.assign(text.size, 0);
  done.clear();
  if (in_parts) done.resize(text.size);
}

// Counts an n-gram of a reference by its place in `counts_`.
inline void NgramCounter::add(std::size_t which, std::size_t place) {
  if (last_.empty()) {
    ++counts_[place];
    return;
  }
  Last& last = last_[place];
  if (last.reference != which) last = {static_cast<std::uint32_t>(which), 0};
  counts_[place] = std::max(counts_[place], ++last.count);
}

void NgramCounter::count_reference(std::size_t which, std::size_t order) {
  visit(references_[which].text, [&](auto symbols) {
    for (std::size_t end = order; end <= symbols.size(); ++end) {
      std::uint32_t& id = references_[which].ids[end - order];
      id = table_.find_or_add(pair(id, symbols[end - 1]));
      add(which, id);
    }
  });
}

// How many n-grams of the hypothesis find one that no earlier one has taken.
std::int64_t NgramCounter::take(std::size_t order) {
  std::int64_t found = 0;
  visit(hypothesis_.text, [&](auto symbols) {
    for (std::size_t end = order; end <= symbols.size(); ++end) {
      std::uint32_t& id = hypothesis_.ids[end - order];
      if (id == unmatched) continue;
      id = table_.find(pair(id, symbols[end - 1]));
      if (id == unmatched) continue;
      const std::uint32_t free = counts_[id] > 0 ? 1 : 0;  // without a branch, which could not be predicted
      counts_[id] -= free;
      found += free;
    }
  });
  return found;
}

void NgramCounter::count_reference_part(std::size_t which, std::size_t order, std::size_t part) {
  Sequence& reference = references_[which];
  auto& ids = reference.ids;
  auto& done = reference.done;
  visit(reference.text, [&](auto symbols) {
    for (std::size_t end = order; end <= symbols.size(); ++end) {
      const std::size_t at = end - order;
      const std::uint64_t key = pair(ids[at], symbols[end - 1]);
      if (done[at] || part_of(key, parts_) != part) continue;
      done[at] = true;
      ids[at] = table_.find_or_grow(key, counts_.size());
      const std::size_t place = ids[at] - first_;
      if (place == counts_.size()) {
        counts_.push_back(0);
        if (count_ > 1) last_.push_back({});
      }
      add(which, place);
    }
  });
}

std::int64_t NgramCounter::take_part(std::size_t order, std::size_t part) {
  auto& ids = hypothesis_.ids;
  auto& done = hypothesis_.done;
  std::int64_t found = 0;
  visit(hypothesis_.text, [&](auto symbols) {
    for (std::size_t end = order; end <= symbols.size(); ++end) {
      const std::size_t at = end - order;
      if (ids[at] == unmatched || done[at]) continue;
      const std::uint64_t key = pair(ids[at], symbols[end - 1]);
      if (part_of(key, parts_) != part) continue;
      done[at] = true;
      ids[at] = table_.find(key);
      if (ids[at] == unmatched) continue;
      std::uint32_t& count = counts_[ids[at] - first_];
      const std::uint32_t free = count > 0 ? 1 : 0;
      count -= free;
      found += free;
    }
  });
  return found;
}

std::int64_t NgramCounter::count_in_parts(std::size_t order) {
  std::int64_t found = 0;
  table_.restart();
  const auto references = std::span(references_).first(count_);
  for (Sequence& reference : references) std::fill(reference.done.begin(), reference.done.end(), false);
  std::fill(hypothesis_.done.begin(), hypothesis_.done.end(), false);
  for (std::size_t part = 0; part < parts_; ++part) {
    first_ = table_.size();
    table_.forget(counts_.size() +
                  counts_.size() / 16);  // parts are alike, and an order has more than that before
    counts_.clear();
    last_.clear();
    for (std::size_t k = 0; k < count_; ++k) count_reference_part(k, order, part);
    found += take_part(order, part);
  }
  return found;
}

void NgramCounter::count(std::span<std::int64_t> shared) {
  const auto references = std::span(references_).first(count_);
  std::size_t units = 0;
  for (Sequence& reference : references) {
    units += reference.text.missing() ? reference.symbols.size() : reference.text.size;
  }
  parts_ = std::bit_floor(std::clamp<std::size_t>(units / units_of_a_part_, 1, most_parts));
  for (Sequence& reference : references) reference.begin(parts_ > 1);
  hypothesis_.begin(parts_ > 1);

  std::ranges::fill(shared, 0);
  for (std::size_t n = 1; n <= shared.size(); ++n) {
    if (parts_ > 1) {
      shared[n - 1] = count_in_parts(n);
      if (shared[n - 1] == 0) return;
      continue;
    }
    table_.reset(units);
    counts_.assign(units, 0);
    last_.assign(count_ > 1 ? units : 0, {});
    for (std::size_t k = 0; k < count_; ++k) count_reference(k, n);
    shared[n - 1] = take(n);
    if (shared[n - 1] == 0) return;  // nor is anything longer shared
  }
}

}  // namespace parbleu
