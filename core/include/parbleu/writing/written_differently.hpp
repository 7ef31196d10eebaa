// Scores lines again under normalizations, to find texts that differ in their writing alone.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parbleu/base/text.hpp"

namespace parbleu {

// Normalizations that are tried one after another, only if nothing else explains a score: others change the same
// otherwise, and punctuation is much of what else may differ.
inline constexpr std::string_view last_resorts[] = {"joiners", "no-punct"};

// Lines of an output, and behind them those of each stream of references.
using WrittenSides = std::vector<std::vector<std::u32string>>;

// What is counted in a line, to score it: whole numbers, of most metrics.
using LineStatistics = std::vector<double>;

// What normalizations of both sides make of a score.
struct WritingDifference {
  std::vector<std::string> names;  // of the normalizations
  bool is_sample;                  // whether there are more segments than those that were scored
  std::size_t n_segments, n_changed;
  double before, after;
};

// Streams of lines, those of an output in front, then those of references, and the names of the normalizations that may
// matter, in the order in which they are applied.
struct WrittenSystem {
  std::vector<Stream> sides;
  std::vector<std::string> names;
};

// Normalizes and scores lines.
class WritingScorer {
 public:
  WritingScorer() = default;
  WritingScorer(const WritingScorer&) = delete;
  WritingScorer& operator=(const WritingScorer&) = delete;
  virtual ~WritingScorer() = default;

  // Lines after a normalization.
  virtual std::vector<std::u32string> normalized(const std::vector<std::u32string>& lines,
                                                 std::string_view name) = 0;
  // The statistics of each of the lines at these places, of which a score is made.
  virtual std::vector<LineStatistics> statistics(const WrittenSides& lines,
                                                 std::span<const std::size_t> places) = 0;
  // The sum of those of the lines at these places, which no normalization changes; this is asked first.
  virtual LineStatistics total(std::span<const Stream> sides, std::span<const std::size_t> places) = 0;
  // The score of a sum of statistics.
  virtual double score(const LineStatistics& sum) = 0;
};

// For each system the normalizations under which its score jumps; nothing if there are none. Where they make much of the
// score of one system, less of that of another is told, too. `is_sample`: whether there are more lines than these.
std::vector<std::optional<WritingDifference>> writing_differences(const std::vector<WrittenSystem>& systems,
                                                                  bool is_sample, WritingScorer& scorer);

}  // namespace parbleu
