// Translation edit rate for one pair: the greedy search for block shifts.
//
// While some move of a block of hypothesis words that also stands in the reference lowers the edit distance, the best
// such move is made; it costs one edit. Then come the remaining insertions, deletions and substitutions. "Best" is the
// largest gain, then the longest block, then the leftmost, then the leftmost target. After 1000 tried moves in all the
// search ends, and the round that reaches the limit counts for nothing; so a round's candidates are listed and counted
// first, and only those that could still win are measured: a move cannot gain more than what the two bags of words
// leave to gain, nor more than twice the length of the shorter of the two blocks that change places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ter/alignment.hpp"
#include "ter/positions.hpp"
#include "ter/rows.hpp"

namespace parbleu::ter {

class Search {
 public:
  // Edits, shifts included, from the hypothesis to the reference.
  std::int64_t edits(std::span<const std::uint32_t> hypothesis, const Positions& reference);

 private:
  struct Candidate {
    std::uint32_t start;
    std::uint32_t length;
    std::uint32_t target;
  };

  template <class Rows>
  std::int64_t run(Rows& rows, const Positions& reference, std::int64_t distance, std::int64_t floor);
  template <class Rows>
  bool make_best_shift(Rows& rows, std::int64_t& distance, std::int64_t floor);
  bool list_candidates(const Positions& reference);
  bool list_targets(std::uint32_t start, std::uint32_t at, std::uint32_t length);
  [[nodiscard]] std::int64_t least_distance(const Positions& reference);

  WholeRows whole_;
  BeamRows beam_;
  WideRows wide_;
  std::vector<std::uint32_t> words_;  // the hypothesis, shifted so far
  std::vector<std::uint32_t> moved_;
  std::vector<std::uint32_t> left_;
  Alignment alignment_;
  std::vector<Candidate> candidates_;
  std::uint32_t checked_ = 0;
};

}  // namespace parbleu::ter
