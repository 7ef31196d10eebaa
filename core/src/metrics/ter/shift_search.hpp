// Translation edit rate for one pair: the greedy search for block shifts.
//
// While some move of a block of hypothesis words that also stands in the reference lowers the edit distance, the best
// such move is made; it costs one edit. Then come the remaining insertions, deletions and substitutions. "Best" is the
// largest gain, then the longest block, then the leftmost, then the leftmost target. After 1000 tried moves in all the
// search ends, and the round that reaches the limit counts for nothing; so a round's candidates are listed and counted
// first, and only those that could still win are measured: a move cannot gain more than what the two bags of words
// leave to gain, nor more than twice the length of the shorter of the two blocks that change places. Behind the rows of
// the matrix that a move changes, the others gain what they did in the round before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "metrics/ter/alignment.hpp"
#include "metrics/ter/distance_rows.hpp"
#include "metrics/ter/word_positions.hpp"

namespace parbleu::ter {

inline constexpr std::uint32_t longest_shift = 10;
inline constexpr std::uint32_t farthest_shift = 50;
inline constexpr std::uint32_t most_candidates = 1000;

class ShiftSearch {
 public:
  explicit ShiftSearch(Simd simd = Simd::portable) : simd_(simd) {}
  void use(Simd simd) { simd_ = simd; }

  // The block of `length` words at `start` moves, which is this rotation of the words.
  struct Move {
    std::uint32_t start;
    std::uint32_t length;
    Rotation rotation;
  };
  // The moves, and the alignment of the words that are moved.
  struct Trace {
    std::vector<Move> shifts;
    Alignment alignment;
  };

  // Edits, shifts included, from the hypothesis to the reference; writes how if there is a `trace`.
  std::int64_t edits(std::span<const std::uint32_t> hypothesis, const WordPositions& reference,
                     Trace* trace = nullptr);

 private:
  struct Candidate {
    std::uint32_t start;
    std::uint32_t length;
    std::uint32_t target;
    bool operator==(const Candidate&) const = default;
    // The order of preference among moves of the same gain: smaller is better.
    [[nodiscard]] auto rank() const { return std::tuple(~length, start, target); }
    [[nodiscard]] Rotation rotation(std::size_t size) const {
      return Rotation::of(start, length, target, static_cast<std::uint32_t>(size));
    }
  };
  struct Measured {
    Candidate candidate;
    std::int64_t gain;
  };
  struct Best {
    std::int64_t gain = 0;
    Candidate candidate{};
    [[nodiscard]] bool loses_to(std::int64_t other_gain, const Candidate& other) const {
      if (other_gain != gain) return other_gain > gain;
      return gain > 0 && other.rank() < candidate.rank();
    }
    void take(std::int64_t other_gain, const Candidate& other) {
      if (loses_to(other_gain, other)) *this = {other_gain, other};
    }
  };

  [[nodiscard]] std::int64_t least_distance(const WordPositions& reference);
  template <class Rows>
  std::int64_t run(Rows& rows, const WordPositions& reference, std::int64_t distance, std::int64_t least,
                   Trace* trace);
  void note_words(const WordPositions& reference, std::size_t begin, std::size_t end);
  bool list_candidates(const WordPositions& reference);
  bool list_starts(const WordPositions& reference, std::uint32_t start);
  bool list_places(const WordPositions& reference, std::uint32_t start, std::uint32_t first,
                   const std::array<std::uint64_t, 2>& places);
  bool list_blocks(const WordPositions& reference, std::uint32_t start, std::uint32_t at, std::uint64_t errors);
  bool list_targets(std::uint32_t start, std::uint32_t at, std::uint32_t length);
  template <class Rows>
  Best find_best(Rows& rows, std::int64_t distance, std::int64_t least);
  template <class Rows>
  void measure_batch(Rows& rows, std::int64_t distance, Best& best);

  Simd simd_;
  BitRows<false> whole_;
  BitRows<true> beam_;
  WideRows wide_;
  std::vector<std::uint32_t> words_;  // the hypothesis, shifted so far
  std::vector<std::uint32_t> used_;
  BitSet known_;     // hypothesis words that the reference has
  BitSet repeated_;  // those that it has more than once
  Alignment alignment_;
  std::vector<Candidate> candidates_;
  std::vector<Measured> measured_;  // in the order of the candidates
  std::vector<Measured> before_;    // what is still true of an earlier round
  // What is measured next: places in `measured_`, and the rotations.
  std::array<std::size_t, lane_count> batch_{};
  std::array<Rotation, lane_count> rotations_{};
  std::size_t batched_ = 0;
  std::uint32_t checked_ = 0;
  std::size_t unchecked_ = 0;  // words measured since the last look at whether the job is to stop
};

}  // namespace parbleu::ter
