#include "parbleu/alignment/edit_matrix.hpp"

#include <algorithm>

namespace parbleu {
namespace {

constexpr std::size_t few_blocks = 8;  // every symbol has a mask of this many words

}  // namespace

void SymbolMasks::reset(std::span<const std::uint32_t> text, std::uint32_t distinct, std::size_t blocks) {
  begins_.assign(distinct + std::size_t{2}, 0);
  for (const std::uint32_t symbol : text) ++begins_[symbol + 1];
  mask_at_.assign(distinct + std::size_t{1}, -1);
  std::size_t frequent = 0;
  for (std::size_t symbol = 0; symbol <= distinct; ++symbol) {
    const std::uint32_t count = begins_[symbol + 1];
    if (count > 0 && (blocks <= few_blocks || count > blocks)) {
      mask_at_[symbol] = static_cast<std::int64_t>(frequent++ * blocks);
    }
    begins_[symbol + 1] += begins_[symbol];
  }
  masks_.assign(frequent * blocks, 0);
  sparse_.assign(blocks, 0);
  columns_.resize(text.size());
  used_ = {};
  std::vector<std::uint32_t>& next = begins_;  // shifted back by one symbol below
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    const std::uint32_t symbol = text[at];
    columns_[next[symbol]++] = at;
    if (const std::int64_t mask = mask_at_[symbol]; mask >= 0) {
      masks_[static_cast<std::size_t>(mask) + at / 64] |= std::uint64_t{1} << (at % 64);
    }
  }
  std::move_backward(begins_.begin(), begins_.end() - 1, begins_.end());
  begins_[0] = 0;
}

const std::uint64_t* SymbolMasks::set(std::uint32_t symbol, std::size_t first, std::size_t behind) {
  if (mask_at_[symbol] >= 0) return masks_.data() + mask_at_[symbol] + first;
  const auto end = columns_.begin() + begins_[symbol + 1];
  auto from = columns_.begin() + begins_[symbol];
  if (first > 0) from = std::lower_bound(from, end, first * 64);
  auto at = from;
  for (; at != end && *at < behind * 64; ++at) sparse_[*at / 64] |= std::uint64_t{1} << (*at % 64);
  used_ = {from, at};
  return sparse_.data() + first;
}

void SymbolMasks::clear() {
  for (const std::uint32_t at : used_) sparse_[at / 64] = 0;
  used_ = {};
}

}  // namespace parbleu
