// All texts lie one behind the other, and positions at which a unit begins are sorted by the n-grams that begin there:
// once by their first units, so that there are many small groups, and then every group by one code point after the
// other (multikey quicksort: Bentley and Sedgewick, "Fast Algorithms for Sorting and Searching Strings", SODA 1997).
// Positions that have n units in common are one n-gram, so its counts are those of the group; a group that the
// hypothesis or all references lack holds no longer n-gram that is shared, and is left.
#include "parbleu/ngrams/long_ngrams.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "parbleu/base/parallel.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu {
namespace {

using Position = std::uint32_t;

constexpr std::size_t steps_unchecked = std::size_t{1} << 20;  // between looks at whether to stop
constexpr std::int64_t nothing = -1;                           // behind the end of a text

// Checks for an interruption once in many steps.
class Steps {
 public:
  void add(std::size_t count) {
    steps_ += count;
    if (steps_ < steps_unchecked) return;
    steps_ = 0;
    check_interruption();
  }

 private:
  std::size_t steps_ = 0;
};

// Every code point is a unit.
template <class Unit>
class CharacterTexts {
 public:
  CharacterTexts(const Text& hypothesis, const Text& reference)
      : units_(std::make_unique<Unit[]>(hypothesis.size + 1 + reference.size)) {
    ends_[0] = static_cast<Position>(append(hypothesis, 0));
    ends_[1] = static_cast<Position>(append(reference, ends_[0] + std::size_t{1}));
  }

  [[nodiscard]] std::int64_t at(Position position, std::size_t depth) const {
    const std::size_t place = position + depth;
    return place == ends_[0] || place == ends_[1] ? nothing : std::int64_t{units_[place]};
  }
  static bool closes_unit(std::int64_t) { return true; }

  // Calls visit(position, hash of its first unit) for every unit.
  template <class Visit>
  void for_each_unit(Visit&& visit) const {
    for (Position at = 0; at < ends_[0]; ++at) visit(at, units_[at]);
    for (Position at = ends_[0] + 1; at < ends_[1]; ++at) visit(at, units_[at]);
  }
  [[nodiscard]] std::span<const Position> ends() const { return ends_; }

 private:
  std::size_t append(const Text& text, std::size_t to) {
    parbleu::visit(text, [&](auto units) {
      std::ranges::transform(units, units_.get() + to, [](auto unit) { return static_cast<Unit>(unit); });
    });
    return to + text.size;
  }

  std::unique_ptr<Unit[]> units_;
  std::array<Position, 2> ends_{};
};

// Words, with a blank behind each and one more behind each text.
template <class Unit>
class WordTexts {
 public:
  WordTexts(const Words& hypothesis, std::span<const Words> references, std::size_t size)
      : units_(std::make_unique_for_overwrite<Unit[]>(size)) {
    std::size_t to = append(hypothesis, 0);
    for (const Words& reference : references) to = append(reference, to);
  }

  [[nodiscard]] std::int64_t at(Position position, std::size_t depth) const {
    const Unit* const unit = units_.get() + position + depth;
    return *unit == blank && depth > 0 && unit[-1] == blank ? nothing : std::int64_t{*unit};
  }
  static bool closes_unit(std::int64_t unit) { return unit == blank; }

  template <class Visit>
  void for_each_unit(Visit&& visit) const {
    for (Position at = 0; at < ends_.back();) {
      if (units_[at] == blank) {
        ++at;
        continue;
      }
      const Position begin = at;
      std::uint32_t hash = 0;
      for (; units_[at] != blank; ++at) hash = (hash ^ units_[at]) * 0x9E3779B1U;
      visit(begin, hash ^ hash >> 15);
      ++at;
    }
  }
  [[nodiscard]] std::span<const Position> ends() const { return ends_; }

 private:
  static constexpr Unit blank = ' ';

  std::size_t append(const Words& words, std::size_t to) {
    Unit* out = units_.get() + to;
    for_each_word(words, [&](auto units) {
      check_.add(units.size());
      out = std::ranges::transform(units, out, [](auto unit) { return static_cast<Unit>(unit); }).out;
      *out++ = blank;
    });
    *out++ = blank;
    const auto end = static_cast<std::size_t>(out - units_.get());
    ends_.push_back(static_cast<Position>(end));
    return end;
  }

  std::unique_ptr<Unit[]> units_;
  std::vector<Position> ends_;
  Steps check_;
};

template <class Texts>
class Sorter {
 public:
  Sorter(const Texts& texts, std::span<std::int64_t> shared)
      : texts_(texts), shared_(shared), counts_(texts.ends().size()) {}

  // In parts, as positions take four times the memory of Latin characters.
  void count() {
    find_begins();
    Position room = begins_.back() / parts;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket)
      room = std::max(room, begins_[bucket + 1] - begins_[bucket]);
    positions_ = std::make_unique_for_overwrite<Position[]>(room);
    for (std::size_t first = 0; first < buckets;) {
      std::size_t last = first + 1;
      while (last < buckets && begins_[last + 1] - begins_[first] <= room) ++last;
      distribute(first, last);
      const Position before = begins_[first];
      for (; first < last; ++first) {
        sort({positions_.get() + (begins_[first] - before), positions_.get() + (begins_[first + 1] - before)}, 0,
             0);
      }
    }
  }

 private:
  static constexpr Position parts = 8;  // about as many
  static constexpr std::size_t bucket_bits = 16;
  static constexpr std::size_t buckets = std::size_t{1} << bucket_bits;

