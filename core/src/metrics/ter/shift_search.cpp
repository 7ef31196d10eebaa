#include "metrics/ter/shift_search.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "parbleu/base/parallel.hpp"

namespace parbleu::ter {
namespace {

constexpr std::size_t words_unchecked = std::size_t{1} << 14;

// At which of 64 places there is a bit within the `longest_shift` places from there on; `later`: the next 64 places.
std::uint64_t any_of_next(std::uint64_t bits, std::uint64_t later) {
  static_assert(longest_shift == 10);
  const auto next = [&](std::uint32_t places) {
    bits |= bits >> places | later << (64 - places);
    later |= later >> places;
  };
  next(1);
  next(2);
  next(4);
  next(2);
  return bits;
}

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
  measured_.clear();
  batched_ = 0;
  const auto size = static_cast<std::uint32_t>(hypothesis.size());
  const std::int64_t least = least_distance(reference);
  if (whole_.applies(size, reference.size())) {
    whole_.prepare(reference, size, simd_);
    const std::int64_t distance = whole_.fill(words_);
    if (whole_.find_idle_beam(distance, least)) return run(whole_, reference, distance, least, trace);
  }
  if (beam_.applies(size, reference.size())) {
    beam_.prepare(reference, size, simd_);
    const std::int64_t distance = beam_.fill(words_);
    beam_.find_idle_beam(distance, least);
    return run(beam_, reference, distance, least, trace);
  }
  wide_.prepare(reference, size, simd_);
  return run(wide_, reference, wide_.fill(words_), least, trace);
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
  if (distance > least) {
    known_.reset(words_.size());
    repeated_.reset(words_.size());
    note_words(reference, 0, words_.size());
  }
  if (distance > least) rows.trace(alignment_);
  while (distance > least) {
    if (!list_candidates(reference)) break;
    const Best best = find_best(rows, distance, least);
    if (best.gain == 0) break;
    const Rotation rotation = best.candidate.rotation(words_.size());
    std::rotate(words_.begin() + rotation.begin, words_.begin() + rotation.middle, words_.begin() + rotation.end);
    note_words(reference, rotation.begin, rotation.end);
    distance = rows.refill(words_, rotation.begin, rotation.end);
    rows.retrace(alignment_, rotation.begin);
    // Behind the rows that it changes, other shifts gain what they did.
    std::erase_if(measured_, [&](const Measured& shift) {
      return shift.candidate.rotation(words_.size()).begin < rows.same_from();
    });
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
  for (std::uint32_t begin = 0; begin < size; begin += 64) {
    const std::uint64_t error = alignment_.hypothesis_error.window(begin);
    const std::uint64_t later = begin + 64 < size ? alignment_.hypothesis_error.window(begin + 64) : 0;
    // Of a word that is no error one place in the reference is its own, and it needs the next word at another: one that
    // the reference has twice, or whose place is not its own.
    const std::uint64_t next =
        repeated_.window(begin + 1) | (known_.window(begin + 1) & alignment_.hypothesis_error.window(begin + 1));
    std::uint64_t starts =
        ((error & known_.window(begin)) | (repeated_.window(begin) & next)) & any_of_next(error, later);
    for (; starts != 0; starts &= starts - 1) {
      const auto start = begin + static_cast<std::uint32_t>(std::countr_zero(starts));
      if (!list_starts(reference, start)) return false;
    }
  }
  return true;
}

// All blocks from `start`. One word is enough if it is an error here and there, else the next must match too; that leaves
// few.
bool ShiftSearch::list_starts(const WordPositions& reference, std::uint32_t start) {
  const std::uint32_t begin = start - std::min(start, farthest_shift);
  if (begin >= reference.size()) return true;
  // The places are among 128 from `first` on.
  static_assert(7 + 2 * farthest_shift + 1 <= 127);
  const std::uint32_t first = begin / 8 * 8;
  const std::size_t byte = first / 8;
  std::uint64_t near = 0;
  std::uint64_t far = 0;
  if (start + 1 < words_.size()) {
    far = reference.from_byte(words_[start + 1], byte + 8);
    near = reference.from_byte(words_[start + 1], byte) >> 1 | far << 63;
    far >>= 1;
  }
  // Without a branch, which could not be predicted.
  const std::uint64_t error = alignment_.hypothesis_error[start] ? ~std::uint64_t{0} : 0;
  near |= alignment_.reference_error.from_byte(byte) & error;
  far |= alignment_.reference_error.from_byte(byte + 8) & error;
  near &= reference.from_byte(words_[start], byte);
  far &= reference.from_byte(words_[start], byte + 8);
  if ((near | far) == 0) return true;
  return list_places(reference, start, first, {near, far});
}

// All blocks from `start` that stand where `places` have a bit, counted from `first`, but for those too far away and
// those where the word belongs.
bool ShiftSearch::list_places(const WordPositions& reference, std::uint32_t start, std::uint32_t first,
                              const std::array<std::uint64_t, 2>& places) {
  const std::uint32_t begin = start - std::min(start, farthest_shift);
  const std::uint32_t end = std::min(start + farthest_shift + 1, reference.size());
  const std::uint32_t own_begin = alignment_.first_at[start];
  const std::uint32_t own_end = alignment_.first_at[start + 1];
  const std::uint64_t errors = alignment_.hypothesis_error.window(start);
  for (std::uint64_t bits : places) {
    for (; bits != 0; bits &= bits - 1) {
      const auto at = first + static_cast<std::uint32_t>(std::countr_zero(bits));
      if (at < begin || at >= end || (at >= own_begin && at < own_end)) continue;
      if (!list_blocks(reference, start, at, errors)) return false;
    }
    first += 64;
  }
  return true;
}

// Notes which hypothesis words from `begin` to `end` the reference has, and which it has twice.
void ShiftSearch::note_words(const WordPositions& reference, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) {
    const std::uint32_t count = reference.counts()[words_[at]];
    known_.set(at, count > 0);
    repeated_.set(at, count > 1);
  }
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
  before_.swap(measured_);
  measured_.clear();
  auto known = before_.begin();
  for (const Candidate& candidate : candidates_) {
    while (known != before_.end() && known->candidate.start < candidate.start) ++known;
    const auto same = std::find_if(known, before_.end(), [&](const Measured& shift) {
      return shift.candidate.start != candidate.start || shift.candidate == candidate;
    });
    if (same != before_.end() && same->candidate == candidate) {
      measured_.push_back(*same);
      best.take(same->gain, candidate);
      continue;
    }
    const Rotation rotation = candidate.rotation(words_.size());
    if (!best.loses_to(std::min(distance - least, rows.most_gain(rotation)), candidate)) continue;
    batch_[batched_] = measured_.size();
    // Number by number: a copy of the whole loads two of the three at once, which waits until both, just stored, are in
    // the cache.
    rotations_[batched_] = {rotation.begin, rotation.middle, rotation.end};
    measured_.push_back({candidate, 0});
    if (++batched_ == rows.lanes()) measure_batch(rows, distance, best);
  }
  if (batched_ > 0) measure_batch(rows, distance, best);
  return best;
}

template <class Rows>
void ShiftSearch::measure_batch(Rows& rows, std::int64_t distance, Best& best) {
  unchecked_ += words_.size();
  if (unchecked_ >= words_unchecked) {
    unchecked_ = 0;
    check_interruption();
  }
  std::array<std::int64_t, lane_count> distances;
  rows.measure(words_, std::span(rotations_).first(batched_), distances.data());
  for (std::size_t k = 0; k < batched_; ++k) {
    Measured& shift = measured_[batch_[k]];
    shift.gain = distance - distances[k];
    best.take(shift.gain, shift.candidate);
  }
  batched_ = 0;
}

}  // namespace parbleu::ter
