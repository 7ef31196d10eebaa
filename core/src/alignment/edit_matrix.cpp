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

// The columns of a symbol in some blocks.
std::span<const std::uint32_t> SymbolMasks::columns(std::uint32_t symbol, std::size_t first,
                                                    std::size_t behind) const {
  const auto begin = columns_.begin() + begins_[symbol];
  const auto end = columns_.begin() + begins_[symbol + 1];
  const auto from = first == 0 ? begin : std::lower_bound(begin, end, first * 64);
  const auto to = behind == sparse_.size() ? end : std::lower_bound(from, end, behind * 64);
  return {from, to};
}

const std::uint64_t* SymbolMasks::set(std::uint32_t symbol, std::size_t first, std::size_t behind) {
  if (mask_at_[symbol] >= 0) return masks_.data() + mask_at_[symbol] + first;
  for (const std::uint32_t at : columns(symbol, first, behind)) sparse_[at / 64] |= std::uint64_t{1} << (at % 64);
  return sparse_.data() + first;
}

void SymbolMasks::clear(std::uint32_t symbol, std::size_t first, std::size_t behind) {
  if (mask_at_[symbol] >= 0) return;
  for (const std::uint32_t at : columns(symbol, first, behind)) sparse_[at / 64] = 0;
}

}  // namespace parbleu
