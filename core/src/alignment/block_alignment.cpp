#include "parbleu/alignment/block_alignment.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace parbleu {
namespace {

constexpr double unreached = -1;
constexpr double rounding = 1e-9;

}  // namespace

BlockAlignment best_blocks(std::span<const BlockSpan> ways, std::size_t blocks, std::size_t units) {
  const std::size_t width = units + 1;
  std::vector<std::size_t> starts(blocks + 1, 0);
  for (const BlockSpan& way : ways) ++starts[way.block + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  const auto of = [&](std::size_t block) {
    return ways.subspan(starts[block], starts[block + 1] - starts[block]);
  };
  // The greatest sum of the blocks before each one, up to each place.
  std::vector<double> before((blocks + 1) * width, unreached);
  before[0] = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const double* const from = before.data() + block * width;
    double* const to = before.data() + (block + 1) * width;
    for (const BlockSpan& way : of(block)) {
      if (from[way.begin] >= 0) to[way.end] = std::max(to[way.end], from[way.begin] + way.similarity);
    }
  }
  BlockAlignment best;
  if (before.back() < 0) return best;
  best.spans.resize(blocks);
  best.margins.resize(blocks);
  // The greatest sum of the blocks from one on, from each place.
  std::vector<double> after(width, unreached);
  std::vector<double> reached(width);
  after[units] = 0;
  for (std::size_t block = blocks, end = units; block-- > 0;) {
    const double* const from = before.data() + block * width;
    double most = unreached;
    double other = unreached;
    BlockSpan chosen{};
    std::ranges::fill(reached, unreached);
    for (const BlockSpan& way : of(block)) {
      if (after[way.end] < 0) continue;
      reached[way.begin] = std::max(reached[way.begin], after[way.end] + way.similarity);
      if (from[way.begin] < 0) continue;
      const double through = from[way.begin] + way.similarity + after[way.end];
      if (way.end == end && through > most + rounding) {
        other = std::max(most, other);
        most = through;
        chosen = way;
      } else {
        other = std::max(other, through);
      }
    }
    best.spans[block] = chosen;
    best.margins[block] = other >= 0 ? most - other : most;
    end = chosen.begin;
    after.swap(reached);
  }
  return best;
}

std::vector<std::size_t> merged_by_length(std::span<const std::int64_t> source,
                                          std::span<const std::int64_t> lengths) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  const std::int64_t source_length = std::accumulate(source.begin(), source.end(), std::int64_t{0});
  const std::int64_t length = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
  std::vector<std::int64_t> ends(lengths.size() + 1, 0);  // with line ends
  for (std::size_t at = 0; at < lengths.size(); ++at) ends[at + 1] = ends[at] + lengths[at] + 1;
  const auto cost = [&](std::size_t block, std::size_t begin, std::size_t end) {
    return std::abs(source[block] * length - (ends[end] - ends[begin] - 1) * source_length);
  };
  // The least cost of the blocks from one on, of which block `block` begins at the place `block + spare`; and where it
  // then ends, as far behind as can be.
  const std::size_t spares = lengths.size() - source.size() + 1;
  std::vector<std::int64_t> below(spares, none);
  std::vector<std::int64_t> least(spares);
  std::vector<std::size_t> chosen(source.size() * spares);
  below[spares - 1] = 0;
  for (std::size_t block = source.size(); block-- > 0;) {
    for (std::size_t spare = 0; spare < spares; ++spare) {
      least[spare] = none;
      for (std::size_t next = spares; next-- > spare;) {
        if (below[next] == none) continue;
        const std::int64_t now = cost(block, block + spare, block + 1 + next) + below[next];
        if (now < least[spare]) {
          least[spare] = now;
          chosen[block * spares + spare] = next;
        }
      }
    }
    below.swap(least);
  }
  std::vector<std::size_t> places;
  for (std::size_t block = 0, spare = 0; block < source.size(); ++block) {
    spare = chosen[block * spares + spare];
    places.push_back(block + 1 + spare);
  }
  return places;
}

}  // namespace parbleu
