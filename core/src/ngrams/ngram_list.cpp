#include "parbleu/ngrams/ngram_list.hpp"

#include <algorithm>

#include "ngrams/kernels.hpp"
#include "parbleu/base/parallel.hpp"

namespace parbleu {
namespace {

constexpr std::size_t word = 32;
constexpr std::size_t least_places = 64;
constexpr std::size_t ahead = 8;    // n-grams whose places in the table are asked of the memory before
constexpr std::size_t repeats = 4;  // texts of a list have many n-grams in common
// An item is a bit if at least one column in so many has it: counting its bits in all columns takes as long as adding 1
// for each column that has it.
constexpr std::size_t rarity = 32;

std::uint64_t hash(std::uint64_t key) { return key ^ (key >> 29); }

}  // namespace

inline std::uint32_t NgramList::number(std::uint64_t key, std::size_t order) {
  Entry& entry = table_.find(hash(key), [key](const Entry& other) { return other.key == key; });
  return entry.empty() ? number_new(entry, key, order) : entry.number;
}

[[gnu::noinline]] std::uint32_t NgramList::number_new(Entry& entry, std::uint64_t key, std::size_t order) {
  const auto fresh = static_cast<std::uint32_t>(order_of_.size());
  entry = {key, fresh};
  order_of_.push_back(static_cast<std::uint16_t>(order));
  counts_.push_back(0);
  if (2 * order_of_.size() > table_.places())
    table_.grow_twofold([](const Entry& other) { return hash(other.key); });
  return fresh;
}

void NgramList::reset(std::size_t orders, std::size_t expected) {
  orders_ = orders;
  begun_ = false;
  table_.reset(std::max(least_places, expected / repeats));
  // Numbers that are no n-grams stand before those of one unit, one for each order that can be a first.
  order_of_.assign(orders + 1, 0);
  counts_.assign(orders + 1, 0);
  totals_.clear();
  grams_.clear();
  gram_starts_.assign(1, 0);
  items_.clear();
  items_.reserve(expected);
  item_starts_.assign(1, 0);
}

void NgramList::begin() {
  end_text();
  begun_ = true;
  totals_.resize(totals_.size() + orders_);
}

void NgramList::add(std::span<const std::uint32_t> units, std::size_t first, std::size_t count) {
  double* const totals = totals_.data() + totals_.size() - orders_;
  before_.assign(units.size(), static_cast<std::uint32_t>(first + 1));
  for (std::size_t n = 0; n < count && n < units.size(); ++n) {
    const std::size_t order = first + n;
    const std::size_t grams = units.size() - n;
    totals[order] += static_cast<double>(grams);
    const std::size_t begun = items_.size();
    items_.resize(begun + grams);
    std::uint32_t* const items = items_.data() + begun;
    std::uint32_t* const before = before_.data();
    const auto key = [&](std::size_t at) { return std::uint64_t{before[at]} << 32 | units[at + n]; };
    for (std::size_t at = 0; at < grams; ++at) {
      if ((at + 1) % (std::size_t{1} << 12) == 0) check_interruption();
      if (at + ahead < grams) table_.prefetch(hash(key(at + ahead)));
      const std::uint32_t gram = number(key(at), order);
      before[at] = gram;
      const std::uint32_t times = ++counts_[gram];
      if (times == 1) {
        touched_.push_back(gram);
        items[at] = gram;
      } else {
        constexpr std::uint64_t again = std::uint64_t{1} << 63;
        items[at] = number(again | std::uint64_t{gram} << 32 | times, order);
      }
    }
  }
}

void NgramList::end_text() {
  if (!begun_) return;
  for (const std::uint32_t gram : touched_) {
    grams_.push_back({gram, counts_[gram]});
    counts_[gram] = 0;
  }
  touched_.clear();
  gram_starts_.push_back(grams_.size());
  item_starts_.push_back(items_.size());
}

void NgramList::close(std::size_t columns) {
  end_text();
  first_column_ = columns;
  columns_ = gram_starts_.size() - 1 - columns;
  place_items();
}

void NgramList::place_items() {
  const std::size_t items = order_of_.size();
  std::vector<std::uint32_t> having(items, 0);
  const std::size_t end = first_column_ + columns_;
  for (std::size_t at = item_starts_[first_column_]; at < item_starts_[end]; ++at) ++having[items_[at]];

  std::vector<std::uint32_t> bits(orders_ + 1, 0);
  const auto many = [&](std::size_t item) { return having[item] * rarity >= columns_; };
  for (std::size_t item = 0; item < items; ++item) bits[order_of_[item]] += having[item] > 0 && many(item) ? 1 : 0;
  word_starts_.assign(orders_ + 1, 0);
  for (std::size_t order = 0; order < orders_; ++order) {
    word_starts_[order + 1] = word_starts_[order] + static_cast<std::uint32_t>((bits[order] + word - 1) / word);
    bits[order] = word_starts_[order] * static_cast<std::uint32_t>(word);
  }

  places_.assign(items, 0);
  posting_starts_.assign(1, 0);
  for (std::size_t item = 0; item < items; ++item) {
    if (having[item] > 0 && many(item)) {
      places_[item] = is_bit | bits[order_of_[item]]++;
    } else {
      places_[item] = static_cast<std::uint32_t>(posting_starts_.size() - 1);
      posting_starts_.push_back(posting_starts_.back() + having[item]);
    }
  }

  bits_.assign(std::size_t{word_starts_.back()} * columns_, 0);
  postings_.resize(posting_starts_.back());
  std::vector<std::uint32_t> next(posting_starts_.begin(), posting_starts_.end() - 1);
  for (std::uint32_t column = 0; column < columns_; ++column) {
    for (const std::uint32_t item : this->items(first_column_ + column)) {
      const std::uint32_t place = places_[item];
      if ((place & is_bit) == 0) {
        postings_[next[place]++] = column;
      } else {
        const std::uint32_t bit = place & ~is_bit;
        bits_[bit / word * columns_ + column] |= std::uint32_t{1} << (bit % word);
      }
    }
  }
}

std::span<const std::uint32_t> NgramList::count(std::size_t row, Scratch& scratch, Simd simd) const {
  const ngrams::Kernels& kernels = ngrams::kernels(simd);
  scratch.shared.assign(orders_ * columns_, 0);
  scratch.bits.assign(word_starts_.back(), 0);
  for (const std::uint32_t item : items(row)) {
    const std::uint32_t place = places_[item];
    if ((place & is_bit) != 0) {
      const std::uint32_t bit = place & ~is_bit;
      scratch.bits[bit / word] |= std::uint32_t{1} << (bit % word);
      continue;
    }
    std::uint32_t* const sums = scratch.shared.data() + order_of_[item] * columns_;
    for (std::uint32_t at = posting_starts_[place]; at < posting_starts_[place + 1]; ++at) ++sums[postings_[at]];
  }
  for (std::size_t order = 0; order < orders_; ++order) {
    std::uint32_t* const sums = scratch.shared.data() + order * columns_;
    for (std::size_t at = word_starts_[order]; at < word_starts_[order + 1]; ++at) {
      if (scratch.bits[at] == 0) continue;
      kernels.add_common_bits(scratch.bits[at], bits_.data() + at * columns_, columns_, sums);
    }
  }
  return scratch.shared;
}

std::vector<double> NgramList::mean_counts(std::span<const double> weights, std::span<double> totals) const {
  std::vector<double> means(order_of_.size(), 0);
  std::ranges::fill(totals, 0);
  for (std::size_t column = 0; column < columns_; ++column) {
    // Without weights the sums are whole numbers, and exact.
    const double weight = weights.empty() ? 1 : weights[column];
    for (const Gram& gram : grams(first_column_ + column)) means[gram.number] += weight * gram.count;
    for (std::size_t order = 0; order < orders_; ++order) {
      totals[order] += weight * this->totals(first_column_ + column)[order];
    }
  }
  if (!weights.empty()) return means;
  const auto texts = static_cast<double>(columns_);
  for (double& mean : means) mean /= texts;
  for (double& total : totals) total /= texts;
  return means;
}

void NgramList::count_means(std::size_t row, std::span<const double> means, std::span<double> shared) const {
  std::ranges::fill(shared, 0);
  for (const Gram& gram : grams(row)) {
    shared[order_of_[gram.number]] += std::min(static_cast<double>(gram.count), means[gram.number]);
  }
}

}  // namespace parbleu
