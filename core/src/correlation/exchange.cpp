// What permutation tests exchange at random: single scores, or the numbers that pairs of scores add to a correlation.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "correlation/measures.hpp"
#include "correlation/pair_counting/kernels.hpp"
#include "parbleu/correlation/permutation_test.hpp"

namespace parbleu {
namespace {

class Scores final : public Exchange {
 public:
  Scores(const Measure& measure, const double* first, const double* second, Undefined undefined)
      : measure_(measure),
        first_(first, first + measure.positions()),
        second_(second, second + measure.positions()),
        undefined_(undefined) {
    add_group(measure.positions());
    observe();
    // Where one metric has no score, neither hybrid gets one.
    for (std::size_t at = 0; at < first_.size(); ++at) {
      if (std::isnan(first_[at])) second_[at] = no_value;
      if (std::isnan(second_[at])) first_[at] = no_value;
    }
  }

  TwoValues hybrids(const std::uint64_t* coins, Scratch& scratch) const override {
    const std::size_t count = measure_.positions();
    std::vector<double>& one = scratch.first;
    std::vector<double>& other = scratch.second;
    one.resize(count);
    other.resize(count);
    for (std::size_t at = 0; at < count; ++at) {
      const bool coin = ((coins[at / 64] >> (at % 64)) & 1) != 0;
      one[at] = coin ? first_[at] : second_[at];
      other[at] = coin ? second_[at] : first_[at];
    }
    return measure_.values(one.data(), other.data(), undefined_, scratch);
  }

 private:
  const Measure& measure_;
  std::vector<double> first_;
  std::vector<double> second_;
  Undefined undefined_;
};

}  // namespace

std::unique_ptr<Exchange> exchange_scores(const Measure& measure, const double* first, const double* second,
                                          Undefined undefined) {
  return std::make_unique<Scores>(measure, first, second, undefined);
}

// Coins for pairs of scores: their outcomes are bits, and a hybrid is counted by bit operations.
namespace {

using Words = std::span<const std::uint64_t>;

std::uint64_t count(Words bits) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : bits) sum += static_cast<std::uint64_t>(std::popcount(word));
  return sum;
}

class Pairs final : public Exchange {
 public:
  Pairs(const PairOutcomes& first, const PairOutcomes& second, PairVariant variant, ExchangedUnit unit,
        Undefined undefined)
      : first_(first),
        second_(second),
        variant_(variant),
        unit_(unit),
        undefined_(undefined),
        mixed_(pair_counting::kernels().mixed) {
    if (unit == ExchangedUnit::row) add_group(first.rows().size());
    for (const PairOutcomes::Row& row : first.rows()) {
      if (unit == ExchangedUnit::pair) add_group(row.coins);
      const auto both = [&](auto bits) {
        const std::size_t words = (row.coins + 63) / 64;
        return static_cast<double>(count((first.*bits)().subspan(row.word, words)) +
                                   count((second.*bits)().subspan(row.word, words)));
      };
      if (variant != PairVariant::tau_b) {
        together_.push_back({both(&PairOutcomes::right), 0, 0});
      } else {
        together_.push_back(
            {both(&PairOutcomes::concordant), both(&PairOutcomes::tied), both(&PairOutcomes::plain_ties)});
      }
    }
    observe();
  }

  TwoValues hybrids(const std::uint64_t* coins, Scratch& scratch) const override {
    std::vector<double>& one = scratch.rows;
    std::vector<double>& other = scratch.values;
    one.clear();
    other.clear();
    for (std::size_t at = 0; at < together_.size(); ++at) {
      const PairOutcomes::Row& row = first_.rows()[at];
      const Counts mine = counts(row, at, coins, scratch);
      const Counts& all = together_[at];
      add_value(one, value(row, mine), undefined_);
      add_value(other,
                value(row, {all.right - mine.right, all.tied - mine.tied, all.plain_ties - mine.plain_ties}),
                undefined_);
    }
    return {mean_of(one), mean_of(other)};
  }

 private:
  // Of a row: right pairs (for tau-b the concordant ones), ties of the metric, and those that gold does not share.
  struct Counts {
    double right;
    double tied;
    double plain_ties;
  };

