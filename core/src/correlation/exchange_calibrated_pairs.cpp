// Coins for pairs of scores, whose ties are calibrated anew for every draw. The changes that thresholds make are
// sorted once; a draw walks through them and looks at the coin to see whose change it is.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "parbleu/correlation/permutation_test.hpp"

namespace parbleu {
namespace {

// That a pair becomes right (by > 0) or wrong if differences up to `rank` are ties.
struct Change {
  double by;
  std::uint32_t rank;
  std::uint32_t whose;  // the coin, and whether it is the second metric's change
};

// What a metric makes of the pairs of all rows, without ties.
struct Outcomes {
  enum Kind : std::uint8_t { wrong, right, tie_of_gold, tie_of_both };
  std::vector<double> differences;
  std::vector<Kind> kinds;
};

Outcomes compare(const Rows& rows, const double* metric) {
  Outcomes found;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto gold = rows.row(row);
    const auto scores = rows.of(metric, row);
    for (std::size_t i = 0; i < gold.size(); ++i) {
      for (std::size_t j = i + 1; j < gold.size(); ++j) {
        const double by_gold = gold[i] - gold[j];
        const double by_metric = scores[i] - scores[j];
        const bool tie = by_metric == 0;
        const bool alike = !tie && (by_gold > 0) == (by_metric > 0);
        found.differences.push_back(std::abs(by_metric));
        found.kinds.push_back(by_gold == 0 ? (tie ? Outcomes::tie_of_both : Outcomes::tie_of_gold)
                                           : (alike ? Outcomes::right : Outcomes::wrong));
      }
    }
  }
  return found;
}

class Calibrated final : public Exchange {
 public:
  Calibrated(const Rows& rows, const double* first, const double* second, bool accuracy, ExchangedUnit unit)
      : accuracy_(accuracy) {
    const std::array<Outcomes, 2> outcomes{compare(rows, first), compare(rows, second)};
    if (outcomes[0].kinds.size() >= std::size_t{1} << 31) {
      throw std::length_error("there are more than 2**31 pairs of scores to calibrate anew: average over rows");
    }
    double active = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) active += rows.length(row) > 1 ? 1 : 0;
    const std::array<std::vector<double>, 2> sorted{in_order(outcomes[0]), in_order(outcomes[1])};
    std::size_t pair = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::size_t length = rows.length(row);
      const std::size_t pairs = length * (std::max<std::size_t>(length, 1) - 1) / 2;
      const double weight = 1 / static_cast<double>(pairs) / active;  // of one right pair in the average
      for (const std::size_t end = pair + pairs; pair < end; ++pair) {
        const auto coin = static_cast<std::uint32_t>(unit == ExchangedUnit::row ? row : pair);
        add(outcomes, sorted, pair, weight, 2 * coin);
      }
    }
    std::ranges::stable_sort(changes_, {}, &Change::rank);
    add_group(unit == ExchangedUnit::row ? rows.size() : pair);
    observe();
  }

  TwoValues hybrids(const std::uint64_t* coins, Scratch&) const override {
    const auto hybrid = [&](const Change& change) {
      const std::uint32_t coin = change.whose / 2;
      return ((coins[coin / 64] >> (coin % 64)) & 1) ^ 1U ^ (change.whose & 1);
    };
    std::array<double, 2> total{always_, always_};
    for (const Change& start : starts_) total[hybrid(start)] += start.by;
    std::array<double, 2> best = total;
    std::uint32_t rank = 0;
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
  static std::vector<double> in_order(const Outcomes& outcomes) {
    std::vector<double> sorted = outcomes.differences;
    std::ranges::sort(sorted);
    return sorted;
  }

  void add(const std::array<Outcomes, 2>& outcomes, const std::array<std::vector<double>, 2>& sorted,
           std::size_t pair, double weight, std::uint32_t whose) {
    const auto at_first = [](Outcomes::Kind kind) {
      return kind == Outcomes::right || kind == Outcomes::tie_of_both;
    };
    const std::array<bool, 2> is_right{at_first(outcomes[0].kinds[pair]), at_first(outcomes[1].kinds[pair])};
    if (is_right[0] && is_right[1]) always_ += weight;
    for (std::uint32_t metric = 0; metric < 2; ++metric) {
      const Outcomes::Kind kind = outcomes[metric].kinds[pair];
      if (is_right[metric] && !is_right[1 - metric]) starts_.push_back({weight, 0, whose + metric});
      if (kind == Outcomes::wrong || kind == Outcomes::tie_of_both) continue;  // as before if it is a tie
      const double difference = outcomes[metric].differences[pair];
      const auto rank = std::ranges::upper_bound(sorted[metric], difference) - sorted[metric].begin();
      const double by = kind == Outcomes::right ? -weight : weight;
      changes_.push_back({by, static_cast<std::uint32_t>(rank), whose + metric});
    }
  }

  bool accuracy_;
  double always_ = 0;           // what both metrics get right without ties
  std::vector<Change> starts_;  // what one of them gets right
  std::vector<Change> changes_;
};

}  // namespace

std::unique_ptr<Exchange> exchange_calibrated_pairs(const Rows& rows, const double* first, const double* second,
                                                    bool accuracy, ExchangedUnit unit) {
  return std::make_unique<Calibrated>(rows, first, second, accuracy, unit);
}

}  // namespace parbleu
