// Coins for pairs of scores, whose ties are calibrated anew for every draw. The changes that thresholds make are
// sorted once; a draw walks through them and looks at the coin to see whose change it is.
#include <algorithm>
#include <array>
#include <cmath>

#include "parbleu/permute.hpp"

namespace parbleu {
namespace {

// That the pair becomes right (by > 0) or wrong if differences up to `rank` are ties.
struct Change {
  double rank;
  double by;
  std::uint32_t coin;
  std::uint32_t metric;
};

struct Pair {
  double difference;
  double weight;  // of one right pair in the average
  std::uint32_t coin;
  bool right;
  bool gold_tie;
};

class Calibrated final : public Exchange {
 public:
  Calibrated(const Rows& rows, const double* first, const double* second, bool accuracy, Unit unit)
      : accuracy_(accuracy) {
    const std::array<std::vector<Pair>, 2> pairs{outcomes(rows, first, unit), outcomes(rows, second, unit)};
    for (std::uint32_t metric = 0; metric < 2; ++metric) add_changes(pairs[metric], metric);
    std::ranges::stable_sort(changes_, {}, &Change::rank);
    for (std::size_t at = 0; at < pairs[0].size(); ++at) {
      const std::array<const Pair*, 2> both{&pairs[0][at], &pairs[1][at]};
      for (std::uint32_t metric = 0; metric < 2; ++metric) {
        if (both[metric]->right) starts_.push_back({0, both[metric]->weight, both[metric]->coin, metric});
      }
    }
    add_group(unit == Unit::row ? rows.size() : pairs[0].size());
    observe();
  }

  Versus hybrids(const std::uint64_t* coins, Scratch&) const override {
    const auto hybrid = [&](const Change& change) {
      const auto coin = static_cast<std::uint32_t>((coins[change.coin / 64] >> (change.coin % 64)) & 1);
      return coin ^ 1U ^ change.metric;
    };
    std::array<double, 2> total{0, 0};
    for (const Change& start : starts_) total[hybrid(start)] += start.by;
    std::array<double, 2> best = total;
    double rank = changes_.empty() ? 0 : changes_.front().rank;
    for (const Change& change : changes_) {
      if (change.rank != rank) {
        rank = change.rank;
        best = {std::max(best[0], total[0]), std::max(best[1], total[1])};
      }
      total[hybrid(change)] += change.by;
    }
    best = {std::max(best[0], total[0]), std::max(best[1], total[1])};
    if (accuracy_) return {best[0], best[1]};
    return {2 * best[0] - 1, 2 * best[1] - 1};
  }

 private:
  static std::vector<Pair> outcomes(const Rows& rows, const double* metric, Unit unit) {
    double active = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) active += rows.length(row) > 1 ? 1 : 0;
    std::vector<Pair> pairs;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto gold = rows.row(row);
      const auto scores = rows.of(metric, row);
      const double count = static_cast<double>(gold.size() * (std::max<std::size_t>(gold.size(), 1) - 1)) / 2;
      for (std::size_t i = 0; i < gold.size(); ++i) {
        for (std::size_t j = i + 1; j < gold.size(); ++j) {
          const double by_gold = gold[i] - gold[j];
          const double by_metric = scores[i] - scores[j];
          const bool right = by_gold == 0 ? by_metric == 0 : by_metric != 0 && (by_gold > 0) == (by_metric > 0);
          pairs.push_back({std::abs(by_metric), 1 / count / active,
                           static_cast<std::uint32_t>(unit == Unit::row ? row : pairs.size()), right,
                           by_gold == 0});
        }
      }
    }
    return pairs;
  }

  void add_changes(const std::vector<Pair>& pairs, std::uint32_t metric) {
    std::vector<double> sorted;
    for (const Pair& pair : pairs) sorted.push_back(pair.difference);
    std::ranges::sort(sorted);
    for (const Pair& pair : pairs) {
      if (pair.difference == 0 || pair.right == pair.gold_tie)
        continue;  // it is a tie, or as wrong after as before
      const auto rank = std::ranges::upper_bound(sorted, pair.difference) - sorted.begin();
      changes_.push_back({static_cast<double>(rank), pair.right ? -pair.weight : pair.weight, pair.coin, metric});
    }
  }

  bool accuracy_;
  std::vector<Change> starts_;   // what is right without ties
  std::vector<Change> changes_;  // by rank
};

}  // namespace

std::unique_ptr<Exchange> exchange_calibrated_pairs(const Rows& rows, const double* first, const double* second,
                                                    bool accuracy, Unit unit) {
  return std::make_unique<Calibrated>(rows, first, second, accuracy, unit);
}

}  // namespace parbleu
