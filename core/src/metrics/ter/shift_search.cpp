#include "metrics/ter/shift_search.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "parbleu/base/parallel.hpp"

namespace parbleu::ter {
namespace {

constexpr std::uint32_t longest_shift = 10;
constexpr std::uint32_t farthest_shift = 50;
constexpr std::uint32_t most_candidates = 1000;

}  // namespace

std::int64_t ShiftSearch::edits(std::span<const std::uint32_t> hypothesis, const WordPositions& reference,
                                Trace* trace) {
  if (trace != nullptr) {
    trace->shifts.clear();
    trace->alignment.reset(hypothesis.size(), reference.size());
  }
  if (reference.size() == 0) {
    for (std::size_t i = hypothesis.size(); trace != nullptr && i > 0; --i) trace->alignment.deletion(i, 0);
    return static_cast<std::int64_t>(hypothesis.size());
  }
  words_.assign(hypothesis.begin(), hypothesis.end());
  checked_ = 0;
  const auto size = static_cast<std::uint32_t>(hypothesis.size());
  const std::int64_t least = least_distance(reference);
  if (whole_.applies(size, reference.size())) {
    whole_.prepare(reference, size, simd_);
    const std::int64_t distance = whole_.fill(words_, 0);
    if (whole_.find_idle_beam(distance, least)) return run(whole_, reference, distance, least, trace);
  }
  if (beam_.applies(size, reference.size())) {
    beam_.prepare(reference, size, simd_);
    const std::int64_t distance = beam_.fill(words_, 0);
    beam_.find_idle_beam(distance, least);
    return run(beam_, reference, distance, least, trace);
  }
  wide_.prepare(reference, size, simd_);
  return run(wide_, reference, wide_.fill(words_, 0), least, trace);
}

// No order of the hypothesis words is nearer than this: what the two bags of words have in common is not enough.
std::int64_t ShiftSearch::least_distance(const WordPositions& reference) {
  std::size_t common = 0;
  used_.assign(reference.counts().size(), 0);
  for (const std::uint32_t word : words_) common += used_[word]++ < reference.counts()[word];
  return static_cast<std::int64_t>(std::max<std::size_t>(words_.size(), reference.size()) - common);
}

template <class Rows>
std::int64_t ShiftSearch::run(Rows& rows, const WordPositions& reference, std::int64_t distance,
                              std::int64_t least, Trace* trace) {
  std::int64_t shifts = 0;
  while (distance > least) {
    rows.trace(alignment_);
    if (!list_candidates(reference)) break;
    const Best best = find_best(rows, distance, least);
    if (best.gain == 0) break;
    const Rotation rotation = best.candidate.rotation(words_.size());
    std::rotate(words_.begin() + rotation.begin, words_.begin() + rotation.middle, words_.begin() + rotation.end);
    distance = rows.fill(words_, rotation.begin);
    ++shifts;
    if (trace != nullptr) trace->shifts.push_back({best.candidate.start, best.candidate.length, rotation});
  }
  if (trace != nullptr) rows.trace(trace->alignment);
  return shifts + distance;
}

// All blocks of hypothesis words that also stand in the reference, not too far away and not where they belong. Whether
// the limit leaves this round its shift.
bool ShiftSearch::list_candidates(const WordPositions& reference) {
  candidates_.clear();
  const auto size = static_cast<std::uint32_t>(words_.size());
  for (std::uint32_t start = 0; start < size; ++start) {
    const std::uint64_t errors = alignment_.hypothesis_error.window(start);
    if ((errors & low_bits(longest_shift)) == 0) continue;
    // Of a word that is no error one place in the reference is its own.
    if (reference.counts()[words_[start]] <= (errors & 1 ? 0U : 1U)) continue;
    const std::uint32_t end = std::min(start + farthest_shift + 1, reference.size());
    for (std::uint32_t begin = start - std::min(start, farthest_shift); begin < end; begin += 64) {
      std::uint64_t found = block_starts(reference, start, begin, (errors & 1) != 0) & low_bits(end - begin);
      for (; found != 0; found &= found - 1) {
        const auto at = begin + static_cast<std::uint32_t>(std::countr_zero(found));
        if (!list_blocks(reference, start, at, errors)) return false;
      }
    }
  }
  return true;
}

// Where among the 64 reference words from `begin` on a block from `start` can stand. One word is enough if it is an
// error here and there, else the next must match too; that leaves few.
std::uint64_t ShiftSearch::block_starts(const WordPositions& reference, std::uint32_t start, std::uint32_t begin,
                                        bool error) const {
  const std::uint32_t own_begin = alignment_.first_at[start];
  const std::uint32_t own_end = alignment_.first_at[start + 1];
  const std::uint64_t own =
      low_bits(own_end - std::min(begin, own_end)) & ~low_bits(own_begin - std::min(begin, own_begin));
  const std::uint64_t found = reference.window(words_[start], begin) & ~own;
  const std::uint64_t next = start + 1 < words_.size() ? reference.window(words_[start + 1], begin + 1) : 0;
  return found & (next | (error ? alignment_.reference_error.window(begin) : 0));
}

// The blocks from `start` that stand at `at` in the reference. There must be an error in either, and the block must
// not reach to where it belongs.
bool ShiftSearch::list_blocks(const WordPositions& reference, std::uint32_t start, std::uint32_t at,
                              std::uint64_t errors) {
  const auto size = static_cast<std::uint32_t>(words_.size());
  std::uint32_t longest = std::min({longest_shift, size - start, reference.size() - at});
  const std::int64_t here = alignment_.position[at];
  if (here >= start) longest = static_cast<std::uint32_t>(std::min<std::int64_t>(longest, here - start));
  const auto reference_errors = alignment_.reference_error.window(at);
  const auto shortest =
      1 + static_cast<std::uint32_t>(std::max(std::countr_zero(errors), std::countr_zero(reference_errors)));
  if (shortest > longest) return true;
  for (std::uint32_t length = 1; length <= longest; ++length) {
    if (words_[start + length - 1] != reference[at + length - 1]) break;
    if (length >= shortest && !list_targets(start, at, length)) return false;
  }
  return true;
}

// The places where the block that stands at `at` in the reference could go: before, inside and after its own.
bool ShiftSearch::list_targets(std::uint32_t start, std::uint32_t at, std::uint32_t length) {
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
ShiftSearch::Best ShiftSearch::find_best(Rows& rows, std::int64_t distance, std::int64_t least) {
  Best best;
  batch_.clear();
  rotations_.clear();
  for (const Candidate& candidate : candidates_) {
    const Rotation rotation = candidate.rotation(words_.size());
    if (!best.loses_to(std::min(distance - least, rows.most_gain(rotation)), candidate)) continue;
    batch_.push_back(candidate);
    rotations_.push_back(rotation);
    if (batch_.size() == rows.lanes()) measure_batch(rows, distance, best);
  }
  if (!batch_.empty()) measure_batch(rows, distance, best);
  return best;
}

template <class Rows>
void ShiftSearch::measure_batch(Rows& rows, std::int64_t distance, Best& best) {
  check_interruption();
  std::array<std::int64_t, lane_count> distances;
  rows.measure(words_, rotations_, distances.data());
  for (std::size_t k = 0; k < batch_.size(); ++k) {
    const std::int64_t gain = distance - distances[k];
    if (best.loses_to(gain, batch_[k])) best = {gain, batch_[k]};
  }
  batch_.clear();
  rotations_.clear();
}

}  // namespace parbleu::ter
