// Finds the reference that a hypothesis is closest to, and the script between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

struct ClosestScript {
  Symbols symbols;
  EditAligner aligner;
  std::vector<std::uint32_t> hypothesis;
  std::vector<std::uint32_t> reference;  // the chosen one
  std::vector<EditRun> runs;
  std::int64_t edits = 0;
  std::int32_t chosen = -1;
  bool exact = true;

  // Of one segment. Without a hypothesis or a reference nothing is chosen.
  void find(std::span<const Stream> references, Stream hypotheses, std::size_t segment, Unit unit);

 private:
  std::vector<std::uint32_t> next_reference_;
  std::vector<EditRun> next_runs_;
};

// --- a loop over the segments of several streams, with scratch for each worker

// Segments a chunk: so few that Ctrl-C need not wait for many long ones.
inline constexpr std::size_t segments_at_once = 16;

// `Execution` with no more threads than the streams are worth.
inline Execution for_streams(std::span<const Stream> references, Stream hypotheses, const Execution& execution) {
  std::size_t bytes = 0;
  for (const Text& text : hypotheses) bytes += text.bytes();
  for (const Stream& stream : references) {
    for (const Text& text : stream) bytes += text.bytes();
  }
  Execution use = execution;
  use.threads = useful_threads(execution.threads, 4 * bytes);  // four times the work of BLEU
  return use;
}

// Calls body(segment, scratch, worker).
template <class Scratch, class Body>
void for_each_segment(std::size_t segments, const Execution& execution, Body&& body) {
  std::vector<Scratch> scratch(execution.threads);
  parallel_for(segments, segments_at_once, execution, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t segment = begin; segment < end; ++segment) body(segment, scratch[worker], worker);
  });
}

}  // namespace parbleu
