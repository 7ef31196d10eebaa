#include "parbleu/metrics/ter_alignment.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "alignment/segment_loop.hpp"
#include "metrics/ter/shift_search.hpp"
#include "metrics/ter/word_positions.hpp"
#include "parbleu/base/arena.hpp"
#include "parbleu/ngrams/word_numbers.hpp"

namespace parbleu {
namespace {

class Aligner {
 public:
  // Appends the steps and shifts of the closest reference; returns which it is.
  std::int32_t align(const Ter& metric, std::span<const Stream> references, const Text& hypothesis,
                     std::size_t segment, std::vector<TerShift>& shifts, std::vector<TerStep>& steps) {
    if (hypothesis.missing()) return -1;
    arena_.clear();
    search_.use(best_simd());
    const Words words = metric.prepare_hypothesis(hypothesis, arena_, scratch_);
    numbers_.resize(words.size());
    std::int32_t chosen = -1;
    std::int64_t fewest = 0;
    for (std::size_t k = 0; k < references.size(); ++k) {
      if (references[k][segment].missing()) continue;
      load(metric, references[k][segment]);
      word_numbers_.find(words, numbers_.data());
      const std::int64_t edits = search_.edits(numbers_, positions_, &trace_);
      if (chosen >= 0 && edits >= fewest) continue;
      chosen = static_cast<std::int32_t>(k);
      fewest = edits;
      best_ = trace_;
    }
    if (chosen >= 0) write(shifts, steps);
    return chosen;
  }

 private:
  void load(const Ter& metric, const Text& reference) {
    const Words words = metric.prepare_reference(reference, arena_, scratch_);
    std::vector<std::uint32_t> numbers(words.size());
    word_numbers_.reset(words.size());
    word_numbers_.add(words, numbers.data());
    positions_.build(numbers, word_numbers_.size());
  }

  void write(std::vector<TerShift>& shifts, std::vector<TerStep>& steps) {
    const ter::Alignment& alignment = best_.alignment;
    const auto size = static_cast<std::int32_t>(alignment.first_at.size()) - 1;
    order_.resize(static_cast<std::size_t>(size));
    std::iota(order_.begin(), order_.end(), 0);
    moved_.assign(static_cast<std::size_t>(size), -1);
    for (std::size_t k = 0; k < best_.shifts.size(); ++k)
      apply(best_.shifts[k], static_cast<std::int32_t>(k), shifts);

    const auto length = static_cast<std::int32_t>(alignment.position.size());
    std::int32_t i = 0;
    std::int32_t j = 0;
    while (i < size || j < length) {
      const std::int32_t at = j < length ? alignment.position[static_cast<std::size_t>(j)] : size;
      if (i < size && at == i &&
          alignment.first_at[static_cast<std::size_t>(i)] == static_cast<std::uint32_t>(j)) {
        const bool same = !alignment.reference_error[static_cast<std::size_t>(j)];
        steps.push_back({same ? Edit::equal : Edit::substitute, j++, word(i), shift(i)});
        ++i;
      } else if (at < i) {
        steps.push_back({Edit::remove, j++, -1, -1});
      } else {
        steps.push_back({Edit::insert, -1, word(i), shift(i)});
        ++i;
      }
    }
  }

  void apply(const ter::ShiftSearch::Move& move, std::int32_t number, std::vector<TerShift>& shifts) {
    const auto& [start, length, rotation] = move;
    const auto words = order_.begin();
    for (std::uint32_t k = start; k < start + length; ++k) moved_[static_cast<std::size_t>(order_[k])] = number;
    std::rotate(words + rotation.begin, words + rotation.middle, words + rotation.end);
    const std::uint32_t to = rotation.begin < start ? rotation.begin : rotation.end - length;
    shifts.push_back(
        {static_cast<std::int32_t>(start), static_cast<std::int32_t>(length), static_cast<std::int32_t>(to)});
  }

  [[nodiscard]] std::int32_t word(std::int32_t at) const { return order_[static_cast<std::size_t>(at)]; }
  [[nodiscard]] std::int32_t shift(std::int32_t at) const { return moved_[static_cast<std::size_t>(word(at))]; }

  Arena arena_;
  Ter::Scratch scratch_;
  WordNumbers word_numbers_;
  ter::WordPositions positions_;
  ter::ShiftSearch search_;
  ter::ShiftSearch::Trace trace_;
  ter::ShiftSearch::Trace best_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::int32_t> order_;
  std::vector<std::int32_t> moved_;
};

}  // namespace

TerAlignments ter_alignments(const Ter& metric, std::span<const Stream> references, Stream hypotheses,
                             const Execution& execution) {
  const Execution use = for_streams(references, hypotheses, execution);
  RaggedCollector<TerShift> shifts(hypotheses.size(), use.threads);
  RaggedCollector<TerStep> steps(hypotheses.size(), use.threads);
  TerAlignments result;
  result.chosen = std::make_unique_for_overwrite<std::int32_t[]>(hypotheses.size());
  for_each_segment<Aligner>(hypotheses.size(), use, [&](std::size_t segment, Aligner& aligner, unsigned worker) {
    result.chosen[segment] =
        aligner.align(metric, references, hypotheses[segment], segment, shifts.rows(worker), steps.rows(worker));
    shifts.close(segment, worker);
    steps.close(segment, worker);
  });
  result.shifts = shifts.collect();
  result.steps = steps.collect();
  return result;
}

}  // namespace parbleu
