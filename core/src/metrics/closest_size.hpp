// Chooses the reference length of BLEU.
#pragma once

#include <cstddef>
#include <span>

namespace parbleu {

// The size of the reference whose size is closest to `size`; of two equally close ones the smaller or, if
// `first_wins`, that of the first.
template <class Side>
std::size_t closest_size(std::span<const Side> references, std::size_t size, bool first_wins = false) {
  const auto distance = [size](std::size_t other) { return other > size ? other - size : size - other; };
  std::size_t best = references.front().size();
  for (const Side& reference : references.subspan(1)) {
    const std::size_t other = reference.size();
    const bool tie_won = !first_wins && distance(other) == distance(best) && other < best;
    if (tie_won || distance(other) < distance(best)) best = other;
  }
  return best;
}

}  // namespace parbleu
