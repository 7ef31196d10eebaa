#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "metrics/ter/distance_rows.hpp"

namespace parbleu::ter {
namespace {

// Rows between two looks at whether all lanes have come back to the stored row.
constexpr std::size_t stretch = 32;

std::int64_t rise(Row row, std::uint64_t mask) {
  return std::popcount(row.plus & mask) - std::popcount(row.minus & mask);
}

// The row without its `count` leftmost cells.
// NOLINTNEXTLINE(clang-analyzer-core.BitwiseShift): a slide is shorter than a row
Row without(Row row, std::uint32_t count) { return {~(~row.plus >> count), row.minus >> count}; }

}  // namespace

template <bool kSlides>
bool BitRows<kSlides>::applies(std::uint32_t hypothesis_size, std::uint32_t reference_size) {
  return kSlides ? reference_size <= std::uint64_t{40} * hypothesis_size : reference_size <= 64;
}

template <bool kSlides>
void BitRows<kSlides>::prepare(const WordPositions& reference, std::uint32_t hypothesis_size, Simd simd) {
  reference_ = &reference;
  kernels_ = &kernels(simd);
  size_ = hypothesis_size;
  if (rows_.size() < size_ + 1) {
    rows_.resize(size_ + 1);
    matches_.resize(size_ + 1);
    diagonals_.resize(size_ + 1);
    if constexpr (kSlides) bases_.resize(size_ + 1);
  }
  rows_[0] = {~std::uint64_t{0}, 0};
  if constexpr (kSlides) {
    bases_[0] = 0;
    plan_slides();
  }
}

template <bool kSlides>
void BitRows<kSlides>::plan_slides() {
  const std::uint32_t columns = reference_->size();
  const double ratio = static_cast<double>(columns) / static_cast<double>(size_);
  slides_.resize(size_ + 1);
  slides_[0] = {0, columns + 1, 0, 0, 0, 0, 0, ~std::uint64_t{0}, ~std::uint64_t{0}, 0};
  for (std::size_t i = 1; i <= size_; ++i) {
    const auto diagonal = static_cast<std::uint32_t>(static_cast<double>(i) * ratio);
    const Slide& before = slides_[i - 1];
    Slide& slide = slides_[i];
    slide.low = diagonal > beam_width ? diagonal - beam_width : 0;
    slide.end = i == size_ ? columns + 1 : std::min(columns + 1, diagonal + beam_width);
    const std::uint32_t moves = slide.low - before.low;
    slide.drop = moves > 0 ? 1 : 0;
    slide.skip = moves > 0 ? moves - 1 : 0;
    slide.first = slide.low + 1 - slide.drop;
    slide.byte = (slide.first - 1) / 8;
    slide.bit = (slide.first - 1) % 8;
    slide.reach = i == 1 ? ~std::uint64_t{0} : low_bits(before.end + 1 - slide.first);
    slide.inside = low_bits(slide.end - 1 - slide.low);
    slide.outside = ~low_bits(slide.end - 1 - slide.low);
  }
}

// A path strays from the line between the corners by at most its insertions or its deletions, whichever are more; the
// beam reaches 24 columns to the right of the line's cell, and rounding can take one. Of `distance` edits half can be
// insertions, and of the difference in length. And as insertions = edits - hypothesis words + words kept, no more than
// the bags of words share can be kept, and `least` = words of the longer side - shared: insertions are at most
// distance - least + difference in length.
template <bool kSlides>
bool BitRows<kSlides>::find_idle_beam(std::int64_t distance, std::int64_t least) {
  const std::int64_t columns = reference_->size();
  const std::int64_t difference = std::abs(static_cast<std::int64_t>(size_) - columns);
  const std::int64_t strays = std::min((distance + difference) / 2, distance - least + difference);
  return idle_ = columns < beam_width || strays <= 23;
}

template <bool kSlides>
std::int64_t BitRows<kSlides>::most_gain(const Rotation& rotation) const {
  // The distance inside a beam that matters may fall by more than the true one.
  return idle_ || rotation.most_gain() == 0 ? rotation.most_gain() : std::numeric_limits<std::int64_t>::max();
}

template <bool kSlides>
template <class Windows>
std::uint64_t BitRows<kSlides>::matches(const Windows& windows, std::uint32_t word, std::size_t row) const {
  if constexpr (!kSlides) return reference_->mask(word);
  const Slide& slide = slides_[row];
  return windows(word, slide.byte) >> slide.bit & slide.reach;
}

template <bool kSlides>
std::int64_t BitRows<kSlides>::last_cell(Row row, std::int64_t base) const {
  const std::uint32_t low = kSlides ? slides_[size_].low : 0;
  return base + rise(row, low_bits(reference_->size() - low));
}

template <bool kSlides>
std::int64_t BitRows<kSlides>::refill(std::span<const std::uint32_t> words, std::size_t begin, std::size_t end) {
  return reference_->with_windows([&](const auto& windows) { return refill(windows, words, begin, end); });
}

template <bool kSlides>
template <class Windows>
std::int64_t BitRows<kSlides>::refill(const Windows& windows, std::span<const std::uint32_t> words,
                                      std::size_t begin, std::size_t end) {
  Row row = rows_[begin];
  std::int64_t base = kSlides ? bases_[begin] : 0;
  for (std::size_t i = begin + 1; i <= size_; ++i) {
    const std::uint64_t match = matches_[i] = matches(windows, words[i - 1], i);
    if constexpr (kSlides) {
      const std::uint32_t skip = slides_[i].skip;
      base += 1;
      if (skip > 0) base += rise(row, low_bits(skip));
      row = without(row, skip);
    }
    std::uint64_t free;
    find_free_diagonals(row.plus, row.minus, match, free);
    diagonals_[i] = match | ~free;
    if (kSlides && slides_[i].drop != 0) {
      std::uint64_t turn;
      step_and_drop(row.plus, row.minus, match, free, slides_[i].inside, slides_[i].outside, turn);
      base -= static_cast<std::int64_t>(turn & 1);
    } else {
      step(row.plus, row.minus, match, free);
      if constexpr (kSlides) row = {row.plus | slides_[i].outside, row.minus & ~slides_[i].outside};
    }
    if (i >= end && i < size_ && row == rows_[i]) return leave_rest(i, base);
    if constexpr (kSlides) bases_[i] = base;
    rows_[i] = row;
  }
  same_ = size_;
  return distance_ = last_cell(row, kSlides ? base : static_cast<std::int64_t>(size_));
}

// Row `row` has become what it was, but for the cell left of bit 0; so do all behind it.
template <bool kSlides>
std::int64_t BitRows<kSlides>::leave_rest(std::size_t row, std::int64_t base) {
  same_ = row;
  if constexpr (kSlides) {
    const std::int64_t rise = base - bases_[row];
    for (std::size_t i = row; i <= size_; ++i) bases_[i] += rise;
    distance_ += rise;
  }
  return distance_;
}

template <bool kSlides>
void BitRows<kSlides>::trace(Alignment& alignment) const {
  alignment.reset(size_, reference_->size());
  walk(alignment, size_, reference_->size(), 0);
}

template <bool kSlides>
void BitRows<kSlides>::retrace(Alignment& alignment, std::size_t begin) const {
  walk(alignment, same_, alignment.first_at[same_], begin + 1);
}

// The path from this cell on. It ends where it meets the path of before in one of the first `known` rows, which are as
// they were.
template <bool kSlides>
void BitRows<kSlides>::walk(Alignment& alignment, std::size_t i, std::size_t j, std::size_t known) const {
  const auto meets = [&](std::size_t row, std::size_t column) {
    return row < known && alignment.first_at[row] == column;
  };
  while (i > 0 && j > 0) {
    std::size_t first = 1;
    std::uint64_t cheaper_above = rows_[i - 1].minus;
    if constexpr (kSlides) {
      const Slide& slide = slides_[i];
      if (j > slides_[i - 1].end) {  // nothing above, nor on the diagonal
        alignment.insertion(i, j--);
        continue;
      }
      if (j == slide.low && slide.drop == 0) {  // only the cell above
        const bool met = meets(i - 1, j);
        alignment.deletion(i--, j);
        if (met) return;
        continue;
      }
      first = slide.first;
      cheaper_above >>= slide.skip;
    }
    const std::uint64_t bit = std::uint64_t{1} << (j - first);
    if ((diagonals_[i] & bit) != 0) {
      const bool met = meets(i - 1, j - 1);
      alignment.diagonal(i, j, (matches_[i] & bit) != 0);
      if (met) return;
      --i;
      --j;
    } else if ((cheaper_above & bit) != 0) {
      const bool met = meets(i - 1, j);
      alignment.deletion(i--, j);
      if (met) return;
    } else {
      alignment.insertion(i, j--);
    }
  }
  while (i > 0) alignment.deletion(i--, 0);
  while (j > 0) alignment.insertion(0, j--);
}

// One lane's matches of the rows that the rotation changes; row r is at lane_matches_[r - first - 1].
template <bool kSlides>
void BitRows<kSlides>::set_lane(std::span<const std::uint32_t> words, const Rotation& rotation, std::size_t first,
                                std::size_t lane) {
  reference_->with_windows([&](const auto& windows) {
    LaneMatches* to = lane_matches_.data() + (rotation.begin - first);
    std::size_t row = rotation.begin + std::size_t{1};
    const auto put = [&](std::size_t begin, std::size_t end) {
      for (std::size_t at = begin; at < end; ++at, ++row)
        (*to++)[lane] = kSlides ? matches(windows, words[at], row) : matches_[at + 1];
    };
    put(rotation.middle, rotation.end);
    put(rotation.begin, rotation.middle);
  });
}

template <bool kSlides>
void BitRows<kSlides>::measure(std::span<const std::uint32_t> words, std::span<const Rotation> rotations,
                               std::int64_t* distances) {
  std::size_t first = size_;
  std::size_t end = 0;
  for (const Rotation& rotation : rotations) {
    first = std::min<std::size_t>(first, rotation.begin);
    end = std::max<std::size_t>(end, rotation.end);
  }
  if (lane_matches_.size() < end - first) lane_matches_.resize(end - first);
  kernels_->spread(matches_.data() + first + 1, end - first, rotations.size(), lane_matches_.data());
  for (std::size_t lane = 0; lane < rotations.size(); ++lane) set_lane(words, rotations[lane], first, lane);

  Lanes lanes;
  lanes.used = rotations.size();
  lanes.plus.fill(rows_[first].plus);
  lanes.minus.fill(rows_[first].minus);
  lanes.base.fill(static_cast<std::uint64_t>(kSlides ? bases_[first] : 0));
  const Slide* const slides = kSlides ? slides_.data() : nullptr;
  kernels_->advance_each(lanes, lane_matches_.data(), end - first, kSlides ? slides + first + 1 : nullptr);
  while (end < size_) {
    const auto returned = [&](std::size_t lane) { return Row{lanes.plus[lane], lanes.minus[lane]} == rows_[end]; };
    std::size_t lane = 0;
    while (lane < rotations.size() && returned(lane)) ++lane;
    if (lane == rotations.size()) break;
    const std::size_t count = std::min(stretch, size_ - end);
    kernels_->advance_all(lanes, matches_.data() + end + 1, count, kSlides ? slides + end + 1 : nullptr);
    end += count;
  }
  if (end == size_) {
    kernels_->climb(lanes, low_bits(reference_->size() - (kSlides ? slides_[size_].low : 0)));
  }
  // Where the rows are equal, the distances differ by as much as the cells left of bit 0.
  const std::int64_t offset =
      end == size_ ? (kSlides ? 0 : static_cast<std::int64_t>(size_)) : distance_ - (kSlides ? bases_[end] : 0);
  for (std::size_t lane = 0; lane < rotations.size(); ++lane) {
    distances[lane] = static_cast<std::int64_t>(lanes.base[lane]) + offset;
  }
}

template class BitRows<false>;
template class BitRows<true>;

}  // namespace parbleu::ter
