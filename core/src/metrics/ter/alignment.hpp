// A cheapest path of edits from the hypothesis to the reference, as the shift search needs it, and what a shift is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/ter/bit_set.hpp"

namespace parbleu::ter {

// One path through the matrix, written down from its end. `position` says for each reference word at which hypothesis
// word it is, or after which (-1: before the first); it never falls. An error is a word that is not matched to an equal
// one.
struct Alignment {
  std::vector<std::int32_t> position;
  std::vector<std::uint32_t>
      first_at;  // for each hypothesis word and the end: the first reference word there or later
  BitSet hypothesis_error;
  BitSet reference_error;

  void reset(std::size_t hypothesis, std::size_t reference) {
    position.resize(reference);
    first_at.resize(hypothesis + 1);
    first_at[hypothesis] = static_cast<std::uint32_t>(reference);
    hypothesis_error.reset(hypothesis);
    reference_error.reset(reference);
  }
  // i and j: how many words of the hypothesis and of the reference are still to be explained.
  void diagonal(std::size_t i, std::size_t j, bool same) {
    position[j - 1] = static_cast<std::int32_t>(i) - 1;
    first_at[i - 1] = static_cast<std::uint32_t>(j) - 1;
    hypothesis_error.set(i - 1, !same);
    reference_error.set(j - 1, !same);
  }
  void deletion(std::size_t i, std::size_t j) {
    first_at[i - 1] = static_cast<std::uint32_t>(j);
    hypothesis_error.set(i - 1);
  }
  void insertion(std::size_t i, std::size_t j) {
    position[j - 1] = static_cast<std::int32_t>(i) - 1;
    reference_error.set(j - 1);
  }
};

// A block of hypothesis words moves: [middle, end) comes to stand before [begin, middle).
struct Rotation {
  std::uint32_t begin;
  std::uint32_t middle;
  std::uint32_t end;

  // The block of `length` words at `start` moved to `target`, counted in the words before the move; a target inside
  // the block pushes it to the right by its distance from the block's start.
  static Rotation of(std::uint32_t start, std::uint32_t length, std::uint32_t target, std::uint32_t size) {
    const std::uint32_t behind = start + length;
    const bool left = target < start;
    const std::uint32_t end = target > behind ? target : std::min(length + target, size);
    return {left ? target : start, left ? start : behind, left ? behind : end};
  }
  // True edit distances change by no more: the shorter of the two blocks is deleted here and inserted there.
  [[nodiscard]] std::int64_t most_gain() const { return 2 * std::int64_t{std::min(middle - begin, end - middle)}; }

  template <class Word>
  void apply(std::span<const Word> words, Word* out) const {
    std::copy(words.begin() + begin, words.begin() + middle,
              std::copy(words.begin() + middle, words.begin() + end, out));
  }
};

}  // namespace parbleu::ter
