// Coins for pairs of scores: their outcomes are bits, and a hybrid is counted by bit operations.
#include <bit>
#include <cmath>

#include "correlation/averages.hpp"
#include "correlation/pair_counting/kernels.hpp"
#include "parbleu/correlation/permutation_test.hpp"

namespace parbleu {
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

}  // namespace parbleu
