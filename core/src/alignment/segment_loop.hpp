// Runs a function for each segment of several streams, with scratch for each worker.
#pragma once

#include <algorithm>
#include <vector>

#include "parbleu/base/parallel.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

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
