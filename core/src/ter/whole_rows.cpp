#include <cstdlib>

#include "ter/rows.hpp"

namespace parbleu::ter {

void WholeRows::prepare(const Positions& reference, std::uint32_t hypothesis_size) {
  reference_ = &reference;
  size_ = hypothesis_size;
  mask_ = low_bits(reference.size());
  rows_.resize(hypothesis_size + 1);
  rows_[0] = {~std::uint64_t{0}, 0};
}

// A way of `distance` edits strays from the line between the corners by at most half of the edits and of the difference
// in length; the beam reaches 24 columns to the right of the line's cell, and rounding can take one.
bool WholeRows::beam_is_idle(std::int64_t distance) const {
  if (reference_->size() < beam_width) return true;
  const std::int64_t difference = std::abs(std::int64_t{size_} - std::int64_t{reference_->size()});
  return (distance + difference) / 2 <= 23;
}

std::int64_t WholeRows::fill(std::span<const std::uint32_t> words) {
  for (std::size_t i = 0; i < size_; ++i) rows_[i + 1] = next_row(rows_[i], reference_->window(words[i], 0));
  return distance_ = size_ + rise(rows_[size_], mask_);
}

std::int64_t WholeRows::shifted(std::span<const std::uint32_t> words, const Rotation& rotation) {
  moved_.resize(size_);
  rotation.apply(words, moved_.data());
  Row row = rows_[rotation.begin];
  std::size_t i = rotation.begin;
  for (; i < rotation.end; ++i) row = next_row(row, reference_->window(moved_[i - rotation.begin], 0));
  for (; i < size_; ++i) {
    if (row == rows_[i]) return distance_;
    row = next_row(row, reference_->window(words[i], 0));
  }
  return size_ + rise(row, mask_);
}

void WholeRows::trace(std::span<const std::uint32_t> words, Alignment& alignment) const {
  alignment.reset(size_, reference_->size());
  std::size_t i = size_;
  std::size_t j = reference_->size();
  while (i > 0 && j > 0) {
    const std::uint64_t matches = reference_->window(words[i - 1], 0);
    const Row above = rows_[i - 1];
    const std::uint64_t bit = std::uint64_t{1} << (j - 1);
    if ((matches & bit) != 0 || (free_diagonals(above, matches) & bit) == 0) {
      alignment.diagonal(i--, j--, (matches & bit) != 0);
    } else if ((above.minus & bit) != 0) {
      alignment.deletion(i--);
    } else {
      alignment.insertion(i, j--);
    }
  }
  while (i > 0) alignment.deletion(i--);
  while (j > 0) alignment.insertion(0, j--);
}

}  // namespace parbleu::ter
