// Collects rows of which each segment has another number, from several workers, in the order of the segments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace parbleu {

// The rows of segment s are [starts[s], starts[s + 1]) of `rows`.
template <class Row>
struct RaggedRows {
  std::unique_ptr<Row[]> rows;
  std::size_t count = 0;
  std::unique_ptr<std::int64_t[]> starts;
};

template <class Row>
class RaggedCollector {
 public:
  RaggedCollector(std::size_t segments, unsigned workers) : places_(segments), rows_(workers) {}

  // Where the worker appends rows; `close` says that those appended since the last call are the segment's.
  std::vector<Row>& rows(unsigned worker) { return rows_[worker].rows; }
  void close(std::size_t segment, unsigned worker) {
    auto& [rows, closed] = rows_[worker];
    places_[segment] = {worker, closed, rows.size() - closed};
    closed = rows.size();
  }

  [[nodiscard]] RaggedRows<Row> collect() const {
    RaggedRows<Row> result;
    result.starts = std::make_unique_for_overwrite<std::int64_t[]>(places_.size() + 1);
    std::int64_t total = 0;
    for (std::size_t segment = 0; segment < places_.size(); ++segment) {
      result.starts[segment] = total;
      total += static_cast<std::int64_t>(places_[segment].count);
    }
    result.starts[places_.size()] = total;
    result.count = static_cast<std::size_t>(total);
    result.rows = std::make_unique_for_overwrite<Row[]>(result.count);
    for (std::size_t segment = 0; segment < places_.size(); ++segment) {
      const auto& [worker, begin, count] = places_[segment];
      std::copy_n(rows_[worker].rows.begin() + static_cast<std::ptrdiff_t>(begin), count,
                  result.rows.get() + result.starts[segment]);
    }
    return result;
  }

 private:
  struct Place {
    unsigned worker = 0;
    std::size_t begin = 0;
    std::size_t count = 0;
  };
  struct Rows {
    std::vector<Row> rows;
    std::size_t closed = 0;
  };
  std::vector<Place> places_;
  std::vector<Rows> rows_;
};

}  // namespace parbleu
