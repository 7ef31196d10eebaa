#include "parbleu/metrics/ter.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "alignment/closest_script.hpp"
#include "metrics/ter/reference_words.hpp"
#include "metrics/ter/shift_search.hpp"
#include "parbleu/base/arena.hpp"
#include "parbleu/ngrams/words.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/split.hpp"

namespace parbleu {

struct Ter::Work {
  std::vector<ter::ReferenceWords> references;  // of the segment at hand come first
  std::size_t count = 0;
  ter::ShiftSearch search;
};

Ter::Scratch::Scratch() : work_(std::make_unique<Work>()) {}
Ter::Scratch::~Scratch() = default;
Ter::Scratch::Scratch(Scratch&&) noexcept = default;
Ter::Scratch& Ter::Scratch::operator=(Scratch&&) noexcept = default;

namespace {

template <class Real>
Real rate(Real edits, Real length) {
  if (length > 0) return edits / length * Real{100};
  return edits > 0 ? Real{100} : Real{0};
}

// In single precision, but for the scores of an empty reference.
class TerScorer final : public MetricScorer<Ter> {
 public:
  explicit TerScorer(const Ter& metric) : MetricScorer(metric) {}
  [[nodiscard]] bool single(const float* sum, double) const override { return sum[1] > 0; }
};

}  // namespace

Ter::Side Ter::prepare_hypothesis(const Text& text, Arena& arena, Scratch&) const {
  return prepare(strip_right(text), arena);
}

Ter::Side Ter::prepare_reference(const Text& text, Arena& arena, Scratch&) const {
  Text line = strip_right(text);
  if (!tokenizer_.idempotent()) line = tokenizer_.join(line, arena, simd_);
  return prepare(line, arena);
}

Ter::Side Ter::prepare(const Text& line, Arena& arena) const {
  const auto check = [](std::size_t words) {
    if (words <= most_words) return;
    throw std::length_error("a text has " + std::to_string(words) + " words, and TER takes no more than " +
                            std::to_string(most_words) + ": split it into segments, such as sentences");
  };
  if (tokenizer_.no_punct) {
    const Tokens tokens = tokenizer_.tokenize(line, arena, simd_);
    check(tokens.spans.size());
    return make_words(tokens, arena);
  }
  const tokenizing::Boundaries found = tokenizer_.split(line, arena, simd_);
  check(found.count);
  return make_words(found, arena, simd_);
}

void Ter::load(std::span<const Side> references, Scratch& scratch) const {
  Work& work = *scratch;
  work.count = references.size();
  if (work.references.size() < work.count) work.references.resize(work.count);
  for (std::size_t k = 0; k < work.count; ++k) work.references[k].load(references[k], simd_);
}

void Ter::compare(const Side& hypothesis, Number* row, Scratch& scratch) const {
  Work& work = *scratch;
  work.search.use(simd_);
  std::int64_t fewest = 0;
  std::size_t length = 0;
  for (std::size_t k = 0; k < work.count; ++k) {
    ter::ReferenceWords& reference = work.references[k];
    const std::int64_t edits = work.search.edits(reference.find(hypothesis), reference.positions());
    fewest = k == 0 ? edits : std::min(fewest, edits);
    length += reference.positions().size();
  }
  row[0] = static_cast<double>(fewest);
  row[1] = static_cast<double>(length) / static_cast<double>(work.count);
}

double Ter::score(const Number* row) const { return rate(row[0], row[1]); }

double Ter::score(const float* row) const { return rate(row[0], row[1]); }

std::unique_ptr<Scorer> Ter::scorer() const { return std::make_unique<TerScorer>(*this); }

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
    std::int32_t chosen = -1;
    std::int64_t fewest = 0;
    for (std::size_t k = 0; k < references.size(); ++k) {
      if (references[k][segment].missing()) continue;
      reference_.load(metric.prepare_reference(references[k][segment], arena_, scratch_), best_simd());
      const std::int64_t edits = search_.edits(reference_.find(words), reference_.positions(), &trace_);
      if (chosen >= 0 && edits >= fewest) continue;
      chosen = static_cast<std::int32_t>(k);
      fewest = edits;
      best_ = trace_;
    }
    if (chosen >= 0) write(shifts, steps);
    return chosen;
  }

 private:
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
  ter::ReferenceWords reference_;
  ter::ShiftSearch search_;
  ter::ShiftSearch::Trace trace_;
  ter::ShiftSearch::Trace best_;
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
