// The beam as one sliding word.
//
// Cells outside the beam are replaced by harmless finite ones, so that the bit algebra goes on unchanged:
// - right of the beam each cell is one dearer than its left neighbour (plus = 1, minus = 0). A cell that enters the beam
//   at its right edge then takes its value from the diagonal, one further right only from the left: there, a match
//   would use a diagonal neighbour that is outside, so `reach` clears it.
// - left of the beam the cell in column `low` - 1 counts as one dearer than the cell above it: too dear to be used.
#include <algorithm>
#include <cmath>

#include "ter/rows.hpp"

namespace parbleu::ter {

bool BeamRows::applies(std::uint32_t hypothesis_size, std::uint32_t reference_size) {
  return reference_size <= std::uint64_t{40} * hypothesis_size;
}

void BeamRows::prepare(const Positions& reference, std::uint32_t hypothesis_size) {
  reference_ = &reference;
  size_ = hypothesis_size;
  const std::uint32_t columns = reference.size();
  const double ratio = static_cast<double>(columns) / static_cast<double>(hypothesis_size);
  rows_.resize(hypothesis_size + std::size_t{1});
  slides_.resize(hypothesis_size + std::size_t{1});
  rows_[0] = {{~std::uint64_t{0}, 0}, 0};
  slides_[0] = {0, columns + 1, 0, 0, false, ~std::uint64_t{0}, ~std::uint64_t{0}};
  for (std::uint32_t i = 1; i <= hypothesis_size; ++i) {
    const auto diagonal = static_cast<std::uint32_t>(std::floor(i * ratio));
    const Slide& before = slides_[i - 1];
    Slide slide{};
    slide.low = diagonal > beam_width ? diagonal - beam_width : 0;
    slide.end = i == hypothesis_size ? columns + 1 : std::min(columns + 1, diagonal + beam_width);
    const std::uint32_t moves = slide.low - before.low;
    slide.drop = moves > 0;
    slide.skip = moves > 0 ? moves - 1 : 0;
    slide.first = slide.low + (slide.drop ? 0 : 1);
    slide.reach = i == 1 ? ~std::uint64_t{0} : low_bits(before.end + 1 - slide.first);
    slide.keep = low_bits(slide.end - 1 - slide.low);
    slides_[i] = slide;
  }
}

BeamRows::BeamRow BeamRows::next(const BeamRow& row, std::uint32_t word, const Slide& slide) const {
  Row above = row;
  std::int64_t base = row.base + 1;
  if (slide.skip > 0) {
    base += rise(above, low_bits(slide.skip));
    above = {~(~above.plus >> slide.skip), above.minus >> slide.skip};
  }
  const std::uint64_t matches = reference_->window(word, slide.first - 1) & slide.reach;
  Row now = next_row(above, matches);
  if (slide.drop) {
    base += rise(now, 1);
    now = {now.plus >> 1, now.minus >> 1};
  }
  return {{now.plus | ~slide.keep, now.minus & slide.keep}, base};
}

std::int64_t BeamRows::last_cell(const BeamRow& row) const {
  return row.base + rise(row, low_bits(reference_->size() - slides_[size_].low));
}

std::int64_t BeamRows::fill(std::span<const std::uint32_t> words) {
  for (std::size_t i = 0; i < size_; ++i) rows_[i + 1] = next(rows_[i], words[i], slides_[i + 1]);
  return distance_ = last_cell(rows_[size_]);
}

std::int64_t BeamRows::shifted(std::span<const std::uint32_t> words, const Rotation& rotation) {
  moved_.resize(size_);
  rotation.apply(words, moved_.data());
  BeamRow row = rows_[rotation.begin];
  std::size_t i = rotation.begin;
  for (; i < rotation.end; ++i) row = next(row, moved_[i - rotation.begin], slides_[i + 1]);
  for (; i < size_; ++i) {
    if (static_cast<const Row&>(row) == rows_[i]) return distance_ + row.base - rows_[i].base;
    row = next(row, words[i], slides_[i + 1]);
  }
  return last_cell(row);
}

void BeamRows::trace(std::span<const std::uint32_t> words, Alignment& alignment) const {
  alignment.reset(size_, reference_->size());
  std::size_t i = size_;
  std::size_t j = reference_->size();
  while (i > 0 && j > 0) {
    const Slide& slide = slides_[i];
    if (j > slides_[i - 1].end) {  // nothing above nor on the diagonal
      alignment.insertion(i, j--);
      continue;
    }
    if (j == slide.low && !slide.drop) {  // only the cell above
      alignment.deletion(i--);
      continue;
    }
    Row above = rows_[i - 1];
    above = {~(~above.plus >> slide.skip), above.minus >> slide.skip};
    const std::uint64_t matches = reference_->window(words[i - 1], slide.first - 1) & slide.reach;
    const std::uint64_t bit = std::uint64_t{1} << (j - slide.first);
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
