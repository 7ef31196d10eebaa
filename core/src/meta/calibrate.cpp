#include "parbleu/calibrate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "meta/sort_keys.hpp"

namespace parbleu {
namespace {

// What a pair becomes when its metric scores are declared equal: right to wrong, wrong to right, or neither.
enum Change : std::uint32_t { none = 0, lost = 1, won = 2 };

struct RowState {
  std::uint32_t pairs = 0;
  std::int64_t right = 0;
  double value = 0;
};

double average_of(const RowState& row, TieVariant variant) {
  const auto pairs = static_cast<double>(row.pairs);
  const auto right = static_cast<double>(row.right);
  return (variant == TieVariant::acc_23 ? right : right - (pairs - right)) / pairs;
}

class Sweep {
 public:
  Sweep(std::vector<RowState>& rows, TieVariant variant, bool curve)
      : rows_(rows), variant_(variant), curve_(curve) {
    std::vector<std::uint32_t> active;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      if (rows[row].pairs > 0) active.push_back(row);
    }
    found_.rows = active.size();
    for (RowState& row : rows) row.value = average_of(row, variant);
    for (const std::uint32_t row : set_order(active)) total_ += rows[row].value;
  }

  Calibration run(std::span<const std::uint64_t> keys, std::span<const std::uint32_t> pairs) {
    if (found_.rows == 0) return {};
    double threshold = 0;
    for (std::size_t at = 0; at < keys.size(); ++at) {
      const auto difference = std::bit_cast<double>(keys[at]);
      if (difference != threshold) {
        record(threshold);
        threshold = difference;
      }
      RowState& row = rows_[pairs[at] >> 2];
      total_ -= row.value;
      if (const std::uint32_t change = pairs[at] & 3; change != none) {
        row.right += change == won ? 1 : -1;
        row.value = average_of(row, variant_);
      }
      total_ += row.value;
    }
    record(threshold);
    return std::move(found_);
  }

 private:
  void record(double threshold) {
    const double value = total_ / static_cast<double>(found_.rows);
    if (!(value <= found_.value)) {
      found_.value = value;
      found_.threshold = threshold;
    }
    if (!curve_) return;
    found_.thresholds.push_back(threshold);
    found_.values.push_back(value);
  }

  std::vector<RowState>& rows_;
  TieVariant variant_;
  bool curve_;
  double total_ = 0;
  Calibration found_;
};

// Compares the scores of a row; the pairs go to places from `at` on, and where they end is returned.
std::size_t add_pairs(std::uint32_t number, RowState& row, const PairSampling& sampling, PairScratch& scratch,
                      std::size_t at) {
  const std::span<const double> gold = scratch.gold;
  const std::span<const double> metric = scratch.metric;
  const std::size_t before = at;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::size_t j = i + 1; j < gold.size(); ++j) {
      if (sampling.rate < 1 && !(sampling.random->uniform() <= sampling.rate)) continue;
      const double by_gold = gold[i] - gold[j];
      const double by_metric = metric[i] - metric[j];
      const bool gold_tie = by_gold == 0;
      const bool tie = by_metric == 0;
      const bool right = gold_tie ? tie : !tie && (by_gold > 0) == (by_metric > 0);
      const std::uint32_t change = right == gold_tie ? none : gold_tie ? won : lost;
      row.right += right ? 1 : 0;
      scratch.keys[at] = std::bit_cast<std::uint64_t>(std::abs(by_metric));
      scratch.pairs[at] = number << 2 | change;
      ++at;
    }
  }
  row.pairs += static_cast<std::uint32_t>(at - before);
  return at;
}

}  // namespace

TieCalibrator::TieCalibrator(Rows rows, std::vector<std::size_t> places, TieVariant variant)
    : rows_(std::move(rows)), places_(std::move(places)), variant_(variant) {
  if (rows_.size() >= std::size_t{1} << 30) throw std::length_error("there are more than 2**30 rows of scores");
}

Calibration TieCalibrator::calibrate(const double* metric, const PairSampling& sampling, bool curve,
                                     PairScratch& scratch) const {
  std::vector<RowState> rows(rows_.size());
  std::size_t found = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    scratch.gold.clear();
    scratch.metric.clear();
    for (std::size_t at = rows_.starts[row]; at < rows_.starts[row + 1]; ++at) {
      const double score = metric[places_[at]];
      if (std::isnan(rows_.gold[at]) || std::isnan(score)) continue;
      scratch.gold.push_back(rows_.gold[at]);
      scratch.metric.push_back(score);
    }
    const std::size_t most = found + scratch.gold.size() * (scratch.gold.size() + 1) / 2;
    if (scratch.keys.size() < most) {
      scratch.keys.resize(std::max(most, 2 * scratch.keys.size()));
      scratch.pairs.resize(scratch.keys.size());
    }
    found = add_pairs(static_cast<std::uint32_t>(row), rows[row], sampling, scratch, found);
  }
  scratch.keys.resize(found);
  scratch.pairs.resize(found);
  sort_keys(scratch.keys, scratch.pairs, scratch.other_keys, scratch.other_pairs);
  return Sweep(rows, variant_, curve).run(scratch.keys, scratch.pairs);
}

}  // namespace parbleu
