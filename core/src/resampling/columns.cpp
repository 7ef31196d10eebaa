#include "resampling/columns.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "parbleu/base/parallel.hpp"

namespace parbleu::resampling {
namespace {

constexpr double largest_scale = 1024;
constexpr int digit_bits = 9;
constexpr double exact_in_double = 9007199254740992.0;  // 2^53

bool is_integer(double number) {
  return std::abs(number) < exact_in_double && static_cast<double>(static_cast<std::int64_t>(number)) == number;
}

// Makes the columns fit the numbers of one more table. Returns the place of one that is not finite, or `end`.
std::size_t widen(std::span<Column> columns, const double* numbers, std::size_t end) {
  for (std::size_t at = 0; at < end; ++at) {
    if (!std::isfinite(numbers[at])) return at;
    Column& column = columns[at % columns.size()];
    column.largest = std::max(column.largest, std::abs(numbers[at]));
    column.negative |= numbers[at] < 0;
    while (column.exact && !is_integer(numbers[at] * column.scale)) {
      column.scale *= 2;
      column.exact = column.scale <= largest_scale;
    }
  }
  return end;
}

template <class Integer>
std::size_t widen(std::span<Column> columns, const Integer* numbers, std::size_t end) {
  std::vector<std::int64_t> lowest(columns.size());
  std::vector<std::int64_t> highest(columns.size());
  for (std::size_t at = 0; at < end; at += columns.size()) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      lowest[column] = std::min<std::int64_t>(lowest[column], numbers[at + column]);
      highest[column] = std::max<std::int64_t>(highest[column], numbers[at + column]);
    }
  }
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const double low = -static_cast<double>(lowest[column]);
    columns[column].largest = std::max({columns[column].largest, low, static_cast<double>(highest[column])});
    columns[column].negative |= low > 0;
  }
  return end;
}

std::uint32_t digits_for(std::int64_t largest) {
  std::uint32_t digits = largest == 0 ? 0 : 1;
  for (; largest > largest_cell; largest = (largest + 256) >> digit_bits) ++digits;
  return digits;
}

template <class Number>
std::int64_t scaled(Number number, double scale) {
  if constexpr (std::is_same_v<Number, double>) return static_cast<std::int64_t>(number * scale);
  return static_cast<std::int64_t>(number) * static_cast<std::int64_t>(scale);
}

// Calls use(row, column, number) for all numbers that are exact, scaled to integers; less those of `base`, if
// given.
template <class Use>
void for_each_integer(const Table& table, const Table* base, std::size_t segments, std::span<const Column> columns,
                      Use&& use) {
  std::vector<std::size_t> exact;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].exact) exact.push_back(column);
  }
  const auto run = [&](const auto* numbers, const auto* others) {
    for (std::size_t row = 0; row < segments; ++row) {
      for (const std::size_t column : exact) {
        const std::size_t at = row * columns.size() + column;
        const double scale = columns[column].scale;
        use(row, column, scaled(numbers[at], scale) - (base == nullptr ? 0 : scaled(others[at], scale)));
      }
    }
  };
  visit(table, [&](const auto* numbers) {
    visit(base == nullptr ? table : *base, [&](const auto* others) { run(numbers, others); });
  });
}

}  // namespace

std::vector<double> total(const Table& table, std::size_t segments, std::size_t width) {
  std::vector<double> sum(width);
  visit(table, [&](const auto* numbers) {
    for (std::size_t row = 0; row < segments; ++row) {
      for (std::size_t column = 0; column < width; ++column) {
        sum[column] += static_cast<double>(numbers[row * width + column]);
      }
    }
  });
  return sum;
}

Columns::Columns(std::span<const MetricTables> metrics, std::size_t segments)
    : segments_(segments),
      padded_((segments + step_rows - 1) / step_rows * step_rows),
      columns_(metrics.size()),
      places_(metrics.size()) {
  for (std::size_t metric = 0; metric < metrics.size(); ++metric) describe(metrics[metric], metric);
}

void Columns::pack(std::span<const MetricTables> metrics, bool first_too) {
  for (std::size_t metric = 0; metric < metrics.size(); ++metric) assign(metrics[metric], metric, first_too);
  tiles_ = (used_slots_ + tile_columns - 1) / tile_columns;
  cells_.resize(tiles_ * padded_ * tile_columns);
  for (std::size_t metric = 0; metric < metrics.size(); ++metric) fill(metrics[metric], metric);
}