  using Group = std::span<Position>;

  static std::size_t bucket(std::uint32_t hash) { return (hash * 0x9E3779B1U) >> (32 - bucket_bits); }

  // Finds where the positions of each bucket begin among all.
  void find_begins() {
    begins_.assign(buckets + 1, 0);
    texts_.for_each_unit([this](Position, std::uint32_t hash) {
      steps_.add(1);
      ++begins_[bucket(hash) + 1];
    });
    for (std::size_t at = 0; at < buckets; ++at) begins_[at + 1] += begins_[at];
  }

  // Writes down the positions of some buckets, in the order of what the first units hash to.
  void distribute(std::size_t first, std::size_t last) {
    std::vector<Position> next(begins_.begin() + static_cast<std::ptrdiff_t>(first),
                               begins_.begin() + static_cast<std::ptrdiff_t>(last));
    texts_.for_each_unit([&](Position position, std::uint32_t hash) {
      steps_.add(1);
      const std::size_t at = bucket(hash) - first;
      if (at < next.size()) positions_[next[at]++ - begins_[first]] = position;
    });
  }

  // Counts what the positions of a group share, which have `depth` code points and `units` units in common.
  void sort(Group group, std::size_t depth, std::size_t units) {
    while (group.size() > 1) {
      if (group.size() == 2) return sort_pair(group, depth, units);
      steps_.add(group.size());
      // Chosen at random, so that no text is slow.
      const std::int64_t pivot = texts_.at(group[(random_.next() >> 32) * group.size() >> 32], depth);
      Position* equal = group.data();
      Position* greater = equal + group.size();
      for (Position* now = equal; now < greater;) {
        const std::int64_t unit = texts_.at(*now, depth);
        if (unit < pivot) {
          std::swap(*now++, *equal++);
        } else if (unit > pivot) {
          std::swap(*now, *--greater);
        } else {
          ++now;
        }
      }
      sort({group.data(), equal}, depth, units);
      sort({greater, group.data() + group.size()}, depth, units);
      if (pivot == nothing) return;
      group = {equal, greater};
      ++depth;
      if (!Texts::closes_unit(pivot)) continue;
      const std::int64_t found = clipped(group);
      shared_[units] += found;
      if (found == 0 || ++units == shared_.size()) return;
    }
  }

  // The same for two positions.
  void sort_pair(Group group, std::size_t depth, std::size_t units) {
    if (clipped(group) == 0) return;
    for (;; ++depth) {
      steps_.add(1);
      const std::int64_t unit = texts_.at(group[0], depth);
      if (unit == nothing || unit != texts_.at(group[1], depth)) return;
      if (!Texts::closes_unit(unit)) continue;
      ++shared_[units];
      if (++units == shared_.size()) return;
    }
  }

  // min(count in the hypothesis, largest count in a reference)
  std::int64_t clipped(Group group) {
    const std::span<const Position> ends = texts_.ends();
    if (ends.size() == 2) {
      const auto own = std::ranges::count_if(group, [end = ends[0]](Position at) { return at < end; });
      return std::min(own, std::ssize(group) - own);
    }
    std::ranges::fill(counts_, 0);
    for (const Position at : group)
      ++counts_[static_cast<std::size_t>(std::ranges::upper_bound(ends, at) - ends.begin())];
    return std::min(counts_[0], *std::max_element(counts_.begin() + 1, counts_.end()));
  }

  const Texts& texts_;
  std::span<std::int64_t> shared_;
  std::vector<std::int64_t> counts_;  // of a group, for each text
  std::vector<Position> begins_;      // of the buckets
  std::unique_ptr<Position[]> positions_;
  SplitMix random_{0};
  Steps steps_;
};

template <class Texts>
void count_in(const Texts& texts, std::span<std::int64_t> shared) {
  Sorter<Texts>(texts, shared).count();
}

void check_total(std::size_t size) {
  constexpr std::size_t limit = std::numeric_limits<Position>::max();
  if (size < limit) return;
  throw std::length_error("a segment and its references have " + std::to_string(size) +
                          " characters in all, and can have no more than " + std::to_string(limit - 1));
}

// Calls use with a value of the unit that holds all of `width`.
template <class Use>
void with_unit(Width width, Use&& use) {
  visit({nullptr, 0, width}, [&]<class Unit>(std::span<const Unit>) { use(Unit{}); });
}

}  // namespace

void count_long_characters(const Text& hypothesis, const Text& reference, std::span<std::int64_t> shared) {
  check_total(hypothesis.size + reference.size);
  std::ranges::fill(shared, 0);
  if (shared.empty()) return;
  with_unit(std::max(hypothesis.width, reference.width),
            [&]<class Unit>(Unit) { count_in(CharacterTexts<Unit>(hypothesis, reference), shared); });
}

void count_long_words(const Words& hypothesis, std::span<const Words> references, std::span<std::int64_t> shared) {
  const auto room = [](const Words& words) { return words.tokens.text.size + words.tokens.spans.size() + 2; };
  std::size_t size = room(hypothesis);
  Width width = hypothesis.tokens.text.width;
  for (const Words& reference : references) {
    size += room(reference);
    width = std::max(width, reference.tokens.text.width);
  }
  check_total(size);
  std::ranges::fill(shared, 0);
  if (shared.empty()) return;
  with_unit(width, [&]<class Unit>(Unit) { count_in(WordTexts<Unit>(hypothesis, references, size), shared); });
}

}  // namespace parbleu
