#include "parbleu/correlation/tie_calibration.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/sort_keys.hpp"
#include "correlation/measures.hpp"

namespace parbleu {
namespace {

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
      row.right += static_cast<std::int64_t>(pairs[at] >> 1 & 1) - static_cast<std::int64_t>(pairs[at] & 1);
      row.value = average_of(row, variant_);
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

// Pairs are numbered with 32 bits.
void make_room(PairScratch& scratch, std::size_t pairs) {
  if (pairs >= std::size_t{1} << 32) {
    throw std::length_error("there are more than 2**32 pairs of scores: calibrate on a sample of them");
  }
  scratch.keys.resize(pairs);
  scratch.pairs.resize(pairs);
}

std::size_t most_pairs(const Rows& rows) {
  std::size_t sum = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto known = static_cast<std::size_t>(
        std::ranges::count_if(rows.row(row), [](double score) { return !std::isnan(score); }));
    sum += known * (known + 1) / 2;
  }
  return sum;
}

// Compares the scores of a row; the pairs go to places from `at` on, and where they end is returned.
std::size_t add_pairs(std::uint32_t number, RowState& row, const PairSampling& sampling, PairScratch& scratch,
                      std::size_t at) {
  const std::span<const double> gold = scratch.gold;
  const std::span<const double> metric = scratch.metric;
  const std::size_t before = at;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (scratch.keys.size() < at + gold.size() - i) make_room(scratch, std::max(2 * at, at + gold.size()));
    for (std::size_t j = i + 1; j < gold.size(); ++j) {
      if (sampling.rate < 1 && !(sampling.random->uniform() <= sampling.rate)) continue;
      const double by_gold = gold[i] - gold[j];
      const double by_metric = metric[i] - metric[j];
      const bool gold_tie = by_gold == 0;
      const bool tie = by_metric == 0;
      const bool won = gold_tie & !tie;
      const bool lost = !gold_tie & !tie & ((by_gold > 0) == (by_metric > 0));
      row.right += static_cast<std::int64_t>((gold_tie & tie) | lost);
      scratch.keys[at] = std::bit_cast<std::uint64_t>(std::abs(by_metric));
      scratch.pairs[at] = number << 2 | static_cast<std::uint32_t>(won) << 1 | static_cast<std::uint32_t>(lost);
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
  make_room(scratch, sampling.rate < 1 ? 0 : most_pairs(rows_));
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
    found = add_pairs(static_cast<std::uint32_t>(row), rows[row], sampling, scratch, found);
  }
  scratch.keys.resize(found);
  scratch.pairs.resize(found);
  sort_keys(scratch.keys, scratch.pairs, scratch.other_keys, scratch.other_pairs);
  return Sweep(rows, variant_, curve).run(scratch.keys, scratch.pairs);
}

// Accuracy, or tau-23, after tie calibration, as a measure: calibrated anew for every metric.
namespace {

class CalibratedMeasure final : public Measure {
 public:
  explicit CalibratedMeasure(TieCalibrator calibrator) : calibrator_(std::move(calibrator)) {}

  [[nodiscard]] std::size_t positions() const override { return calibrator_.positions(); }

  double value(const double* metric, Undefined, Scratch& scratch) const override {
    const double value = calibrator_.calibrate(metric, {}, false, scratch.calibration).value;
    return std::isnan(value) ? 0 : value;
  }

  [[nodiscard]] std::vector<RowFigures> figures(const double* metric, Scratch& scratch) const override {
    return {{calibrator_.calibrate(metric, {}, false, scratch.calibration).value, 0, 1}};
  }

 private:
  TieCalibrator calibrator_;
};

}  // namespace

std::unique_ptr<Measure> make_calibrated(TieCalibrator calibrator) {
  return std::make_unique<CalibratedMeasure>(std::move(calibrator));
}

// CPython's sets are tables with open addressing; an integer hashes to itself.
namespace {

constexpr std::uint32_t free_slot = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t run = 9;  // neighbours that are tried before a jump

void insert(std::vector<std::uint32_t>& table, std::uint32_t number) {
  const std::size_t mask = table.size() - 1;
  std::size_t slot = number & mask;
  for (std::size_t rest = number;;) {
    const std::size_t end = slot + run <= mask ? slot + run : slot;
    for (std::size_t at = slot; at <= end; ++at) {
      if (table[at] == free_slot) {
        table[at] = number;
        return;
      }
    }
    rest >>= 5;
    slot = (slot * 5 + 1 + rest) & mask;
  }
}

}  // namespace

std::vector<std::uint32_t> set_order(std::span<const std::uint32_t> ascending) {
  std::vector<std::uint32_t> table(8, free_slot);
  for (std::size_t used = 1; used <= ascending.size(); ++used) {
    insert(table, ascending[used - 1]);
    if (5 * used < 3 * (table.size() - 1)) continue;
    const std::size_t wanted = used > 50000 ? 2 * used : 4 * used;
    std::size_t size = 8;
    while (size <= wanted) size *= 2;
    std::vector<std::uint32_t> larger(size, free_slot);
    for (const std::uint32_t number : table) {
      if (number != free_slot) insert(larger, number);
    }
    table.swap(larger);
  }
  std::erase(table, free_slot);
  return table;
}

}  // namespace parbleu
