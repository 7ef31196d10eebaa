// Defines the concept of a metric. All code of a metric is const and has no shared mutable state.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/metrics/scorer.hpp"

namespace parbleu {

// A type M names
//   M::Number    the type of one statistic
//   M::Side      one prepared text (pre-processed, tokenised, ...): a small value that points into the Arena it was
//                prepared in and may point into the Text's own code points
//   M::Scratch   working memory of one thread, reused from segment to segment
template <class M>
concept NamesItsTypes = requires {
  requires std::same_as<typename M::Number, std::int64_t> || std::same_as<typename M::Number, double>;
  requires std::default_initializable<typename M::Side> && std::copyable<typename M::Side>;
  requires std::default_initializable<typename M::Scratch> && std::movable<typename M::Scratch>;
};

template <class M>
concept PreparesTexts = requires(const M& metric, const Text& text, Arena& arena, typename M::Scratch& scratch) {
  { metric.prepare_hypothesis(text, arena, scratch) } -> std::same_as<typename M::Side>;
  { metric.prepare_reference(text, arena, scratch) } -> std::same_as<typename M::Side>;
};

// `load` makes these references, one or more, those to compare with; `compare` writes a row of width() statistics.
template <class M>
concept ComparesSides =
    requires(const M& metric, std::span<const typename M::Side> references, const typename M::Side& hypothesis,
             typename M::Number* row, typename M::Scratch& scratch) {
      { metric.width() } -> std::same_as<std::size_t>;
      { metric.load(references, scratch) } -> std::same_as<void>;
      { metric.compare(hypothesis, row, scratch) } -> std::same_as<void>;
    };

// `score` takes a row or a sum of rows. In single precision, every step is rounded to it.
template <class M>
concept ScoresRows = requires(const M& metric, const typename M::Number* row, const float* single) {
  { metric.score(row) } -> std::same_as<double>;
  { metric.score(single) } -> std::same_as<double>;
  { metric.scorer() } -> std::same_as<std::unique_ptr<Scorer>>;
};

template <class M>
concept Metric = NamesItsTypes<M> && PreparesTexts<M> && ComparesSides<M> && ScoresRows<M>;

}  // namespace parbleu
