// Counts trials by rounded sums without making most of these: sums in any order tell on which side of its limit a
// trial is, unless it is so near that rounding may decide. Those trials alone are added up in the order that rounds.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "correlation/soft_pairwise_accuracy/kernels.hpp"
#include "parbleu/correlation/soft_pairwise_accuracy.hpp"

namespace parbleu {
using namespace random_signs;

namespace {

using Columns = SignTrials::SingleColumns;

constexpr std::size_t most_items = std::size_t{1} << 20;  // for which products of errors are less than a percent
constexpr double half_ulp = std::numeric_limits<float>::epsilon() / 2;
constexpr std::size_t block = 448;  // items that OpenBLAS adds up one by one, at most

// How many of the items that are left OpenBLAS adds up one by one, before it adds the sum to that of earlier ones.
std::size_t next_length(std::size_t left) {
  constexpr std::size_t step = 16;
  if (left >= 2 * block) return block;
  return left > block ? (left / 2 + step - 1) / step * step : left;
}

// The sums of `trials` for each column, `padded_trials(trials)` apart from those of the next column.
void add_rounded(const Columns& table, std::size_t stride, const std::uint32_t* signs, std::size_t trials,
                 std::vector<float>& sums) {
  sums.assign(padded_trials(trials) * stride, 0);
  const auto add = random_signs::kernels().add_rounded;
  const std::size_t items = table.numbers.size() / stride;
  for (std::size_t first = 0; first < items;) {
    const std::size_t length = next_length(items - first);
    add(table.numbers.data(), first, first + length, stride, signs, trials, sums.data());
    first += length;
  }
}

// How far the sums of eight columns may be off by rounding.
struct Slack {
  std::array<double, sign_columns> sum{};       // of absolute numbers
  std::array<double, sign_columns> weighted{};  // every number times the sums that it is in
};

Slack slack_of(const Columns& table, std::size_t stride, std::size_t from) {
  Slack found;
  const std::size_t items = table.numbers.size() / stride;
  for (std::size_t first = 0; first < items;) {
    const std::size_t end = first + next_length(items - first);
    std::array<float, sign_columns> sum{};  // of a block, which single precision adds up well enough
    std::array<float, sign_columns> weighted{};
    for (; first < end; ++first) {
      const auto left = static_cast<float>(end - first);
      const float* const numbers = &table.numbers[first * stride + from];
      for (std::size_t column = 0; column < sign_columns; ++column) {
        const float size = std::abs(numbers[column]);
        sum[column] += size;
        weighted[column] += left * size;
      }
    }
    for (std::size_t column = 0; column < sign_columns; ++column) {
      found.sum[column] += static_cast<double>(sum[column]);
      found.weighted[column] += static_cast<double>(weighted[column]);
    }
  }
  return found;
}

// Whether all sums and differences of them are exact in any order: multiples of a number that is large enough.
bool exact(const Columns& table, double largest) {
  const double offset =
      largest > 0 ? std::ldexp(1.5, std::ilogb(largest) + 2 - std::numeric_limits<float>::digits + 52) : 0;
  return std::ranges::all_of(table.numbers, [&](float number) {
    const auto wide = static_cast<double>(number);
    return (wide + offset) - offset == wide;
  });
}

}  // namespace

// Sums in any order, column after column; those of trials that do not exist are NaN.
void SignTrials::add_single(std::span<const SingleColumns> tables, std::size_t width,
                            std::vector<float>& columns) const {
  const auto& kernels = random_signs::kernels();
  const std::size_t padded = stride(width);
  const std::size_t apart = padded_trials(trials_);
  const std::size_t all = tables.size() * width;
  columns.resize((all + single_columns - 1) / single_columns * single_columns * apart);
  std::vector<float> sums(apart * single_columns);
  for (std::size_t column = 0; column < all; column += single_columns) {
    std::ranges::fill(sums, 0.0F);
    const std::size_t now = std::min(single_columns, all - column);
    for (std::size_t start = 0; start < items_; start += sign_items) {
      SingleNumbers part{};
      const std::size_t length = std::min(items_ - start, sign_items);
      for (std::size_t at = 0; at < now;) {
        const std::size_t from = (column + at) % width;
        const std::size_t several = std::min(now - at, width - from);
        const float* const numbers = &tables[(column + at) / width].numbers[start * padded + from];
        for (std::size_t item = 0; item < length; ++item) {
          std::copy_n(numbers + item * padded, several, part[item].begin() + static_cast<std::ptrdiff_t>(at));
        }
        at += several;
      }
      kernels.add_single(part, &signs_[start / sign_items * trials_], trials_, sums.data());
    }
    kernels.to_columns(sums.data(), apart, columns.data() + column * apart);
  }
  for (std::size_t column = 0; column < all; ++column) {
    std::fill(columns.begin() + static_cast<std::ptrdiff_t>(column * apart + trials_),
              columns.begin() + static_cast<std::ptrdiff_t>((column + 1) * apart),
              std::numeric_limits<float>::quiet_NaN());
  }
}

// The trials whose sums, in any order, are so near to a limit that rounding may decide.
//
// N. Higham, "Accuracy and Stability of Numerical Algorithms" (2002), section 4.2: each addition is off by at most half
// a unit in the last place of its result, which is at most the sum of the absolute numbers in it. In order, that is
// `weighted`; from tables, every number goes through 15 additions, and then through one for every pass; and it goes
// through one for every block, and some to compare it.
std::vector<std::size_t> SignTrials::near_limits(const SingleColumns& table, std::size_t width,
                                                 const float* columns) const {
  std::vector<std::size_t> near;
  std::vector<double> slack;
  const auto additions = 40 + static_cast<double>(items_) * (1.0 / sign_items + 1.0 / block);
  double total = 0;
  double largest = 0;
  for (std::size_t from = 0; from < stride(width); from += sign_columns) {
    const Slack found = slack_of(table, stride(width), from);
    for (std::size_t column = 0; column < sign_columns; ++column) {
      total += found.sum[column];
      largest = std::max(largest, 1.01 * found.sum[column]);
      slack.push_back(1.01 * half_ulp * (found.weighted[column] + additions * found.sum[column]));
    }
  }
  const bool finite = total < std::numeric_limits<float>::max() / 1024;
  if (!finite || items_ > most_items) {
    near.resize(trials_);
    std::iota(near.begin(), near.end(), std::size_t{0});
    return near;
  }
  if (exact(table, largest)) return near;
  std::vector<float> limits;
  std::vector<float> slacks;
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = i + 1; j < width; ++j) {
      limits.push_back(table.observed[i] - table.observed[j]);
      slacks.push_back(static_cast<float>(1.01 * (slack[i] + slack[j])) + std::numeric_limits<float>::min());
    }
  }
  std::vector<std::uint32_t> marks(padded_trials(trials_));
  random_signs::kernels().mark_near(columns, limits.data(), slacks.data(), trials_, width, marks.data());
  for (std::size_t trial = 0; trial < trials_; ++trial) {
    if (marks[trial] != 0) near.push_back(trial);
  }
  return near;
}