void Columns::describe(const MetricTables& systems, std::size_t metric) {
  auto& columns = columns_[metric];
  columns.assign(systems.scorer->width(), {});
  const std::size_t end = segments_ * columns.size();
  for (std::size_t system = 0; system < systems.tables.size(); ++system) {
    const std::size_t bad =
        visit(systems.tables[system], [&](const auto* numbers) { return widen(columns, numbers, end); });
    if (bad < end) throw BadStatistic{metric, system, bad / columns.size(), bad % columns.size()};
  }
  for (Column& column : columns) {
    // Differences are up to twice as large.
    const double bound = 2 * column.largest * column.scale * static_cast<double>(segments_);
    if (bound >= exact_in_double) column.exact = false;
  }
}

void Columns::assign(const MetricTables& systems, std::size_t metric, bool first_too) {
  const auto& columns = columns_[metric];
  auto& places = places_[metric];
  places.resize(systems.tables.size() * columns.size());
  for (std::size_t system = first_too ? 0 : 1; system < systems.tables.size(); ++system) {
    std::vector<std::int64_t> largest(columns.size());
    for_each_integer(systems.tables[system], system == 0 ? nullptr : &systems.tables[0], segments_, columns,
                     [&](std::size_t, std::size_t column, std::int64_t number) {
                       largest[column] = std::max(largest[column], std::abs(number));
                     });
    for (std::size_t column = 0; column < columns.size(); ++column) {
      Place& place = places[system * columns.size() + column];
      place = {static_cast<std::uint32_t>(used_slots_), digits_for(largest[column])};
      used_slots_ += place.digits;
    }
  }
}

void Columns::fill(const MetricTables& systems, std::size_t metric) {
  const auto& columns = columns_[metric];
  std::vector<std::size_t> cells(slots());  // where the first row's cells are
  for (std::size_t slot = 0; slot < cells.size(); ++slot) {
    cells[slot] = slot / tile_columns * padded_ * tile_columns + cell_of(slot % tile_columns);
  }
  const auto put = [&](std::size_t row, std::size_t slot, std::int64_t number) {
    cells_[cells[slot] + row * tile_columns] = static_cast<std::int16_t>(number);
  };
  for (std::size_t system = 0; system < systems.tables.size(); ++system) {
    const Place* const own = places(metric, system);
    for_each_integer(systems.tables[system], system == 0 ? nullptr : &systems.tables[0], segments_, columns,
                     [&](std::size_t row, std::size_t column, std::int64_t number) {
                       const Place& where = own[column];
                       for (std::uint32_t digit = 0; digit + 1 < where.digits; ++digit) {
                         const std::int64_t low = ((number + 256) & 511) - 256;
                         put(row, where.slot + digit, low);
                         number = (number - low) >> digit_bits;
                       }
                       if (where.digits > 0) put(row, where.slot + where.digits - 1, number);
                     });
  }
}

void Summation::start(const Columns& columns, std::size_t results) {
  slots_ = columns.slots();
  sums_.assign(results * slots_, 0);
}

void Summation::add(const Columns& columns, std::size_t first_row, std::size_t rows, const Masks& masks) {
  parts_.resize(masks.starts.size() * tile_columns);
  const std::size_t count = std::min(rows, columns.padded() - first_row);
  for (std::size_t tile = 0; tile < columns.tiles(); ++tile) {
    for (std::size_t row = 0; row < count; row += span_rows) {
      check_interruption();
      kernels().masked_sums(columns.tile(tile) + (first_row + row) * tile_columns, row,
                            std::min(span_rows, count - row), masks, parts_.data());
      for (std::size_t mask = 0; mask < masks.starts.size(); ++mask) {
        std::int64_t* const sums = sums_.data() + mask * slots_ + tile * tile_columns;
        const std::int32_t* const parts = parts_.data() + mask * tile_columns;
        for (std::size_t column = 0; column < tile_columns; ++column) sums[column] += parts[column];
      }
    }
  }
}

void Summation::run(const Columns& columns, std::span<const std::uint8_t> counts, std::size_t stride,
                    std::size_t results) {
  const std::size_t samples = (results + product_samples - 1) / product_samples * product_samples;
  start(columns, samples);
  if (columns.tiles() == 0) return;
  weights_.resize(product_samples * counted_rows);
  for (std::size_t row = 0; row < columns.padded(); row += counted_rows) {
    const std::size_t rows = std::min(counted_rows, columns.padded() - row);
    for (std::size_t first = 0; first < samples; first += product_samples) {
      check_interruption();
      for (std::size_t sample = 0; sample < product_samples; ++sample) {
        for (std::size_t part = 0; part < rows; part += product_rows) {
          kernels().widen(&counts[(first + sample) * stride + row + part],
                          &weights_[sample * counted_rows + part]);
        }
      }
      for (std::size_t tile = 0; tile < columns.tiles(); ++tile) {
        kernels().counted_sums(columns.tile(tile) + row * tile_columns, rows, weights_.data(),
                               sums_.data() + first * slots_ + tile * tile_columns, slots_);
      }
    }
  }
}

}  // namespace parbleu::resampling
