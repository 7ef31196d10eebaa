// Edit distances are computed cell by cell, for whether two tokens may become each other depends on both their times.
// Parts of subtitles are short, and a moved hypothesis is computed only from where it differs, until its row differs
// from the stored one by the same number everywhere.
#include "parbleu/metrics/suber.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "metrics/ter/alignment.hpp"
#include "metrics/ter/distance_rows.hpp"
#include "metrics/ter/shift_search.hpp"

namespace parbleu {
namespace {

constexpr std::int64_t infinity = 1'000'000'000'000;

bool are_shown_together(const SubtitleToken& left, const SubtitleToken& right) {
  return left.begin < right.end && right.begin < left.end;
}

bool are_equal(const SubtitleToken& left, const SubtitleToken& right) {
  return left.number == right.number && are_shown_together(left, right);
}

bool may_replace(const SubtitleToken& left, const SubtitleToken& right) {
  return (left.number < 0) == (right.number < 0) && are_shown_together(left, right);
}

class PartSearch {
 public:
  std::int64_t edits(std::span<const SubtitleToken> hypothesis, std::span<const SubtitleToken> reference) {
    if (reference.empty()) return static_cast<std::int64_t>(hypothesis.size());
    reference_ = reference;
    words_.assign(hypothesis.begin(), hypothesis.end());
    plan_beam();
    fill(0);
    checked_ = 0;
    std::int64_t shifts = 0;
    while (distance() > 0) {
      trace();
      if (!find_best() || best_gain_ <= 0) break;
      const ter::Rotation rotation = best_.rotation(words_.size());
      std::rotate(words_.begin() + rotation.begin, words_.begin() + rotation.middle,
                  words_.begin() + rotation.end);
      fill(rotation.begin);
      ++shifts;
    }
    return shifts + distance();
  }

 private:
  // The columns of a row that the beam leaves.
  struct Span {
    std::size_t begin, end;
    std::size_t offset;  // of column `begin` in `cells_`
  };
  struct Candidate {
    std::uint32_t start;
    std::uint32_t length;
    std::uint32_t target;
    // The order of preference among moves of the same gain: smaller is better.
    [[nodiscard]] auto rank() const { return std::tuple(~length, start, target); }
    [[nodiscard]] ter::Rotation rotation(std::size_t size) const {
      return ter::Rotation::of(start, length, target, static_cast<std::uint32_t>(size));
    }
  };

  void plan_beam() {
    const std::size_t columns = reference_.size();
    const double ratio = words_.empty() ? 1.0 : static_cast<double>(columns) / static_cast<double>(words_.size());
    const auto half = static_cast<std::size_t>(ratio / 2 > ter::beam_width ? std::ceil(ratio / 2 + ter::beam_width)
                                                                           : ter::beam_width);
    spans_.resize(words_.size() + 1);
    spans_[0] = {0, columns + 1, 0};
    std::size_t used = columns + 1;
    for (std::size_t i = 1; i <= words_.size(); ++i) {
      const auto diagonal = static_cast<std::size_t>(std::floor(static_cast<double>(i) * ratio));
      spans_[i] = {diagonal > half ? diagonal - half : 0,
                   i == words_.size() ? columns + 1 : std::min(columns + 1, diagonal + half), used};
      used += spans_[i].end - spans_[i].begin;
    }
    cells_.resize(used);
    for (std::size_t j = 0; j <= columns; ++j) cells_[j] = static_cast<std::int64_t>(j);
  }

  static std::int64_t cell(const Span& span, const std::int64_t* cells, std::size_t column) {
    return column < span.begin || column >= span.end ? infinity : cells[column - span.begin];
  }
  [[nodiscard]] std::int64_t cell(std::size_t row, std::size_t column) const {
    return cell(spans_[row], cells_.data() + spans_[row].offset, column);
  }
  [[nodiscard]] std::int64_t distance() const { return cells_.back(); }

  void compute(std::size_t row, const SubtitleToken& word, const std::int64_t* before, std::int64_t* cells) const {
    const Span& above = spans_[row - 1];
    const Span& span = spans_[row];
    for (std::size_t j = span.begin; j < span.end; ++j) {
      std::int64_t best = cell(above, before, j) + 1;
      if (j > 0) {
        const SubtitleToken& other = reference_[j - 1];
        if (may_replace(word, other)) {
          best = std::min(best, cell(above, before, j - 1) + (word.number == other.number ? 0 : 1));
        }
        if (j > span.begin) best = std::min(best, cells[j - 1 - span.begin] + 1);
      }
      cells[j - span.begin] = best;
    }
  }

  void fill(std::size_t from) {
    check_interruption();
    for (std::size_t i = from + 1; i <= words_.size(); ++i) {
      compute(i, words_[i - 1], cells_.data() + spans_[i - 1].offset, cells_.data() + spans_[i].offset);
    }
  }

