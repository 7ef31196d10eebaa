// Gives a translation as many blocks as its source: two dynamic programmes over the places where blocks may end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parbleu {

// A way to make a block: of the units from `begin` to `end`, and how similar that is to the block of the reference,
// from 0.
struct BlockSpan {
  std::size_t block;
  std::size_t begin;
  std::size_t end;
  double similarity;
};

// The spans with the greatest sum, one for each block; and by how much the sum is smaller at least if a block is any
// other span, or the whole sum where there is no other way.
struct BlockAlignment {
  std::vector<BlockSpan> spans;
  std::vector<double> margins;
};

// Cuts `units` units into blocks. `ways` are sorted by block, begin and end. Of several ways whose sums differ by less
// than 1e-9, each block, from the last one on, begins earliest. No span at all if no ways lead from the first unit to
// the last.
BlockAlignment best_blocks(std::span<const BlockSpan> ways, std::size_t blocks, std::size_t units);

// Merges neighbouring blocks, at least as many as the source has, between which a line end comes, so that lengths
// differ least from those of the source in proportion. Returns where each merged block ends. Of several ways it is the
// one that merges earliest.
std::vector<std::size_t> merged_by_length(std::span<const std::int64_t> source,
                                          std::span<const std::int64_t> lengths);

}  // namespace parbleu
