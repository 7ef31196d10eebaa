#include "resampling/ordered.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "parbleu/base/cpu.hpp"

namespace parbleu::resampling {
namespace {

constexpr std::size_t words_of_line = cache_line / sizeof(std::uint32_t);
constexpr std::size_t lanes = 4;  // sums in double precision that are made together

std::size_t rounded_up(std::size_t number, std::size_t unit) { return (number + unit - 1) / unit * unit; }

std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }

}  // namespace

unsigned ordered_bits(const Column& column, bool single) {
  if (!single) return 64;
  if (!column.exact || column.scale != 1 || column.negative || column.largest > 0xFFFF) return 32;
  return column.largest > 0xFF ? 16 : 8;
}

std::size_t Ordered::add(const MetricTables& systems, std::size_t column, const Column& known) {
  const std::size_t first = columns_.size();
  const unsigned bits = ordered_bits(known, systems.scorer->single_sums());
  const auto group = static_cast<std::size_t>(std::ranges::find(bits_of_group, bits) - bits_of_group.begin());
  for (const Table& table : systems.tables) {
    const Source source{&table, systems.scorer->width(), column};
    columns_.push_back({group, index_in(groups_[group], source)});
  }
  return first;
}

// The index of a column that is equal, or of this one as a new one.
std::size_t Ordered::index_in(Group& group, const Source& source) {
  const auto number = [](const Source& from, std::size_t row) {
    return bits_of(cell(*from.table, row * from.width + from.column));
  };
  std::uint64_t hash = 0;
  for (std::size_t row = 0; row < segments_; ++row) {
    hash = (std::rotl(hash, 5) ^ number(source, row)) * 0x9e3779b97f4a7c15ULL;
  }
  const auto [found, is_new] = group.hashed.try_emplace(hash, group.sources.size());
  if (!is_new) {
    const Source& other = group.sources[found->second];
    std::size_t row = 0;
    while (row < segments_ && number(source, row) == number(other, row)) ++row;
    if (row == segments_) return found->second;
  }
  group.sources.push_back(source);
  return group.sources.size() - 1;
}

void Ordered::pack() {
  std::size_t words = 0;
  for (std::size_t at = 0; at < groups_.size(); ++at) {
    Group& group = groups_[at];
    const bool single = bits_of_group[at] <= 32;
    const std::size_t unit = single ? 2 : 2 * lanes;  // words
    group.first_word = words;
    group.words = rounded_up((group.sources.size() * bits_of_group[at] + 31) / 32, unit);
    words += group.words;
    std::size_t& sums = single ? singles_ : doubles_;
    group.first_sum = sums;
    sums += group.words * 32 / bits_of_group[at];
  }
  if (words == 0) return;
  // Rows lie in as few lines of the cache as they can.
  stride_ = words < words_of_line ? std::bit_ceil(words) : rounded_up(words, words_of_line);
  rows_ = LargePages(segments_ * stride_ * sizeof(std::uint32_t));
  words_ = reinterpret_cast<std::uint32_t*>(rows_.data());
  std::fill_n(words_, segments_ * stride_, 0U);
  for (std::size_t at = 0; at < groups_.size(); ++at) fill(bits_of_group[at], groups_[at]);
}

// The kernel wants the first columns in the lowest bits of all words, the next ones in the bits above these.
void Ordered::fill(unsigned bits, const Group& group) {
  for (std::size_t row = 0; row < segments_; ++row) {
    std::uint32_t* const words = words_ + row * stride_ + group.first_word;
    for (std::size_t at = 0; at < group.sources.size(); ++at) {
      const auto& [table, width, column] = group.sources[at];
      const double number = cell(*table, row * width + column);
      if (bits == 64) {
        std::memcpy(words + 2 * at, &number, sizeof number);
      } else if (bits == 32) {
        words[at] = std::bit_cast<std::uint32_t>(static_cast<float>(number));
      } else {
        words[at % group.words] |= static_cast<std::uint32_t>(number) << (at / group.words * bits);
      }
    }
  }
}

void Ordered::sum(std::span<const std::uint32_t> indices, float* singles, double* doubles) const {
  for (std::size_t at = 0; at < groups_.size(); ++at) {
    const Group& group = groups_[at];
    if (group.words == 0) continue;
    if (bits_of_group[at] == 64) {
      sum_doubles(indices, doubles);
    } else {
      kernels().ordered_sums({words_ + group.first_word, stride_, group.words, bits_of_group[at]}, indices,
                             singles + group.first_sum);
    }
  }
}

// As the kernel adds up single-precision numbers.
void Ordered::sum_doubles(std::span<const std::uint32_t> indices, double* sums) const {
  const Group& group = groups_.back();
  for (std::size_t first = 0; first < doubles_; first += lanes) {
    std::array<double, lanes> kept;
    std::copy_n(sums + first, lanes, kept.begin());
    const std::uint32_t* const table = words_ + group.first_word + 2 * first;
    ask_first(table, stride_, indices);
    for (std::size_t place = 0; place < indices.size(); ++place) {
      ask_later(table, stride_, indices, place);
      std::array<double, lanes> row;
      std::memcpy(row.data(), table + indices[place] * stride_, sizeof row);
      for (std::size_t at = 0; at < lanes; ++at) kept[at] += row[at];
    }
    std::copy_n(kept.begin(), lanes, sums + first);
  }
}

}  // namespace parbleu::resampling
