#include "correlation/pair_counting/pair_counter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/sort_keys.hpp"
#include "correlation/measures.hpp"
#include "correlation/pair_counting/kernels.hpp"

namespace parbleu {

using namespace pair_counting;

namespace {

using Row = std::array<double, row_room>;
using Bits = std::array<std::uint64_t, row_words + 1>;

Row padded(std::span<const double> numbers) {
  Row row{};
  std::ranges::copy(numbers, row.begin());
  return row;
}

void sort_by(std::span<const double> numbers, std::vector<std::uint32_t>& order, PairScratch& scratch) {
  scratch.keys.resize(numbers.size());
  std::ranges::transform(numbers, scratch.keys.begin(), ordered_key);
  order.resize(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  sort_keys(scratch.keys, order, scratch.other_keys, scratch.other_pairs);
}

// Places in order of the metric: `order` says which score stands there; [low, high) are the places of those that tie
// with a score. Differences grow with the places even after rounding, so that a tie is an interval.
void find_windows(std::span<const double> metric, double epsilon, Scratch& scratch) {
  const std::size_t count = metric.size();
  sort_by(metric, scratch.order, scratch.calibration);
  for (auto* places : {&scratch.low, &scratch.high, &scratch.place}) places->resize(count);
  std::size_t from = 0;
  std::size_t to = 0;
  for (std::size_t at = 0; at < count; ++at) {
    const std::uint32_t who = scratch.order[at];
    while (metric[who] - metric[scratch.order[from]] > epsilon) ++from;
    while (to < count && metric[scratch.order[to]] - metric[who] <= epsilon) ++to;
    scratch.low[who] = static_cast<std::uint32_t>(from);
    scratch.high[who] = static_cast<std::uint32_t>(to);
    scratch.place[who] = static_cast<std::uint32_t>(at);
  }
  scratch.coins.resize(count / 64 + 1);
  scratch.tree.resize(count / 64 + 2);
}

}  // namespace

TieSums tie_sums(std::span<const double> sorted) {
  TieSums sums;
  for (std::size_t first = 0; first < sorted.size(); ++sums.groups) {
    std::size_t end = first + 1;
    while (end < sorted.size() && sorted[end] == sorted[first]) ++end;
    const auto t = static_cast<double>(end - first);
    sums.pairs += t * (t - 1) / 2;
    sums.triples += t * (t - 1) * (t - 2);
    sums.spread += t * (t - 1) * (2 * t + 5);
    first = end;
  }
  return sums;
}

PairCounter::PairCounter(std::span<const double> gold, double least) : length_(gold.size()), least_(least) {
  const auto count = static_cast<std::uint64_t>(length_);
  pairs_ = count * (std::max<std::uint64_t>(count, 1) - 1) / 2;
  std::vector<double> sorted(gold.begin(), gold.end());
  std::ranges::sort(sorted);
  ties_ = tie_sums(sorted);
  comparable_ = pairs_;
  if (least > 0) {
    comparable_ = 0;
    std::size_t far = 0;
    for (const double score : sorted) {
      while (score - sorted[far] >= least) ++far;
      comparable_ += far;
    }
  }
  if (length_ <= short_row) {
    for (auto* bits : {&up_, &down_, &tied_}) bits->assign((length_ * length_ + 63) / 64, 0);
    for (std::size_t i = 0; i < length_; ++i) {
      for (std::size_t j = i + 1; j < length_; ++j) {
        const double apart = gold[j] - gold[i];
        const std::size_t bit = i * length_ + j;
        std::vector<std::uint64_t>& kind = apart == 0 ? tied_ : apart > 0 ? up_ : down_;
        if (apart == 0 || std::abs(apart) >= least) kind[bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
    }
    return;
  }
  PairScratch scratch;
  sort_by(gold, order_, scratch);
  for (std::uint32_t at = 0; at < order_.size(); ++at) {
    if (at == 0 || gold[order_[at]] != gold[order_[at - 1]]) starts_.push_back(at);
  }
  starts_.push_back(static_cast<std::uint32_t>(order_.size()));
  if (least > 0) gold_.assign(gold.begin(), gold.end());
}

PairCounts PairCounter::count(std::span<const double> metric, double epsilon, Scratch& scratch) const {
  return length_ <= short_row ? count_bits(metric, epsilon) : count_sorted(metric, epsilon, scratch);
}

PairCounts PairCounter::count_bits(std::span<const double> metric, double epsilon) const {
  const pair_counting::Kernels& kernels = pair_counting::kernels();
  Bits up{};
  Bits down{};
  kernels.compare(padded(metric).data(), length_, epsilon, up.data(), down.data());
  const auto both = [&](const std::vector<std::uint64_t>& one, const Bits& other) {
    return kernels.common(one.data(), other.data(), one.size());
  };
  const auto gold_ties = static_cast<std::uint64_t>(ties_.pairs);
  PairCounts counts;
  counts.concordant = both(up_, up) + both(down_, down);
  counts.discordant = both(up_, down) + both(down_, up);
  counts.metric_ties = pairs_ - gold_ties - counts.concordant - counts.discordant;
  counts.gold_ties = gold_ties == 0 ? 0 : both(tied_, up) + both(tied_, down);
  counts.both_ties = gold_ties - counts.gold_ties;
  return counts;
}

PairCounts PairCounter::count_sorted(std::span<const double> metric, double epsilon, Scratch& scratch) const {
  find_windows(metric, epsilon, scratch);
  std::uint64_t tied = 0;
  for (std::size_t at = 0; at < length_; ++at) tied += scratch.high[at] - scratch.low[at] - 1;
  tied /= 2;
  const auto before = [&](const std::vector<std::uint32_t>& limit) {
    return pair_counting::kernels().before(order_.data(), starts_.data(), starts_.size() - 1, scratch.place.data(),
                                           limit.data(), scratch.coins.data(), scratch.tree.data(), length_);
  };
  const auto gold_ties = static_cast<std::uint64_t>(ties_.pairs);
  const std::uint64_t different = pairs_ - gold_ties;  // in gold
  PairCounts counts;
  counts.concordant = before(scratch.low);
  if (epsilon == 0) {
    counts.both_ties = tied == 0 ? 0 : common_ties(scratch);
    counts.metric_ties = tied - counts.both_ties;
    counts.discordant = different - counts.concordant - counts.metric_ties;
  } else {
    counts.discordant = different - before(scratch.high);
    counts.metric_ties = different - counts.concordant - counts.discordant;
    counts.both_ties = tied - counts.metric_ties;
  }
  counts.gold_ties = gold_ties - counts.both_ties;
  return counts;
}

// Pairs of equal gold scores and equal scores of the metric, which `low` tells: of each group of the former, how many
// have come with the same `low`.
std::uint64_t PairCounter::common_ties(Scratch& scratch) const {
  std::vector<std::uint32_t>& seen = scratch.order;
  seen.assign(length_, 0);
  std::uint64_t ties = 0;
  for (std::size_t group = 0; group + 1 < starts_.size(); ++group) {
    for (std::size_t at = starts_[group]; at < starts_[group + 1]; ++at) ties += seen[scratch.low[order_[at]]]++;
    for (std::size_t at = starts_[group]; at < starts_[group + 1]; ++at) seen[scratch.low[order_[at]]] = 0;
  }
  return ties;
}

std::uint64_t PairCounter::concordant(std::span<const double> metric, Scratch& scratch) const {
  if (length_ <= short_row) return count_bits(metric, 0).concordant;
  return least_ > 0 ? concordant_far(metric, scratch) : count_sorted(metric, 0, scratch).concordant;
}

// Scores are visited in order of gold. Those whose gold is lower by enough are marked at their places in order of the
// metric.
std::uint64_t PairCounter::concordant_far(std::span<const double> metric, Scratch& scratch) const {
  find_windows(metric, 0, scratch);
  std::vector<std::uint32_t>& tree = scratch.tree;
  tree.assign(length_ + 1, 0);
  std::uint64_t count = 0;
  std::size_t marked = 0;
  for (const std::uint32_t at : order_) {
    for (; gold_[at] - gold_[order_[marked]] >= least_; ++marked) {
      for (std::size_t place = scratch.place[order_[marked]] + 1; place <= length_;
           place += place & (~place + 1)) {
        ++tree[place];
      }
    }
    for (std::size_t place = scratch.low[at]; place > 0; place &= place - 1) count += tree[place];
  }
  return count;
}

PairCounts count_pairs(std::span<const double> gold, std::span<const double> metric, double epsilon,
                       Scratch& scratch) {
  return PairCounter(gold).count(metric, epsilon, scratch);
}

}  // namespace parbleu