// Replaces the sums of these trials by those that are rounded in order.
void SignTrials::round_in_order(const SingleColumns& table, std::size_t width, std::span<const std::size_t> near,
                                float* columns) const {
  if (near.empty()) return;
  const std::size_t words = (items_ + sign_items - 1) / sign_items;
  std::vector<std::uint32_t> signs(words * near.size() + sign_room);
  for (std::size_t at = 0; at < words; ++at) {
    std::ranges::transform(near, signs.begin() + static_cast<std::ptrdiff_t>(at * near.size()),
                           [&](std::size_t trial) { return signs_[at * trials_ + trial]; });
  }
  std::vector<float> sums;
  add_rounded(table, stride(width), signs.data(), near.size(), sums);
  for (std::size_t column = 0; column < width; ++column) {
    for (std::size_t at = 0; at < near.size(); ++at) {
      columns[column * padded_trials(trials_) + near[at]] = sums[column * padded_trials(near.size()) + at];
    }
  }
}

std::size_t SignTrials::together(std::size_t width) { return single_columns / std::gcd(width, single_columns); }

void SignTrials::count_rounded(std::span<const SingleColumns> tables, std::size_t width,
                               std::span<std::vector<double>> counts) const {
  std::vector<float> columns;
  add_single(tables, width, columns);
  for (std::size_t table = 0; table < tables.size(); ++table) {
    float* const own = columns.data() + table * width * padded_trials(trials_);
    round_in_order(tables[table], width, near_limits(tables[table], width, own), own);
    counts[table].resize(width * stride(width));
    random_signs::kernels().count_rounded(own, tables[table].observed.data(), trials_, width, stride(width),
                                          counts[table].data());
  }
}

}  // namespace parbleu
