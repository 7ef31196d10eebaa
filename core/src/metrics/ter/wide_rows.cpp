// The definition, cell by cell, for the rare steep beams. Only the cells inside the beam are stored.
#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/ter/distance_rows.hpp"

namespace parbleu::ter {

void WideRows::prepare(const WordPositions& reference, std::uint32_t hypothesis_size, Simd) {
  reference_ = &reference;
  size_ = hypothesis_size;
  const std::size_t columns = reference.size();
  const double ratio = size_ == 0 ? 1.0 : static_cast<double>(columns) / static_cast<double>(size_);
  const auto width = static_cast<std::size_t>(std::max<double>(beam_width, std::ceil(ratio / 2 + beam_width)));
  const std::size_t half = ratio / 2 > beam_width ? width : beam_width;
  spans_.resize(size_ + 1);
  spans_[0] = {0, columns + 1, 0};
  std::size_t used = columns + 1;
  for (std::size_t i = 1; i <= size_; ++i) {
    const auto diagonal = static_cast<std::size_t>(std::floor(static_cast<double>(i) * ratio));
    Span& span = spans_[i];
    span.begin = diagonal > half ? diagonal - half : 0;
    span.end = i == size_ ? columns + 1 : std::min(columns + 1, diagonal + half);
    span.offset = used;
    used += span.end - span.begin;
  }
  cells_.resize(used);
  for (std::size_t j = 0; j <= columns; ++j) cells_[j] = static_cast<std::int64_t>(j);
}

void WideRows::compute(std::size_t row, std::uint32_t word, const std::int64_t* before,
                       std::int64_t* cells) const {
  const Span& above = spans_[row - 1];
  const Span& span = spans_[row];
  for (std::size_t j = span.begin; j < span.end; ++j) {
    std::int64_t best = cell(above, before, j) + 1;
    if (j > 0) {
      best = std::min(best, cell(above, before, j - 1) + ((*reference_)[j - 1] == word ? 0 : 1));
      if (j > span.begin) best = std::min(best, cells[j - 1 - span.begin] + 1);
    }
    cells[j - span.begin] = best;
  }
}

std::int64_t WideRows::cell(std::size_t row, std::size_t column) const {
  return cell(spans_[row], cells_.data() + spans_[row].offset, column);
}

std::int64_t WideRows::most_gain(const Rotation& rotation) {
  return rotation.most_gain() == 0 ? 0 : std::numeric_limits<std::int64_t>::max();
}

std::int64_t WideRows::refill(std::span<const std::uint32_t> words, std::size_t begin, std::size_t) {
  words_.assign(words.begin(), words.end());
  for (std::size_t i = begin + 1; i <= size_; ++i) {
    compute(i, words[i - 1], cells_.data() + spans_[i - 1].offset, cells_.data() + spans_[i].offset);
  }
  return cells_.back();
}

std::int64_t WideRows::shifted(std::span<const std::uint32_t> words, const Rotation& rotation) {
  moved_.resize(size_);
  rotation.apply(words, moved_.data());
  const Span& start = spans_[rotation.begin];
  const auto first = cells_.begin() + static_cast<std::ptrdiff_t>(start.offset);
  before_.assign(first, first + static_cast<std::ptrdiff_t>(start.end - start.begin));
  for (std::size_t i = rotation.begin; i < size_; ++i) {
    now_.resize(spans_[i + 1].end - spans_[i + 1].begin);
    compute(i + 1, i < rotation.end ? moved_[i - rotation.begin] : words[i], before_.data(), now_.data());
    before_.swap(now_);
  }
  return before_.back();
}

void WideRows::measure(std::span<const std::uint32_t> words, std::span<const Rotation> rotations,
                       std::int64_t* distances) {
  for (const Rotation& rotation : rotations) *distances++ = shifted(words, rotation);
}

void WideRows::trace(Alignment& alignment) const {
  alignment.reset(size_, reference_->size());
  std::size_t i = size_;
  std::size_t j = reference_->size();
  while (i > 0 && j > 0) {
    const bool same = (*reference_)[j - 1] == words_[i - 1];
    const std::int64_t here = cell(i, j);
    if (here == cell(i - 1, j - 1) + (same ? 0 : 1)) {
      alignment.diagonal(i--, j--, same);
    } else if (here == cell(i - 1, j) + 1) {
      alignment.deletion(i--, j);
    } else {
      alignment.insertion(i, j--);
    }
  }
  while (i > 0) alignment.deletion(i--, 0);
  while (j > 0) alignment.insertion(0, j--);
}

}  // namespace parbleu::ter
