// Sums of columns that depend on the order of the additions: the drawn rows are added one by one, all columns of all
// metrics and systems side by side. What holds the rows is kept small, as they are read from anywhere in it: a
// number takes a byte if the whole column fits that, and equal columns are kept once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/large_pages.hpp"
#include "resampling/columns.hpp"

namespace parbleu::resampling {

// The bits that a number of a column needs, to be added up in single or double precision.
unsigned ordered_bits(const Column& column, bool single);

class Ordered {
 public:
  explicit Ordered(std::size_t segments) : segments_(segments) {}

  // Takes a column of all systems. Returns the number of the first system's; those of the others follow.
  std::size_t add(const MetricTables& systems, std::size_t column, const Column& known);
  // Lays out the rows.
  void pack();

  // How many sums there are in single and in double precision.
  [[nodiscard]] std::size_t singles() const { return singles_; }
  [[nodiscard]] std::size_t doubles() const { return doubles_; }
  // Where a column's sum is among those of its precision.
  [[nodiscard]] std::size_t place(std::size_t number) const {
    return groups_[columns_[number].group].first_sum + columns_[number].index;
  }
  // Adds the rows, in this order, to the sums.
  void sum(std::span<const std::uint32_t> indices, float* singles, double* doubles) const;

 private:
  struct Source {
    const Table* table;
    std::size_t width;
    std::size_t column;
  };
  // Columns whose numbers have the same size; they stand together in every row.
  struct Group {
    std::vector<Source> sources;
    std::unordered_map<std::uint64_t, std::size_t> hashed;  // column -> its index
    std::size_t first_word = 0;
    std::size_t words = 0;  // of a row
    std::size_t first_sum = 0;
  };
  struct Index {
    std::size_t group;
    std::size_t index;
  };

  std::size_t index_in(Group& group, const Source& source);
  void fill(unsigned bits, const Group& group);
  void sum_doubles(std::span<const std::uint32_t> indices, double* sums) const;

  static constexpr std::array<unsigned, 4> bits_of_group{8, 16, 32, 64};

  std::size_t segments_;
  std::array<Group, bits_of_group.size()> groups_;
  std::vector<Index> columns_;
  std::size_t singles_ = 0;
  std::size_t doubles_ = 0;
  std::size_t stride_ = 0;  // words from one row to the next
  LargePages rows_;
  std::uint32_t* words_ = nullptr;
};

}  // namespace parbleu::resampling
