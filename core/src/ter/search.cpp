#include "ter/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace parbleu::ter {
namespace {

constexpr std::uint32_t longest_shift = 10;
constexpr std::uint32_t farthest_shift = 50;
constexpr std::uint32_t most_candidates = 1000;

}  // namespace

std::int64_t Search::edits(std::span<const std::uint32_t> hypothesis, const Positions& reference) {
  if (reference.size() == 0) return static_cast<std::int64_t>(hypothesis.size());
  words_.assign(hypothesis.begin(), hypothesis.end());
  checked_ = 0;
  const auto size = static_cast<std::uint32_t>(hypothesis.size());
  const std::int64_t floor = least_distance(reference);
  if (reference.size() <= 64) {
    whole_.prepare(reference, size);
    const std::int64_t distance = whole_.fill(words_);
    if (whole_.beam_is_idle(distance)) return run(whole_, reference, distance, floor);
  }
  if (BeamRows::applies(size, reference.size())) {
    beam_.prepare(reference, size);
    return run(beam_, reference, beam_.fill(words_), floor);
  }
  wide_.prepare(reference, size);
  return run(wide_, reference, wide_.fill(words_), floor);
}

// No order of the hypothesis words is nearer than this.
std::int64_t Search::least_distance(const Positions& reference) {
  left_.assign(reference.counts().begin(), reference.counts().end());
  std::size_t common = 0;
  for (const std::uint32_t word : words_) {
    if (left_[word] > 0) {
      --left_[word];
      ++common;
    }
  }
  return static_cast<std::int64_t>(std::max<std::size_t>(words_.size(), reference.size()) - common);
}

template <class Rows>
std::int64_t Search::run(Rows& rows, const Positions& reference, std::int64_t distance, std::int64_t floor) {
  std::int64_t shifts = 0;
  while (distance > floor) {
    rows.trace(words_, alignment_);
    if (!list_candidates(reference)) break;
    if (!make_best_shift(rows, distance, floor)) break;
    ++shifts;
  }
  return shifts + distance;
}

// Whether the limit leaves this round its shift.
bool Search::list_candidates(const Positions& reference) {
  candidates_.clear();
  const auto size = static_cast<std::uint32_t>(words_.size());
  for (std::uint32_t start = 0; start < size; ++start) {
    for (std::uint32_t at = reference.first(words_[start]); at != Positions::none; at = reference.next(at)) {
      if (std::abs(std::int64_t{at} - std::int64_t{start}) > farthest_shift) continue;
      const std::uint32_t longest = std::min({longest_shift, size - start, reference.size() - at});
      bool hypothesis_error = false;
      bool reference_error = false;
      for (std::uint32_t length = 1; length <= longest; ++length) {
        const std::uint32_t last = length - 1;
        if (words_[start + last] != reference[at + last]) break;
        hypothesis_error |= alignment_.hypothesis_error[start + last] != 0;
        reference_error |= alignment_.reference_error[at + last] != 0;
        if (!hypothesis_error || !reference_error) continue;
        const std::int64_t here = alignment_.position[at];
        if (here >= start && here < start + std::int64_t{length}) continue;
        if (!list_targets(start, at, length)) return false;
      }
    }
  }
  return true;
}

// The places where the block that stands at `at` in the reference could go: before, inside and after its own.
bool Search::list_targets(std::uint32_t start, std::uint32_t at, std::uint32_t length) {
  std::int64_t previous = -1;
  for (std::int64_t position = std::int64_t{at} - 1; position < at + std::int64_t{length}; ++position) {
    const std::int64_t target = position < 0 ? 0 : alignment_.position[static_cast<std::size_t>(position)] + 1;
    if (target == previous) continue;
    previous = target;
    candidates_.push_back({start, length, static_cast<std::uint32_t>(target)});
    if (++checked_ >= most_candidates) return false;
  }
  return true;
}

template <class Rows>
bool Search::make_best_shift(Rows& rows, std::int64_t& distance, std::int64_t floor) {
  std::int64_t best_gain = 0;
  Candidate best{};
  for (const Candidate& candidate : candidates_) {
    const auto worse = [&](std::int64_t gain) {
      if (gain != best_gain) return gain < best_gain;
      if (gain == 0) return true;
      return std::tuple(candidate.length, best.start, best.target) <=
             std::tuple(best.length, candidate.start, candidate.target);
    };
    const auto size = static_cast<std::uint32_t>(words_.size());
    const Rotation rotation = Rotation::of(candidate.start, candidate.length, candidate.target, size);
    if (worse(std::min(distance - floor, rows.most_gain(rotation)))) continue;
    const std::int64_t gain = distance - rows.shifted(words_, rotation);
    if (worse(gain)) continue;
    best_gain = gain;
    best = candidate;
  }
  if (best_gain == 0) return false;
  const Rotation rotation =
      Rotation::of(best.start, best.length, best.target, static_cast<std::uint32_t>(words_.size()));
  std::rotate(words_.begin() + rotation.begin, words_.begin() + rotation.middle, words_.begin() + rotation.end);
  distance = rows.fill(words_);
  return true;
}

}  // namespace parbleu::ter