  // The distance of the words after a rotation.
  std::int64_t measure(const ter::Rotation& rotation) {
    moved_.resize(words_.size());
    rotation.apply(std::span<const SubtitleToken>(words_), moved_.data());
    const Span& start = spans_[rotation.begin];
    const auto first = cells_.begin() + static_cast<std::ptrdiff_t>(start.offset);
    before_.assign(first, first + static_cast<std::ptrdiff_t>(start.end - start.begin));
    for (std::size_t i = rotation.begin; i < words_.size(); ++i) {
      const Span& span = spans_[i + 1];
      now_.resize(span.end - span.begin);
      compute(i + 1, i < rotation.end ? moved_[i - rotation.begin] : words_[i], before_.data(), now_.data());
      before_.swap(now_);
      if (i + 1 < rotation.end || before_.empty()) continue;
      const std::int64_t* const stored = cells_.data() + span.offset;
      const std::int64_t more = before_[0] - stored[0];
      if (std::ranges::equal(before_, std::span(stored, before_.size()), {}, {},
                             [more](std::int64_t value) { return value + more; })) {
        return distance() + more;
      }
    }
    return before_.back();
  }

  void trace() {
    alignment_.reset(words_.size(), reference_.size());
    std::size_t i = words_.size();
    std::size_t j = reference_.size();
    while (i > 0 && j > 0) {
      const bool same = are_equal(words_[i - 1], reference_[j - 1]);
      const std::int64_t here = cell(i, j);
      if (may_replace(words_[i - 1], reference_[j - 1]) && here == cell(i - 1, j - 1) + (same ? 0 : 1)) {
        alignment_.diagonal(i--, j--, same);
      } else if (here == cell(i - 1, j) + 1) {
        alignment_.deletion(i--, j);
      } else {
        alignment_.insertion(i, j--);
      }
    }
    while (i > 0) alignment_.deletion(i--, 0);
    while (j > 0) alignment_.insertion(0, j--);
  }

  // Finds the best move of a block that also stands in the reference. Whether the limit leaves this round its move.
  bool find_best() {
    best_gain_ = 0;
    const auto size = static_cast<std::uint32_t>(words_.size());
    const auto columns = static_cast<std::uint32_t>(reference_.size());
    for (std::uint32_t start = 0; start < size; ++start) {
      const std::uint32_t first = start - std::min(start, ter::farthest_shift);
      const std::uint32_t behind = std::min(start + ter::farthest_shift + 1, columns);
      for (std::uint32_t at = first; at < behind; ++at) {
        if (!try_blocks(start, at)) return false;
      }
    }
    return true;
  }

  bool try_blocks(std::uint32_t start, std::uint32_t at) {
    bool left_error = false;
    bool right_error = false;
    const auto size = static_cast<std::uint32_t>(words_.size());
    const auto columns = static_cast<std::uint32_t>(reference_.size());
    const std::int64_t here = alignment_.position[at];
    std::uint32_t longest = std::min({ter::longest_shift, size - start, columns - at});
    if (here >= start) longest = static_cast<std::uint32_t>(std::min<std::int64_t>(longest, here - start));
    for (std::uint32_t length = 1; length <= longest; ++length) {
      if (!are_equal(words_[start + length - 1], reference_[at + length - 1])) break;
      left_error = left_error || alignment_.hypothesis_error[start + length - 1];
      right_error = right_error || alignment_.reference_error[at + length - 1];
      if (left_error && right_error && !try_targets(start, at, length)) return false;
    }
    return true;
  }

  bool try_targets(std::uint32_t start, std::uint32_t at, std::uint32_t length) {
    std::int64_t previous = -1;
    for (std::int64_t place = std::int64_t{at} - 1; place < at + std::int64_t{length}; ++place) {
      const std::int64_t target = place < 0 ? 0 : alignment_.position[static_cast<std::size_t>(place)] + 1;
      if (target == previous) continue;
      previous = target;
      const Candidate candidate{start, length, static_cast<std::uint32_t>(target)};
      const std::int64_t gain = distance() - measure(candidate.rotation(words_.size()));
      if (gain > best_gain_ || (gain == best_gain_ && gain > 0 && candidate.rank() < best_.rank())) {
        best_gain_ = gain;
        best_ = candidate;
      }
      if (++checked_ >= ter::most_candidates) return false;
    }
    return true;
  }

  std::span<const SubtitleToken> reference_;
  std::vector<SubtitleToken> words_;  // the hypothesis, shifted so far
  std::vector<SubtitleToken> moved_;
  std::vector<Span> spans_;
  std::vector<std::int64_t> cells_;
  std::vector<std::int64_t> before_, now_;
  ter::Alignment alignment_;
  Candidate best_{};
  std::int64_t best_gain_ = 0;
  std::uint32_t checked_ = 0;
};

}  // namespace

std::unique_ptr<std::int64_t[]> suber_edits(std::span<const SubtitleToken> hypotheses,
                                            std::span<const std::int64_t> hypothesis_starts,
                                            std::span<const SubtitleToken> references,
                                            std::span<const std::int64_t> reference_starts,
                                            const Execution& execution) {
  const std::size_t parts = hypothesis_starts.size() - 1;
  auto edits = std::make_unique_for_overwrite<std::int64_t[]>(parts);
  std::vector<PartSearch> searches(std::max(1U, execution.threads));
  const auto of = [](std::span<const SubtitleToken> tokens, std::span<const std::int64_t> starts,
                     std::size_t part) {
    const auto begin = static_cast<std::size_t>(starts[part]);
    return tokens.subspan(begin, static_cast<std::size_t>(starts[part + 1]) - begin);
  };
  parallel_for(parts, 1, execution, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t part = begin; part < end; ++part) {
      edits[part] =
          searches[worker].edits(of(hypotheses, hypothesis_starts, part), of(references, reference_starts, part));
    }
  });
  return edits;
}

}  // namespace parbleu
