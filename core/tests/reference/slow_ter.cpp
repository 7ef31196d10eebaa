#include "reference/slow_ter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <tuple>

namespace parbleu::reference {
namespace {

constexpr long infinity = 10'000'000'000'000'000;
constexpr long beam_width = 25;
constexpr long longest_shift = 10;
constexpr long farthest_shift = 50;
constexpr long most_candidates = 1000;

struct Cell {
  long cost = infinity;
  char operation = 'x';
};

struct Alignment {
  std::vector<long> hypothesis_position;  // for each reference word
  std::vector<bool> hypothesis_error;
  std::vector<bool> reference_error;
};

// Seen as turning the reference into the hypothesis.
Alignment align(const std::vector<char>& operations) {
  Alignment result;
  long hypothesis = -1;
  for (const char operation : operations) {
    if (operation == ' ' || operation == 's') {
      ++hypothesis;
      result.hypothesis_position.push_back(hypothesis);
      result.hypothesis_error.push_back(operation == 's');
      result.reference_error.push_back(operation == 's');
    } else if (operation == 'd') {
      ++hypothesis;
      result.hypothesis_error.push_back(true);
    } else {
      result.hypothesis_position.push_back(hypothesis);
      result.reference_error.push_back(true);
    }
  }
  return result;
}

bool any(const std::vector<bool>& flags, long start, long length) {
  return std::any_of(flags.begin() + start, flags.begin() + start + length, [](bool flag) { return flag; });
}

void append(Words& to, const Words& from, long begin, long end) {
  const long size = static_cast<long>(from.size());
  for (long at = std::min(begin, size); at < std::min(end, size); ++at)
    to.push_back(from[static_cast<std::size_t>(at)]);
}

Words shifted(const Words& words, long start, long length, long target) {
  const long size = static_cast<long>(words.size());
  Words result;
  if (target < start) {
    append(result, words, 0, target);
    append(result, words, start, start + length);
    append(result, words, target, start);
    append(result, words, start + length, size);
  } else if (target > start + length) {
    append(result, words, 0, start);
    append(result, words, start + length, target);
    append(result, words, start, start + length);
    append(result, words, target, size);
  } else {
    append(result, words, 0, start);
    append(result, words, start + length, length + target);
    append(result, words, start, start + length);
    append(result, words, length + target, size);
  }
  return result;
}

struct Shift {
  long gain;
  Words words;
};

class Search {
 public:
  Search(Words words, const Words& reference) : words_(std::move(words)), reference_(reference) {}

  long run() {
    long shifts = 0;
    while (true) {
      const Shift shift = best_shift();
      if (checked_ >= most_candidates || shift.gain <= 0) break;
      ++shifts;
      words_ = shift.words;
    }
    return shifts + beam_edit_distance(words_, reference_).cost;
  }

 private:
  // Larger is better, compared from left to right.
  using Key = std::tuple<long, long, long, long, Words>;

  Shift best_shift() {
    const TerTrace before = beam_edit_distance(words_, reference_);
    const Alignment alignment = align(before.operations);
    const long hypothesis_size = static_cast<long>(words_.size());
    const long reference_size = static_cast<long>(reference_.size());
    std::optional<Key> best;
    for (long start = 0; start < hypothesis_size; ++start) {
      for (long at = 0; at < reference_size; ++at) {
        if (std::labs(at - start) > farthest_shift) continue;
        for (long length = 1; length <= longest_shift; ++length) {
          if (start + length > hypothesis_size || at + length > reference_size) break;
          if (words_[static_cast<std::size_t>(start + length - 1)] !=
              reference_[static_cast<std::size_t>(at + length - 1)]) {
            break;
          }
          if (!any(alignment.hypothesis_error, start, length)) continue;
          if (!any(alignment.reference_error, at, length)) continue;
          const long here = alignment.hypothesis_position[static_cast<std::size_t>(at)];
          if (start <= here && here < start + length) continue;
          try_targets(before.cost, alignment, start, at, length, best);
          if (checked_ >= most_candidates) return finish(best);
        }
      }
    }
    return finish(best);
  }

  void try_targets(long cost, const Alignment& alignment, long start, long at, long length,
                   std::optional<Key>& best) {
    long previous = -1;
    for (long offset = -1; offset < length; ++offset) {
      const long position = at + offset;
      long target = 0;
      if (position >= static_cast<long>(reference_.size())) break;
      if (position >= 0) target = alignment.hypothesis_position[static_cast<std::size_t>(position)] + 1;
      if (target == previous) continue;
      previous = target;
      Words candidate = shifted(words_, start, length, target);
      const long after = beam_edit_distance(candidate, reference_).cost;
      Key key{cost - after, length, -start, -target, std::move(candidate)};
      ++checked_;
      if (!best || key > *best) best = std::move(key);
    }
  }

  Shift finish(const std::optional<Key>& best) const {
    if (!best) return {0, words_};
    return {std::get<0>(*best), std::get<4>(*best)};
  }

  Words words_;
  const Words& reference_;
  long checked_ = 0;
};

}  // namespace

TerTrace beam_edit_distance(const Words& hypothesis, const Words& reference) {
  const long rows = static_cast<long>(hypothesis.size());
  const long columns = static_cast<long>(reference.size());
  const double ratio = rows == 0 ? 1.0 : static_cast<double>(columns) / static_cast<double>(rows);
  const long width = ratio / 2 > beam_width ? static_cast<long>(std::ceil(ratio / 2 + beam_width)) : beam_width;
  std::vector<std::vector<Cell>> cells(static_cast<std::size_t>(rows + 1),
                                       std::vector<Cell>(static_cast<std::size_t>(columns + 1)));
  const auto cell = [&](long i, long j) -> Cell& {
    return cells[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  };
  for (long j = 0; j <= columns; ++j) cell(0, j) = {j, 'i'};
  for (long i = 1; i <= rows; ++i) {
    const long diagonal = static_cast<long>(std::floor(static_cast<double>(i) * ratio));
    const long begin = std::max(0L, diagonal - width);
    const long end = i == rows ? columns + 1 : std::min(columns + 1, diagonal + width);
    for (long j = begin; j < end; ++j) {
      if (j == 0) {
        cell(i, 0) = {cell(i - 1, 0).cost + 1, 'd'};
        continue;
      }
      const bool same = hypothesis[static_cast<std::size_t>(i - 1)] == reference[static_cast<std::size_t>(j - 1)];
      Cell best{cell(i - 1, j - 1).cost + (same ? 0 : 1), same ? ' ' : 's'};
      if (cell(i - 1, j).cost + 1 < best.cost) best = {cell(i - 1, j).cost + 1, 'd'};
      if (cell(i, j - 1).cost + 1 < best.cost) best = {cell(i, j - 1).cost + 1, 'i'};
      cell(i, j) = best;
    }
  }
  TerTrace trace;
  trace.cost = cell(rows, columns).cost;
  for (long i = rows, j = columns; i > 0 || j > 0;) {
    const char operation = cell(i, j).operation;
    trace.operations.push_back(operation);
    if (operation == 'x') throw std::logic_error("the path leaves the beam");
    if (operation != 'i') --i;
    if (operation != 'd') --j;
  }
  std::reverse(trace.operations.begin(), trace.operations.end());
  return trace;
}

long ter_edits(const Words& hypothesis, const Words& reference) {
  if (reference.empty()) return static_cast<long>(hypothesis.size());
  return Search(hypothesis, reference).run();
}

}  // namespace parbleu::reference
