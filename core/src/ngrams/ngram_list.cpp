#include "parbleu/ngrams/ngram_list.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ngrams/kernels.hpp"
#include "parbleu/base/parallel.hpp"

namespace parbleu {
namespace {

constexpr std::size_t word = 32;
constexpr std::size_t unchecked = std::size_t{1} << 16;
// An item is a bit if at least one column in so many has it: counting its bits in all columns takes as long as adding 1
// for each column that has it.
constexpr std::size_t rarity = 32;

}  // namespace

void NgramList::reset(std::size_t orders) {
  orders_ = orders;
  texts_ = 0;
  totals_.clear();
  for (Sequences& of : sequences_) {
    of.used = 0;
    of.units.clear();
    of.starts.clear();
  }
}

void NgramList::begin() {
  ++texts_;
  totals_.resize(totals_.size() + orders_);
}

NgramList::Sequences& NgramList::sequences(std::size_t first, std::size_t count) {
  for (Sequences& of : sequences_) {
    if (of.first == first && of.count == count) return of;
  }
  sequences_.push_back({first, count, 0, {}, {}});
  return sequences_.back();
}

void NgramList::add(std::span<const std::uint32_t> units, std::size_t first, std::size_t count) {
  double* const totals = totals_.data() + totals_.size() - orders_ + first;
  for (std::size_t n = 0; n < count; ++n) totals[n] = units.size() > n ? static_cast<double>(units.size() - n) : 0;
  Sequences& of = sequences(first, count);
  of.used = std::max(of.used, std::min(count, units.size()));
  of.starts.push_back(static_cast<std::uint32_t>(of.units.size()));
  of.units.insert(of.units.end(), units.begin(), units.end());
  of.units.push_back(0);
}

void NgramList::close(std::size_t columns) {
  first_column_ = columns;
  columns_ = texts_ - columns;
  std::size_t places = 0;
  for (const Sequences& of : sequences_) places += of.units.size() * of.used;
  items_.resize(places);
  item_starts_.assign(orders_ * texts_, 0);
  item_counts_.assign(orders_ * texts_, 0);
  order_ends_.assign(orders_, 0);
  repeats_.clear();
  places_.clear();
  occurrences_.assign(texts_, {});
  std::size_t begin = 0;
  for (Sequences& of : sequences_) {
    if (of.starts.empty()) continue;
    of.starts.push_back(static_cast<std::uint32_t>(of.units.size()));
    of.units.resize(of.units.size() + of.used, 0);  // what the last places are compared by
    number_units(of);
    sort(of);
    for (std::size_t n = 0; n < of.used; ++n, begin += of.starts.back()) number_ngrams(of, n, begin);
  }
  place_items();
  column_totals_.assign(orders_ * columns_, 1);
  columns_with_any_.assign(orders_ * columns_, 0);
  for (std::size_t column = 0; column < columns_; ++column) {
    const std::span<const double> of_column = totals(first_column_ + column);
    for (std::size_t order = 0; order < orders_; ++order) {
      if (of_column[order] == 0) continue;
      column_totals_[order * columns_ + column] = of_column[order];
      columns_with_any_[order * columns_ + column] = 1;
    }
  }
}

// Replaces units by numbers from 1 in the order in which they come.
void NgramList::number_units(Sequences& of) {
  std::vector<std::uint32_t> known;
  numbers_.resize(std::max<std::size_t>(numbers_.size(), std::size_t{std::ranges::max(of.units)} + 1));
  const auto number = [&](std::uint32_t unit) {
    std::uint32_t& found = numbers_[unit];
    if (found == 0) {
      known.push_back(unit);
      found = static_cast<std::uint32_t>(known.size());
    }
    return found;
  };
  for (std::size_t text = 0; text < texts_; ++text) {
    for (std::size_t at = of.starts[text]; at + 1 < of.starts[text + 1]; ++at) of.units[at] = number(of.units[at]);
  }
  for (const std::uint32_t unit : known) numbers_[unit] = 0;
  units_ = static_cast<std::uint32_t>(known.size());
}

// Sorts the places of all texts by the `used` units from there on, and finds how many of them neighbours have in common.
void NgramList::sort(const Sequences& of) {
  const std::uint32_t* const units = of.units.data();
  sorted_.clear();
  texts_of_.resize(of.starts.back());
  for (std::uint32_t text = 0; text < texts_; ++text) {
    for (std::uint32_t at = of.starts[text]; at + 1 < of.starts[text + 1]; ++at) sorted_.push_back(at);
    std::fill(texts_of_.begin() + of.starts[text], texts_of_.begin() + of.starts[text + 1], text);
  }
  before_.resize(sorted_.size());
  for (std::size_t n = of.used; n-- > 0;) {
    check_interruption();
    buckets_.assign(units_ + std::size_t{2}, 0);
    for (std::size_t text = 0; text < texts_; ++text) {
      for (std::size_t at = of.starts[text]; at + 1 < of.starts[text + 1]; ++at) ++buckets_[units[at + n] + 1];
    }
    std::partial_sum(buckets_.begin(), buckets_.end(), buckets_.begin());
    std::swap(sorted_, before_);
    for (const std::uint32_t at : before_) sorted_[buckets_[units[at + n]]++] = at;
  }
  agreement_.assign(sorted_.size() + 1, 0);
  for (std::size_t k = 1; k < sorted_.size(); ++k) {
    const std::uint32_t* const one = units + sorted_[k];
    const std::uint32_t* const other = units + sorted_[k - 1];
    std::uint32_t same = 0;
    while (same < of.used && one[same] == other[same]) ++same;
    agreement_[k] = same;
  }
}

// Numbers the n-grams of n + 1 units. They are whole if no text ends within them, and then all that are equal are.
void NgramList::number_ngrams(const Sequences& of, std::size_t n, std::size_t begin) {
  const std::size_t order = of.first + n;
  for (std::size_t text = 0; text < texts_; ++text) {
    const std::size_t size = of.starts[text + 1] - of.starts[text] - 1;
    item_starts_[order * texts_ + text] = begin + of.starts[text];
    item_counts_[order * texts_ + text] = static_cast<std::uint32_t>(size > n ? size - n : 0);
  }
  auto next = static_cast<std::uint32_t>(places_.size());
  places_.resize(next + sorted_.size());
  repeats_.resize(next + sorted_.size());
  Place* const places = places_.data();
  std::uint32_t* const items = items_.data() + begin;
  Occurrences* const occurrences = occurrences_.data();
  const std::uint32_t* const starts = of.starts.data();
  const std::uint32_t* const texts_of = texts_of_.data();
  const std::uint32_t* const agreement = agreement_.data();
  bool whole = false;
  std::uint32_t ngram = 0;
  for (std::size_t k = 0; k < sorted_.size(); ++k) {
    if ((k + 1) % unchecked == 0) check_interruption();
    const std::uint32_t at = sorted_[k];
    const std::uint32_t text = texts_of[at];
    if (agreement[k] <= n) {
      whole = at + n + 1 < starts[text + 1];
      if (!whole) continue;
      ngram = next++;
      if (agreement[k + 1] <= n) {  // it is there once
        items[at] = ngram;
        places[ngram].count = text >= first_column_ ? 1 : 0;
        continue;
      }
    }
    if (!whole) continue;
    Occurrences& own = occurrences[text];
    if (own.ngram != ngram) own = {ngram, 0};
    const std::uint32_t item = ngram + own.times++;
    if (item == next) repeats_[next++] = 1;
    items[at] = item;
    places[item].count += text >= first_column_ ? 1 : 0;
  }
  places_.resize(next);
  repeats_.resize(next);
  order_ends_[order] = places_.size();
}

void NgramList::place_items() {
  word_starts_.assign(1, 0);
  std::uint32_t listed = 0;
  std::size_t item = 0;
  for (const std::size_t end : order_ends_) {
    std::uint32_t bit = word_starts_.back() * static_cast<std::uint32_t>(word);
    for (; item < end; ++item) {
      Place& place = places_[item];
      if (place.count > 0 && place.count * rarity >= columns_) {
        place = {bit++, Place::is_bit};
      } else {
        place.end = listed;  // moves on with each column
        listed += place.count;
      }
    }
    word_starts_.push_back(static_cast<std::uint32_t>((bit + word - 1) / word));
  }

  bits_.assign(std::size_t{word_starts_.back()} * columns_, 0);
  postings_.resize(listed);
  for (std::uint32_t column = 0; column < columns_; ++column) {
    for (std::size_t order = 0; order < orders_; ++order) {
      for (const std::uint32_t one : items(first_column_ + column, order)) {
        Place& place = places_[one];
        if (place.count != Place::is_bit) {
          postings_[place.end++] = column;
        } else {
          bits_[place.end / word * columns_ + column] |= std::uint32_t{1} << (place.end % word);
        }
      }
    }
  }
}

std::span<const std::uint32_t> NgramList::count(std::size_t row, Scratch& scratch, Simd simd) const {
  const ngrams::Kernels& kernels = ngrams::kernels(simd);
  scratch.shared.assign(orders_ * columns_, 0);
  scratch.bits.assign(word_starts_.back(), 0);
  for (std::size_t order = 0; order < orders_; ++order) {
    std::uint32_t* const sums = scratch.shared.data() + order * columns_;
    for (const std::uint32_t item : items(row, order)) {
      const Place place = places_[item];
      if (place.count == Place::is_bit) {
        scratch.bits[place.end / word] |= std::uint32_t{1} << (place.end % word);
        continue;
      }
      for (std::uint32_t at = place.end - place.count; at < place.end; ++at) ++sums[postings_[at]];
    }
    for (std::size_t at = word_starts_[order]; at < word_starts_[order + 1]; ++at) {
      if (scratch.bits[at] == 0) continue;
      kernels.add_common_bits(scratch.bits[at], bits_.data() + at * columns_, columns_, sums);
    }
  }
  return scratch.shared;
}

template <class Use>
void NgramList::for_each_ngram(std::size_t text, std::size_t order, Counts& room, Use&& use) const {
  room.of_ngram.resize(places_.size());
  room.ngrams.clear();
  for (const std::uint32_t item : items(text, order)) {
    std::uint32_t ngram = item;
    while (repeats_[ngram] != 0) --ngram;
    if (room.of_ngram[ngram]++ == 0) room.ngrams.push_back(ngram);
  }
  for (const std::uint32_t ngram : room.ngrams) use(ngram, std::exchange(room.of_ngram[ngram], 0U));
}

std::vector<double> NgramList::mean_counts(std::span<const double> weights, std::span<double> totals) const {
  Counts room;
  std::vector<double> means(places_.size(), 0);
  std::ranges::fill(totals, 0);
  for (std::size_t column = 0; column < columns_; ++column) {
    // Without weights the sums are whole numbers, and exact.
    const double weight = weights.empty() ? 1 : weights[column];
    for (std::size_t order = 0; order < orders_; ++order) {
      for_each_ngram(first_column_ + column, order, room,
                     [&](std::uint32_t ngram, std::uint32_t count) { means[ngram] += weight * count; });
      totals[order] += weight * this->totals(first_column_ + column)[order];
    }
  }
  if (!weights.empty()) return means;
  const auto texts = static_cast<double>(columns_);
  for (double& mean : means) mean /= texts;
  for (double& total : totals) total /= texts;
  return means;
}

void NgramList::count_means(std::size_t row, std::span<const double> means, std::span<double> shared,
                            Counts& room) const {
  for (std::size_t order = 0; order < orders_; ++order) {
    double sum = 0;
    for_each_ngram(row, order, room, [&](std::uint32_t ngram, std::uint32_t count) {
      sum += std::min(static_cast<double>(count), means[ngram]);
    });
    shared[order] = sum;
  }
}

}  // namespace parbleu