  Counts counts(const PairOutcomes::Row& row, std::size_t at, const std::uint64_t* coins, Scratch& scratch) const {
    const std::size_t words = (row.coins + 63) / 64;
    if (unit_ == ExchangedUnit::row) {
      scratch.coins.assign(words, ((coins[at / 64] >> (at % 64)) & 1) != 0 ? ~std::uint64_t{0} : 0);
    }
    const std::uint64_t* const thrown = unit_ == ExchangedUnit::row ? scratch.coins.data() : coins + row.word;
    const auto mix = [&](Words one, Words other) {
      return static_cast<double>(mixed_(thrown, &one[row.word], &other[row.word], words));
    };
    if (words == 0) return {0, 0, 0};
    if (variant_ != PairVariant::tau_b) return {mix(first_.right(), second_.right()), 0, 0};
    return {mix(first_.concordant(), second_.concordant()), mix(first_.tied(), second_.tied()),
            mix(first_.plain_ties(), second_.plain_ties())};
  }

  [[nodiscard]] double value(const PairOutcomes::Row& row, const Counts& counts) const {
    if (row.pairs == 0) return no_value;
    if (variant_ == PairVariant::acc_23) return counts.right / row.pairs;
    if (variant_ == PairVariant::tau_23) return (counts.right - (row.pairs - counts.right)) / row.pairs;
    if (row.gold_ties == row.pairs || counts.tied == row.pairs) return no_value;
    const double discordant = row.pairs - row.gold_ties - counts.plain_ties - counts.right;
    return (counts.right - discordant) / std::sqrt(row.pairs - counts.tied) / std::sqrt(row.pairs - row.gold_ties);
  }

  const PairOutcomes& first_;
  const PairOutcomes& second_;
  PairVariant variant_;
  ExchangedUnit unit_;
  Undefined undefined_;
  decltype(pair_counting::Kernels::mixed) mixed_;
  std::vector<Counts> together_;  // of both metrics, and so of both hybrids
};

}  // namespace

PairOutcomes::PairOutcomes(const Rows& rows, const double* metric, double epsilon, bool square) {
  std::size_t words = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::size_t length = rows.length(row);
    const std::size_t pairs = length * (length - 1) / 2;
    const std::size_t coins = square ? length * length : pairs;
    rows_.push_back({words, coins, static_cast<double>(pairs), 0});
    words += (coins + 63) / 64;
  }
  for (auto* bits : {&right_, &concordant_, &tied_, &plain_ties_}) bits->assign(words, 0);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto gold = rows.row(row);
    const auto scores = rows.of(metric, row);
    std::size_t place = 0;
    for (std::size_t i = 0; i < gold.size(); ++i) {
      if (square) place += i + 1;
      for (std::size_t j = i + 1; j < gold.size(); ++j, ++place) {
        const double by_gold = gold[i] - gold[j];
        const double by_metric = scores[i] - scores[j];
        const bool gold_tie = by_gold == 0;
        const bool tie = std::abs(by_metric) <= epsilon;
        const bool concordant = !gold_tie && !tie && (by_gold > 0) == (by_metric > 0);
        const std::size_t word = rows_[row].word + place / 64;
        const auto set = [&](std::vector<std::uint64_t>& bits, bool bit) {
          bits[word] |= std::uint64_t{bit} << (place % 64);
        };
        set(right_, concordant || (gold_tie && tie));
        set(concordant_, concordant);
        set(tied_, tie);
        set(plain_ties_, tie && !gold_tie);
        rows_[row].gold_ties += gold_tie ? 1 : 0;
      }
    }
  }
}

std::unique_ptr<Exchange> exchange_pairs(const PairOutcomes& first, const PairOutcomes& second,
                                         PairVariant variant, ExchangedUnit unit, Undefined undefined) {
  return std::make_unique<Pairs>(first, second, variant, unit, undefined);
}

// Coins for pairs of scores, whose ties are calibrated anew for every draw. The changes that thresholds make are
// sorted once; a draw walks through them and looks at the coin to see whose change it is.
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

class CalibratedExchange final : public Exchange {
 public:
  CalibratedExchange(const Rows& rows, const double* first, const double* second, bool accuracy,
                     ExchangedUnit unit)
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
  return std::make_unique<CalibratedExchange>(rows, first, second, accuracy, unit);
}

}  // namespace parbleu
