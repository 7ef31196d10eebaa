#include "alignment/closest_script.hpp"

#include <algorithm>

namespace parbleu {
namespace {

std::int64_t count_edits(std::span<const EditRun> runs) {
  std::int64_t sum = 0;
  for (const EditRun& run : runs) {
    if (run.edit == Edit::equal) continue;
    sum += std::max(run.left_end - run.left_begin, run.right_end - run.right_begin);
  }
  return sum;
}

// edits / length is less than that of another; a text without words counts as next to nothing.
bool closer(std::int64_t edits, std::size_t length, std::int64_t other_edits, std::size_t other_length) {
  const auto rate = [](std::int64_t count, std::size_t size) {
    return static_cast<double>(count) / (size == 0 ? 1e-8 : static_cast<double>(size));
  };
  return rate(edits, length) < rate(other_edits, other_length);
}

}  // namespace

void ClosestScript::find(std::span<const Stream> references, Stream hypotheses, std::size_t segment, Unit unit) {
  chosen = -1;
  edits = 0;
  exact = true;
  runs.clear();
  reference.clear();
  hypothesis.clear();
  symbols.reset(unit);
  if (hypotheses[segment].missing()) return;
  symbols.add(hypotheses[segment], hypothesis);
  for (std::size_t k = 0; k < references.size(); ++k) {
    if (references[k][segment].missing()) continue;
    symbols.add(references[k][segment], next_reference_);
    next_runs_.clear();
    const bool next_exact = aligner.align(next_reference_, hypothesis, symbols.distinct(), next_runs_);
    const std::int64_t next_edits = count_edits(next_runs_);
    if (chosen >= 0 && !closer(next_edits, next_reference_.size(), edits, reference.size())) continue;
    chosen = static_cast<std::int32_t>(k);
    edits = next_edits;
    exact = next_exact;
    reference.swap(next_reference_);
    runs.swap(next_runs_);
  }
}

}  // namespace parbleu
