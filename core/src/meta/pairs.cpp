#include "meta/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace parbleu {
namespace {

constexpr std::size_t short_row = 40;  // up to which looking at every pair is faster

void sort_by(std::span<const double> numbers, std::vector<std::uint32_t>& order) {
  order.resize(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t at) { return numbers[at]; });
}

// Counts of marked places in front of a place (P. Fenwick, "A New Data Structure for Cumulative Frequency Tables",
// 1994).
class Marks {
 public:
  Marks(std::vector<std::uint32_t>& tree, std::size_t places) : tree_(tree) { tree_.assign(places + 1, 0); }

  void mark(std::size_t place) {
    for (++place; place < tree_.size(); place += place & (~place + 1)) ++tree_[place];
  }
  [[nodiscard]] std::uint64_t before(std::size_t place) const {
    std::uint64_t sum = 0;
    for (; place > 0; place &= place - 1) sum += tree_[place];
    return sum;
  }

 private:
  std::vector<std::uint32_t>& tree_;
};

PairCounts count_all(std::span<const double> gold, std::span<const double> metric, double epsilon) {
  PairCounts counts;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::size_t j = i + 1; j < gold.size(); ++j) {
      const double by_gold = gold[i] - gold[j];
      const double by_metric = metric[i] - metric[j];
      const bool gold_tie = by_gold == 0;
      const bool metric_tie = std::abs(by_metric) <= epsilon;
      const bool alike = (by_gold > 0) == (by_metric > 0);
      counts.both_ties += gold_tie && metric_tie ? 1 : 0;
      counts.gold_ties += gold_tie && !metric_tie ? 1 : 0;
      counts.metric_ties += !gold_tie && metric_tie ? 1 : 0;
      counts.concordant += !gold_tie && !metric_tie && alike ? 1 : 0;
      counts.discordant += !gold_tie && !metric_tie && !alike ? 1 : 0;
    }
  }
  return counts;
}

// Places in order of the metric: `order` says who stands there; [low, high) are the places of those that tie with
// someone. Differences grow with the places even after rounding, so that a tie is an interval.
struct Windows {
  explicit Windows(Scratch& scratch) : order(scratch.order), low(scratch.low), high(scratch.high) {}

  void find(std::span<const double> metric, double epsilon) {
    sort_by(metric, order);
    low.resize(metric.size());
    high.resize(metric.size());
    std::size_t from = 0;
    std::size_t to = 0;
    for (const std::uint32_t at : order) {
      while (metric[at] - metric[order[from]] > epsilon) ++from;
      while (to < order.size() && metric[order[to]] - metric[at] <= epsilon) ++to;
      low[at] = static_cast<std::uint32_t>(from);
      high[at] = static_cast<std::uint32_t>(to);
    }
  }

  std::vector<std::uint32_t>& order;
  std::vector<std::uint32_t>& low;
  std::vector<std::uint32_t>& high;
};

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

PairCounter::PairCounter(std::span<const double> gold)
    : pairs_(static_cast<std::uint64_t>(gold.size()) * (std::max<std::size_t>(gold.size(), 1) - 1) / 2) {
  sort_by(gold, order_);
  std::vector<double> sorted(gold.begin(), gold.end());
  std::ranges::sort(sorted);
  ties_ = tie_sums(sorted);
}

PairCounts PairCounter::count(std::span<const double> gold, std::span<const double> metric, double epsilon,
                              Scratch& scratch) const {
  if (gold.size() <= short_row) return count_all(gold, metric, epsilon);
  Windows windows(scratch);
  windows.find(metric, epsilon);
  std::uint64_t tied = 0;
  for (std::size_t at = 0; at < metric.size(); ++at) tied += windows.high[at] - windows.low[at] - 1;
  tied /= 2;
  // Whoever has a place in order of the metric is marked there, in order of gold, once all with less gold are.
  std::vector<std::uint32_t>& place = scratch.spare;
  place.resize(metric.size());
  for (std::size_t at = 0; at < place.size(); ++at) place[windows.order[at]] = static_cast<std::uint32_t>(at);
  Marks marks(scratch.tree, metric.size());
  PairCounts counts;
  for (std::size_t first = 0; first < order_.size();) {
    std::size_t end = first;
    for (; end < order_.size() && gold[order_[end]] == gold[order_[first]]; ++end) {
      counts.concordant += marks.before(windows.low[order_[end]]);
      counts.discordant += first - marks.before(windows.high[order_[end]]);
    }
    for (; first < end; ++first) marks.mark(place[order_[first]]);
  }
  const auto gold_ties = static_cast<std::uint64_t>(ties_.pairs);
  counts.metric_ties = pairs_ - gold_ties - counts.concordant - counts.discordant;
  counts.both_ties = tied - counts.metric_ties;
  counts.gold_ties = gold_ties - counts.both_ties;
  return counts;
}

std::uint64_t PairCounter::concordant(std::span<const double> gold, std::span<const double> metric,
                                      double threshold, Scratch& scratch) const {
  std::uint64_t count = 0;
  if (gold.size() <= short_row) {
    for (std::size_t i = 0; i < gold.size(); ++i) {
      for (std::size_t j = i + 1; j < gold.size(); ++j) {
        const double by_gold = gold[i] - gold[j];
        const bool alike = by_gold > 0 ? metric[i] > metric[j] : metric[i] < metric[j];
        count += by_gold != 0 && std::abs(by_gold) >= threshold && alike ? 1 : 0;
      }
    }
    return count;
  }
  Windows windows(scratch);
  windows.find(metric, 0);
  std::vector<std::uint32_t>& place = scratch.spare;
  place.resize(metric.size());
  for (std::size_t at = 0; at < place.size(); ++at) place[windows.order[at]] = static_cast<std::uint32_t>(at);
  Marks marks(scratch.tree, metric.size());
  std::size_t marked = 0;
  for (const std::uint32_t at : order_) {
    for (; gold[order_[marked]] < gold[at] && gold[at] - gold[order_[marked]] >= threshold; ++marked) {
      marks.mark(place[order_[marked]]);
    }
    count += marks.before(windows.low[at]);
  }
  return count;
}

std::uint64_t PairCounter::comparable(std::span<const double> gold, double threshold) const {
  if (threshold <= 0) return pairs_;
  std::uint64_t count = 0;
  std::size_t far = 0;
  for (const std::uint32_t at : order_) {
    while (gold[at] - gold[order_[far]] >= threshold) ++far;
    count += far;
  }
  return count;
}

PairCounts count_pairs(std::span<const double> gold, std::span<const double> metric, double epsilon,
                       Scratch& scratch) {
  return PairCounter(gold).count(gold, metric, epsilon, scratch);
}

}  // namespace parbleu
