#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "check.hpp"
#include "parbleu/alignment/block_alignment.hpp"

namespace parbleu {
namespace {

using Places = std::vector<std::size_t>;

// Calls use(places) with the ends of all ways to cut units into blocks of at least `fewest` units.
template <class Use>
void for_each_cut(std::size_t blocks, std::size_t units, std::size_t fewest, Places& ends, Use&& use) {
  const std::size_t begin = ends.empty() ? 0 : ends.back();
  if (ends.size() + 1 == blocks) {
    if (begin + fewest > units) return;
    ends.push_back(units);
    use(ends);
    ends.pop_back();
    return;
  }
  for (std::size_t end = begin + fewest; end <= units; ++end) {
    ends.push_back(end);
    for_each_cut(blocks, units, fewest, ends, use);
    ends.pop_back();
  }
}

void similarities_are_the_greatest(std::mt19937& random) {
  const std::size_t blocks = 1 + random() % 4;
  const std::size_t units = random() % 6;
  std::vector<BlockSpan> ways;
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t begin = 0; begin <= units; ++begin) {
      for (std::size_t end = begin; end <= units; ++end) {
        ways.push_back({block, begin, end, static_cast<double>(random() % 5)});
      }
    }
  }
  const auto similarity = [&](std::size_t block, std::size_t begin, std::size_t end) {
    return std::ranges::find_if(
               ways,
               [&](const BlockSpan& way) { return way.block == block && way.begin == begin && way.end == end; })
        ->similarity;
  };
  const BlockAlignment best = best_blocks(ways, blocks, units);
  CHECK(best.spans.size() == blocks);
  double most = -1;
  Places first;
  std::vector<double> others(blocks, -1);
  Places ends;
  const auto sum_of = [&](const Places& places) {
    double sum = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      sum += similarity(block, block == 0 ? 0 : places[block - 1], places[block]);
    }
    return sum;
  };
  for_each_cut(blocks, units, 0, ends, [&](const Places& places) {
    const double sum = sum_of(places);
    const bool earlier =
        std::lexicographical_compare(places.rbegin(), places.rend(), first.rbegin(), first.rend());
    if (sum > most || (sum == most && earlier)) {
      most = sum;
      first = places;
    }
  });
  for_each_cut(blocks, units, 0, ends, [&](const Places& places) {
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t begin = block == 0 ? 0 : places[block - 1];
      const std::size_t own = block == 0 ? 0 : first[block - 1];
      if (begin != own || places[block] != first[block]) others[block] = std::max(others[block], sum_of(places));
    }
  });
  for (std::size_t block = 0; block < blocks; ++block) {
    CHECK(best.spans[block].end == first[block]);
    CHECK(best.spans[block].begin == (block == 0 ? 0 : first[block - 1]));
    CHECK(best.margins[block] == (others[block] >= 0 ? most - others[block] : most));
  }
}

void merges_differ_least(std::mt19937& random) {
  std::vector<std::int64_t> source(1 + random() % 4);
  std::vector<std::int64_t> lengths(source.size() + random() % 4);
  for (auto* numbers : {&source, &lengths}) {
    for (std::int64_t& number : *numbers) number = 1 + static_cast<std::int64_t>(random() % 5);
  }
  std::int64_t all = 0;
  std::int64_t whole = 0;
  for (const std::int64_t number : source) all += number;
  for (const std::int64_t number : lengths) whole += number;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  Places best;
  Places ends;
  for_each_cut(source.size(), lengths.size(), 1, ends, [&](const Places& places) {
    std::int64_t cost = 0;
    for (std::size_t block = 0, at = 0; block < source.size(); ++block) {
      std::int64_t merged = -1;
      for (; at < places[block]; ++at) merged += lengths[at] + 1;
      cost += std::abs(source[block] * whole - merged * all);
    }
    if (cost < least || (cost == least && places > best)) {
      least = cost;
      best = places;
    }
  });
  CHECK(merged_by_length(source, lengths) == best);
}

}  // namespace
}  // namespace parbleu

int main() {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    parbleu::similarities_are_the_greatest(random);
    parbleu::merges_differ_least(random);
  }
  const std::vector<parbleu::BlockSpan> gap{{0, 0, 1, 1.0}, {1, 2, 3, 1.0}};
  CHECK(parbleu::best_blocks(gap, 2, 3).spans.empty());
  return parbleu::test::failed();
}
